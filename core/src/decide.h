// SPDX-License-Identifier: GPL-2.0-or-later
//
// Decides the type of a store. Reads the tree, changes only the state. Rule "store type". Its number of nodes is a
// formula of the tree's policy (policy.h).

#ifndef MPL_DECIDE_H
#define MPL_DECIDE_H

#include "policy.h"
#include "walk.h"

// A store in progress: lives for one call. In the leaf that the walk ends in,
//
//     slot             ...   offset   ...   offset_end   ...   end
//     covers               r_min..r_max        ..end_piv
//     the store                index ............. last
//
// 'index', 'last', 'offset', 'end' and the leaf itself are in the state.
struct mpl_write {
	struct ma_state *mas;
	const struct mpl_policy *policy; // Of the tree.
	uint64_t entry;        // Word to be stored.
	uint64_t content;      // Word in the first slot touched, as it was before.
	uint64_t r_min;        // First index of slot 'offset'.
	uint64_t r_max;        // Last index of slot 'offset'.
	uint64_t end_piv;      // Last index of slot 'offset_end'.
	unsigned offset_end;   // The slot that 'last' falls into.
	unsigned new_end;      // What 'end' will be after the store.
	unsigned vacant;       // 1 + depth of the deepest node passed with room for one more child; 0 if none.
	unsigned sufficient;   // 1 + depth of the deepest node passed that could lose a child; 0 if none.
	unsigned nodes_needed; // How many nodes the store may need.
	unsigned start;        // Depth of the node that the walk began at.
	bool widened;          // The range of NULL was joined with free neighbours.
};

// The last decision of the current operation; for reports only, nothing depends on it.
struct mpl_decision {
	int store_type;        // enum store_type; -1 if no decision was reached.
	int vacant_height;     // -1 also for a store into a tree without nodes.
	int sufficient_height; // As above.
	int pre;               // Nodes to request, by the tree's own policy.
	int pre_by[MPL_RELEASES]; // Nodes that each release would request for a store; store.c fills it in.
};

extern struct mpl_decision mpl_last_decision;
// Forgets the last decision: all fields are -1.
void mpl_decide_clear(void);

// A hook, called when a decision is reached, and once more ('stored') when it has been carried out; the write's fields
// about the tree may be stale by then. NULL for none. A module without events never calls it.
extern void (*mpl_decide_hook)(const struct mpl_write *write, bool stored);
// Calls the hook after the store has succeeded; does nothing in a module without events.
void mpl_decide_stored(const struct mpl_write *write);

// Walks to the place of the store, widens a range of NULL over free neighbours, and sets the state's store type and the
// number of nodes to request. The state keeps an active place as its starting point (rule "start of a
// write").
void mpl_decide(struct mpl_write *write, enum mpl_purpose purpose);
// The order of 6.16 for stores in one leaf.
mpl_type_order mpl_decide_in_leaf;
// Reads the place of a store that mas_preallocate() decided on, from the node where the state stands now. False if the
// state no longer has such a node, or if the type no longer fits: the store must then be decided again.
bool mpl_decide_again(struct mpl_write *write);

#endif
