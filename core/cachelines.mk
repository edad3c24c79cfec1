# SPDX-License-Identifier: GPL-2.0-or-later
#
# Part of core/Makefile: the red-black tree (cachelines/redblack.h), the std::map (cachelines/stdmap.h), and the module
# that counts cache lines (cachelines/cachelines.h).

.PHONY: cachelines

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
FLAGS_cachelinesbase := $(COMMON) $(LEAN) -DMPL_MEMORY=0 -DMPL_FETCH_AHEAD=0 -O2
FLAGS_cachelines := $(FLAGS_cachelinesbase) $(UNCOUNTED)
FLAGS_counted := $(FLAGS_cachelinesbase) $(COUNTING)
FLAGS_cachelineswasm := $(FLAGS_cachelines)
FLAGS_countedwasm := $(FLAGS_counted)

COUNTED_UNITS := $(SRC:src/%.c=%) redblack stdmap
COUNTING_UNITS := $(filter-out $(MM_SURFACE),$(SURFACE)) cachelines cache
cachelines_objects = $(COUNTED_UNITS:%=$(B)/counted$(1)/%.o) $(COUNTING_UNITS:%=$(B)/cachelines$(1)/%.o)

WASM_MEMORY_cachelines := 100663296
calls_of = $(shell sed -nE 's/^MPL_CALL.[^,]*, (mpl_[a-z_]+),.*/\1/p' $(1))
RIVAL_CALLS := $(call calls_of,cachelines/redblack.def cachelines/stdmap.def)
CACHELINES_CALLS := $(call calls_of,cachelines/cachelines.def)
BENCH_CALLS := $(call calls_of,bench/bench.def bench/copy.def)

# ---- What is counted, compared with Valgrind's view of the same code without our calls: lines, then misses ----

$(B)/%-counted: $(B)/cachelines/%_probe.o $(call cachelines_objects,)
	@$(CLANG) $^ -o $@

$(B)/%-plain: $(B)/cachelines/%_probe.o $(COUNTED_UNITS:%=$(B)/bench/%.o) $(COUNTING_UNITS:%=$(B)/cachelines/%.o)
	@$(CLANG) $^ -o $@

cachelines: $(B)/cachelines-counted $(B)/cachelines-plain $(B)/misses-counted $(B)/misses-plain
	@status=0; $(PYTHON) $(T)/cachelines.py $(B) $(if $(WRITE),--write) || status=1; \
	$(PYTHON) $(T)/misses.py $(B) || status=1; exit $$status
