// SPDX-License-Identifier: GPL-2.0-or-later
//
// The checks, one function for each pass. See validate.h.
//
// All passes make the same tour: depth first, each node entered before and left after its children. The tour goes down
// only into what is certainly a node that was not met before, so each pass meets the same nodes in the same order, and
// only the first one reports why it did not go further. A sound tree is toured once, by all passes together.

#include "validate.h"

#include "records.h"
#include "slab.h"

#include <string.h>

#define HEIGHT_SHIFT 2
#define HEIGHT_MASK 31u
#define FLAG_GAPS 1u
#define ZERO_WORD 0x406u
#define RESERVED_MAX 4096u
#define LEVELS_MAX MPL_HEIGHT_MAX

// A node as this file reads it.
struct view {
	const struct mpl_node *node;
	const uint64_t *slots;
	unsigned kind;
	unsigned depth;
	unsigned pivots;      // Pivots it has room for; slots are one more.
	unsigned end;         // Last used slot, as a reader takes it (rule "data end"), kept inside the node.
	unsigned end_read;    // The same before it was kept inside.
	unsigned end_pivots;  // Last used slot, as the pivots give it.
	unsigned holder_slot; // Slot of the node above.
	unsigned next;        // Slot to go into next.
	uint64_t min, max;
	bool rightmost;       // Of its level.
};

struct check {
	const struct mpl_validate_tree *tree;
	struct mpl_finding *findings;
	uint32_t room, count;
	bool reach;        // First pass: report what keeps the tour from going down.
	bool one;          // The first finding ends the tour.
	bool gaps;         // The tree tracks gaps.
	unsigned depth;    // Views on the stack.
	int leaf_depth;    // Depth of the first leaf met, -1 before.
	struct view stack[LEVELS_MAX];
	uint64_t expected; // Leaf pass: first index not yet covered.
	bool covered_all;  // Leaf pass: the last index was met.
	bool null_before;  // Leaf pass: the slot before was NULL.
	struct mpl_validate_counts counts; // Nodes: of the tour of all passes; leaves and entries: of the leaf pass.
};

static uint32_t met[MPL_PLACES_MAX / 32]; // One bit a place: met on this tour.

// ---- Findings ----

static void report(struct check *check, unsigned invariant, const struct view *at, int slot, uint64_t found,
                   uint64_t wanted, bool excused)
{
	if (check->count < check->room) {
		check->findings[check->count] = (struct mpl_finding){
			.invariant = invariant,
			.node = at ? mpl_slab_id(at->node) : 0,
			.slot = slot,
			.excused = excused,
			.found = found,
			.wanted = wanted,
		};
	}
	check->count++;
}

static void wrong(struct check *check, unsigned invariant, const struct view *at, int slot, uint64_t found,
                  uint64_t wanted)
{
	report(check, invariant, at, slot, found, wanted, false);
}

// ---- Reading a node ----

static uint64_t pivot_of(const struct view *at, unsigned i) { return at->node->range.pivot[i]; }

static uint64_t slot_of(const struct view *at, unsigned i) { return at->slots[i]; }

static uint64_t last_of(const struct view *at, unsigned i) { return i < at->end ? pivot_of(at, i) : at->max; }
static uint64_t first_of(const struct view *at, unsigned i) { return i ? pivot_of(at, i - 1) + 1 : at->min; }

static bool is_inner(const struct view *at) { return at->kind != MPL_KIND_LEAF; }

static unsigned minimum_of(const struct view *at)
{
	return at->kind == MPL_KIND_ARANGE ? MPL_ARANGE_MIN : at->kind == MPL_KIND_LEAF ? MPL_LEAF_MIN : MPL_RANGE_MIN;
}

static void read_ends(struct view *at)
{
	if (at->kind == MPL_KIND_ARANGE)
		at->end_read = at->node->arange.end;
	else if (pivot_of(at, at->pivots - 1) == 0)
		at->end_read = at->node->range.end;
	else
		at->end_read = pivot_of(at, at->pivots - 1) == at->max ? at->pivots - 1 : at->pivots;
	at->end = at->end_read <= at->pivots ? at->end_read : at->pivots;
	at->end_pivots = 0;
	while (at->end_pivots < at->pivots && pivot_of(at, at->end_pivots) != at->max)
		at->end_pivots++;
}

// ---- The tour ----

// Whether the child word or root word (less its mark) names a node; by its bits and by what the allocator knows.
static bool names_node(uint64_t word)
{
	unsigned low = (unsigned)(word & 0xff);

	return (low == 0x0c || low == 0x14 || low == 0x1c) && mpl_slab_holds(word);
}

// Notes that a node is met; false if it was before.
static bool meet(uint64_t word)
{
	uint32_t place = mpl_slab_place(mpl_node_at(word)), bit = UINT32_C(1) << place % 32;

	if (met[place / 32] & bit)
		return false;
	met[place / 32] |= bit;
	return true;
}

static struct view *push(struct check *check, uint64_t word, uint64_t min, uint64_t max, unsigned slot, bool rightmost)
{
	struct view *at = &check->stack[check->depth];

	at->node = mpl_node_at(word);
	at->kind = (unsigned)(word >> 3 & 15);
	at->slots = at->kind == MPL_KIND_ARANGE ? at->node->arange.slot : at->node->range.slot;
	at->depth = check->depth++;
	at->pivots = at->kind == MPL_KIND_ARANGE ? MPL_ARANGE_PIVOTS : MPL_RANGE_PIVOTS;
	at->holder_slot = slot;
	at->next = 0;
	at->min = min;
	at->max = max;
	at->rightmost = rightmost;
	read_ends(at);
	return at;
}

// Goes down into slot 'slot'; NULL, with the reason on the first pass, if there is no node that can be entered.
static struct view *enter_child(struct check *check, const struct view *at, unsigned slot)
{
	uint64_t word = slot_of(at, slot);

	if (!word) {
		if (check->reach)
			wrong(check, 11, at, (int)slot, 0, 1);
		return NULL;
	}
	if (!names_node(word)) {
		if (check->reach)
			wrong(check, 4, at, (int)slot, word, 0);
		return NULL;
	}
	if (check->depth >= LEVELS_MAX) {
		if (check->reach)
			wrong(check, 2, at, (int)slot, check->depth + 1, MPL_HEIGHT_MAX);
		return NULL;
	}
	if (!meet(word)) {
		if (check->reach)
			wrong(check, 10, at, (int)slot, word, 0);
		return NULL;
	}
	return push(check, word, first_of(at, slot), last_of(at, slot), slot, at->rightmost && slot == at->end);
}

typedef void visitor(struct check *check, const struct view *at);

// Makes the tour: 'enter' before the children of a node, 'leave' after them. Either may be NULL.
static void tour(struct check *check, visitor *enter, visitor *leave)
{
	struct view *at;
	uint64_t root = check->tree->root_word & ~(uint64_t)MPL_ROOT_MARK;

	memset(met, 0, (mpl_slab_counters()->places / 32 + 1) * sizeof(met[0]));
	check->depth = 0;
	meet(root);
	at = push(check, root, 0, MPL_INDEX_MAX, 0, true);
	if (enter)
		enter(check, at);
	while (check->depth && !(check->one && check->count)) {
		at = &check->stack[check->depth - 1];
		if (is_inner(at) && at->next <= at->end) {
			struct view *child = enter_child(check, at, at->next++);

			if (child && enter)
				enter(check, child);
			continue;
		}
		if (leave)
			leave(check, at);
		check->depth--;
	}
}

static const struct view *above(const struct check *check, const struct view *at)
{
	return at->depth ? &check->stack[at->depth - 1] : NULL;
}

// ---- First pass: what can be reached ----

static void check_reach(struct check *check, const struct view *at)
{
	unsigned inner = check->gaps ? MPL_KIND_ARANGE : MPL_KIND_RANGE;

	if (is_inner(at) && at->kind != inner)
		wrong(check, 5, at, -1, at->kind, inner);
	if (!is_inner(at)) {
		if (check->leaf_depth < 0)
			check->leaf_depth = (int)at->depth;
		else if (check->leaf_depth != (int)at->depth)
			wrong(check, 5, at, -1, at->depth, (uint64_t)check->leaf_depth);
	} else if (check->leaf_depth >= 0 && (int)at->depth >= check->leaf_depth) {
		wrong(check, 5, at, -1, at->kind, MPL_KIND_LEAF);
	}
	if ((at->node->parent & ~UINT64_C(0xff)) == mpl_node_address(at->node))
		wrong(check, 6, at, -1, at->node->parent, 0);
}

static unsigned height_of(const struct mpl_validate_tree *tree)
{
	return tree->flags >> HEIGHT_SHIFT & HEIGHT_MASK;
}

// The root word, and the height of a tree without nodes. True if there is a node to go on from.
static bool check_root_word(struct check *check)
{
	uint64_t word = check->tree->root_word;

	if (word && (word & 3) == 2) {
		if ((word & 0xff) != 0 && names_node(word & ~(uint64_t)MPL_ROOT_MARK))
			return true;
		wrong(check, 1, NULL, -1, word, 0);
		return false;
	}
	if (height_of(check->tree) != 0)
		wrong(check, 2, NULL, -1, height_of(check->tree), 0);
	return false;
}

// ---- Second pass: each node by itself ----

static void check_parent(struct check *check, const struct view *at)
{
	const struct view *holder = above(check, at);
	uint64_t parent = at->node->parent;

	if (!holder) {
		if (parent != (check->tree->address | 1))
			wrong(check, 3, at, -1, parent, check->tree->address | 1);
		return;
	}
	if ((parent & ~UINT64_C(0xff)) != mpl_node_address(holder->node))
		wrong(check, 7, at, -1, parent & ~UINT64_C(0xff), mpl_node_address(holder->node));
	if ((parent >> 3 & 31) != at->holder_slot)
		wrong(check, 8, at, -1, parent >> 3 & 31, at->holder_slot);
	if ((parent & 7) != 6)
		wrong(check, 9, at, -1, parent & 7, 6);
}

static void check_pivots(struct check *check, const struct view *at)
{
	for (unsigned i = 0; i <= at->end && i < at->pivots; i++) {
		uint64_t pivot = pivot_of(at, i);

		if (i && !pivot) {
			// It does not ascend either; one name is enough.
			wrong(check, 14, at, (int)i, 0, i == at->end ? at->max : pivot_of(at, i - 1) + 1);
			continue;
		}
		if (i && pivot <= pivot_of(at, i - 1))
			wrong(check, 12, at, (int)i, pivot, pivot_of(at, i - 1) + 1);
		if (pivot < at->min)
			wrong(check, 13, at, (int)i, pivot, at->min);
		if (pivot > at->max || (i < at->end && pivot == at->max))
			wrong(check, 13, at, (int)i, pivot, at->max);
	}
	if (at->end < at->pivots && pivot_of(at, at->end) != at->max)
		wrong(check, 15, at, (int)at->end, pivot_of(at, at->end), at->max);
	for (unsigned i = at->end + 1; i < at->pivots; i++) {
		if (pivot_of(at, i))
			wrong(check, 18, at, (int)i, pivot_of(at, i), 0);
	}
}

static void check_end(struct check *check, const struct view *at)
{
	uint64_t metadata = at->node->range.slot[MPL_RANGE_SLOTS - 1];

	if (at->end_read != at->end_pivots)
		wrong(check, 16, at, -1, at->end_read, at->end_pivots);
	if (at->kind == MPL_KIND_ARANGE) {
		if (at->node->arange.end != at->end_pivots)
			wrong(check, 19, at, -1, at->node->arange.end, at->end_pivots);
	} else if (at->end_pivots < at->pivots && metadata != at->end_pivots) {
		wrong(check, 19, at, -1, metadata, at->end_pivots);
	}
}

static void check_unused(struct check *check, const struct view *at)
{
	// The last slot of a leaf or range node is the metadata's when it is unused.
	unsigned slots = at->kind == MPL_KIND_ARANGE ? MPL_ARANGE_SLOTS : MPL_RANGE_SLOTS - 1;

	for (unsigned i = at->end + 1; i < slots; i++) {
		if (slot_of(at, i))
			wrong(check, 17, at, (int)i, slot_of(at, i), 0);
	}
	if (at->kind != MPL_KIND_ARANGE)
		return;
	for (unsigned i = 0; i < sizeof(at->node->arange.padding); i++) {
		if (at->node->arange.padding[i])
			wrong(check, 20, at, -1, at->node->arange.padding[i], 0);
	}
}

// Whether a bulk load may have left a node with this end: any leaf, since a leaf overwritten during the load may shrink
// to one slot, and an inner node at the right edge with one slot less than the minimum.
static bool thin_excused(const struct check *check, const struct view *at)
{
	if (!check->tree->bulk_loaded)
		return false;
	return !is_inner(at) || (at->rightmost && at->end + 1 >= minimum_of(at));
}

static void check_fill(struct check *check, const struct view *at)
{
	if (at->depth && at->end < minimum_of(at))
		report(check, 21, at, -1, at->end, minimum_of(at), thin_excused(check, at));
	if (is_inner(at) && !at->end)
		wrong(check, 22, at, -1, 0, 1);
}

static void check_node(struct check *check, const struct view *at)
{
	check_parent(check, at);
	check_pivots(check, at);
	check_end(check, at);
	check_unused(check, at);
	check_fill(check, at);
}

// ---- Third pass: the leaves from left to right ----

static void check_coverage(struct check *check, const struct view *at, unsigned slot)
{
	// The end that the leaf itself records, where it records one.
	uint64_t last = slot < at->pivots ? pivot_of(at, slot) : at->max;

	if (check->covered_all || last < check->expected) {
		wrong(check, 35, at, (int)slot, last, check->expected);
		return;
	}
	check->covered_all = last == MPL_INDEX_MAX;
	check->expected = last + 1;
}

static void check_leaf(struct check *check, const struct view *at)
{
	if (is_inner(at))
		return;
	check->counts.leaves++;
	if (check->covered_all || at->min != check->expected)
		wrong(check, 35, at, -1, at->min, check->expected);
	check->expected = at->min;
	check->covered_all = false;
	for (unsigned i = 0; i <= at->end; i++) {
		uint64_t word = slot_of(at, i);

		check_coverage(check, at, i);
		if (!word && check->null_before)
			wrong(check, 23, at, (int)i, 0, 1);
		check->null_before = !word;
		check->counts.entries += word != 0;
		if ((word & 3) == 2 && word < RESERVED_MAX && word != ZERO_WORD)
			report(check, 37, at, (int)i, word, 0, true);
	}
	if (check->null_before && at->max != MPL_INDEX_MAX)
		wrong(check, 24, at, (int)at->end, 0, 1);
	if (!at->depth && !at->end && !slot_of(at, 0))
		report(check, 39, at, 0, 0, 0, true);
}

// ---- Fourth pass: gaps from the bottom up ----

// Whether each slot has a range: pivots ascend from the first index to the last. Where they do not (I12, I13, I14),
// lengths of ranges wrap, and no gap can be reckoned from them.
static bool has_ranges(const struct view *at)
{
	if (at->end && pivot_of(at, 0) < at->min)
		return false;
	for (unsigned i = 1; i <= at->end; i++) {
		if (last_of(at, i) <= pivot_of(at, i - 1))
			return false;
	}
	return true;
}

// Longest run of NULL in a leaf, in indexes.
static uint64_t longest_null(const struct view *at)
{
	uint64_t longest = 0;

	for (unsigned i = 0; i <= at->end; i++) {
		uint64_t size = last_of(at, i) - first_of(at, i) + 1;

		if (!slot_of(at, i) && size > longest)
			longest = size;
	}
	return longest;
}

static uint64_t largest_gap(const struct view *at)
{
	uint64_t largest = 0;

	for (unsigned i = 0; i <= at->end; i++) {
		if (at->node->arange.gap[i] > largest)
			largest = at->node->arange.gap[i];
	}
	return largest;
}

static bool above_leaves(const struct check *check, const struct view *at)
{
	return check->leaf_depth == (int)at->depth + 1;
}

// The gap that the parent records for this node.
static void check_gap_above(struct check *check, const struct view *at)
{
	const struct view *holder = above(check, at);
	uint64_t noted, actual;
	bool excused;

	if (!holder || holder->kind != MPL_KIND_ARANGE)
		return;
	noted = holder->node->arange.gap[at->holder_slot];
	if (!is_inner(at)) {
		actual = longest_null(at);
		if (noted != actual && has_ranges(at))
			wrong(check, 25, holder, (int)at->holder_slot, noted, actual);
		return;
	}
	if (at->kind != MPL_KIND_ARANGE)
		return;
	actual = largest_gap(at);
	// N-Q2: what went up was the gap at a stale offset.
	excused = check->tree->bulk_loaded && above_leaves(check, at) && at->node->arange.gapmeta <= at->end &&
	          noted == at->node->arange.gap[at->node->arange.gapmeta];
	if (noted != actual)
		report(check, 26, holder, (int)at->holder_slot, noted, actual, excused);
}

static void check_gaps(struct check *check, const struct view *at)
{
	const struct mpl_arange_layout *arange = &at->node->arange;
	uint64_t largest;

	check_gap_above(check, at);
	if (at->kind != MPL_KIND_ARANGE)
		return;
	largest = largest_gap(at);
	for (unsigned i = 0; i <= at->end; i++) {
		uint64_t span = last_of(at, i) - first_of(at, i);

		if (arange->gap[i] && arange->gap[i] - 1 > span)
			wrong(check, 27, at, (int)i, arange->gap[i], span + 1);
	}
	if (largest > at->max)
		wrong(check, 27, at, -1, largest, at->max);
	if (arange->gapmeta > at->end)
		wrong(check, 29, at, -1, arange->gapmeta, at->end);
	else if (arange->gap[arange->gapmeta] != largest)
		report(check, 28, at, arange->gapmeta, arange->gap[arange->gapmeta], largest,
		       check->tree->bulk_loaded && above_leaves(check, at));
	for (unsigned i = at->end + 1; i < MPL_ARANGE_SLOTS; i++) {
		if (arange->gap[i])
			wrong(check, 30, at, (int)i, arange->gap[i], 0);
	}
}

// ---- All of it ----

static void begin(struct check *check, const struct mpl_validate_tree *tree)
{
	memset(check, 0, sizeof(*check));
	check->tree = tree;
	check->leaf_depth = -1;
	check->gaps = tree->flags & FLAG_GAPS;
}

static bool height_is_right(const struct check *check)
{
	return height_of(check->tree) == (unsigned)(check->leaf_depth + 1);
}

static void check_entered(struct check *check, const struct view *at)
{
	check->counts.nodes++;
	check_reach(check, at);
	check_node(check, at);
	check_leaf(check, at);
}

// All passes in one tour, a quarter of the work: true if none has anything to report. Making the passes one
// after the other matters only for the order of their findings.
static bool nothing_found(struct check *check, const struct mpl_validate_tree *tree)
{
	begin(check, tree);
	check->reach = true;
	check->one = true;
	tour(check, check_entered, check->gaps ? check_gaps : NULL);
	return !check->count && check->covered_all && height_is_right(check);
}

bool mpl_validate_sound(const struct mpl_validate_tree *tree, struct mpl_validate_counts *counts)
{
	static struct check check;

	begin(&check, tree);
	if (!check_root_word(&check) || !nothing_found(&check, tree))
		return false;
	*counts = check.counts;
	return true;
}

uint32_t mpl_validate_tree(const struct mpl_validate_tree *tree, struct mpl_finding *findings, uint32_t room)
{
	static struct check check;

	begin(&check, tree);
	check.findings = findings;
	check.room = room;
	if (!check_root_word(&check))
		return check.count;
	if (nothing_found(&check, tree))
		return 0;
	begin(&check, tree);
	check.findings = findings;
	check.room = room;
	check.reach = true;
	tour(&check, check_reach, NULL);
	check.reach = false;
	if (!height_is_right(&check))
		wrong(&check, 2, NULL, -1, height_of(tree), (uint64_t)(check.leaf_depth + 1));
	tour(&check, check_node, NULL);
	tour(&check, check_leaf, NULL);
	if (!check.covered_all)
		wrong(&check, 35, NULL, -1, check.expected - 1, MPL_INDEX_MAX);
	if (check.gaps)
		tour(&check, NULL, check_gaps);
	return check.count;
}
