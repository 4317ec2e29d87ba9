# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# GNU make. All that is built goes to $(BUILD); `make help` lists the targets.

BUILD ?= build
CC ?= cc
AR ?= ar
CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-align
STD ?= -std=c99

# Flags that must be there whatever the user sets CFLAGS to.
compile = $(CC) $(STD) $(WARNINGS) -Iinclude $(CPPFLAGS) $(CFLAGS) -MMD -MP

sources := $(sort $(wildcard src/*.c))
objects := $(sources:src/%.c=$(BUILD)/src/%.o)
library := $(BUILD)/libwbtree.a

bench_sources := $(sort $(wildcard bench/*.c))
bench_objects := $(bench_sources:bench/%.c=$(BUILD)/bench/%.o)

test_programs := $(patsubst tests/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/test_*.c)))
support_objects := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/support/*.c)))

all: $(library)

help:
	@echo 'make             the library: $(library)'
	@echo 'make bench       build and run the benchmark (C compiler and libc are enough)'
	@echo 'make check       build and run the tests (cmocka), also with WB_DEBUG'
	@echo 'make check-asan  the tests under AddressSanitizer'
	@echo 'make check-ubsan the tests under UndefinedBehaviorSanitizer'
	@echo 'make clean       remove $(BUILD)/'
	@echo 'Variables: CC, AR, CPPFLAGS, CFLAGS, LDFLAGS, BUILD, STD, BENCHFLAGS'

$(library): $(objects)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/src/%.o: src/%.c
	@mkdir -p $(@D)
	$(compile) -c -o $@ $<

$(BUILD)/bench/%.o: bench/%.c
	@mkdir -p $(@D)
	$(compile) -Isrc -c -o $@ $<

$(BUILD)/wbtree-bench: $(bench_objects) $(library)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm

bench: $(BUILD)/wbtree-bench
	$(BUILD)/wbtree-bench $(BENCHFLAGS)

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(compile) -Isrc -Itests/support -c -o $@ $<

$(BUILD)/tests/test_%: $(BUILD)/tests/test_%.o $(support_objects) $(library)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka -lm

tests: $(test_programs)

run-tests: $(test_programs)
	@failed=; for test in $^; do $$test || failed="$$failed $$test"; done; \
	if [ -n "$$failed" ]; then echo "FAILED:$$failed"; exit 1; fi

check: run-tests

clean:
	rm -rf $(BUILD)

.PHONY: all bench check clean help run-tests tests
.SECONDARY:

-include $(objects:.o=.d) $(bench_objects:.o=.d) $(support_objects:.o=.d) $(test_programs:=.d)
