// SPDX-License-Identifier: GPL-2.0-or-later
//
// The end of subtrees. See destroy.h.
//
//                 t                 calls: bulk(a1 a2), bulk(b1 b2 b3), bulk(a b), single(t)
//            a         b
//          a1 a2    b1 b2 b3
//
// The range of a dropped subtree is not known here, so the number of children is read without it: see
// mpl_node_inner_end(). That holds for a full range node as well, whose 16th child stands where the others keep
// metadata; the reference damages it in RCU mode (N-Q7).

#include "destroy.h"

#include "check.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_DESTROY

void mpl_destroy_mark(struct mpl_node *node)
{
	uint64_t own = mpl_node_address(node);

	if (node->parent == own)
		return;
	MPL_EVENT(dead, node, MPL_NO_SLOT, 0, 0, 0);
	node->parent = own;
}

// Fetches inner nodes ahead of their turn: all but the first cache line, which holds no slot and no end.
static void fetch_ahead(const uint64_t *words, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		for (unsigned at = 64; at < MPL_NODE_BYTES; at += 64)
			__builtin_prefetch(&mpl_node_at(words[i])->byte[at]);
	}
}

// Marks a node that is not dead yet.
static void mark_live(struct mpl_node *node)
{
	MPL_EVENT(dead, node, MPL_NO_SLOT, 0, 0, 0);
	node->parent = mpl_node_address(node);
}

// Marks all nodes below 'node', and counts them. All leaves are at the same depth, so the first child has the kind of
// all. A leaf is only written to, never read, so the loop does not wait for its memory.
static uint32_t mark_below(struct mpl_node *node, enum mpl_kind kind)
{
	const uint64_t *slots = mpl_node_slots(node, kind);
	unsigned count = mpl_node_inner_end(node, kind) + 1;
	enum mpl_kind child_kind = mpl_node_kind(slots[0]);
	uint32_t nodes = count;

	if (child_kind == MPL_KIND_LEAF) {
		for (unsigned slot = 0; slot < count; slot++)
			mark_live(mpl_node_at(slots[slot]));
		return count;
	}
	fetch_ahead(slots, count);
	for (unsigned slot = 0; slot < count; slot++) {
		mark_live(mpl_node_at(slots[slot]));
		nodes += mark_below(mpl_node_at(slots[slot]), child_kind);
	}
	return nodes;
}

// Returns how many nodes there are.
static uint32_t mark_all(struct mpl_node *top, enum mpl_kind kind)
{
	mpl_destroy_mark(top);
	return kind == MPL_KIND_LEAF ? 1 : 1 + mark_below(top, kind);
}

static void free_below(struct mpl_node *node, enum mpl_kind kind)
{
	const uint64_t *slots = mpl_node_slots(node, kind);
	unsigned count = mpl_node_inner_end(node, kind) + 1;
	enum mpl_kind child_kind = mpl_node_kind(slots[0]);

	if (child_kind != MPL_KIND_LEAF) {
		fetch_ahead(slots, count);
		for (unsigned slot = 0; slot < count; slot++)
			free_below(mpl_node_at(slots[slot]), child_kind);
	}
	mpl_slab_free_bulk(count, slots);
}

void mpl_destroy_subtree(struct mpl_node *top, enum mpl_kind kind)
{
	if (kind != MPL_KIND_LEAF)
		free_below(top, kind);
	mpl_slab_free_one(top);
}

void mpl_destroy_drop(uint64_t word, enum mpl_freed freed)
{
	struct mpl_node *top = mpl_node_at(word);
	enum mpl_kind kind = mpl_node_kind(word);

	if (freed == MPL_FREED_REUSED) {
		mpl_destroy_subtree(top, kind);
		return;
	}
	mpl_slab_destroy_by(mpl_destroy_subtree);
	mpl_slab_defer_subtree(top, kind, mark_all(top, kind));
}
