// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fan-outs, depths and limits, tied to each other by static asserts. Includes nothing of ours.
//
// The geometry is that of a 64-bit kernel on every host, wasm32 included: a node is 256 bytes, an index, a pivot, a
// gap and a slot are 64-bit words.

#ifndef MPL_CONFIG_H
#define MPL_CONFIG_H

#include <assert.h>
#include <stdint.h>

#define MPL_INDEX_MAX UINT64_MAX

// A node and its two layouts. A "minimum" is compared with a node's end (the offset of its last used slot), so a node
// at the minimum has one slot more than the constant says. Where a count
// is compared with it the code says so (rule "minimum").
#define MPL_NODE_BYTES 256
#ifdef MPL_TINY
// For tests only: nodes of a few slots, so that short sequences of operations reach every case. Nothing but
// tests/core/small_world.c is linked with such objects; `make -C core tiny-check` checks that.
#define MPL_RANGE_SLOTS 5
#define MPL_RANGE_MIN 1
#define MPL_ARANGE_SLOTS 4
#define MPL_ARANGE_MIN 1
#else
#define MPL_RANGE_SLOTS 16
#define MPL_RANGE_MIN 6
#define MPL_ARANGE_SLOTS 10
#define MPL_ARANGE_MIN 4
#endif
#define MPL_RANGE_PIVOTS (MPL_RANGE_SLOTS - 1)
#define MPL_ARANGE_PIVOTS (MPL_ARANGE_SLOTS - 1)
#define MPL_LEAF_SLOTS MPL_RANGE_SLOTS
#define MPL_LEAF_PIVOTS MPL_RANGE_PIVOTS
#define MPL_LEAF_MIN MPL_RANGE_MIN
#define MPL_HEIGHT_MAX 31

// One block of a state's reserve is itself a node and lists this many others. Rule "reserve".
#define MPL_PREALLOC_SLOTS 30

// A public call that has made this many requests without success is stopped with ERETRY; Linux would go on for
// ever. Adjustable at run time.
#define MPL_REQUESTS_MAX 10000u

static_assert(MPL_LEAF_MIN < MPL_LEAF_SLOTS / 2, "two halves of a full leaf are above the minimum");
static_assert(MPL_ARANGE_MIN < MPL_ARANGE_SLOTS / 2, "two halves of a full arange node are above the minimum");

#endif
