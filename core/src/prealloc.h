// SPDX-License-Identifier: GPL-2.0-or-later
//
// The reserve: nodes that a state preallocates before it changes anything. Knows states, and no tree.
//
// An operation first requests all nodes it may need, so that a refusal leaves the tree untouched. The nodes form a
// chain, and the chain is kept inside the nodes themselves: a *holder* is a node that lists up to 30 others, the first
// of which is the next holder.
//
//     state ---> holder ---> holder ---> holder          first listed of each: the next holder
//                 n n n       n n n                      the others listed: plain nodes
//
// The shape decides which requests are made and which free calls follow, and both are compared with Linux:
// rule "reserve".

#ifndef MPL_PREALLOC_H
#define MPL_PREALLOC_H

#include "policy.h"
#include "slab.h"

// Bits of ma_state.mas_flags.
#define MPL_STATE_BULK 1u      // Between mas_expected_entries() and mas_destroy().
#define MPL_STATE_REBALANCE 2u // The last leaf of a bulk load may have to be filled up.
#define MPL_STATE_PREALLOC 4u  // The reserve was filled beforehand.
#define MPL_STATE_AT_USE 8u    // What is not in the reserve is requested when it is taken (MPL_REQUEST_AT_USE).

// The most nodes of one prefill; the formulas stay below it.
#define MPL_PREFILL_MAX 128u

// Nodes taken and not put back, over all states, since the count was last set to 0: reserved nodes that were used. For
// reports only, nothing depends on it.
extern uint32_t mpl_prealloc_used;

// How many nodes are in the reserve.
uint64_t mpl_prealloc_held(const struct ma_state *mas);
// Fills the reserve up to 'count' nodes, requesting only the missing ones. False if memory was refused; the nodes
// obtained are kept then, and the rest are *pending*.
bool mpl_prealloc_need(struct ma_state *mas, uint64_t count, enum mpl_request_shape shape, enum mpl_wait wait);
// Requests the pending nodes. With the preallocated flag and a non-empty reserve it does nothing and returns true.
bool mpl_prealloc_fill(struct ma_state *mas, enum mpl_request_shape shape, enum mpl_wait wait);
// One node was missing: sets the pending count to 1.
void mpl_prealloc_miss(struct ma_state *mas);
// How many nodes are pending.
uint64_t mpl_prealloc_pending(const struct ma_state *mas);
// Takes one node, all zero; NULL if none is left, or, with the flag for that, refused.
struct mpl_node *mpl_prealloc_take(struct ma_state *mas);
// Adds a node that is no longer part of a tree.
void mpl_prealloc_give(struct ma_state *mas, struct mpl_node *node);
// Puts back a node that was taken and never became part of a tree.
void mpl_prealloc_put_back(struct ma_state *mas, struct mpl_node *node);
// Frees the whole reserve and forgets what is pending.
void mpl_prealloc_release(struct ma_state *mas);

#endif
