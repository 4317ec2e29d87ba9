# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# More ways to test, which need more tools or time than `make check`: see `make help-verify`.

help-verify:
	@echo 'make check-usual, check-full'
	@echo '                     the exhaustive suites in a greater scope than check has; full: minutes'
	@echo 'make check-foreign   tests on i686, armhf, s390x and m68k (cross compilers, qemu-user)'
	@echo 'make check-coverage  every line, branch and condition (clang 19, python3)'
	@echo 'make check-mutants   that the tests notice small faults planted in the library;'
	@echo '                     EVERY=4: every fourth of them, others each day'
	@echo 'make search          build a search for inputs that are bad for the tree'
	@echo 'make check-builds    gcc and clang with -O0, -O2 and -O3 -flto, once with NDEBUG'
	@echo 'make check-freestanding, check-valgrind, check-msan, check-tsan, check-clang-ubsan'
	@echo 'make check-harness   that whatever fails makes the run fail'
	@echo 'make fuzz            fuzz each target for FUZZ_SECONDS (clang)'

check-usual check-full: check-%:
	$(again) SCOPE=$* SUITES='$(scoped)' run-tests

# Each fuzz target for FUZZ_SECONDS, beginning with its corpus; what it finds stays in BUILD.
FUZZ_SECONDS ?= 600
FUZZ_CC ?= clang
fuzz_build = $(BUILD)/fuzz
fuzz_targets := $(fuzz_sources:tests/fuzz/fuzz_%.c=%)

fuzz: $(fuzz_targets:%=fuzz-%)

fuzz-build:
	$(again) BUILD='$(fuzz_build)' CC='$(FUZZ_CC)' \
		CPPFLAGS='$(CPPFLAGS) -DWB_DEBUG' \
		CFLAGS='$(call sanitize,address$(comma)undefined$(comma)fuzzer-no-link)' fuzz-programs

$(fuzz_targets:%=fuzz-%): fuzz-%: fuzz-build
	@mkdir -p $(fuzz_build)/corpus/$*
	@$(fuzz_build)/tests/fuzz/fuzz_$* -timeout=10 -max_len=1000 \
		-max_total_time=$(FUZZ_SECONDS) -artifact_prefix=$(fuzz_build)/$*- \
		$(fuzz_build)/corpus/$* tests/fuzz/corpus/$* >$(fuzz_build)/$*.log 2>&1 || \
		{ tail -n 50 $(fuzz_build)/$*.log; echo 'FAILED: $@'; exit 1; }
	@echo "fuzz-$*: $$(grep '^Done' $(fuzz_build)/$*.log)"

fuzz-programs: $(fuzz_targets:%=$(BUILD)/tests/fuzz/fuzz_%)

$(BUILD)/tests/fuzz/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(support_objects) $(library)
	$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(test_libraries)

# How to look for worse than tests/test_adversary.c has; see there and in the source.
search: $(BUILD)/tests/adversary/search

$(BUILD)/tests/adversary/search: $(BUILD)/tests/adversary/search.o $(support_objects) $(library)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(test_libraries)

# That the tests reach every line, branch and condition; the report is an HTML page.
coverage = $(BUILD)/coverage
LLVM ?= -19
coverage_programs := $(patsubst $(BUILD)/%,$(coverage)/%,$(test_programs))

check-coverage:
	$(again) BUILD='$(coverage)' CC='clang$(LLVM)' SCOPE=small \
		LLVM_PROFILE_FILE='$(abspath $(coverage))/%p.profraw' \
		CFLAGS='-O0 -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc' run-coverage
	llvm-profdata$(LLVM) merge -o $(coverage)/all.profdata $(coverage)/*.profraw
	rm -f $(coverage)/*.profraw
	llvm-cov$(LLVM) export -instr-profile=$(coverage)/all.profdata \
		$(coverage_programs:%=-object %) >$(coverage)/all.json
	llvm-cov$(LLVM) show -format=html -show-branches=count -show-mcdc -show-expansions=false \
		-instr-profile=$(coverage)/all.profdata -output-dir=$(coverage)/report \
		$(coverage_programs:%=-object %) -sources src include
	python3 tests/coverage/gate.py $(coverage)/all.json tests/coverage/exceptions .

run-coverage: export LLVM_PROFILE_FILE := $(LLVM_PROFILE_FILE)
run-coverage: $(test_programs:=.run)

# That the tests notice the faults of tests/mutants/list.
check-mutants:
	@BUILD='$(BUILD)' MAKE='$(MAKE)' EVERY='$(EVERY)' sh tests/mutants/run.sh

# Other machines, each by an emulator of the processor: 32 bits, little and big endian, and
# one that aligns to 2 bytes. The suites that take longest are left out.
foreign_slow := test_bulk test_bulk_work test_cost test_learn_cost test_learn_threads test_range_bulk \
	test_shapes
foreign_suites = $(filter-out $(foreign_slow),$(SUITES))
# There links can lie at odd multiples of 2, which are no cells of the model.
foreign_left_out_m68k := test_shared_model
foreign_machines := i686 armhf s390x m68k
# All on one of 32 bits; on the others what depends on alignment, byte order, atomics, 64 bits.
foreign_briefly := armhf s390x m68k
brief_suites = $(filter $(other_suites) test_keys test_map test_shared test_shared_model \
	test_shared_steps test_slab test_stores test_wide replay_%,$(foreign_suites))
foreign_cc_i686 := i686-linux-gnu-gcc
foreign_cc_armhf := arm-linux-gnueabihf-gcc
foreign_cc_s390x := s390x-linux-gnu-gcc
foreign_cc_m68k := m68k-linux-gnu-gcc
# By itself on an x86-64 kernel that takes programs of 32 bits.
foreign_run_i686 := $(if $(wildcard /proc/sys/abi/vsyscall32),,qemu-i386)
foreign_run_armhf := qemu-arm
foreign_run_s390x := qemu-s390x
foreign_run_m68k := qemu-m68k

check-foreign: $(foreign_machines:%=check-foreign-%)

check-foreign-%:
	$(again) BUILD='$(BUILD)/foreign/$*' CC='$(foreign_cc_$*)' LDFLAGS=-static \
		CMOCKA=own RUN='$(foreign_run_$*)' SCOPE=small CPPFLAGS='$(CPPFLAGS) -DWB_DEBUG' \
		CFLAGS=-O1 SUITES='$(filter-out $(foreign_left_out_$*),\
		$(if $(filter $*,$(foreign_briefly)),$(brief_suites),$(foreign_suites)))' run-tests

# That whatever fails makes the run fail.
check-harness: $(test_programs) $(replay_programs)
	@BUILD='$(BUILD)' MAKE='$(MAKE)' sh tests/harness/run.sh $(SUITES)

# As other compilers and other options make it, by suites that reach all of the library. What
# is not optimised is slow, so there without the one that takes longest; what is optimised when
# it is linked without those that are long in linking.
other_builds := gcc-O0 gcc-O3-flto=auto-DNDEBUG clang-O0 clang-O2 clang-O3-flto
other_suites := test_augmented test_batch test_check test_errors test_exhaustive test_interval \
	test_learn test_order test_range test_range_bulk test_search

check-builds: $(other_builds:%=check-build-%)

check-build-%:
	$(again) BUILD='$(BUILD)/$*' CC='$(firstword $(subst -, ,$*))' \
		AR='$(patsubst clang-ar,llvm-ar,$(firstword $(subst -, ,$*))-ar)' SCOPE=small \
		CFLAGS='-Werror $(addprefix -,$(wordlist 2,4,$(subst -, ,$*)))' \
		SUITES='$(filter-out $(if $(findstring O0,$*),test_exhaustive) \
		$(if $(findstring flto,$*),test_batch test_range_bulk),$(other_suites))' run-tests

# Programs with threads; lookups beside a writer with the atomics of C11; and that
# ThreadSanitizer does see stores that are plain.
tsan_suites := test_learn_threads test_shared test_slab
tsan_examples := slabs threads vcpus
tsan_control := $(BUILD)/tsan-control/tests/test_shared

check-tsan:
	$(again) BUILD='$(BUILD)/tsan' CFLAGS='$(call sanitize,thread)' \
		SUITES='$(tsan_suites)' manual_programs= \
		example_programs='$(tsan_examples:%=$(BUILD)/tsan/tests/examples/%)' run-tests run-examples
	$(again) BUILD='$(BUILD)/tsan-c11' CFLAGS='$(call sanitize,thread)' STD=-std=gnu11 \
		CPPFLAGS='$(CPPFLAGS) -include tests/support/c11_atomics.h' SUITES=test_shared run-tests
	$(again) BUILD='$(BUILD)/tsan-control' CFLAGS='$(call sanitize,thread)' \
		CPPFLAGS='$(CPPFLAGS) -include tests/support/plain_stores.h' $(tsan_control)
	@if $(tsan_control) small >$(tsan_control).log 2>&1 || \
		! grep -q 'data race' $(tsan_control).log; then \
		echo 'FAILED: plain stores were not reported'; exit 1; fi

# What the core needs of a system: nothing but the functions that compilers call for copies.
check-freestanding:
	@mkdir -p $(BUILD)/freestanding
	@$(CC) $(STD) $(WARNINGS) -Iinclude -Isrc -O2 -ffreestanding -nostdlib -fno-stack-protector -r \
		-o $(BUILD)/freestanding/core.o src/wbtree.c
	@needed=$$(nm -u $(BUILD)/freestanding/core.o | grep -vwE 'mem(cpy|move|set)' || :); \
	if [ -n "$$needed" ]; then echo "FAILED: the core needs $$needed"; exit 1; fi

check-valgrind:
	$(again) BUILD='$(BUILD)' SCOPE=small \
		SUITES='$(brief_suites)' \
		RUN='valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite' run-tests

# Clang's: values that change when converted, pointers that wrap, memory that was never set.
check-clang-ubsan:
	$(again) BUILD='$(BUILD)/clang-ubsan' CC=clang SCOPE=small SUITES='$(brief_suites)' \
		CPPFLAGS='$(CPPFLAGS) -DWB_DEBUG' CFLAGS='$(call sanitize,undefined$(comma)local-bounds$(comma)implicit-conversion$(comma)pointer-overflow)' \
		run-tests

check-msan:
	$(again) BUILD='$(BUILD)/msan' CC=clang SCOPE=small CMOCKA=own \
		SUITES='$(brief_suites)' CFLAGS='$(call sanitize,memory)' run-tests

.PHONY: check-coverage check-foreign check-mutants run-coverage search
.PHONY: check-builds check-clang-ubsan check-freestanding check-harness check-msan check-tsan check-valgrind
.PHONY: check-full check-usual fuzz fuzz-build fuzz-programs help-verify $(fuzz_targets:%=fuzz-%)
