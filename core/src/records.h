// SPDX-License-Identifier: GPL-2.0-or-later
//
// The fixed-width records that cross to TypeScript. They are read there by offset (web/engine/generated/tables.ts is
// printed from them), so their layout is part of the interface: little endian, explicit widths, no implied padding.

#ifndef MPL_RECORDS_H
#define MPL_RECORDS_H

#include <assert.h>
#include <stdint.h>

// What one operation did. A null is -1 in the signed fields.
struct mpl_step_record {
	int32_t ret;             //   0  0 or a negative error number; MPL_ERETRY is ours. cyclic: 1 too; open: the reader.
	int32_t store_type;      //   4  enum store_type, -1 if no decision was reached.
	int32_t vacant_height;   //   8  as in struct ma_wr_state.
	int32_t sufficient_height; // 12
	int32_t pre;             //  16  nodes the write requested, by the formula of its tree.
	int32_t pre_whole;       //  20  nodes by the formula of releases before 6.16.
	uint32_t request_count;  //  24  requests made to the node allocator, the refused ones included.
	uint32_t requested_nodes; // 28  sum of their sizes.
	uint32_t freed;          //  32  nodes freed, deferred ones included.
	uint32_t deferred;       //  36  how many of them went through a grace period.
	uint32_t live;           //  40  nodes allocated afterwards, all trees.
	uint32_t reserved;       //  44  nodes reserved in the state when the write began (prealloc, bulk).
	uint32_t copied;         //  48  nodes in the copy (dup).
	uint32_t height;         //  52  of the tree the operation was made on.
	uint64_t value;          //  56  entry found (erase, load, walk); 0 for none.
	uint64_t index;          //  64  range found (walk, empty_area), or range written, NULL widening included; if the
	uint64_t last;           //  72  operation was refused, the range requested.
	uint32_t store_counts[10]; // 80 bulk: how many stores of each type.
	int32_t status;          // 120  enum maple_status of the state afterwards (walk).
	uint32_t event_count;    // 124  events recorded; those beyond the buffer's size are counted, not kept.
	int32_t pre_vacancy;     // 128  nodes by the formula of 6.16; 'pre' is by the tree's own formula.
	uint32_t used;           // 132  nodes taken from the reserve and put into the tree; dup: copied. 0 after a failure.
	uint64_t next;           // 136  counter of the tree's cyclic allocator afterwards.
	uint64_t kept_to;        // 144  of a refused call of an address space that did a part: the address behind it; else 0.
};

static_assert(sizeof(struct mpl_step_record) == 152, "read by offset in TypeScript");

// One broken invariant; core/README.md numbers them.
struct mpl_finding {
	uint64_t node;      //  0  id of the node, 0 for the tree itself.
	uint32_t invariant; //  8  the number of I1 ... I39.
	int32_t slot;       // 12  offset in the node, -1 for the node itself.
	uint32_t excused;   // 16  1: a correct bulk load may leave this, or it is a hint (I37, I39).
	uint32_t padding;
	uint64_t found;     // 24
	uint64_t wanted;    // 32
};

static_assert(sizeof(struct mpl_finding) == 40, "read by offset in TypeScript");

// The allocator's record of the node at one place of the slab, and one field of its stack of free places. The id is
// in two words, low word first.
struct mpl_place {
	uint32_t id[2];   //  0  allocation sequence number of the node, from 1. Stays after the node is freed.
	uint32_t state;   //  8  enum mpl_place_state in the low byte, the rest is the allocator's own.
	uint32_t stacked; // 12  of the place k: the free place that stands k-th in the stack, if there are more than k.
};

static_assert(sizeof(struct mpl_place) == 16, "read by offset in TypeScript");

// One event inside an operation. Field meanings for each kind: core/src/events.def.
struct mpl_event_record {
	uint16_t kind;  //  0  place in events.def.
	uint16_t file;  //  2  place in the table of sources.
	uint16_t line;  //  4
	uint16_t slot;  //  6  0xffff if none.
	uint64_t node;  //  8  node id, 0 if none.
	uint64_t a;     // 16
	uint64_t b;     // 24
	uint32_t count; // 32
	uint32_t padding;
};

static_assert(sizeof(struct mpl_event_record) == 40, "read by offset in TypeScript");

// The facts that decided a store's type, named as in core/src/decide.h. Without a node (store_root) and where the
// walk saw that the store spans, the fields about the leaf are 0.
struct mpl_decided_record {
	uint64_t first;      //  0  range to be written, NULL widening included.
	uint64_t last;       //  8
	uint64_t word;       // 16  entry to be stored.
	// 24  range of the slot that the store begins in; where it spans, of the slot whose end it passes.
	uint64_t min;
	uint64_t max;        // 32
	uint64_t last_pivot; // 40  last index of the slot that it ends in.
	uint64_t node;       // 48  id of the node that the walk ended in, 0 for none.
	uint32_t tree;       // 56  number of the tree, 0 if it has none.
	uint32_t store_type; // 60  enum store_type.
	uint32_t marks;      // 64  MPL_DECIDED_*.
	uint32_t slot;       // 68
	uint32_t last_slot;  // 72
	uint32_t end;        // 76
	uint32_t new_end;    // 80
	uint32_t height;     // 84  of the tree before.
	uint32_t passed;     // 88  nodes that the walk went through before that one.
	uint32_t vacant;     // 92
	uint32_t sufficient; // 96
	uint32_t needed;     // 100 nodes to request, by the tree's own formula.
	uint32_t requested;  // 104 nodes requested on its behalf, refused ones included.
	uint32_t used;       // 108 nodes that it added to the tree.
	uint32_t event;      // 112 events reported by then, since mpl_photo_arm().
	uint32_t padding;
};

static_assert(sizeof(struct mpl_decided_record) == 120, "read by offset in TypeScript");

#define MPL_DECIDED_RCU 1u
#define MPL_DECIDED_BULK 2u
#define MPL_DECIDED_STORED 4u // It went through.
#define MPL_DECIDED_WIDENED 8u
#define MPL_DECIDED_SPAN 16u
#define MPL_DECIDED_RELEASE_OFFSET 8u // From this bit on: the release whose policies the tree goes by.

// The state of a tree outside its nodes.
struct mpl_tree_record {
	uint64_t root;        //  0  root word: 0, an entry at index 0, or a root node.
	uint64_t address;     //  8  the tree's address in the root's parent word, without bit 0.
	uint32_t flags;       // 16  MT_FLAGS_*, the height included.
	uint32_t bulk_loaded; // 20  1: a bulk load ended on it since it was last empty.
	uint64_t next;        // 24  counter of its cyclic allocator.
};

static_assert(sizeof(struct mpl_tree_record) == 32, "read by offset in TypeScript");

// Where a state stands after a move.
struct mpl_visit_record {
	uint64_t index; //  0  its range.
	uint64_t last;  //  8
	uint64_t word;  // 16  entry the move returned; 0 for none.
	uint64_t node;  // 24  id of the leaf it stands on, 0 for none.
	uint64_t min;   // 32  range of that leaf, as the state knows it; of no leaf: 0 and the last index.
	uint64_t max;   // 40
	int32_t status; // 48  enum maple_status.
	int32_t slot;   // 52  slot in that leaf, -1 for none.
	uint32_t dead;  // 56  1: that leaf was replaced or destroyed since.
	uint32_t padding;
};

static_assert(sizeof(struct mpl_visit_record) == 64, "read by offset in TypeScript");

// The fields of a kept state, and the facts about its node.
struct mpl_state_record {
	uint64_t index;     //  0  its range.
	uint64_t last;      //  8
	uint64_t min;       // 16  range of its node, as it knows it.
	uint64_t max;       // 24
	uint64_t node;      // 32  id of the node it stands on, 0 for none.
	int32_t status;     // 40  enum maple_status.
	uint32_t offset;    // 44
	uint32_t end;       // 48  the field, which may be stale.
	int32_t real_end;   // 52  offset of the last used slot of that node; -1 where there is none.
	uint32_t held;      // 56  nodes it has reserved.
	int32_t store_type; // 60  enum store_type of its last decision.
	uint32_t inner;     // 64  1: that node is no leaf.
	uint32_t gone;      // 68  1: that node was replaced or freed since.
	uint32_t lost;      // 72  1: when it was last used, its node was gone, and it walked anew.
	uint32_t tree;      // 76
};

static_assert(sizeof(struct mpl_state_record) == 80, "read by offset in TypeScript");

// Counts of a tree's contents.
struct mpl_facts_record {
	uint32_t height;
	uint32_t nodes;
	uint32_t leaves;
	uint32_t entries; // Slots that are not NULL, the zero entry included.
};

static_assert(sizeof(struct mpl_facts_record) == 16, "read by offset in TypeScript");

// The counters of an address space, as struct mpl_mm has them.
struct mpl_space_record {
	uint64_t mmap_base; //  0
	uint64_t brk_start; //  8
	uint64_t brk;       // 16
	uint64_t total_vm;  // 24  pages, from here on.
	uint64_t data_vm;   // 32
	uint64_t exec_vm;   // 40
	uint64_t stack_vm;  // 48
	uint64_t locked_vm; // 56
	uint64_t rss_anon;  // 64
	uint64_t rss_file;  // 72
	uint32_t map_count; // 80
	uint32_t tables;    // 84  page-table pages.
};

static_assert(sizeof(struct mpl_space_record) == 88, "read by offset in TypeScript");

// A stored range, as it is in a leaf.
struct mpl_range_record {
	uint64_t first;
	uint64_t last;
	uint64_t word;
};

static_assert(sizeof(struct mpl_range_record) == 24, "read by offset in TypeScript");

#endif
