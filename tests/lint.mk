# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# What tools find by reading, with Debian 12's versions of them: none may find anything.
# Their settings are in .clang-format, .clang-tidy, .codespellrc and here.

written := $(sort $(foreach folder,include src tests bench,$(wildcard $(folder)/*.[ch] $(folder)/*/*.[ch])))
# What is delivered or meant to be copied is read more closely than tests and benchmark.
delivered := $(filter src/% tests/examples/% tests/install/%,$(written))

# One file a process: clang-tidy 14 crashes on many.
tidy = printf '%s\n' $(filter %.c,$(1)) | xargs -P 2 -I '{}' clang-tidy --quiet $(2) '{}' -- \
	$(STD) -DWB_DEBUG -Iinclude -Isrc -Ibench -Itests -Itests/support 2>/dev/null

lint: lint-format lint-tidy lint-cppcheck lint-manual lint-scripts lint-spelling

lint-format:
	@clang-format --dry-run -Werror $(written)

lint-tidy:
	@$(call tidy,$(delivered))
	@$(call tidy,$(filter-out $(delivered),$(written)),'--checks=-clang-analyzer-*')

# Functions that one macro defines stand on one line, and cppcheck 2.10 takes one for another.
lint-cppcheck:
	cppcheck --quiet -$(STD) --enable=warning,performance,portability --error-exitcode=1 \
		--suppress=ctunullpointer --suppress=ctuuninitvar -Iinclude -Isrc -Ibench \
		$(filter %.c,$(delivered)) $(filter bench/%.c,$(written))

# Pages are found only once they are installed, and those of other systems never.
lint-manual:
	@! mandoc -Tlint $(manual) 2>/dev/null | grep -v ': referenced manual not found:'

lint-scripts:
	shellcheck -x $(wildcard tests/*.sh tests/*/*.sh bench/*.sh) .ci/run

lint-spelling:
	git ls-files -z | xargs -0 codespell

.PHONY: lint lint-cppcheck lint-format lint-manual lint-scripts lint-spelling lint-tidy
