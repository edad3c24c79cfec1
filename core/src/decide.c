// SPDX-License-Identifier: GPL-2.0-or-later
//
// The write walk and the table of store types. See decide.h.

#include "decide.h"

#include "check.h"
#include "prealloc.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_DECIDE

#define NO_DECISION {.store_type = -1, .vacant_height = -1, .sufficient_height = -1, .pre = -1}

struct mpl_decision mpl_last_decision = NO_DECISION;

void mpl_decide_clear(void)
{
	mpl_last_decision = (struct mpl_decision)NO_DECISION;
	for (unsigned i = 0; i < MPL_RELEASES; i++)
		mpl_last_decision.pre_by[i] = -1;
}

void (*mpl_decide_hook)(const struct mpl_write *write, bool stored);

#if MPL_EVENTS
static void report(const struct mpl_write *write, bool stored)
{
	if (mpl_decide_hook)
		mpl_decide_hook(write, stored);
}

void mpl_decide_stored(const struct mpl_write *write) { report(write, true); }
#endif

// ---- The walk ----

// Whether the slot that an active state stands on, or one to the right of it, holds the first index of the range.
static bool reaches_index(const struct ma_state *mas)
{
	if (!mpl_walk_is_placed(mas))
		return false;
	return mas->index >= mpl_node_first(mpl_node_at(mas->node_word), mas->offset, mas->min);
}

// An active state goes on from where it stands, unless its leaf cannot take the store: the range ends beyond it, or it
// is NULL that would end the leaf; or, where Linux damages the tree, its range begins to the left of its slot
// (S-Q2). A state on a single entry stays there. All other states begin at the root.
static void find_start(const struct mpl_write *write)
{
	struct ma_state *mas = write->mas;

	if (mas->status == ma_active) {
		bool leaf = mpl_node_kind(mas->node_word) == MPL_KIND_LEAF;
		bool would_end_in_null = !write->entry && leaf && mas->last == mas->max;

		if (mas->last <= mas->max && !would_end_in_null && reaches_index(mas))
			return;
	}
	if (mas->status == ma_root && !mpl_node_is_root_word(mas->tree->root_word))
		return;
	mpl_walk_start(mas);
}

// Remembers how far up a split, or a merge, could reach at most. A state that a search left on the root may still have
// the depth of its leaf: the two then disagree about the root.
static void note_heights(struct mpl_write *write, const struct mpl_spot *at, unsigned depth)
{
	bool root = mpl_node_is_root(at->node);
	unsigned can_lose = root ? 2 : mpl_node_minimum(at->kind) + 1;

	if (at->end < mpl_node_capacity(at->kind) - 1)
		write->vacant = depth + 1;
	if (at->end > can_lose)
		write->sufficient = root ? 1 : depth + 1;
}

// A store spans nodes if it ends in another child than it begins in; and so does NULL up to the very end of a child,
// since no leaf but the last may end with NULL. So NULL must not end before this index. Rule "span".
static uint64_t reach_of(const struct mpl_write *write)
{
	uint64_t last = write->mas->last;

	return last + (!write->entry && last != MPL_INDEX_MAX);
}

static inline struct mpl_spot spot_of(uint64_t word, enum mpl_kind inner, uint64_t min, uint64_t max)
{
	enum mpl_kind kind = mpl_node_kind(word) == MPL_KIND_LEAF ? MPL_KIND_LEAF : inner;
	struct mpl_spot spot = {.node = mpl_node_at(word), .kind = kind, .min = min, .max = max};

	spot.end = mpl_node_end(spot.node, kind, max);
	return spot;
}

// Goes down to the leaf of the store; false at the node where it turns out to span. The place is kept aside until the
// end, and the function is compiled for each kind of inner nodes: the loop reads no memory but nodes.
static inline __attribute__((always_inline)) bool descend_through(enum mpl_kind inner, struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	const uint64_t index = mas->index;
	const uint64_t reach = reach_of(write);
	struct mpl_spot at = spot_of(mas->node_word, inner, mas->min, mas->max);
	unsigned depth = mas->depth;
	uint64_t first, last;
	bool inside;

	write->start = depth;
	at.offset = mas->offset;
	for (;;) {
		at.offset = mpl_node_seek_between(at.node, at.kind, at.offset, at.end, index);
		first = mpl_walk_first(&at, at.offset);
		last = mpl_walk_last(&at, at.offset);
		inside = reach <= (at.kind == MPL_KIND_LEAF ? at.max : last);
		if (!inside || at.kind == MPL_KIND_LEAF)
			break;
		MPL_EVENT(descend, at.node, at.offset, 0, first, last);
		note_heights(write, &at, depth++);
		at = spot_of(mpl_walk_slot(&at, at.offset), inner, first, last);
	}
	if (inside)
		MPL_EVENT(arrive, at.node, at.offset, at.end + 1, first, last);
	else
		MPL_EVENT(span_seen, at.node, at.offset, 0, mas->last, last);
	mas->node_word = mpl_node_word(mpl_node_address(at.node), at.kind);
	mas->min = at.min;
	mas->max = at.max;
	mas->offset = (uint8_t)at.offset;
	mas->end = (uint8_t)at.end;
	mas->depth = (uint8_t)depth;
	write->r_min = first;
	write->r_max = last;
	return inside;
}

static bool descend(struct mpl_write *write)
{
	if (mpl_walk_inner_kind(write->mas->tree) == MPL_KIND_ARANGE)
		return descend_through(MPL_KIND_ARANGE, write);
	return descend_through(MPL_KIND_RANGE, write);
}

// Finds the slot that 'last' falls into, and the content of the first slot.
static void find_end(struct mpl_write *write, const struct mpl_node *leaf)
{
	const struct ma_state *mas = write->mas;

	write->content = leaf->range.slot[mas->offset];
	write->offset_end = mpl_node_seek_between(leaf, MPL_KIND_LEAF, mas->offset, mas->end, mas->last);
	write->end_piv = mpl_node_last(leaf, write->offset_end, mas->end, mas->max);
}

// NULL joins the NULLs beside it. One step on each side is enough, since NULLs are never neighbours; and it never
// leaves the leaf, since a leaf does not end with NULL. Rule "widened NULL".
static void widen_null(struct mpl_write *write, const struct mpl_node *leaf)
{
	struct ma_state *mas = write->mas;
	const uint64_t *slots = leaf->range.slot;
	uint64_t first = mas->index;
	uint64_t last = mas->last;

	if (!slots[write->offset_end]) {
		mas->last = write->end_piv;
	} else if (mas->last == write->end_piv && write->offset_end < mas->end && !slots[write->offset_end + 1]) {
		write->offset_end++;
		mas->last = write->end_piv = mpl_node_last(leaf, write->offset_end, mas->end, mas->max);
	}
	if (!write->content) {
		mas->index = write->r_min;
	} else if (mas->index == write->r_min && mas->offset > 0 && !slots[mas->offset - 1]) {
		mas->offset--;
		write->r_min = mas->index = mpl_node_first(leaf, mas->offset, mas->min);
		write->r_max = leaf->range.pivot[mas->offset];
	}
	write->widened = mas->index != first || mas->last != last;
	if (write->widened)
		MPL_EVENT(null_widened, leaf, mas->offset, 0, mas->index, mas->last);
}

static void count_new_end(struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	bool at_start = write->r_min == mas->index;
	bool at_end = write->end_piv == mas->last;

	write->new_end = mas->end + 2u - (write->offset_end - mas->offset) - at_start - at_end;
}

// ---- The decision ----

// First match wins.
enum store_type mpl_decide_in_leaf(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	bool rcu = mt_in_rcu(mas->tree);

	if (write->r_min == mas->index && write->r_max == mas->last)
		return wr_exact_fit;
	if (mas->index == 0 && mas->last == MPL_INDEX_MAX)
		return wr_new_root;
	if (write->new_end < MPL_LEAF_MIN) {
		bool root = mpl_node_is_root(mpl_node_at(mas->node_word));

		return root || (mas->mas_flags & MPL_STATE_BULK) ? wr_node_store : wr_rebalance;
	}
	if (write->new_end >= MPL_LEAF_SLOTS)
		return wr_split_store;
	if (!rcu && mas->offset == mas->end)
		return wr_append;
	if (write->new_end == mas->end && (!rcu || write->offset_end - mas->offset == 1))
		return wr_slot_store;
	return wr_node_store;
}

static enum store_type decide_type(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	const struct mpl_node *leaf;

	find_start(write);
	if (mas->status != ma_active) {
		write->content = mas->index == 0 ? mas->tree->root_word : 0;
		return wr_store_root;
	}
	if (!descend(write))
		return wr_spanning_store;
	leaf = mpl_node_at(mas->node_word);
	find_end(write, leaf);
	if (!write->entry)
		widen_null(write, leaf);
	count_new_end(write);
	return write->policy->type_in_leaf(write);
}

// For the hook; a module without events reports no decisions either.
static void record(const struct mpl_write *write)
{
#if MPL_EVENTS
	bool walked = write->mas->store_type != wr_store_root;

	mpl_last_decision = (struct mpl_decision){
		.store_type = (int)write->mas->store_type,
		.vacant_height = walked ? (int)write->vacant : -1,
		.sufficient_height = walked ? (int)write->sufficient : -1,
		.pre = (int)write->nodes_needed,
	};
	MPL_EVENT(type_chosen, walked ? mpl_node_at(write->mas->node_word) : NULL, write->mas->offset,
	          write->mas->store_type, write->nodes_needed, write->vacant << 8 | write->sufficient);
	report(write, false);
#else
	(void)write;
#endif
}

// A store in place requests nothing in any release. Most stores are in place, so no formula is called for them.
static inline bool is_in_place(const struct ma_state *mas)
{
	const unsigned types = 1u << wr_exact_fit | 1u << wr_append | 1u << wr_slot_store;

	return types >> mas->store_type & 1 || (mas->store_type == wr_node_store && !mt_in_rcu(mas->tree));
}

static unsigned count_nodes(const struct mpl_write *write, enum mpl_purpose purpose)
{
	const struct mpl_policy *policy = write->policy;

	return (purpose == MPL_TO_STORE ? policy->store_request : policy->preallocation)(write);
}

void mpl_decide(struct mpl_write *write, enum mpl_purpose purpose)
{
	write->vacant = 0;
	write->sufficient = 0;
	write->widened = false;
	write->mas->store_type = decide_type(write);
	write->nodes_needed = is_in_place(write->mas) ? 0 : count_nodes(write, purpose);
	record(write);
}

// ---- A store decided on earlier ----
//
// Between mas_preallocate() and mas_store_prealloc() the state may have moved, and its range changed. Only its node,
// that node's limits and the type are trusted; the slot is only where the search begins, and everything else is
// read again:
//
//     prepared   | a 9 | b 19 | c 29 | d 39 | e ...         30..39 = x: exact fit in slot 3
//     then       mas_prev(): slot 2, 20..29; the range set back to 30..39
//     read       from slot 2 on to slot 3, which is 30..39: the type fits, d becomes x
//
// A type that does not fit what is read would write outside the range, or outside the node: the register S-Q1 to S-Q8
// in core/README.md. Such a store is decided again from the root.

// Reads the place of the store from the state's node; false if the state has none, or stands to the right of its range.
static bool read_again(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	bool placed = mas->status == ma_active || mas->status == ma_overflow || mas->status == ma_underflow;
	struct mpl_spot at;

	if (!placed || !mpl_walk_on_node(mas))
		return false;
	at = mpl_walk_of_state(mas);
	if (mpl_walk_is_dead(at.node) || mas->offset > at.end || mas->index < mas->min || mas->last > mas->max)
		return false;
	at.offset = mpl_node_seek_between(at.node, at.kind, mas->offset, at.end, mas->index);
	write->r_min = mpl_walk_first(&at, at.offset);
	write->r_max = mpl_walk_last(&at, at.offset);
	if (mas->index < write->r_min || (at.kind != MPL_KIND_LEAF && mas->store_type != wr_spanning_store))
		return false;
	mas->offset = (uint8_t)at.offset;
	mas->end = (uint8_t)at.end;
	if (at.kind == MPL_KIND_LEAF) {
		find_end(write, at.node);
		count_new_end(write);
	}
	return true;
}

// Whether NULL would come to stand beside NULL, or end a leaf: the range is not widened again.
static bool meets_null(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	const uint64_t *slots = mpl_node_at(mas->node_word)->range.slot;
	unsigned before = mas->offset - (mas->index == write->r_min);
	unsigned behind = write->offset_end + (mas->last == write->end_piv);

	if (mas->last == mas->max && mas->max < MPL_INDEX_MAX)
		return true;
	if ((mas->index > write->r_min || mas->offset) && !slots[before])
		return true;
	return behind <= mas->end && !slots[behind];
}

// Whether one of the two leaves that a rebalance makes has room for all.
static bool sibling_has_room(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	struct mpl_spot leaf = mpl_walk_of_state(mas);
	struct mpl_spot parent, sibling;

	if (mpl_node_is_root(leaf.node))
		return false;
	parent = mpl_walk_parent(&leaf, mpl_walk_inner_kind(mas->tree));
	sibling = mpl_walk_child(&parent, parent.offset < parent.end ? parent.offset + 1 : parent.offset - 1);
	return write->new_end + 1 + sibling.end + 1 <= 2 * MPL_LEAF_SLOTS - 1;
}

// A slot store leaves the number of slots as it is: one border of two slots moves, or both of three.
static bool keeps_slots(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	unsigned slots = write->offset_end - mas->offset + 1;
	bool at_start = mas->index == write->r_min;
	bool at_end = mas->last == write->end_piv;

	return slots == 2 ? at_start != at_end : slots == 3 && !at_start && !at_end && !mt_in_rcu(mas->tree);
}

// Whether the node where the store was seen to span still sees it so: it ends at or behind the leaf that it begins in.
static bool still_spans(const struct mpl_write *write)
{
	struct mpl_spot left = mpl_walk_of_state(write->mas);

	while (left.kind != MPL_KIND_LEAF) {
		left.offset = mpl_node_seek_between(left.node, left.kind, left.offset, left.end, write->mas->index);
		left = mpl_walk_child(&left, left.offset);
	}
	return write->mas->last >= left.max && reach_of(write) <= write->mas->max;
}

static bool type_fits(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	bool root = mpl_node_is_root(mpl_node_at(mas->node_word));

	if (!write->entry && mas->store_type != wr_spanning_store && meets_null(write))
		return false;
	switch (mas->store_type) {
	case wr_exact_fit:
		return mas->index == write->r_min && mas->last == write->r_max;
	case wr_append:
		return mas->offset == mas->end && write->new_end > mas->end && write->new_end < MPL_LEAF_SLOTS &&
		       !mt_in_rcu(mas->tree);
	case wr_slot_store:
		return keeps_slots(write);
	case wr_node_store:
		return write->new_end < MPL_LEAF_SLOTS && (write->new_end >= MPL_LEAF_MIN || root) &&
		       (!mt_in_rcu(mas->tree) || mpl_prealloc_held(mas));
	case wr_split_store:
		return write->new_end >= MPL_LEAF_SLOTS;
	case wr_rebalance:
		return sibling_has_room(write);
	case wr_spanning_store:
		return still_spans(write);
	case wr_new_root:
		return mas->index == 0 && mas->last == MPL_INDEX_MAX;
	default:
		return false;
	}
}

// A store around the root word needs no place, only the node that it may have to make.
static bool root_store_fits(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;

	return !mpl_node_is_root_word(mas->tree->root_word) &&
	       mpl_prealloc_held(mas) >= write->policy->preallocation(write);
}

bool mpl_decide_again(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;

	if (mas->index > mas->last)
		return false;
	if (mas->store_type == wr_store_root && root_store_fits(write)) {
		if (mas->status != ma_active && mas->status != ma_root && mas->status != ma_error)
			mpl_walk_start(mas);
		return true;
	}
	return mas->store_type != wr_store_root && read_again(write) && type_fits(write);
}
