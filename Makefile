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

# Compiling is a short line each, with V=1 the command, and with -s nothing.
is_silent = $(findstring s,$(firstword -$(MAKEFLAGS)))
say = $(if $(V),,@$(if $(is_silent),,echo '$(1) $@';))

# Flags that must be there whatever the user sets CFLAGS to.
compile = $(call say,CC)$(CC) $(STD) $(WARNINGS) -Iinclude $(CPPFLAGS) $(CFLAGS) -MMD -MP
link = $(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter-out %.a,$^) $(filter %.a,$^)

sources := $(sort $(wildcard src/*.c))
objects := $(sources:src/%.c=$(BUILD)/src/%.o)
library := $(BUILD)/libwbtree.a

# soname changes with every release that breaks programs linked with the one before.
version_part = $(shell sed -n 's/^.define WB_VERSION_$(1) //p' include/wbtree.h)
version := $(call version_part,MAJOR).$(call version_part,MINOR).$(call version_part,PATCH)
soname := libwbtree.so.1
shared_objects := $(objects:.o=.pic.o)
shared_library := $(BUILD)/libwbtree.so.$(version)

# Some suites and replays alone: make check SUITES='test_rank replay_core'
fuzz_sources := $(sort $(wildcard tests/fuzz/fuzz_*.c))
SUITES ?= $(patsubst tests/%.c,%,$(sort $(wildcard tests/test_*.c))) \
	$(fuzz_sources:tests/fuzz/fuzz_%.c=replay_%)
test_programs := $(addprefix $(BUILD)/tests/,$(filter test_%,$(SUITES)))
replay_programs := $(addprefix $(BUILD)/tests/fuzz/,$(filter replay_%,$(SUITES)))
# Programs people would write: each a file, but memslots and slab, whose parts tests use too.
example_sources := $(filter-out tests/examples/memslots_%,$(wildcard tests/examples/*.c))
example_programs := $(patsubst %.c,$(BUILD)/%,$(sort $(example_sources)))
memslots_objects := $(BUILD)/tests/examples/memslots_set.o $(BUILD)/tests/examples/memslots_vm.o
slab_objects := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/examples/slab/slab_*.c)))
# The programs that the pages of the manual show.
manual := $(sort $(wildcard src/man/*.3))
manual_programs := $(manual:src/man/%.3=$(BUILD)/manual/%)
support_objects := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/support/*.c)))
scripts := $(sort $(wildcard tests/*.sh))

# CMOCKA=own takes a stand-in, for machines for which there is no cmocka.
CMOCKA ?= -lcmocka
ifeq ($(CMOCKA),own)
test_flags := -Itests/foreign
support_objects += $(BUILD)/tests/foreign/cmocka.o
endif
test_libraries = $(filter-out own,$(CMOCKA)) -lm -pthread

all: $(library) $(shared_library)

help:
	@echo 'make             the libraries: $(library) and $(shared_library)'
	@echo 'make install     install to PREFIX, by default /usr/local; make uninstall removes it'
	@echo 'make bench       build and run the benchmark (C compiler and libc are enough):'
	@echo '                 prints one screen; all tables go to BENCH_REPORT'
	@echo 'make bench-full  the same with everything, for about an hour; results to BENCH_CSV,'
	@echo '                 the screen to BENCH_SCREEN'
	@echo 'make bench-plots draw those results (gnuplot, dot) in PLOTS'
	@echo 'make check       build and run the tests (cmocka), on all processors'
	@echo 'make check-debug, check-ndebug, check-asan, check-ubsan'
	@echo '                 the tests with WB_DEBUG, NDEBUG, AddressSanitizer, UndefinedBehaviorSanitizer'
	@echo 'make help-verify lists more ways to test: fuzzing, coverage, mutants, other machines'
	@echo 'make check-install  test installing, vendoring, the manual and the gdb script'
	@echo 'make lint        what clang-format, clang-tidy, cppcheck, mandoc and codespell find'
	@echo 'make dist        the archive of a release; make distcheck tests it'
	@echo 'make clean       remove $(BUILD)/'
	@echo 'Variables: CC, AR, CPPFLAGS, CFLAGS, LDFLAGS, BUILD, STD, BENCHFLAGS; V=1 shows commands'
	@echo 'To install: DESTDIR, PREFIX, LIBDIR, INCLUDEDIR, MANDIR, GDBDIR'

$(library): $(objects)
	@rm -f $@
	$(call say,AR)$(AR) rcs $@ $^

$(shared_library): $(shared_objects) src/wbtree.map
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(soname) \
		-Wl,--version-script=src/wbtree.map -o $@ $(shared_objects)
	@ln -sf $(@F) $(BUILD)/$(soname)
	@ln -sf $(soname) $(BUILD)/libwbtree.so

$(BUILD)/src/%.o: src/%.c
	@mkdir -p $(@D)
	$(compile) -c -o $@ $<

$(BUILD)/src/%.pic.o: src/%.c
	@mkdir -p $(@D)
	$(compile) -fPIC -fvisibility=hidden -include src/wbtree_export.h -c -o $@ $<

include bench/bench.mk

# Enough for backtraces, and compiled in two thirds of the time; CFLAGS from outside decide alone.
brief_debug := $(if $(filter file,$(origin CFLAGS)),-g1)

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(compile) $(brief_debug) -Isrc -Itests/support $(test_flags) -c -o $@ $<

$(BUILD)/tests/test_%: $(BUILD)/tests/test_%.o $(support_objects) $(library)
	$(link) $(test_libraries)

# The fuzz targets, run over their corpus.
$(BUILD)/tests/fuzz/replay_%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/replay.o \
		$(support_objects) $(library)
	$(link) $(test_libraries)

$(BUILD)/tests/examples/%.o: tests/examples/%.c
	@mkdir -p $(@D)
	$(compile) -c -o $@ $<

$(BUILD)/tests/examples/%: $(BUILD)/tests/examples/%.o $(library)
	$(link) -pthread -lm

$(BUILD)/tests/examples/memslots $(BUILD)/tests/test_memslots: $(memslots_objects)
$(BUILD)/tests/examples/slabs $(BUILD)/tests/test_slab: $(slab_objects)

$(BUILD)/manual/%.c: src/man/%.3
	@mkdir -p $(@D)
	@sed -e '1,/^.Sh EXAMPLES/d' -e '/^.Ed/,$$d' -e '1,/^.Bd/d' -e 's/\\e/\\/g' $< >$@

$(BUILD)/manual/%: $(BUILD)/manual/%.c $(library)
	$(compile) $(LDFLAGS) -o $@ $^

tests: $(test_programs) $(example_programs) $(manual_programs)

# What a suite or a replay prints goes to a log, and on the screen if it fails.
$(test_programs:=.run) $(replay_programs:=.run): %.run: %
	@$(RUN) $* $(arguments) >$*.log 2>&1 || { cat $*.log; echo 'FAILED: $*'; exit 1; }
	@grep '^totals:' $*.log

# How much of it: small, usual or full.
SCOPE ?= small
scoped := test_exhaustive test_gaps test_shared test_shared_model
$(scoped:%=$(BUILD)/tests/%.run): arguments = $(SCOPE)
$(replay_programs:=.run): arguments = tests/fuzz/corpus/$(patsubst replay_%,%,$(*F))/*

run-tests: $(test_programs:=.run) $(replay_programs:=.run)

# Programs that tell by their status alone whether all is well.
$(example_programs:=.run) $(manual_programs:=.run): %.run: %
	@$* >$*.out 2>&1 || { cat $*.out; echo 'FAILED: $*'; exit 1; }
	@echo '$*: passed'

run-examples: $(example_programs:=.run) $(manual_programs:=.run)

$(scripts:=.run): %.run: all $(example_programs) $(BUILD)/wbtree-bench
	@CC='$(CC)' BUILD='$(BUILD)' sh $* || { echo 'FAILED: $*'; exit 1; }

run-scripts: $(scripts:=.run)

# What checks runs side by side on all processors, unless make was told how many.
jobs = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2) -Otarget)
again = +@$(MAKE) --no-print-directory $(jobs)
logs = $(addsuffix .log,$(test_programs) $(replay_programs))

check:
	@mkdir -p $(BUILD)
	@date +%s >$(BUILD)/check-began
	$(again) run-scripts run-tests run-examples
	@awk -v seconds=$$(($$(date +%s) - $$(cat $(BUILD)/check-began))) \
		-v programs=$(words $(example_programs) $(manual_programs)) \
		-v scripts=$(words $(scripts)) -f tests/totals.awk $(logs)

# The same programs in another build: $(call variant,folder,CPPFLAGS,CFLAGS).
variant = $(again) BUILD='$(BUILD)/$(1)' \
	CPPFLAGS='$(CPPFLAGS) $(2)' CFLAGS='$(3)' run-tests run-examples
comma := ,
sanitize = -O1 -g1 -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize=$(1)

# With the library's own assertions, and without those of the tests' helpers.
check-debug:
	$(call variant,debug,-DWB_DEBUG,$(CFLAGS))

check-ndebug:
	$(call variant,ndebug,-DNDEBUG,$(CFLAGS))

check-asan:
	$(call variant,asan,-DWB_DEBUG,$(call sanitize,address))

check-ubsan:
	$(call variant,ubsan,-DWB_DEBUG,$(call sanitize,undefined))

include tests/verify.mk
include tests/lint.mk
include src/install.mk

clean:
	rm -rf $(BUILD)

.PHONY: all check check-asan check-debug check-ndebug check-ubsan clean help run-examples run-scripts run-tests
.PHONY: tests
.PHONY: $(test_programs:=.run) $(replay_programs:=.run) $(scripts:=.run)
.PHONY: $(example_programs:=.run) $(manual_programs:=.run)
.SECONDARY:

-include $(objects:.o=.d) $(shared_objects:.o=.d) $(support_objects:.o=.d) $(test_programs:=.d) \
	$(fuzz_sources:%.c=$(BUILD)/%.d) \
	$(example_programs:=.d) $(memslots_objects:.o=.d) $(slab_objects:.o=.d)
