// SPDX-License-Identifier: GPL-2.0-or-later
//
// What labs time: see bench.def.

#ifndef MPL_BENCH_H
#define MPL_BENCH_H

#include <stdint.h>

#define MPL_BENCH_ENTRIES_MAX 2000000u

// Entry i of n: 10i+10 .. 10i+15, stored upwards; 10i .. 10i+9, stored upwards; the same, stored downwards as mmap()
// fills an address space.
enum mpl_bench_layout { MPL_BENCH_HOLES, MPL_BENCH_CONTIGUOUS, MPL_BENCH_DOWNWARDS, MPL_BENCH_LAYOUTS };
// The tree duplicated and each entry replaced in place; one bulk load; one store for each entry.
enum mpl_bench_by { MPL_BENCH_DUP, MPL_BENCH_BULK, MPL_BENCH_STORES, MPL_BENCH_BYS };
enum mpl_bench_which { MPL_BENCH_MAPLE, MPL_BENCH_REDBLACK, MPL_BENCH_STDMAP, MPL_BENCH_WHICHES };
// A lookup that reads the record it finds; a walk over all that reads each record; an erase and an insert of the same;
// a copy of the tree, which is then destroyed. The red-black tree's copy has records of its own; the copies of the
// others lead to the records of the first.
enum mpl_bench_what { MPL_BENCH_LOAD, MPL_BENCH_ITERATE, MPL_BENCH_CHANGE, MPL_BENCH_COPY, MPL_BENCH_WHATS };

#define MPL_CALL(result, name, ...) result name(__VA_ARGS__);
#include "bench.def"
#undef MPL_CALL

#endif
