# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# The benchmark; part of the Makefile.

# Contenders whose headers are not found are left out.
hash := \#
has_header = $(shell printf '%s\n' '$(hash)if !__has_include(<$(2)>)' '$(hash)error' '$(hash)endif' | \
	$(1) -E - >/dev/null 2>&1 && echo yes)
has_bsd := $(call has_header,$(CC),bsd/sys/tree.h)
has_urcu := $(call has_header,$(CC),urcu.h)
has_boost := $(call has_header,$(CXX) -x c++,boost/intrusive/treap.hpp)

# What is compared, what it is made to do, and what both need.
bench_sources := $(sort $(wildcard bench/*.c bench/contenders/*.c bench/workloads/*.c))
bench_objects := $(bench_sources:bench/%.c=$(BUILD)/bench/%.o)
bench_flags := -Ibench -Itests $(has_bsd:yes=-DBENCH_BSD) $(has_boost:yes=-DBENCH_BOOST) \
	$(has_urcu:yes=-DBENCH_URCU)
bench_objects += $(has_boost:yes=$(BUILD)/bench/contenders/boost.o)

$(BUILD)/bench/%.o: bench/%.c
	@mkdir -p $(@D)
	$(compile) $(bench_flags) -c -o $@ $<

# Nothing in it needs a C++ library.
$(BUILD)/bench/contenders/boost.o: bench/contenders/boost.cc
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) -std=c++11 -Wall -Wextra -Wshadow -Wconversion -Iinclude -Ibench \
		$(CPPFLAGS) $(CFLAGS) -fno-exceptions -fno-rtti -MMD -MP -c -o $@ $<

# The results say how it was compiled.
$(BUILD)/bench/machine.o: bench_flags += '-DBENCH_FLAGS="$(strip $(CFLAGS))"'

$(BUILD)/wbtree-bench: $(bench_objects) $(slab_objects) $(library)
	$(link) -pthread -lm $(has_urcu:yes=-lurcu)

show = $(if $(V),,@)

# Prints a screen; all tables of it go to a file.
BENCH_REPORT ?= $(BUILD)/bench.txt

bench: $(BUILD)/wbtree-bench
	$(show)$(BUILD)/wbtree-bench --report=$(BENCH_REPORT) $(BENCHFLAGS)

# The results that bench-plots draws, where to, and the screen about them.
BENCH_CSV ?= $(BUILD)/bench-full.csv
BENCH_SCREEN ?= $(BUILD)/bench-full.txt
PLOTS ?= $(BUILD)/plots

bench-full: $(BUILD)/wbtree-bench
	$(show)$(BUILD)/wbtree-bench --full --csv=$(BENCH_CSV) --screen=$(BENCH_SCREEN) $(BENCHFLAGS)

bench-plots: $(BUILD)/wbtree-bench
	@sh bench/plots.sh $(BUILD)/wbtree-bench $(BENCH_CSV) $(PLOTS)

# A test of its command line.
run-scripts: $(BUILD)/wbtree-bench

.PHONY: bench bench-full bench-plots

-include $(bench_objects:.o=.d)
