# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# More ways to test, which need more tools or time than `make check`: see `make help-verify`.

help-verify:
	@echo 'make check-full      check, and all small trees up to a greater size (a minute)'
	@echo 'make check-foreign   tests on i686, armhf, s390x and m68k (cross compilers, qemu-user)'
	@echo 'make search          build a search for inputs that are bad for the tree'
	@echo 'make fuzz            fuzz each target for FUZZ_SECONDS (clang)'

check-full: check $(BUILD)/tests/test_exhaustive
	$(BUILD)/tests/test_exhaustive full

# Each fuzz target for FUZZ_SECONDS, beginning with its corpus; what it finds stays in BUILD.
FUZZ_SECONDS ?= 600
FUZZ_CC ?= clang
fuzz_build = $(BUILD)/fuzz
fuzz_targets := $(fuzz_sources:tests/fuzz/fuzz_%.c=%)

fuzz: $(fuzz_targets:%=fuzz-%)

fuzz-build:
	+$(MAKE) --no-print-directory BUILD='$(fuzz_build)' CC='$(FUZZ_CC)' \
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

# Other machines, each by an emulator of the processor: 32 bits, little and big endian, and
# one that aligns to 2 bytes. The suites that take longest are left out.
foreign_slow := test_bulk test_bulk_work test_cost test_range_bulk test_shapes
foreign_suites := $(filter-out $(foreign_slow),$(notdir $(test_programs) $(replay_programs)))
foreign_machines := i686 armhf s390x m68k
foreign_cc_i686 := i686-linux-gnu-gcc
foreign_cc_armhf := arm-linux-gnueabihf-gcc
foreign_cc_s390x := s390x-linux-gnu-gcc
foreign_cc_m68k := m68k-linux-gnu-gcc
foreign_run_i686 := qemu-i386
foreign_run_armhf := qemu-arm
foreign_run_s390x := qemu-s390x
foreign_run_m68k := qemu-m68k

check-foreign: $(foreign_machines:%=check-foreign-%)

check-foreign-%:
	+$(MAKE) --no-print-directory BUILD='$(BUILD)/foreign/$*' CC='$(foreign_cc_$*)' LDFLAGS=-static \
		CMOCKA=own RUN='$(foreign_run_$*)' SCOPE=small CPPFLAGS='$(CPPFLAGS) -DWB_DEBUG' \
		run-suites suites='$(foreign_suites)'

# Those suites and replays that are named.
run-suites: $(foreach suite,$(suites),$(addsuffix .run,$(filter %/$(suite),$(test_programs) \
	$(replay_programs))))

.PHONY: check-foreign run-suites search
.PHONY: check-full fuzz fuzz-build fuzz-programs help-verify $(fuzz_targets:%=fuzz-%)
