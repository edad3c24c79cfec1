// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sums of dumps, line by line, with the lines' effects kept. See sums.h.
//
// FNV-1a takes a byte b as hash = (hash ^ b) * P, modulo 2^64. The exclusive or changes the low byte alone, by a
// difference that depends on the low byte alone, and so does the low byte of the product. By induction, n bytes of
// text make of every hash
//
//     hash * P^n + add[hash & 0xff]
//
// where 'add' depends on the text only: 256 numbers at most. They are found LANES at a time, when they are first
// needed.
//
// A kept line is found by the node's place and used only if everything that it depends on is equal, compared word
// by word. So snapshots, corruption and a new run may change nodes freely. Kept lines are not part of a snapshot.

#include "sums.h"

#include "../src/dump.h"
#include "../src/visit.h"

#include <string.h>

// Two nodes whose places differ by a multiple of KEPT share a kept line: slower, but still right. Where nothing is
// shown, few are kept, which saves memory.
#if MPL_EVENTS
#define KEPT 4096u
#else
#define KEPT 16u
#endif

#define LANES 8u
#define GROUPS (256u / LANES)
static_assert(GROUPS == 32, "a bit for each group");

// The node's bytes without its parent word, which is the first.
#define WORDS (MPL_NODE_BYTES / 8 - 1)

static struct kept {
	uint32_t kind; // 0: nothing kept.
	uint32_t depth;
	uint64_t min;
	uint64_t max;
	uint64_t word[WORDS];
	uint32_t groups; // Bit g: add[g * LANES] and the LANES - 1 that follow are known.
	uint32_t padding;
	uint64_t power; // P to the length of the line.
	uint64_t add[256];
} table[KEPT];

static uint64_t lines_written;

static const unsigned char *content(const struct mpl_visit_node *at) { return (const unsigned char *)at->node + 8; }

static bool is_known(const struct kept *kept, const struct mpl_visit_node *at)
{
	uint64_t difference = 0;

	if (kept->kind != at->kind || kept->depth != at->depth || kept->min != at->min || kept->max != at->max)
		return false;
	for (unsigned i = 0; i < WORDS; i++) {
		uint64_t word;

		memcpy(&word, content(at) + 8 * i, sizeof(word));
		difference |= word ^ kept->word[i];
	}
	return !difference;
}

static void write_line(struct mpl_dump_line *line, const struct mpl_visit_node *at)
{
	lines_written++;
	mpl_dump_node(line, at);
}

// Many nodes change again before the next sum, so the first sum of a line is plain.
static uint64_t first_sum(struct kept *kept, const struct mpl_visit_node *at, uint64_t hash)
{
	struct mpl_dump_line line;

	kept->kind = at->kind;
	kept->depth = at->depth;
	kept->min = at->min;
	kept->max = at->max;
	kept->groups = 0;
	memcpy(kept->word, content(at), sizeof(kept->word));
	write_line(&line, at);
	return mpl_dump_sum_line(hash, line.text, line.bytes);
}

static void learn(struct kept *kept, const struct mpl_visit_node *at, unsigned group)
{
	struct mpl_dump_line line;
	uint64_t hash[LANES], power = 1;

	write_line(&line, at);
	line.text[line.bytes++] = '\n';
	for (unsigned lane = 0; lane < LANES; lane++)
		hash[lane] = group * LANES + lane;
	for (size_t i = 0; i < line.bytes; i++) {
		for (unsigned lane = 0; lane < LANES; lane++)
			hash[lane] = (hash[lane] ^ (unsigned char)line.text[i]) * MPL_DUMP_SUM_PRIME;
		power *= MPL_DUMP_SUM_PRIME;
	}
	for (unsigned lane = 0; lane < LANES; lane++)
		kept->add[group * LANES + lane] = hash[lane] - (group * LANES + lane) * power;
	kept->power = power;
	kept->groups |= 1u << group;
}

uint64_t mpl_sums_of(uint64_t root_word)
{
	uint64_t hash = MPL_DUMP_SUM_START;
	struct mpl_visit visit;
	const struct mpl_visit_node *at;

	if (!mpl_node_is_root_word(root_word))
		return mpl_dump_sum(root_word);
	mpl_visit_begin(&visit, root_word);
	while ((at = mpl_visit_next(&visit))) {
		struct kept *kept = &table[mpl_slab_place(at->node) % KEPT];
		unsigned low = hash & 0xff;

		if (!is_known(kept, at)) {
			hash = first_sum(kept, at, hash);
			continue;
		}
		if (!(kept->groups >> low / LANES & 1))
			learn(kept, at, low / LANES);
		hash = hash * kept->power + kept->add[low];
	}
	return hash;
}

uint64_t mpl_sums_lines_written(void) { return lines_written; }
