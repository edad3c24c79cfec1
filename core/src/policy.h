// SPDX-License-Identifier: GPL-2.0-or-later
//
// How releases of Linux differ in storing: one record per release. A tree follows one of them for all
// its life (MPL_FLAGS_RELEASE); everything that is not in the record is common to all.
//
// releases.def has the rows; policies.h has them as a table, and finds the row of a tree.

#ifndef MPL_POLICY_H
#define MPL_POLICY_H

#include "../include/maple_tree.h"

#include <assert.h>

enum mpl_release {
#define MPL_RELEASE(id, name, word, ...) MPL_RELEASE_##id,
#include "releases.def"
#undef MPL_RELEASE
	MPL_RELEASES,
};

static_assert(MPL_RELEASES <= (MPL_FLAGS_RELEASE_MASK >> MPL_FLAGS_RELEASE_OFFSET) + 1, "a number fits into the flags");

// The requests that fill a reserve of n nodes.
enum mpl_request_shape {
	MPL_REQUEST_SINGLE_AND_BULK, // The first node alone, then bulks that fill one holder after another: rule "reserve".
	MPL_REQUEST_PREFILL,         // All that is missing in one bulk.
};

// When a store makes them. mas_preallocate() and a bulk load make theirs at once in any case.
enum mpl_request_time {
	MPL_REQUEST_BEFORE_WRITE, // All before the first node is built.
	MPL_REQUEST_AT_USE,       // One node at a time, when it is built.
};

// Whether an insertion fills its reserve before it checks that the range is free.
enum mpl_insert_order { MPL_INSERT_ASKS_FIRST, MPL_INSERT_LOOKS_FIRST };

// What happens to nodes that a write, or the end of a tree, unlinks. In RCU mode they are deferred by
// every release.
enum mpl_freed {
	MPL_FREED_REUSED,   // They go to the reserve, or are freed at once.
	MPL_FREED_DEFERRED, // They are freed after a grace period.
};

// Calls that some releases lack: -EINVAL there, and nothing has changed.
enum mpl_optional_call {
	MPL_HAS_BULK_LOAD = 1, // mas_expected_entries().
	MPL_HAS_DUP = 2,       // mtree_dup(), __mt_dup().
	MPL_HAS_CYCLIC = 4,    // mtree_alloc_cyclic(), mas_alloc_cyclic().
	MPL_HAS_ALL = 7,
};

struct mpl_write;

// How many nodes a store that was decided on may need at most. Its state stands where the walk ended. Not called for
// stores in place (is_in_place() in decide.c).
typedef unsigned mpl_formula(const struct mpl_write *write);
// The type of a store that stays in one leaf, of which everything else in 'write' is known. Rule "store type".
typedef enum store_type mpl_type_order(const struct mpl_write *write);
// A store that changes more than its leaf. False if the reserve ran out; the tree is as it was then.
typedef bool mpl_structural_store(struct mpl_write *write);

struct mpl_policy {
	const char *name; // The release, with its exact version.
	const char *word; // The word after `tree NAME` in a scenario; empty for the default release.
	mpl_formula *store_request;
	mpl_formula *preallocation; // The same for mas_preallocate().
	mpl_type_order *type_in_leaf;
	mpl_structural_store *split;
	mpl_structural_store *rebalance;
	uint8_t shape;  // enum mpl_request_shape.
	uint8_t time;   // enum mpl_request_time.
	uint8_t insert; // enum mpl_insert_order.
	uint8_t freed;  // enum mpl_freed.
	uint8_t calls;  // enum mpl_optional_call.
};

// The purpose of a decision, which selects the formula.
enum mpl_purpose { MPL_TO_STORE, MPL_TO_PREALLOCATE };

// What happens to the nodes that a tree with this policy unlinks.
static inline enum mpl_freed mpl_policy_freed(const struct mpl_policy *policy, const struct maple_tree *tree)
{
	return mt_in_rcu(tree) ? MPL_FREED_DEFERRED : (enum mpl_freed)policy->freed;
}

#endif
