// SPDX-License-Identifier: GPL-2.0-or-later
//
// Code as a kernel developer writes it for <linux/maple_tree.h>, without CONFIG_DEBUG_MAPLE_TREE: node members by name,
// masks on unsigned long, words behind pointer types, and counters of checks that the program defines itself.

#include <linux/maple_tree.h>

#include <stdio.h>

// Not declared without CONFIG_DEBUG_MAPLE_TREE, so they are the program's own. The library must link beside them.
atomic_t maple_tree_tests_run;
atomic_t maple_tree_tests_passed;

_Static_assert(sizeof(MAPLE_NODE_MASK) == sizeof(unsigned long), "the complement of the mask keeps the upper half");
_Static_assert(sizeof(struct maple_node) == 256, "a node is 256 bytes");
_Static_assert(offsetof(struct maple_node, parent) == 0, "a node starts with its parent word");
_Static_assert(offsetof(struct maple_node, slot) == 8, "slots of a dense node follow the parent word");
_Static_assert(sizeof(((struct maple_node *)0)->slot) / sizeof(void *) == MAPLE_NODE_SLOTS, "and fill the node");
_Static_assert(offsetof(struct maple_node, rcu) == 8, "a waiting node keeps its parent word");
_Static_assert(offsetof(struct maple_node, mr64) == 0, "every layout starts with the node");
_Static_assert(offsetof(struct maple_node, ma64) == 0, "every layout starts with the node");
_Static_assert(offsetof(struct maple_node, alloc) == 0, "every layout starts with the node");
_Static_assert(offsetof(struct maple_node, mr64.slot) == 128, "slots of a leaf");
_Static_assert(offsetof(struct maple_node, ma64.gap) == 160, "gaps of an inner node");
_Static_assert(offsetof(struct maple_node, alloc.slot) == 16, "nodes in reserve");
_Static_assert(offsetof(struct maple_topiary, next) == 8, "the link is the second word");

static DEFINE_MTREE(tree);

static struct maple_node *to_node(const struct maple_enode *word)
{
	return (struct maple_node *)((unsigned long)word & ~MAPLE_NODE_MASK);
}

static struct maple_node *to_parent(const struct maple_pnode *word)
{
	return (struct maple_node *)((unsigned long)word & ~MAPLE_NODE_MASK);
}

static void look_at_first_leaf(void)
{
	MA_STATE(mas, &tree, 0, 0);
	struct maple_enode *word;
	const struct maple_pnode *up;
	const struct maple_node *leaf;
	uint64_t address = 0;

	mas_walk(&mas);
	word = mas.node;
	leaf = to_node(word);
	up = leaf->parent;
	address = (uint64_t)(unsigned long)word & ~MAPLE_NODE_MASK;
	printf("leaf: whole address %d, below the root %d, slot[0] is pivot 0: %lu, entry %lu\n",
	       address == (uint64_t)(unsigned long)leaf, to_parent(up) == to_node(tree.ma_root),
	       (unsigned long)leaf->slot[0], xa_to_value(leaf->mr64.slot[0]));
}

static void look_at_reserve(void)
{
	MA_STATE(state, &tree, 45, 46);
	struct ma_state *mas = &state;

	if (mas_preallocate(mas, xa_mk_value(9), GFP_KERNEL))
		return;
	printf("reserve: %lu nodes\n", (unsigned long)mas->alloc->total);
	mas_destroy(mas);
	mas_set_range(mas, 5, 250);
	if (mas_preallocate(mas, xa_mk_value(9), GFP_KERNEL))
		return;
	printf("reserve: %lu nodes, %u in the head, %u refused, first in slot 0 %d\n", (unsigned long)mas->alloc->total,
	       mas->alloc->node_count, mas->alloc->request_count, mas->alloc->slot[0] != NULL);
	mas_destroy(mas);
}

// The fields of a waiting node, and a list of them, as code that walks such a list spells them.
static void name_members(void)
{
	struct maple_node node = {.slot = {NULL}};
	struct maple_topiary *link = (struct maple_topiary *)&node;
	struct rcu_head *head = &node.rcu;

	head->next = 0;
	node.parent_slot = 3;
	node.type = maple_leaf_64;
	node.slot_len = MAPLE_RANGE64_SLOTS;
	node.ma_flags = tree.ma_flags;
	link->next = tree.ma_root;
	printf("waiting: slot %u, type %d, length %u, flags %x, link %d\n", node.parent_slot, node.type, node.slot_len,
	       node.ma_flags, node.slot[0] == tree.ma_root && link->parent == node.parent);
}

int main(void)
{
	for (unsigned long i = 0; i < 40; i++)
		mtree_store_range(&tree, 10 * i, 10 * i + 7, xa_mk_value(i), GFP_KERNEL);
	look_at_first_leaf();
	look_at_reserve();
	name_members();
	MT_BUG_ON(&tree, mtree_empty(&tree));
	printf("checks: %d of %d\n", atomic_read(&maple_tree_tests_passed), atomic_read(&maple_tree_tests_run));
	mtree_destroy(&tree);
	return 0;
}
