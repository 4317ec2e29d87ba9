# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# More ways to test, which need more tools or time than `make check`: see `make help-verify`.

help-verify:
	@echo 'make check-full      check, and all small trees up to a greater size (a minute)'
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
	$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ -lcmocka -lm

.PHONY: check-full fuzz fuzz-build fuzz-programs help-verify $(fuzz_targets:%=fuzz-%)
