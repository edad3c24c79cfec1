// SPDX-License-Identifier: GPL-2.0-or-later
//
// The rival: the same ranges in a red-black tree, as Linux kept its VMAs before the maple tree. The links stand inside
// the records (it is intrusive), so a lookup reads one record a level. The tree itself is that of <uv/tree.h>, libuv's
// copy of Niels Provos' macros; this file gives it records, places and a comparison. It knows no maple tree.
//
// A record has a fixed place, numbered from 0, and the size of a VMA object in Linux 6.16 with the fields that a tree
// reads in its first 64 bytes. Offsets are the same on every host. The lowest-numbered place that was freed last is
// given out first; a fresh one otherwise. One tree at a time, and a copy of it; ranges do not overlap.

#ifndef MPL_REDBLACK_H
#define MPL_REDBLACK_H

#ifdef __cplusplus
extern "C" {
#endif

#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

#define MPL_RB_RECORD_BYTES 192u
#define MPL_RB_RECORDS_MAX (1u << 17)

// What RB_ENTRY() of tree.h declares, each field on a word of its own.
struct mpl_rb_links {
	alignas(8) struct mpl_rb_record *rbe_left;
	alignas(8) struct mpl_rb_record *rbe_right;
	alignas(8) struct mpl_rb_record *rbe_parent;
	alignas(8) int rbe_color;
};

struct mpl_rb_record {
	uint64_t first;            //  0
	uint64_t last;             //  8
	uint64_t word;             // 16  never 0.
	struct mpl_rb_links links; // 24
	uint8_t rest[MPL_RB_RECORD_BYTES - 56];
};

static_assert(sizeof(struct mpl_rb_record) == MPL_RB_RECORD_BYTES, "a record has the size of a VMA");
static_assert(sizeof(struct mpl_rb_links) == 32, "links are as wide on every host");

// Which depth mpl_rb_depth() gives. The root is at depth 1.
enum mpl_rb_of { MPL_RB_LEAST, MPL_RB_MOST, MPL_RB_SUM, MPL_RB_DEPTHS };

// The records, MPL_RB_RECORDS_MAX of them, aligned to 256 bytes.
extern struct mpl_rb_record mpl_rb_records[];
// The root, NULL if nothing is stored; for tests.
const struct mpl_rb_record *mpl_rb_root(void);

// Copies the tree, records and all, in one pass: 0, or -ENOMEM, and there is no copy. The new records hold the range,
// the word and the links; the rest of them is not written. mpl_rb_copy_drop() frees it; before it no other copy is
// made.
int32_t mpl_rb_copy(void);
void mpl_rb_copy_drop(void);
// mpl_rb_iterate() over the copy, and its root, for tests.
uint64_t mpl_rb_copy_iterate(void);
const struct mpl_rb_record *mpl_rb_copy_root(void);

// The functions.
#define MPL_CALL(result, name, ...) result name(__VA_ARGS__);
#include "redblack.def"
#undef MPL_CALL

#ifdef __cplusplus
}
#endif

#endif
