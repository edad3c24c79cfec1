// SPDX-License-Identifier: GPL-2.0-or-later
//
// The write walk, the table of store types, the table of requests. See decide.h.

#include "decide.h"

#include "check.h"
#include "stock.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_DECIDE

#define NO_DECISION {-1, -1, -1, -1, -1, -1}

struct mpl_decision mpl_last_decision = NO_DECISION;

void mpl_decide_clear(void)
{
	mpl_last_decision = (struct mpl_decision)NO_DECISION;
}

// ---- The walk ----

// An active state goes on from where it stands, unless its leaf cannot take the store: the range ends beyond it, or it
// is NULL that would end the leaf. All other states begin at the root.
static void find_start(const struct mpl_write *write)
{
	struct ma_state *mas = write->mas;

	if (mas->status == ma_active) {
		bool leaf = mpl_node_kind(mas->node_word) == MPL_KIND_LEAF;
		bool would_end_in_null = !write->entry && leaf && mas->last == mas->max;

		if (mas->last <= mas->max && !would_end_in_null)
			return;
	}
	mpl_walk_start(mas);
}

// A store spans nodes if it ends in another child than it begins in; and so does NULL up to the very end of a child,
// since no leaf but the last may end with NULL. Spec/02 section 2.2.
static bool spans(const struct mpl_write *write, enum mpl_kind kind)
{
	const struct ma_state *mas = write->mas;
	uint64_t limit = kind == MPL_KIND_LEAF ? mas->max : write->r_max;

	if (mas->last != limit)
		return mas->last > limit;
	return !write->entry && mas->last != MPL_INDEX_MAX;
}

// Remembers how far up a split, or a merge, could reach at most.
static void note_heights(struct mpl_write *write, enum mpl_kind kind)
{
	const struct ma_state *mas = write->mas;
	unsigned can_lose = mas->depth ? mpl_node_minimum(kind) + 1 : 2;

	if (mas->end < mpl_node_capacity(kind) - 1)
		write->vacant = mas->depth + 1u;
	if (mas->end > can_lose)
		write->sufficient = mas->depth + 1u;
}

// Finds the slot of 'index' in the state's node.
static void find_slot(struct mpl_write *write, const struct mpl_node *node, enum mpl_kind kind)
{
	struct ma_state *mas = write->mas;
	unsigned end = mpl_node_end(node, kind, mas->max);
	unsigned offset = mpl_node_find(node, mas->offset, end, mas->index);

	mas->end = (uint8_t)end;
	mas->offset = (uint8_t)offset;
	write->r_min = mpl_node_first(node, offset, mas->min);
	write->r_max = mpl_node_last(node, offset, end, mas->max);
}

// Goes down to the leaf of the store; false at the node where it turns out to span.
static bool descend(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;

	for (;;) {
		const struct mpl_node *node = mpl_node_at(mas->node_word);
		enum mpl_kind kind = mpl_node_kind(mas->node_word);

		find_slot(write, node, kind);
		if (spans(write, kind)) {
			MPL_EVENT(span_seen, node, mas->offset, 0, mas->last, write->r_max);
			return false;
		}
		if (kind == MPL_KIND_LEAF) {
			MPL_EVENT(arrive, node, mas->offset, mas->end + 1u, write->r_min, write->r_max);
			return true;
		}
		MPL_EVENT(descend, node, mas->offset, 0, write->r_min, write->r_max);
		note_heights(write, kind);
		mas->node_word = mpl_node_slot(node, kind, mas->offset);
		mas->min = write->r_min;
		mas->max = write->r_max;
		mas->offset = 0;
		mas->depth++;
	}
}

// Finds the slot that 'last' falls into, and what the first slot holds.
static void find_end(struct mpl_write *write, const struct mpl_node *leaf)
{
	const struct ma_state *mas = write->mas;

	write->content = leaf->range.slot[mas->offset];
	write->offset_end = mpl_node_find(leaf, mas->offset, mas->end, mas->last);
	write->end_piv = mpl_node_last(leaf, write->offset_end, mas->end, mas->max);
}

// NULL joins the NULLs beside it. One step on each side is enough, since NULLs are never neighbours; and it never leaves
// the leaf, since a leaf does not end with NULL. Spec/02 section 2.6.
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
	if (mas->index != first || mas->last != last)
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

// First match wins. Spec/02 section 3.
static enum store_type type_in_leaf(const struct mpl_write *write)
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
	return type_in_leaf(write);
}

// How many nodes the store may need: two for each level that may split and one for the top, or three where the store
// spans. Levels above the deepest node that can absorb the change stay as they are. Spec/02 section 4.1.
static unsigned count_by_vacancy(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	unsigned height = mt_height(mas->tree);
	unsigned absorbed = write->vacant < write->sufficient ? write->vacant : write->sufficient;

	switch (mas->store_type) {
	case wr_split_store:
		return 2 * (height - write->vacant) + 1;
	case wr_rebalance:
		return 2 * (height - absorbed) + 1;
	case wr_spanning_store:
		return 3 * (height - absorbed) + 1;
	case wr_node_store:
		return mt_in_rcu(mas->tree) ? 1 : 0;
	case wr_new_root:
		return 1;
	case wr_store_root: // An entry with low bits 10 would be taken for a node.
		return mas->index || mas->last || (write->entry & 3) == 2 ? 1 : 0;
	default:
		return 0;
	}
}

// What releases before 6.16 asked for: every level up to the root. Spec/02 section 4.3.
static unsigned count_whole_height(const struct mpl_write *write)
{
	unsigned height = mt_height(write->mas->tree);

	switch (write->mas->store_type) {
	case wr_split_store:
		return 2 * height + 1;
	case wr_rebalance:
		return 2 * height - 1;
	case wr_spanning_store:
		return 3 * height + 1;
	default:
		return count_by_vacancy(write);
	}
}

static unsigned count_nodes(const struct mpl_write *write)
{
	bool whole = write->mas->tree->ma_flags & MPL_FLAGS_WHOLE_HEIGHT;

	return whole ? count_whole_height(write) : count_by_vacancy(write);
}

static void record(const struct mpl_write *write)
{
	bool walked = write->mas->store_type != wr_store_root;

	mpl_last_decision = (struct mpl_decision){
		.store_type = (int)write->mas->store_type,
		.vacant_height = walked ? (int)write->vacant : -1,
		.sufficient_height = walked ? (int)write->sufficient : -1,
		.pre = (int)write->nodes_to_ask,
		.pre_vacancy = (int)count_by_vacancy(write),
		.pre_whole = (int)count_whole_height(write),
	};
	MPL_EVENT(type_chosen, walked ? mpl_node_at(write->mas->node_word) : NULL, write->mas->offset,
	          write->mas->store_type, write->nodes_to_ask, write->vacant << 8 | write->sufficient);
}

void mpl_decide(struct mpl_write *write)
{
	write->vacant = 0;
	write->sufficient = 0;
	write->mas->store_type = decide_type(write);
	write->nodes_to_ask = count_nodes(write);
	record(write);
}

void mpl_decide_again(struct mpl_write *write)
{
	struct ma_state *mas = write->mas;
	const struct mpl_node *node;

	if (mas->store_type == wr_store_root || mas->status != ma_active) {
		mpl_decide(write);
		return;
	}
	node = mpl_node_at(mas->node_word);
	find_slot(write, node, mpl_node_kind(mas->node_word));
	if (mas->store_type == wr_spanning_store)
		return;
	find_end(write, node);
	count_new_end(write);
}
