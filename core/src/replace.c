// SPDX-License-Identifier: GPL-2.0-or-later
//
// Linking new nodes and disposing of old ones. See replace.h.
//
//               P                      P
//               |                      |
//     old ->    o           new ->     n             n, x and y are new, built aside from the slots of o and b;
//             a b c                  a x y c         a and c are kept; the old b was taken apart
//
//     1. link      one word changes: P's slot (or the root word). From here on a reader sees the new nodes.
//     2. old top   marked dead.
//     3. adopt     from n down through new nodes only, set the parent and slot of every child.
//     4. dispose   level by level from o down. A child that still names its old parent was not adopted: if the store
//                  covers all of it, its subtree is dead; otherwise it was taken apart, like b.
//     5. gaps      climb from n.
//
// A new node differs from an old one in its parent word, which is 0 until it is adopted.

#include "replace.h"

#include "check.h"
#include "defects.h"
#include "destroy.h"
#include "gaps.h"
#include "prealloc.h"
#include "trace.h"

#define MPL_FILE MPL_FILE_REPLACE

// The nodes of one level that were taken apart: those on the left and the right path, and neighbours pulled in.
#define MPL_LEVEL_NODES 8

struct level {
	unsigned count;
	struct mpl_spot node[MPL_LEVEL_NODES];
};

// Dead subtrees in the order they were found, linked through their tops where the first pivot was.
struct dead_list {
	uint64_t head;
	uint64_t tail;
};

void mpl_replace_height(struct maple_tree *tree, unsigned height)
{
	MPL_ASSERT(height <= MAPLE_HEIGHT_MAX);
	if (height != mt_height(tree))
		MPL_EVENT(height_changed, height ? mpl_node_at(tree->root_word) : NULL, MPL_NO_SLOT, height, mt_height(tree), 0);
	tree->ma_flags &= ~MT_FLAGS_HEIGHT_MASK;
	tree->ma_flags |= height << MT_FLAGS_HEIGHT_OFFSET;
}

void mpl_replace_root(struct maple_tree *tree, uint64_t root, unsigned height)
{
	MPL_EVENT(root_written, NULL, MPL_NO_SLOT, 0, tree->root_word, root | MPL_ROOT_MARK);
	mpl_node_at(root)->parent = mpl_walk_tree_address(tree) | MPL_PARENT_IS_TREE;
	tree->root_word = root | MPL_ROOT_MARK;
	mpl_replace_height(tree, height);
}

// Step 1 for a node that takes over the place of another.
static void link_in_place(struct ma_state *mas, const struct mpl_node *old, uint64_t word, unsigned height)
{
	struct mpl_node *node = mpl_node_at(word);

	if (mpl_node_is_root(old)) {
		mpl_replace_root(mas->tree, word, height);
		MPL_EVENT(linked, node, MPL_NO_SLOT, 0, 0, mpl_slab_id(old));
	} else {
		struct mpl_node *parent = mpl_node_at(old->parent);
		unsigned slot = mpl_node_parent_slot(old);

		node->parent = old->parent;
		mpl_node_slots(parent, mpl_walk_inner_kind(mas->tree))[slot] = word;
		MPL_EVENT(linked, node, slot, 0, mpl_slab_id(parent), mpl_slab_id(old));
	}
}

// Frees one node that no link leads to any more.
static inline void dispose(struct ma_state *mas, enum mpl_freed freed, struct mpl_node *node)
{
	MPL_UNLESS_DEFECT(dead_mark_forgotten) mpl_destroy_mark(node);
	MPL_WITH_DEFECT(node_freed_early, if (freed == MPL_FREED_DEFERRED) return mpl_slab_free_one(node););
	if (freed == MPL_FREED_DEFERRED)
		mpl_slab_defer_node(node);
	else
		mpl_prealloc_give(mas, node);
}

void mpl_replace_leaf(const struct mpl_write *write, struct mpl_node *old, struct mpl_node *leaf)
{
	struct ma_state *mas = write->mas;
	uint64_t word = mpl_node_word(mpl_node_address(leaf), MPL_KIND_LEAF);

	link_in_place(mas, old, word, mt_height(mas->tree));
	dispose(mas, mpl_policy_freed(write->policy, mas->tree), old);
	mas->node_word = word;
}

// Step 3.
static void adopt_children(struct mpl_node *node, enum mpl_kind kind)
{
	const uint64_t *slots = mpl_node_slots(node, kind);
	uint64_t address = mpl_node_address(node);
	unsigned end = mpl_node_inner_end(node, kind);

	for (unsigned slot = 0; slot <= end; slot++) {
		struct mpl_node *child = mpl_node_at(slots[slot]);
		bool is_new = !child->parent;
		unsigned slot_told = slot;

		MPL_EVENT(adopted, child, slot, 0, is_new ? 0 : mpl_slab_id(mpl_node_at(child->parent)), mpl_slab_id(node));
		MPL_WITH_DEFECT(parent_slot_stale, slot_told = is_new ? slot : mpl_node_parent_slot(child););
		child->parent = mpl_node_parent_word(address, slot_told);
		if (is_new && mpl_node_kind(slots[slot]) != MPL_KIND_LEAF)
			adopt_children(child, mpl_node_kind(slots[slot]));
	}
}

static void list_dead(struct dead_list *dead, const struct mpl_spot *top)
{
	uint64_t word = mpl_node_word(mpl_node_address(top->node), top->kind);

	mpl_destroy_mark(top->node);
	MPL_EVENT(subtree_dead, top->node, MPL_NO_SLOT, 0, top->min, top->max);
	mpl_node_pivots(top->node)[0] = 0;
	if (dead->tail)
		mpl_node_pivots(mpl_node_at(dead->tail))[0] = word;
	else
		dead->head = word;
	dead->tail = word;
}

// Sorts out the children of one old node that were not adopted.
static void sort_children(const struct ma_state *mas, const struct mpl_spot *old, struct level *next,
                          struct dead_list *dead)
{
	const uint64_t *slots = mpl_node_slots(old->node, old->kind);

	for (unsigned slot = 0; slot <= old->end; slot++) {
		struct mpl_spot child;

		if (mpl_node_at(mpl_node_at(slots[slot])->parent) != old->node)
			continue;
		child = mpl_walk_child(old, slot);
		if (child.min >= mas->index && child.max <= mas->last) {
			list_dead(dead, &child);
		} else {
			MPL_ASSERT(next->count < MPL_LEVEL_NODES);
			next->node[next->count++] = child;
		}
	}
}

// Step 4.
static void dispose_old(struct ma_state *mas, enum mpl_freed freed, const struct mpl_spot *old)
{
	struct level levels[2];
	struct level *level = &levels[0];
	struct level *below = &levels[1];
	struct dead_list dead = {0, 0};

	level->count = 1;
	level->node[0] = *old;
	while (level->count) {
		struct level *done = level;

		below->count = 0;
		for (unsigned i = 0; i < level->count; i++) {
			if (level->node[i].kind != MPL_KIND_LEAF)
				sort_children(mas, &level->node[i], below, &dead);
		}
		for (unsigned i = 0; i < level->count; i++)
			dispose(mas, freed, level->node[i].node);
		level = below;
		below = done;
	}
	while (dead.head) {
		uint64_t word = dead.head;

		dead.head = mpl_node_pivots(mpl_node_at(word))[0];
		mpl_destroy_drop(word, freed);
	}
}

void mpl_replace_top(const struct mpl_write *write, const struct mpl_spot *old, uint64_t word, unsigned height)
{
	struct ma_state *mas = write->mas;
	struct mpl_spot top = mpl_walk_spot(word, old->min, old->max);

	link_in_place(mas, old->node, word, height);
	mpl_destroy_mark(old->node);
	if (top.kind != MPL_KIND_LEAF)
		adopt_children(top.node, top.kind);
	dispose_old(mas, mpl_policy_freed(write->policy, mas->tree), old);
	if (top.kind != MPL_KIND_LEAF)
		mpl_gaps_climb(mas->tree, &top);
	mpl_walk_down(&top, mas->index);
	mpl_walk_settle(mas, &top);
	mpl_walk_take_range(mas);
}
