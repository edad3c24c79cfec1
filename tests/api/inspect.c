// SPDX-License-Identifier: GPL-2.0-or-later
//
// A tool that looks inside: dumps of a tree and of states, the validator, checks that count, and a look at the nodes
// themselves, by their documented layout. Checks that break print and go on here, instead of ending the program.

#define CONFIG_DEBUG_MAPLE_TREE
#include <linux/maple_tree.h>

#include <stdio.h>
#include <string.h>

static DEFINE_MTREE(tree);
static DEFINE_MTREE(other);

// ---- Nodes by their layout ----

static const char *type_text(enum maple_type type)
{
	switch (type) {
	case maple_dense: return "dense";
	case maple_leaf_64: return "leaf";
	case maple_range_64: return "range";
	case maple_arange_64: return "arange";
	}
	return "?";
}

static const struct maple_node *node_of(const void *word)
{
	return (const struct maple_node *)((unsigned long)word & ~(unsigned long)MAPLE_NODE_MASK);
}

static enum maple_type type_of(const void *word) { return (enum maple_type)((unsigned long)word >> 3 & 15); }

// Leaves and their entries below a word, counted by reading node bytes. Full leaves keep no metadata.
static void count_below(const void *word, unsigned long max, unsigned *nodes, unsigned *entries)
{
	const struct maple_node *node = node_of(word);
	const struct maple_arange_64 *wide = &node->ma64;
	const struct maple_range_64 *leaf = &node->mr64;
	unsigned end = MAPLE_RANGE64_SLOTS - 1;

	++*nodes;
	if (type_of(word) == maple_arange_64) {
		for (unsigned slot = 0; slot <= wide->meta.end && slot < MAPLE_ARANGE64_SLOTS; slot++)
			count_below(wide->slot[slot], slot < wide->meta.end ? wide->pivot[slot] : max, nodes, entries);
		return;
	}
	if (!leaf->pivot[MAPLE_RANGE64_SLOTS - 2])
		end = leaf->meta.end;
	else if (leaf->pivot[MAPLE_RANGE64_SLOTS - 2] == max)
		end = MAPLE_RANGE64_SLOTS - 2;
	for (unsigned slot = 0; slot <= end; slot++)
		*entries += leaf->slot[slot] != NULL;
}

static void look_at_nodes(void)
{
	const void *root = tree.ma_root;
	unsigned nodes = 0, entries = 0;

	printf("root: node %d, type %s, gap slot %u; height by flags %u, at most %d\n", xa_is_node(root),
	       type_text(type_of(root)), node_of(root)->ma64.meta.gap,
	       (tree.ma_flags & MT_FLAGS_HEIGHT_MASK) >> MT_FLAGS_HEIGHT_OFFSET, MAPLE_HEIGHT_MAX);
	count_below(root, ULONG_MAX, &nodes, &entries);
	printf("%u nodes of %zu words, %u entries\n", nodes, sizeof(struct maple_node) / sizeof(void *), entries);
	printf("slots: dense %d, leaf %d, arange %d, reserve %d; metadata %zu bytes\n", MAPLE_NODE_SLOTS, MAPLE_RANGE64_SLOTS,
	       MAPLE_ARANGE64_SLOTS, MAPLE_ALLOC_SLOTS, sizeof(struct maple_metadata));
}

// ---- What a store is going to do ----

static const char *store_text(enum store_type type)
{
	switch (type) {
	case wr_invalid: return "none";
	case wr_new_root: return "new root";
	case wr_store_root: return "store root";
	case wr_exact_fit: return "exact fit";
	case wr_spanning_store: return "spanning store";
	case wr_split_store: return "split";
	case wr_rebalance: return "rebalance";
	case wr_append: return "append";
	case wr_node_store: return "node store";
	case wr_slot_store: return "slot store";
	}
	return "?";
}

// A preallocation decides and changes nothing: what it took is seen in the state.
static void foresee(unsigned long first, unsigned long last, void *entry)
{
	MA_STATE(mas, &tree, first, last);
	const struct maple_alloc *reserve;

	mas_preallocate(&mas, entry, GFP_NOWAIT);
	reserve = mas.alloc;
	printf("store %lu-%lu: %s at slot %u of %u, depth %u, flags %x, nodes held %lu (%u refused)\n", first, last,
	       store_text(mas.store_type), mas.offset, mas.end, mas.depth, mas.mas_flags, reserve ? reserve->total : 0,
	       reserve ? reserve->request_count : 0);
	mas_destroy(&mas);
}

// ---- Checks ----

static unsigned stops;

static void count_stop(void) { stops++; }

// Prints the first line of what is said, and how much there was.
static char said[1 << 16];
static size_t said_bytes;

static void keep(void *context, const char *text, size_t bytes)
{
	(void)context;
	if (said_bytes + bytes < sizeof(said)) {
		memcpy(said + said_bytes, text, bytes);
		said_bytes += bytes;
		said[said_bytes] = 0;
	}
}

static void tell(const char *what)
{
	printf("%s: %.*s\n", what, (int)strcspn(said, "\n"), said);
	said_bytes = 0;
}

static void check_everything(void)
{
	MA_STATE(mas, &tree, 40, 49);
	MA_WR_STATE(wr_mas, &mas, xa_mk_value(1));
	MA_TOPIARY(topiary, &tree);
	const struct ma_topiary *dead_nodes = &topiary;
	int run;

	mpl_debug_set_stop(count_stop);
	mpl_debug_set_sink(keep, NULL);
	mt_validate(&tree);
	run = atomic_read(&maple_tree_tests_run);
	printf("a sound tree: more than 100 checks %d, all passed %d\n", run > 100,
	       run == atomic_read(&maple_tree_tests_passed));

	MT_BUG_ON(&tree, mtree_empty(&tree));
	MAS_BUG_ON(&mas, mas.tree != &tree);
	MAS_WR_BUG_ON(&wr_mas, wr_mas.mas != &mas || wr_mas.entry != xa_mk_value(1) || dead_nodes->mtree != &tree);
	printf("quiet so far: %d\n", said_bytes == 0);
	if (MT_WARN_ON(&tree, mt_height(&tree) > 1))
		printf("the tree is higher than it should be, %u bytes of report\n", said_bytes > 1000 ? 1000u : 0u);
	said_bytes = 0;
	if (MAS_WARN_ON(&mas, !mas_is_active(&mas)) && MAS_WR_WARN_ON(&wr_mas, !wr_mas.node))
		printf("neither state is on a node\n");
	said_bytes = 0;

	// What a debug build warns of: the new range begins before the place the state is on.
	mas_walk(&mas);
	__mas_set_range(&mas, mas.index - 1, mas.last);
	printf("warned of a range that leaves its place: %d\n", said_bytes > 0);
	said_bytes = 0;

	// A fault, made on purpose: one gap too long.
	((struct maple_node *)node_of(tree.ma_root))->ma64.gap[0]++;
	mt_validate(&tree);
	tell("found");
	((struct maple_node *)node_of(tree.ma_root))->ma64.gap[0]--;
	printf("stopped %d\n", stops > 0);
	mpl_debug_set_sink(NULL, NULL);
	mpl_debug_set_stop(NULL);
}

// ---- Dumps ----

static void dump_both(const struct ma_state *mas, const struct ma_wr_state *wr_mas)
{
	mas_dump(mas);
	mas_wr_dump(wr_mas);
}

static void dump_states(void)
{
	MA_STATE(mas, &tree, 25, 25);
	MA_WR_STATE(wr_mas, &mas, NULL);

	mas_walk(&mas);
	wr_mas.type = type_of(mas.node);
	wr_mas.node = (struct maple_node *)node_of(mas.node);
	wr_mas.pivots = wr_mas.node->mr64.pivot;
	wr_mas.slots = wr_mas.node->mr64.slot;
	wr_mas.r_min = mas.index;
	wr_mas.r_max = mas.last;
	wr_mas.offset_end = mas.offset;
	wr_mas.end_piv = wr_mas.pivots[mas.offset];
	wr_mas.content = wr_mas.slots[mas.offset];
	dump_both(&mas, &wr_mas);
	printf("content %lu, node covers %lu-%lu, heights %u %u\n", xa_to_value(wr_mas.content), mas.min, mas.max,
	       wr_mas.vacant_height, wr_mas.sufficient_height);
}

static void words(void)
{
	void *internal = xa_mk_internal(300);

	printf("internal %d %lu, value %d, node %d, error %d %d\n", xa_is_internal(internal), xa_to_internal(internal),
	       xa_is_value(internal), xa_is_node(internal), xa_is_err(MA_ERROR(-ENOMEM)), xa_err(MA_ERROR(-ENOMEM)));
}

int main(void)
{
	gfp_t gfp = GFP_KERNEL;

	mt_init_flags(&tree, MT_FLAGS_ALLOC_RANGE);
	for (unsigned long i = 0; i < 3; i++)
		mtree_store_range(&tree, 10 * i, 10 * i + 9, xa_mk_value(i), gfp);
	for (enum mt_dump_format format = mt_dump_dec; format <= mt_dump_hex; format++)
		mt_dump(&tree, format);
	mtree_store(&other, 0, xa_mk_value(1), gfp);
	mt_dump(&other, mt_dump_dec);
	mtree_destroy(&other);
	for (unsigned long i = 3; i < 40; i++)
		mtree_store_range(&tree, 10 * i, 10 * i + 7, xa_mk_value(i), gfp);
	words();
	look_at_nodes();
	foresee(45, 46, xa_mk_value(9));
	foresee(40, 47, xa_mk_value(9));
	foresee(40, 200, xa_mk_value(9));
	dump_states();
	check_everything();
	mtree_destroy(&tree);
	printf("nodes left: %lu, lock held: %u\n", mt_nr_allocated(), tree.ma_lock.held);
	return 0;
}
