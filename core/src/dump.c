// SPDX-License-Identifier: GPL-2.0-or-later
//
// Prints a node into a buffer of one line. See dump.h.

#include "dump.h"

#include "../include/maple_tree.h"
#include "visit.h"

#include <string.h>

static void put(struct mpl_dump_line *line, char c) { line->text[line->bytes++] = c; }

static void put_text(struct mpl_dump_line *line, const char *text)
{
	while (*text)
		put(line, *text++);
}

static void put_hex(struct mpl_dump_line *line, uint64_t number)
{
	unsigned shift = number ? (63 - (unsigned)__builtin_clzll(number)) & ~3u : 0;

	for (;; shift -= 4) {
		put(line, "0123456789abcdef"[number >> shift & 15]);
		if (!shift)
			return;
	}
}

static void put_decimal(struct mpl_dump_line *line, uint64_t number)
{
	char digits[20];
	unsigned count = 0;

	// Most fit 32 bits, in which dividing is much cheaper.
	for (; number > UINT32_MAX; number /= 10)
		digits[count++] = (char)('0' + number % 10);
	for (uint32_t rest = (uint32_t)number; rest || !count; rest /= 10)
		digits[count++] = (char)('0' + rest % 10);
	while (count)
		put(line, digits[--count]);
}

static void put_entry(struct mpl_dump_line *line, uint64_t word)
{
	if (!word) {
		put(line, '.');
	} else if (word & 1) {
		put(line, 'v');
		put_decimal(line, word >> 1);
	} else if (word == MPL_ZERO_WORD) {
		put(line, 'z');
	} else {
		put(line, 'p');
		put_hex(line, word);
	}
}

static void put_slots(struct mpl_dump_line *line, const struct mpl_visit_node *at)
{
	put_text(line, " s=");
	for (unsigned i = 0; i <= at->end; i++) {
		if (i)
			put(line, ',');
		if (at->kind == MPL_KIND_LEAF)
			put_entry(line, mpl_visit_slot(at, i));
		else
			put(line, '>');
	}
}

// 'count' numbers in hex, comma separated.
static void put_list(struct mpl_dump_line *line, const char *name, const uint64_t *numbers, unsigned count)
{
	put_text(line, name);
	for (unsigned i = 0; i < count; i++) {
		if (i)
			put(line, ',');
		put_hex(line, numbers[i]);
	}
}

void mpl_dump_node(struct mpl_dump_line *line, const struct mpl_visit_node *at)
{
	static const char *const types[] = {"dense", "leaf", "range", "arange"};

	line->bytes = 0;
	put_decimal(line, at->depth);
	put(line, ' ');
	put_text(line, types[at->kind & 3]);
	put(line, ' ');
	put_hex(line, at->min);
	put(line, '-');
	put_hex(line, at->max);
	put_text(line, " end=");
	put_decimal(line, at->end);
	if (at->kind == MPL_KIND_ARANGE) {
		put_text(line, " gapmeta=");
		put_decimal(line, at->node->arange.gapmeta);
	}
	put_list(line, " p=", at->node->range.pivot, at->end);
	put_slots(line, at);
	if (at->kind == MPL_KIND_ARANGE)
		put_list(line, " g=", at->node->arange.gap, at->end + 1);
}

void mpl_dump_lines(uint64_t root_word, mpl_dump_sink *sink, void *context)
{
	struct mpl_visit visit;
	const struct mpl_visit_node *at;
	struct mpl_dump_line line;

	line.bytes = 0;
	if (!mpl_node_is_root_word(root_word)) {
		put_text(&line, root_word ? "single " : "empty");
		if (root_word)
			put_entry(&line, root_word);
		sink(context, line.text, line.bytes);
		return;
	}
	mpl_visit_begin(&visit, root_word);
	while ((at = mpl_visit_next(&visit))) {
		mpl_dump_node(&line, at);
		sink(context, line.text, line.bytes);
	}
}

static uint64_t fnv(uint64_t hash, unsigned char byte) { return (hash ^ byte) * MPL_DUMP_SUM_PRIME; }

uint64_t mpl_dump_sum_line(uint64_t hash, const char *text, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		hash = fnv(hash, (unsigned char)text[i]);
	return fnv(hash, '\n');
}

static void add_to_sum(void *context, const char *line, size_t bytes)
{
	uint64_t *hash = context;

	*hash = mpl_dump_sum_line(*hash, line, bytes);
}

uint64_t mpl_dump_sum(uint64_t root_word)
{
	uint64_t hash = MPL_DUMP_SUM_START;

	mpl_dump_lines(root_word, add_to_sum, &hash);
	return hash;
}
