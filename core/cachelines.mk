# SPDX-License-Identifier: GPL-2.0-or-later
#
# Part of core/Makefile: the red-black tree (lines/redblack.h), the std::map (lines/stdmap.h), and the module that counts
# lines of cache (lines/lines.h).

.PHONY: counted-lines

# ---- The tree's macros: the header of libuv, from its own package or as Node brings it ----

NODE_HEADERS := $(patsubst %/bin/node,%/include/node,$(shell node -p process.execPath 2>/dev/null))
LIBUV ?= $(firstword $(wildcard $(addsuffix /uv/tree.h,/usr/include /usr/local/include /opt/homebrew/include \
	/usr/include/node $(NODE_HEADERS))))

$(B)/libuv/uv/tree.h: $(LIBUV)
	@mkdir -p $(@D)
	@if test -z '$(LIBUV)'; then echo 'uv/tree.h is missing: install the headers of libuv (Debian: libuv1-dev)'; exit 1; fi
	@cp $(LIBUV) $@

# ---- The one C++ file: headers of Emscripten's libc++ on every host, flags of C++ in the place of those of C ----

LIBCXX = $(eval LIBCXX := $(shell em-config CACHE)/sysroot/include/c++/v1)$(LIBCXX)
NOT_CXX := -std=c11 -Wmissing-prototypes -Wstrict-prototypes
cxx = $(filter-out $(NOT_CXX),$(1)) -std=c++17 -fno-exceptions -fno-rtti -fno-sanitize=function,vptr -nostdinc++ -isystem $$(LIBCXX)

# ---- Two ways of compiling: counted is what calls us at each load and store, and copies by our own memcpy() ----

COUNTING := -fsanitize-coverage=func,trace-loads,trace-stores -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset
UNCOUNTED := -fno-builtin
FLAGS_linesbase := $(COMMON) $(LEAN) -DMPL_MEMORY=0 -DMPL_FETCH_AHEAD=0 -O2
FLAGS_lines := $(FLAGS_linesbase) $(UNCOUNTED)
FLAGS_counted := $(FLAGS_linesbase) $(COUNTING)
FLAGS_lineswasm := $(FLAGS_lines)
FLAGS_countedwasm := $(FLAGS_counted)

COUNTED_UNITS := $(SRC:src/%.c=%) redblack stdmap
COUNTING_UNITS := $(filter-out $(MM_SURFACE),$(SURFACE)) lines cache
lines_objects = $(COUNTED_UNITS:%=$(B)/counted$(1)/%.o) $(COUNTING_UNITS:%=$(B)/lines$(1)/%.o)

WASM_MEMORY_lines := 100663296
calls_of = $(shell sed -nE 's/^MPL_CALL.[^,]*, (mpl_[a-z_]+),.*/\1/p' $(1))
RIVAL_CALLS := $(call calls_of,lines/redblack.def lines/stdmap.def)
LINES_CALLS := $(call calls_of,lines/lines.def)
TIMED_CALLS := $(call calls_of,timed/timed.def timed/copy.def)

# ---- What is counted, compared with Valgrind's view of the same code without our calls: lines, then misses ----

$(B)/%-counted: $(B)/lines/%_probe.o $(call lines_objects,)
	@$(CLANG) $^ -o $@

$(B)/%-plain: $(B)/lines/%_probe.o $(COUNTED_UNITS:%=$(B)/bench/%.o) $(COUNTING_UNITS:%=$(B)/lines/%.o)
	@$(CLANG) $^ -o $@

counted-lines: $(B)/lines-counted $(B)/lines-plain $(B)/misses-counted $(B)/misses-plain
	@status=0; $(PYTHON) $(T)/lines.py $(B) $(if $(WRITE),--write) || status=1; \
	$(PYTHON) $(T)/misses.py $(B) || status=1; exit $$status
