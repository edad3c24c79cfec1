// SPDX-License-Identifier: GPL-2.0-or-later
//
// Duplicating a tree, node for node. Rule "duplicate".
//
// A copy of a node is the node, byte for byte, with addresses replaced: unused slots, gaps and metadata included. Nodes
// are visited in depth-first pre-order; when an inner one is visited, memory for all its children is requested in one
// bulk call. Nothing links to the copy until it is whole, so when a request is refused the groups go back at once, in
// the reverse order of the requests.
//
//     visit r: bulk(a b)      visit a: bulk(a1 a2)      visit a1, a2      visit b: bulk(b1 b2) refused
//     free bulk(a1 a2), bulk(a b), single(r)

#include "check.h"
#include "policies.h"
#include "slab.h"
#include "trace.h"
#include "walk.h"

#define MPL_FILE MPL_FILE_DUP

// Frees everything below a node that was copied whole, the youngest group first.
static void free_below(struct mpl_node *node, enum mpl_kind kind)
{
	const uint64_t *slots = mpl_node_slots(node, kind);
	unsigned end;

	if (kind == MPL_KIND_LEAF)
		return;
	end = mpl_node_inner_end(node, kind);
	for (unsigned slot = end + 1; slot-- > 0;)
		free_below(mpl_node_at(slots[slot]), mpl_node_kind(slots[slot]));
	mpl_slab_free_bulk(end + 1, slots);
}

// Copies the bytes of one node; its slots still name the children of 'source'.
static void copy_bytes(const struct mpl_node *source, struct mpl_node *node, uint64_t parent)
{
	*node = *source;
	node->parent = parent;
}

// Copies the inner node 'source' and all below it to 'node', whose parent word will be 'parent'. If memory is
// refused it returns false, and has freed everything below 'node'.
static bool copy_inner(const struct mpl_node *source, enum mpl_kind kind, struct mpl_node *node, uint64_t parent,
                       enum mpl_wait wait)
{
	unsigned count = mpl_node_inner_end(source, kind) + 1;
	uint64_t *slots = mpl_node_slots(node, kind);

	copy_bytes(source, node, parent);
	MPL_EVENT(copied, node, count - 1, 0, mpl_slab_id(source), 0);
	if (!mpl_slab_bulk(wait, count, slots))
		return false;
	for (unsigned slot = 0; slot < count; slot++) {
		uint64_t word = mpl_node_slot(source, kind, slot);
		uint64_t link = mpl_node_parent_word(mpl_node_address(node), slot);
		struct mpl_node *child = mpl_node_at(slots[slot]);

		slots[slot] |= word & ~MPL_ADDRESS_MASK;
		if (mpl_node_kind(word) == MPL_KIND_LEAF) {
			copy_bytes(mpl_node_at(word), child, link);
			MPL_EVENT(copied, child, MPL_NO_SLOT, 0, mpl_slab_id(mpl_node_at(word)), 0);
		} else if (!copy_inner(mpl_node_at(word), mpl_node_kind(word), child, link, wait)) {
			while (slot-- > 0)
				free_below(mpl_node_at(slots[slot]), mpl_node_kind(slots[slot]));
			mpl_slab_free_bulk(count, slots);
			return false;
		}
	}
	return true;
}

// Copies the root and all below it, for 'tree'. If memory is refused it frees the copy and returns NULL.
static struct mpl_node *copy_root(uint64_t root, const struct maple_tree *tree, enum mpl_wait wait)
{
	const struct mpl_node *source = mpl_node_at(root);
	uint64_t parent = mpl_walk_tree_address(tree) | MPL_PARENT_IS_TREE;
	struct mpl_node *node = mpl_slab_one(wait);

	if (!node)
		return NULL;
	if (mpl_node_kind(root) == MPL_KIND_LEAF) {
		copy_bytes(source, node, parent);
		MPL_EVENT(copied, node, MPL_NO_SLOT, 0, mpl_slab_id(source), 0);
	} else if (!copy_inner(source, mpl_node_kind(root), node, parent, wait)) {
		mpl_slab_free_one(node);
		return NULL;
	}
	return node;
}

static unsigned int attributes(const struct maple_tree *mt)
{
	return mt->ma_flags & ~MT_FLAGS_HEIGHT_MASK;
}

static int copy_tree(const struct maple_tree *mt, struct maple_tree *new_tree, gfp_t gfp)
{
	enum mpl_wait wait = gfpflags_allow_blocking(gfp) ? MPL_MAY_WAIT : MPL_NOWAIT;
	uint64_t root = mt->root_word;

	if (!(mpl_policies_of(mt)->calls & MPL_HAS_DUP))
		return -MPL_EINVAL;
	if (attributes(mt) != attributes(new_tree) || !mtree_empty(new_tree))
		return -MPL_EINVAL;
	if (mpl_node_is_root_word(root)) {
		const struct mpl_node *node = copy_root(root, new_tree, wait);

		if (!node)
			return -MPL_ENOMEM;
		root = mpl_node_address(node) | (root & ~MPL_ADDRESS_MASK);
	}
	new_tree->ma_flags = mt->ma_flags;
	new_tree->root_word = root;
	return 0;
}

int __mt_dup(struct maple_tree *mt, struct maple_tree *new_tree, gfp_t gfp)
{
	int error = copy_tree(mt, new_tree, gfp);

	mpl_slab_settle();
	return error;
}

// A tree cannot be copied into itself: an error, not a deadlock.
int mtree_dup(struct maple_tree *mt, struct maple_tree *new_tree, gfp_t gfp)
{
	int error;

	if (mt == new_tree)
		return -MPL_EINVAL;
	mtree_lock(new_tree);
	mtree_lock_nested(mt, 1);
	error = __mt_dup(mt, new_tree, gfp);
	mtree_unlock(mt);
	mtree_unlock(new_tree);
	return error;
}
