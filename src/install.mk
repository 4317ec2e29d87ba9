# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The wbtree authors
#
# Installing, and the archive of a release.

PREFIX ?= /usr/local
INCLUDEDIR ?= $(PREFIX)/include
LIBDIR ?= $(PREFIX)/lib
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/wbtree
GDBDIR ?= $(PREFIX)/share/gdb/auto-load
INSTALL ?= install

headers := $(wildcard include/*.h)
examples := $(patsubst tests/examples/%,%,$(wildcard tests/examples/*.* tests/examples/*/*.*))
staged = $(addprefix $(DESTDIR),$(1))
pkgconfig = $(LIBDIR)/pkgconfig
gdb_script = $(GDBDIR)$(LIBDIR)/$(notdir $(shared_library))-gdb.py

# TARGET:LINK for each name that a page describes, so that `man wb_find` shows wbtree(3).
manual_links = $(shell awk '/^\.Sh/ { in_name = $$2 == "NAME" } \
	{ page = FILENAME; sub(".*/", "", page) } \
	in_name && $$1 == ".Nm" && $$2 ".3" != page { print page ":" $$2 ".3" }' $(manual))

# The way from where wbtree.pc lies up to PREFIX, so that the whole can be moved.
empty :=
below_prefix = $(patsubst $(PREFIX)/%,%,$(pkgconfig))
to_prefix = $(subst $(empty) ,/,$(patsubst %,..,$(subst /, ,$(below_prefix))))
pc_prefix = $(if $(filter /%,$(below_prefix)),$(PREFIX),$${pcfiledir}/$(to_prefix))
pc_path = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))

install: all
	$(INSTALL) -d $(call staged,$(INCLUDEDIR) $(pkgconfig) $(MANDIR)/man3 $(DOCDIR)/examples) \
		$(call staged,$(dir $(gdb_script)))
	$(INSTALL) -m 644 $(headers) $(call staged,$(INCLUDEDIR))
	$(INSTALL) -m 644 $(library) $(call staged,$(LIBDIR))
	$(INSTALL) -m 755 $(shared_library) $(call staged,$(LIBDIR))
	ln -sf $(notdir $(shared_library)) $(call staged,$(LIBDIR)/$(soname))
	ln -sf $(soname) $(call staged,$(LIBDIR)/libwbtree.so)
	sed -e 's|@prefix@|$(pc_prefix)|' -e 's|@version@|$(version)|' \
		-e 's|@libdir@|$(call pc_path,$(LIBDIR))|' \
		-e 's|@includedir@|$(call pc_path,$(INCLUDEDIR))|' \
		src/wbtree.pc.in >$(call staged,$(pkgconfig)/wbtree.pc)
	$(INSTALL) -m 644 $(manual) $(call staged,$(MANDIR)/man3)
	@for link in $(manual_links); do \
		ln -sf "$${link%:*}" "$(call staged,$(MANDIR)/man3)/$${link#*:}" || exit 1; done
	@for file in $(examples); do $(INSTALL) -D -m 644 "tests/examples/$$file" \
		"$(call staged,$(DOCDIR)/examples)/$$file" || exit 1; done
	$(INSTALL) -m 644 src/wbtree-gdb.py $(call staged,$(gdb_script))

uninstall:
	rm -f $(call staged,$(addprefix $(INCLUDEDIR)/,$(notdir $(headers))))
	rm -f $(call staged,$(addprefix $(LIBDIR)/libwbtree,.a .so .so.$(version)) $(LIBDIR)/$(soname))
	rm -f $(call staged,$(addprefix $(MANDIR)/man3/,$(notdir $(manual))))
	@for link in $(manual_links); do rm -f "$(call staged,$(MANDIR)/man3)/$${link#*:}"; done
	rm -f $(call staged,$(addprefix $(DOCDIR)/examples/,$(examples)))
	rmdir $(call staged,$(DOCDIR)/examples/slab $(DOCDIR)/examples $(DOCDIR)) 2>/dev/null || :
	rm -f $(call staged,$(pkgconfig)/wbtree.pc $(gdb_script))

check-install: all
	@for script in tests/install/*.sh; do \
		CC='$(CC)' BUILD='$(BUILD)' MAKE='$(MAKE)' sh $$script || exit 1; done

archive := $(BUILD)/wbtree-$(version).tar.gz
unpacked := $(BUILD)/distcheck

# What is committed, as an archive.
dist:
	@mkdir -p $(BUILD)
	git archive --prefix=wbtree-$(version)/ -o $(archive) HEAD

# Whether the archive is enough to build, test and install, and nothing is written next to it.
distcheck: dist
	rm -rf $(unpacked)
	mkdir -p $(unpacked)/before
	tar -xzf $(archive) -C $(unpacked)
	tar -xzf $(archive) -C $(unpacked)/before
	chmod -R a-w $(unpacked)/wbtree-$(version)
	+$(MAKE) -C $(unpacked)/wbtree-$(version) BUILD='$(abspath $(unpacked))/build' \
		check check-install
	diff -r $(unpacked)/before/wbtree-$(version) $(unpacked)/wbtree-$(version)
	chmod -R u+w $(unpacked)
	rm -rf $(unpacked)
	@echo '$(archive) is ready'

.PHONY: check-install dist distcheck install uninstall
