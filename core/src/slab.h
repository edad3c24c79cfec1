// SPDX-License-Identifier: GPL-2.0-or-later
//
// The allocator of nodes, and the only code that refuses a request. Knows nodes as 256 bytes, and no tree.
//
// One slab serves all trees. A *request* is one call, for one node or for several, and is granted whole or
// refused whole; failures are counted in requests. An allocated node gets an *id*, its
// allocation sequence number since the start, which it keeps through snapshots and is never reused. Its *place* in
// the slab, and so its address, may be reused (last freed, first used), so that equal runs use equal addresses.
//
//     free --request--> live --free--> free
//                        \--defer--> deferred --grace period--> free
//
// Deferred nodes stand in a queue, in the order of the calls. A reader *holds* nodes deferred while it reads: each
// call waits for exactly the readers that entered before it. A reader that entered before a call also
// entered before all later ones, so the calls that wait for no reader are always a prefix of the queue.
//
//     reader 1 enters | d1 d2 | reader 2 enters | d3 | reader 1 leaves: d1 d2 are freed | reader 2 leaves: d3
//
// All mutable state is in three regions, of which a copy is a snapshot: the state (mpl_slab_state), the places used so
// far (mpl_slab_places), and the nodes at these places (ground.h). The request log belongs to an operation, not to a
// snapshot.

#ifndef MPL_SLAB_H
#define MPL_SLAB_H

#include "ground.h"
#include "places.h"

enum mpl_place_state {
	MPL_PLACE_FREE = 0,
	MPL_PLACE_LIVE = 1,     // In a tree, in a reserve, or being built.
	MPL_PLACE_DEFERRED = 2, // Dead, waiting for the end of the grace period.
};

// Whether the caller may wait for memory: reported in the events, and used by the budget of mpl_slab_budget(),
// if one is set.
enum mpl_wait { MPL_NOWAIT, MPL_MAY_WAIT };

// Counters since the start ('total') and since mpl_slab_begin() ('op').
struct mpl_slab_counters {
	uint64_t handed_out;      // Ids assigned, total.
	uint32_t live;            // Nodes allocated now, deferred ones included.
	uint32_t places;          // Places of the slab ever used: the prefix of memory that a snapshot must contain.
	uint32_t op_requests;     // Requests in this operation, the refused ones included.
	uint32_t op_nodes_requested; // Sum of their sizes.
	uint32_t op_freed;        // Nodes freed in this operation, deferred ones included.
	uint32_t op_deferred;     // How many of them through a grace period.
};

// Starts a new operation: sets the 'op' counters to 0 and empties the request log.
void mpl_slab_begin(void);
// The current counters.
const struct mpl_slab_counters *mpl_slab_counters(void);
// The request log of this operation, op_requests elements: the size, with the two marks below. Keeps at most
// mpl_slab_log_capacity() of them.
#define MPL_LOG_BULK 0x40000000u
#define MPL_LOG_REFUSED 0x80000000u
const uint32_t *mpl_slab_log(void);
uint32_t mpl_slab_log_capacity(void);

// One node, or NULL if refused. Its 256 bytes are undefined.
struct mpl_node *mpl_slab_one(enum mpl_wait wait);
// 'count' nodes, whose addresses are written to 'words' [0..count-1] (bare, low byte 0); false, and nothing written, if
// refused.
bool mpl_slab_bulk(enum mpl_wait wait, uint32_t count, uint64_t *words);
// Frees one node at once.
void mpl_slab_free_one(struct mpl_node *node);
// Frees 'count' nodes at once; the low bytes of 'words' are ignored. One free call, whatever the count.
void mpl_slab_free_bulk(uint32_t count, const uint64_t *words);

// Frees after a grace period: one node, or 'top' with the whole subtree below it, which must be marked dead
// already and has 'nodes' nodes. The order of the calls is kept.
void mpl_slab_defer_node(struct mpl_node *node);
void mpl_slab_defer_subtree(struct mpl_node *top, enum mpl_kind kind, uint32_t nodes);
// Ends the grace periods that wait for no reader and frees their nodes, in the order they were deferred. The
// slab knows no tree, so a function that frees a subtree must have been set: it frees every node, each as deferred.
void mpl_slab_grace(void);
typedef void mpl_slab_destroyer(struct mpl_node *top, enum mpl_kind kind);
void mpl_slab_destroy_by(mpl_slab_destroyer *destroy);

// A reader enters: what is deferred from now on waits until it leaves. Its number, 1 ... MPL_READERS; 0 if there are as
// many already. Leaving frees nothing by itself: the next end of grace periods does.
#define MPL_READERS 64u
uint32_t mpl_slab_enter(void);
void mpl_slab_leave(uint32_t reader);
// Nodes deferred and not yet freed.
uint32_t mpl_slab_waiting(void);

// Arms the injector: of the requests to come, counted from 1, numbers 'k' to 'k'+'n'-1 are refused. Replaces what was
// armed; n = 0 disarms. Stays armed until its n refusals have happened.
void mpl_slab_fail_request(uint32_t k, uint32_t n);
// Likewise every 'k'th request to come, 'n' in all; or each with a chance of 'percent' in 100, by the numbers of
// SplitMix64 from 'seed' on, modulo 100. n = 0: for ever.
void mpl_slab_fail_every(uint32_t k, uint32_t n);
void mpl_slab_fail_chance(uint32_t percent, uint64_t seed, uint32_t n);
// Of the nodes that would be handed out from here on, counted from 1, numbers 'k' to 'k'+'n'-1 are refused, and with
// each its whole request; what a refused request asked for beyond that node was not reached and does not count. 0
// disarms. The second: one node.
void mpl_slab_fail_nodes(uint64_t k, uint32_t n);
void mpl_slab_fail_node(uint64_t k);
// What is left of an arming: 'n' failures, UINT32_MAX if without end, the first of them at 'k' from here on.
struct mpl_slab_arming {
	uint32_t k;
	uint32_t n;
};
struct mpl_slab_arming mpl_slab_request_arming(void);
struct mpl_slab_arming mpl_slab_node_arming(void);
// Requests that the injector has judged since the start, and nodes: those allocated, and those it refused.
uint64_t mpl_slab_requests_passed(void);
uint64_t mpl_slab_nodes_passed(void);
// While on, requests are granted whatever is armed, limited or budgeted, and count nothing down: the later stores of a
// call whose first one has changed the tree, as with __GFP_NOFAIL. Off at the start.
void mpl_slab_no_fail(bool on);
// Whether memory has room for 'nodes' more nodes. Callers check this before they switch that on.
bool mpl_slab_has_room(uint32_t nodes);
// Whether the last request was refused because memory has no room for it, and for no other reason. Asking again is then
// of no use: a retry loop fails with ENOMEM instead of going on.
bool mpl_slab_is_full(void);
// Returns the memory of all places to the system, if no node is live; else does nothing. Which place a node gets, and
// so its address, does not change. After a large tree the slab does this by itself when its last node is freed.
void mpl_slab_shrink(void);
// The most nodes that may be live at a time; a request beyond it is refused. 0: no limit but memory.
void mpl_slab_limit(uint32_t nodes);
// The most requests one operation may make before a retry loop gives up with ERETRY; MPL_REQUESTS_MAX at the start.
void mpl_slab_set_requests_max(uint32_t requests);
uint32_t mpl_slab_requests_max(void);
// Whether it has. A program that never calls mpl_slab_begin() reports when a store or a copy is over, and the count
// restarts.
bool mpl_slab_worn_out(void);
void mpl_slab_settle(void);
// Requests that may not wait get 'nodes' more nodes in all and are then refused; without this call, any number.
void mpl_slab_budget(uint32_t nodes);
// After a single request refused by that budget, the next single request first calls 'call', once. NULL: nothing.
void mpl_slab_alarm(void (*call)(void *context));
void mpl_slab_alarm_context(void *context);

// The id of a node (from 1), and its place (from 0).
static inline uint64_t mpl_slab_id(const struct mpl_node *node) { return mpl_places_id(node); }
uint32_t mpl_slab_place(const struct mpl_node *node);
// Whether 'word', its low byte ignored, is the address of a node that is live or deferred. The validator's guard
// against a wild pointer.
bool mpl_slab_holds(uint64_t word);

// The next node handed out gets the id 'handed_out' + 1, as if so many had been handed out before: for tests of ids
// beyond 32 bits. Must not be less than what was handed out, since no id is used twice.
void mpl_slab_skip_ids(uint64_t handed_out);

// Resets everything: every node is free, ids start at 1, nothing is armed or limited.
void mpl_slab_reset(void);

// For pictures and snapshots. The place table, as many elements as there are places; and the allocator's own state.
const struct mpl_place *mpl_slab_places(void);
void *mpl_slab_state(uint32_t *bytes);

#endif
