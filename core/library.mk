# SPDX-License-Identifier: GPL-2.0-or-later
#
# The core as a library for programs of this machine, and the tests of its public interface (tests/api). Included by the
# Makefile; tools besides its own: gcc and g++, since the interface is tested with two compilers.

LIB := $(B)/lib
API := ../tests/api
GCC ?= gcc
# Address spaces (maple_mm.h) are a model for the page, no part of the library.
HEADERS := $(filter-out include/maple_mm.h,$(wildcard include/*.h))
LIB_OBJECTS := $(SRC:src/%.c=%.o)

.PHONY: lib api

# ---- libmaple.a and its headers, in one folder. Checks are in, events are not. ----

FLAGS_lib := $(COMMON) -DMPL_EVENTS=0 -DMPL_CHECKS=1 -O2 -g

$(B)/libobj/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  lib	$(<F)" && $(CLANG) $(FLAGS_lib) -c $< -o $@

$(LIB)/libmaple.a: $(LIB_OBJECTS:%=$(B)/libobj/%)
	@mkdir -p $(@D)
	@rm -f $@ && ar rcs $@ $^

$(LIB)/%.h: include/%.h
	@mkdir -p $(@D)
	@cp $< $@

lib: $(LIB)/libmaple.a $(HEADERS:include/%=$(LIB)/%)

# ---- The sample programs, by both compilers and with their sanitizers ----

PROGRAMS := $(patsubst $(API)/%.c,%,$(wildcard $(API)/*.c))
FLAGS_gcc := $(filter-out -fno-sanitize-recover=all,$(FLAGS_asan)) -fno-sanitize-recover -Werror
FLAGS_program := -std=c11 -Wall -Wextra -Werror -g -O1 -I$(API)/shim -I$(LIB) -fno-omit-frame-pointer \
	-fsanitize=address,undefined -fno-sanitize-recover

$(B)/gccobj/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  gcc	$(<F)" && $(GCC) $(FLAGS_gcc) -c $< -o $@

$(B)/api/gcc/libmaple.a: $(LIB_OBJECTS:%=$(B)/gccobj/%)
	@mkdir -p $(@D)
	@rm -f $@ && ar rcs $@ $^

$(B)/api/clang/libmaple.a: $(LIB_OBJECTS:%=$(B)/asan/%)
	@mkdir -p $(@D)
	@rm -f $@ && ar rcs $@ $^

$(B)/api/gcc/%: $(API)/%.c $(B)/api/gcc/libmaple.a $(HEADERS:include/%=$(LIB)/%) $(API)/shim/linux/maple_tree.h
	@$(GCC) $(FLAGS_program) $< $(B)/api/gcc/libmaple.a -o $@

$(B)/api/clang/%: $(API)/%.c $(B)/api/clang/libmaple.a $(HEADERS:include/%=$(LIB)/%) $(API)/shim/linux/maple_tree.h
	@$(CLANG) $(FLAGS_program) $< $(B)/api/clang/libmaple.a -o $@

api: lib $(PROGRAMS:%=$(B)/api/gcc/%) $(PROGRAMS:%=$(B)/api/clang/%)
	@$(PYTHON) $(API)/check.py $(B)
