# SPDX-License-Identifier: GPL-2.0-or-later
#
# Part of core/Makefile: what is proved by going through all of something.

# ---- The numbers for self-check of the specification ----

$(B)/figures: $(B)/asan/figures.o $(SRC:src/%.c=$(B)/asan/%.o)
	@$(CLANG) $(SANITIZE) $^ -o $@

.PHONY: figures
figures: $(B)/figures
	@echo figures; $(PYTHON) $(T)/figures.py check $<
