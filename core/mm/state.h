// SPDX-License-Identifier: GPL-2.0-or-later
//
// All mutable state of the model, besides the objects in their own arrays: one struct, so that a copy of it is
// part of a snapshot (mpl_mm_region). Plain data, no code. Each part belongs to the file it is named for, which alone
// writes it.
//
//     mpl_mm_region(MPL_MM_STATE)    this struct
//                   MPL_MM_VMAS      VMA objects: vma.c
//                   MPL_MM_TABLES    page tables: tables.c

#ifndef MPL_MM_STATE_H
#define MPL_MM_STATE_H

#include "../include/maple_mm.h"

// sites.c: armed failures, and passes.
struct mpl_sites_state {
	struct mpl_arming {
		uint32_t vma;      // Only passes for this VMA of the parent count; 0: all do.
		uint32_t grants;   // Passes that succeed before the first failure.
		uint32_t failures; // And how many passes fail then.
	} arming[MPL_SITES];       // Of the node allocator's two: while it waits for its VMA, else in the slab.
	uint32_t passed[MPL_SITES];
	uint32_t treated;          // The parent's VMA that a fork is copying, 0 for none.
};

// tables.c: which page tables are in use. Places are counted from 1.
struct mpl_tables_state {
	uint32_t places; // Ever used.
	uint32_t free;   // The place freed last, 0 for none; its 'link' is the next one.
	uint32_t made;   // The table made last by the current call, 0 for none; its 'link' is the one before.
};

// fork.c: the fork that is open, and the record of the last fork or exit.
struct mpl_fork_state {
	struct mpl_fork_record record;
	uint32_t parent;                      // Spaces; 0 for none.
	uint32_t child;
	uint32_t open;                        // Between mpl_fork_begin() and mpl_fork_end().
	uint32_t left;                        // Top of the page tables that the last undo leaked; 0 for none.
	uint32_t nodes_armed;                 // Of site NODE, when the fork began.
	uint32_t passed_before[MPL_SITES];    // Passes of all sites then.
};

// account.c: objects in use, and those that the watched address space obtained and freed.
struct mpl_account_state {
	struct mpl_account all[MPL_OBJECTS];
	struct mpl_account watched[MPL_OBJECTS];
	uint64_t handed_out; // Nodes the slab had allocated in total, and nodes in use, when last read.
	uint32_t in_use;
	uint32_t space;      // Which one is watched, 0 for none.
};

// vma.c: which objects of the pool are in use. Places are counted from 1.
struct mpl_vma_state {
	uint32_t places;     // Ever used.
	uint32_t free;       // The place freed last, 0 for none; its 'number' is the next one.
	uint32_t live;
	uint32_t anon_places; // The same of anon_vmas, whose counts are kept in the 'anon_held' of the same places.
	uint32_t anon_free;   // The next one is in 'anon_held' too.
};

// change.c: how far the last call got that returned an error.
struct mpl_change_state {
	uint64_t kept_to;
};

struct mpl_mm_state {
	struct mpl_sites_state sites;
	struct mpl_change_state change;
	struct mpl_account_state account;
	struct mpl_tables_state tables;
	struct mpl_vma_state vma;
	struct mpl_fork_state fork;
	struct mpl_mm space[MPL_SPACES]; // space.c, region.c. Address space n is space[n - 1].
};

extern struct mpl_mm_state mpl_mm_state;

#endif
