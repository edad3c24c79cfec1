// SPDX-License-Identifier: GPL-2.0-or-later
//
// What labs time: see timed.def.

#ifndef MPL_TIMED_H
#define MPL_TIMED_H

#include <stdint.h>

#define MPL_TIMED_ENTRIES_MAX 2000000u

// Entry i of n: 10i+10 .. 10i+15, stored upwards; 10i .. 10i+9, stored upwards; the same, stored downwards as mmap()
// fills an address space.
enum mpl_timed_layout { MPL_TIMED_HOLES, MPL_TIMED_CONTIGUOUS, MPL_TIMED_DOWNWARDS, MPL_TIMED_LAYOUTS };
// The tree duplicated and each entry replaced in place; one bulk load; one store for each entry.
enum mpl_timed_by { MPL_TIMED_DUP, MPL_TIMED_BULK, MPL_TIMED_STORES, MPL_TIMED_BYS };
enum mpl_timed_which { MPL_TIMED_MAPLE, MPL_TIMED_REDBLACK, MPL_TIMED_STDMAP, MPL_TIMED_WHICHES };
// A lookup that reads the record it finds; a walk over all that reads each record; an erase and an insert of the same;
// a copy of the tree, which is then destroyed. The red-black tree's copy has records of its own; the copies of the
// others lead to the records of the first.
enum mpl_timed_what { MPL_TIMED_LOAD, MPL_TIMED_ITERATE, MPL_TIMED_CHANGE, MPL_TIMED_COPY, MPL_TIMED_WHATS };

#define MPL_CALL(result, name, ...) result name(__VA_ARGS__);
#include "timed.def"
#undef MPL_CALL

#endif
