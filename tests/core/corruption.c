// SPDX-License-Identifier: GPL-2.0-or-later
//
// How much the checker sees. In trees of all kinds every field of sampled nodes is written over, one at a time, with a
// set of values, and the validator is asked. The report is a table of what it noticed, field by field.
//
// What it does not notice must be no fault of the layout: either the tree reads as a right one with other contents,
// which only the user can know (I36), or the gap offset names another slot with a gap as large (I31, which needs
// history). Anything else fails. So does a sanitizer's complaint: the validator must survive all of it.
//
// usage: corruption [NODES]      sampled nodes a level and tree, 4 by default

#include "maple_tree.h"
#include "src/census.h"
#include "src/ground.h"
#include "src/slab.h"
#include "src/validate.h"
#include "src/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX UINT64_MAX
#define WORDS (MPL_NODE_BYTES / 8)
#define NODES_MAX 4096
#define VALUES_MAX 24

static struct maple_tree tree;
static bool bulk_loaded;

// ---- The fields of a node ----

enum field { PARENT, PIVOT, PIVOT_OF_END, PIVOT_UNUSED, SLOT, SLOT_UNUSED, GAP, GAP_UNUSED, END, GAP_OFFSET, PADDING,
            FIELDS };

static const char *const field_names[FIELDS] = {
	"parent word", "pivot before the end", "pivot of the end", "pivot after the end", "slot", "slot after the end",
	"gap", "gap after the end", "end", "gap offset", "padding",
};

static const char *const kind_names[] = {"dense", "leaf", "range", "arange"};

struct count {
	uint64_t written, noticed, other_contents, other_maximum, excused, unexplained;
};

static struct count counts[4][FIELDS];

struct place {
	struct mpl_node *node;
	enum mpl_kind kind;
	unsigned end, depth;
};

static enum field pivot_field(unsigned i, unsigned end)
{
	return i < end ? PIVOT : i == end ? PIVOT_OF_END : PIVOT_UNUSED;
}

// The field that the byte at 'offset' belongs to.
static enum field field_of(const struct place *at, unsigned offset)
{
	unsigned word = offset / 8, slots = mpl_node_capacity(at->kind), first_slot = slots;

	if (!word)
		return PARENT;
	if (word < first_slot)
		return pivot_field(word - 1, at->end);
	if (at->kind == MPL_KIND_ARANGE) {
		if (word < first_slot + slots)
			return word - first_slot <= at->end ? SLOT : SLOT_UNUSED;
		if (word < first_slot + 2 * slots)
			return word - first_slot - slots <= at->end ? GAP : GAP_UNUSED;
		offset -= (unsigned)offsetof(struct mpl_arange_layout, end);
	} else if (word + 1 < WORDS || at->end == slots - 1) {
		return word - first_slot <= at->end ? SLOT : SLOT_UNUSED;
	} else {
		offset -= (unsigned)offsetof(struct mpl_range_layout, end);
	}
	return offset == 0 ? END : offset == 1 ? GAP_OFFSET : PADDING;
}

// ---- Asking the validator ----

static uint32_t ask(uint32_t *excused)
{
	static struct mpl_finding findings[64];
	struct mpl_validate_tree view = {tree.root_word, (uint64_t)(uintptr_t)&tree, tree.ma_flags, bulk_loaded};
	uint32_t count = mpl_validate_tree(&view, findings, 64), kept = count < 64 ? count : 64, wrong = count - kept;

	for (uint32_t i = 0; i < kept; i++)
		wrong += !findings[i].excused;
	*excused = count - wrong;
	return wrong;
}

static uint64_t contents_before;
static uint32_t excused_before;
static unsigned unexplained_shown;

static void judge(const struct place *at, enum field field, unsigned offset, uint64_t old, uint64_t value)
{
	struct count *count = &counts[at->kind][field];
	uint32_t excused, wrong = ask(&excused);

	count->written++;
	if (wrong)
		count->noticed++;
	else if (excused != excused_before)
		count->excused++;
	else if (mpl_census_take(tree.root_word).contents != contents_before)
		count->other_contents++;
	else if (field == GAP_OFFSET && at->node->arange.gap[old] == at->node->arange.gap[value])
		count->other_maximum++;
	else {
		count->unexplained++;
		if (unexplained_shown++ < 20)
			printf("not noticed: %s, %s at byte %u, end %u, depth %u: %" PRIx64 " became %" PRIx64 "\n",
			       kind_names[at->kind], field_names[field], offset, at->end, at->depth, old, value);
	}
}

static unsigned add(uint64_t *values, unsigned count, uint64_t value, uint64_t old)
{
	if (value != old && count < VALUES_MAX)
		values[count++] = value;
	return count;
}

static void spoil_word(const struct place *at, unsigned word, uint64_t stranger, uint64_t gone)
{
	uint64_t *field = &at->node->word[word], old = *field, values[VALUES_MAX];
	const uint64_t made[] = {0,        1,        3,        old + 1, old - 1,  old + 2,  old ^ 8,  old ^ 0x10, old ^ 0x100,
	                         old ^ UINT64_C(1) << 63,
	                         ~old,     MAX,      MAX - 1,  stranger, gone,    0x406,    at->node->word[(word + 1) % WORDS],
	                         at->node->word[word - !!word], mpl_node_word(mpl_node_address(at->node), at->kind),
		tree.root_word};
	unsigned count = 0;

	for (unsigned i = 0; i < sizeof(made) / sizeof(made[0]); i++)
		count = add(values, count, made[i], old);
	for (unsigned i = 0; i < count; i++) {
		*field = values[i];
		judge(at, field_of(at, 8 * word), 8 * word, old, values[i]);
	}
	*field = old;
}

static void spoil_byte(const struct place *at, unsigned offset)
{
	uint8_t *field = &at->node->byte[offset], old = *field;
	const unsigned made[] = {0, 1, 2, 3, 5, 8, 9, 10, 14, 15, 16, 31, 128, 255, old + 1u, old - 1u};

	for (unsigned i = 0; i < sizeof(made) / sizeof(made[0]); i++) {
		if ((uint8_t)made[i] == old)
			continue;
		*field = (uint8_t)made[i];
		judge(at, field_of(at, offset), offset, old, (uint8_t)made[i]);
	}
	*field = old;
}

static bool is_bytes(const struct place *at, unsigned word) { return field_of(at, 8 * word) >= END; }

static void spoil_node(const struct place *at, uint64_t stranger, uint64_t gone)
{
	for (unsigned word = 0; word < WORDS; word++) {
		if (!is_bytes(at, word)) {
			spoil_word(at, word, stranger, gone);
			continue;
		}
		for (unsigned byte = 0; byte < 8; byte++)
			spoil_byte(at, 8 * word + byte);
	}
}

// ---- Nodes to spoil ----

static struct place places[NODES_MAX];
static unsigned place_count;

static void collect(uint64_t word, uint64_t max, unsigned depth)
{
	struct place *at = &places[place_count];
	struct mpl_node *node = mpl_node_at(word);
	enum mpl_kind kind = mpl_node_kind(word);
	unsigned end = mpl_node_end(node, kind, max);

	if (place_count == NODES_MAX)
		return;
	*at = (struct place){node, kind, end, depth};
	place_count++;
	for (unsigned i = 0; kind != MPL_KIND_LEAF && i <= end; i++)
		collect(mpl_node_slot(node, kind, i), mpl_node_last(node, i, end, max), depth + 1);
}

// The address of a node that was freed.
static uint64_t gone_address(void)
{
	struct mpl_node *node = mpl_slab_one(MPL_MAY_WAIT);
	uint64_t address = mpl_node_address(node);

	mpl_slab_free_one(node);
	return mpl_node_word(address, MPL_KIND_LEAF);
}

// Of each depth the first and the last nodes and some between, one of each number of slots first.
static unsigned spoil_depth(unsigned depth, unsigned wanted)
{
	unsigned spoilt = 0, ends_seen = 0, found = 0;
	uint64_t gone = gone_address();

	for (unsigned i = 0; i < place_count; i++)
		found += places[i].depth == depth;
	for (unsigned i = 0, number = 0; i < place_count; i++) {
		struct place *at = &places[i];
		const struct place *other = &places[(i + place_count / 2 + 1) % place_count];
		bool first_of_size, chosen;

		if (at->depth != depth)
			continue;
		first_of_size = !(ends_seen >> at->end & 1);
		chosen = first_of_size || ++number == found || number % (found / wanted + 1) == 0;
		ends_seen |= 1u << at->end;
		if (!chosen)
			continue;
		spoil_node(at, mpl_node_word(mpl_node_address(other->node), other->kind), gone);
		spoilt++;
	}
	return spoilt;
}

static unsigned sample;

static void spoil_tree(const char *name)
{
	unsigned spoilt = 0;
	uint32_t wrong;

	place_count = 0;
	collect(tree.root_word, MAX, 0);
	wrong = ask(&excused_before);
	contents_before = mpl_census_take(tree.root_word).contents;
	for (unsigned depth = 0; depth < mt_height(&tree); depth++)
		spoilt += spoil_depth(depth, sample);
	wrong += ask(&excused_before);
	printf("  %-34s %s, height %u, %u nodes, %u of them written over%s\n", name,
	       tree.ma_flags & MT_FLAGS_ALLOC_RANGE ? "gaps" : "plain", mt_height(&tree),
	       place_count, spoilt, wrong ? ": NOT RIGHT TO BEGIN WITH" : "");
	if (wrong)
		counts[0][0].unexplained++;
	mtree_destroy(&tree);
	mpl_slab_grace();
}

// ---- Trees ----

static void fresh(unsigned flags)
{
	mpl_slab_reset();
	mt_init_flags(&tree, flags);
	bulk_loaded = false;
}

static void ascending(unsigned flags, unsigned entries, unsigned width, unsigned hole)
{
	fresh(flags);
	for (uint64_t i = 0; i < entries; i++)
		mtree_store_range(&tree, i * (width + hole), i * (width + hole) + width - 1, xa_mk_value(i), GFP_KERNEL);
}

static void bulk(unsigned flags, unsigned entries)
{
	MA_STATE(mas, &tree, 0, 0);

	fresh(flags);
	mas_expected_entries(&mas, entries);
	for (uint64_t i = 0; i < entries; i++) {
		mas_set_range(&mas, 20 * i, 20 * i + 9);
		mas_store(&mas, xa_mk_value(i));
	}
	mas_destroy(&mas);
	bulk_loaded = true;
}

// Entries in no order, some erased again: nodes of all sizes, full ones too.
static void mixed(unsigned flags, unsigned steps)
{
	uint64_t random = 616;

	fresh(flags);
	for (unsigned i = 0; i < steps; i++) {
		uint64_t at;

		random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
		at = (random >> 33) % (6 * steps);
		if (i % 5 == 4)
			mtree_erase(&tree, at);
		else
			mtree_store_range(&tree, at, at + (random >> 20) % 5, xa_mk_value(i), GFP_KERNEL);
	}
}

static void spoil_all(unsigned flags)
{
	static const unsigned dense[] = {7, 15, 16, 60, 300}, holes[] = {3, 40, 130, 500}, loads[] = {12, 61, 200, 1000};

	for (unsigned i = 0; i < 5; i++) {
		ascending(flags, dense[i], 3, 0);
		spoil_tree("ascending, without holes");
	}
	for (unsigned i = 0; i < 4; i++) {
		ascending(flags, holes[i], 10, 10);
		spoil_tree("ascending, with holes");
	}
	mixed(flags, 2500);
	spoil_tree("in no order");
	for (unsigned i = 0; i < 4; i++) {
		bulk(flags, loads[i]);
		spoil_tree("bulk loaded");
	}
}

// ---- The report ----

static void report_line(const char *kind, const char *field, const struct count *count)
{
	printf("%-8s %-22s %9" PRIu64 " %9" PRIu64 " %6.1f %% %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %9" PRIu64 "\n", kind,
	       field,
	       count->written, count->noticed, 100.0 * (double)count->noticed / (double)count->written, count->other_contents,
	       count->other_maximum, count->excused, count->unexplained);
}

static void add_up(struct count *sum, const struct count *count)
{
	sum->written += count->written;
	sum->noticed += count->noticed;
	sum->other_contents += count->other_contents;
	sum->other_maximum += count->other_maximum;
	sum->excused += count->excused;
	sum->unexplained += count->unexplained;
}

static uint64_t report(void)
{
	struct count sum = {0};

	printf("%-8s %-22s %9s %9s %8s %9s %9s %9s %9s\n", "kind", "field", "written", "noticed", "share", "contents",
	       "maximum",
	       "excused", "blind");
	for (unsigned kind = 0; kind < 4; kind++) {
		for (unsigned field = 0; field < FIELDS; field++) {
			if (!counts[kind][field].written && !counts[kind][field].unexplained)
				continue;
			report_line(kind_names[kind], field_names[field], &counts[kind][field]);
			add_up(&sum, &counts[kind][field]);
		}
	}
	report_line("all", "", &sum);
	puts("contents  it reads as a right tree that holds something else: another entry in a slot of a leaf, or a border "
	     "moved\n"
	     "          that only one pivot tells (of a leaf, or above children that are full and have no room for their "
	     "limit).\n"
	     "          With gaps, only where the largest gap stays. No layout can tell: comparing with a model does (I36).\n"
	     "maximum   the gap offset names another slot whose gap is as large: which one is a matter of history (I31).\n"
	     "excused   told as a hint: a reserved entry (I37), which is also how a leaf of 15 slots reads its metadata once "
	     "its\n"
	     "          limit is another; or what a bulk load may leave behind (I21, I26, I28).\n"
	     "blind     none of these: a fault of the checker. There must be none.");
	return sum.unexplained;
}

int main(int argc, char **argv)
{
	uint64_t blind;

	setvbuf(stdout, NULL, _IOLBF, 0);
	sample = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 4;
	// RCU mode leaves nothing in a quiet tree.
	spoil_all(0);
	spoil_all(MT_FLAGS_ALLOC_RANGE);
	blind = report();
	printf("%d passed, %d failed\n", !blind, !!blind);
	return blind != 0;
}
