// SPDX-License-Identifier: GPL-2.0-or-later
//
// The stage of the worked examples. See worked.h.

#include "worked.h"

#include "src/slab.h"
#include "src/trace.h"
#include "src/visit.h"
#include "src/records.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- The tree under test ----

struct maple_tree tree;
char log_text[4096];
static size_t log_length;

static void log_add(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	log_length += (size_t)vsnprintf(log_text + log_length, sizeof(log_text) - log_length, format, arguments);
	va_end(arguments);
}

static void log_event(const struct mpl_event_record *record)
{
	const char *gap = log_length ? " " : "";

	switch ((enum mpl_event_kind)record->kind) {
	case MPL_EVENT_request_single: log_add("%sA1", gap); break;
	case MPL_EVENT_request_bulk: log_add("%sAB%u", gap, record->count); break;
	case MPL_EVENT_refused: log_add("!"); break;
	case MPL_EVENT_free_single: log_add("%sF1", gap); break;
	case MPL_EVENT_free_bulk: log_add("%sFB%u", gap, record->count); break;
	case MPL_EVENT_defer_node: log_add("%sR", gap); break;
	case MPL_EVENT_defer_subtree: log_add("%sRW", gap); break;
	default: break;
	}
}

// What a grace period frees is no part of the operation's own log.
void end_operation(void)
{
	mpl_trace_hook = NULL;
	mpl_slab_grace();
}

void begin_operation(void)
{
	mpl_slab_begin();
	mpl_decide_clear();
	log_length = 0;
	log_text[0] = 0;
	mpl_trace_hook = log_event;
}

// A fresh tree; the one before goes, and must leave nothing behind.
void fresh(unsigned flags)
{
	begin_operation();
	mtree_destroy(&tree);
	end_operation();
	mpl_slab_fail_request(0, 0);
	EXPECT(mpl_slab_counters()->live == 0);
	mt_init_flags(&tree, flags);
}

mpl_entry entry_of(uint64_t number) { return number ? xa_mk_value(number) : MPL_WORD_ENTRY(0); }

int store(uint64_t first, uint64_t last, uint64_t number)
{
	int error;

	begin_operation();
	error = mtree_store_range(&tree, first, last, entry_of(number), GFP_KERNEL);
	end_operation();
	return error;
}

// S(k): entry i + 1 at [10i, 10i + 9] for i = 0 ... k - 1, stored one by one.
void fresh_s(unsigned flags, unsigned k)
{
	fresh(flags);
	for (unsigned i = 0; i < k; i++)
		store(10 * i, 10 * i + 9, i + 1);
}

// ---- Layouts as text ----

struct text {
	char line[400];
	size_t length;
};

static void add(struct text *text, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text->length += (size_t)vsnprintf(text->line + text->length, sizeof(text->line) - text->length, format, arguments);
	va_end(arguments);
}

static void add_index(struct text *text, uint64_t index)
{
	if (index == M)
		add(text, "M");
	else
		add(text, "%" PRIu64, index);
}

static void add_entry(struct text *text, uint64_t word)
{
	if (!word)
		add(text, "-");
	else if (word & 1)
		add(text, "%" PRIu64, word >> 1);
	else
		add(text, "x%" PRIx64, word);
}

static struct text text_of(const struct mpl_visit_node *at)
{
	static const char *const names[] = {"dense", "leaf", "range", "arange"};
	struct text text = {.length = 0};

	add(&text, "%s[%" PRIu64 "..", names[at->kind], at->min);
	add_index(&text, at->max);
	add(&text, "] n=%u", at->end + 1);
	if (at->kind == MPL_KIND_ARANGE)
		add(&text, " mgap=%u", at->node->arange.gapmeta);
	for (unsigned slot = 0; slot <= at->end; slot++) {
		add(&text, " ");
		add_index(&text, mpl_visit_last(at, slot));
		if (at->kind == MPL_KIND_LEAF) {
			add(&text, ":");
			add_entry(&text, mpl_visit_slot(at, slot));
		} else if (at->kind == MPL_KIND_ARANGE) {
			uint64_t gap = at->node->arange.gap[slot];

			if (gap > UINT64_MAX / 2)
				add(&text, "(gBIG)");
			else
				add(&text, "(g%" PRIu64 ")", gap);
		}
	}
	return text;
}

static bool begins_with(const char *line, const char *expected)
{
	size_t length = strlen(expected);

	return !strncmp(line, expected, length) && (line[length] == ' ' || line[length] == 0);
}

// Compares the nodes of the tree, in preorder, with the lines given; "..." stands for any number of nodes.
void expect_lines(int line, unsigned count, const char *const *expected)
{
	const struct mpl_visit_node *at;
	struct mpl_visit visit;
	unsigned i = 0;

	mpl_visit_begin(&visit, tree.root_word);
	while ((at = mpl_visit_next(&visit))) {
		struct text text = text_of(at);

		if (i < count && !strcmp(expected[i], "...")) {
			if (i + 1 < count && begins_with(text.line, expected[i + 1]))
				i += 2;
			continue;
		}
		EXPECT_AT(line, i < count && begins_with(text.line, expected[i]), "found    %s\n  expected %s", text.line,
		          i < count ? expected[i] : "no more nodes");
		i++;
	}
	if (i < count && !strcmp(expected[i], "..."))
		i++;
	EXPECT_AT(line, i == count, "expected %s", i < count ? expected[i] : "");
}

void expect_rootword(int line, uint64_t word)
{
	EXPECT_AT(line, tree.root_word == word && mt_height(&tree) == 0, "root word 0x%" PRIx64 ", height %u", tree.root_word,
	          mt_height(&tree));
}
void expect_did(int line, int type, int request, const char *log)
{
	EXPECT_AT(line, mpl_last_decision.store_type == type && mpl_last_decision.pre == request && !strcmp(log_text, log),
	          "type %d, request %d, log %s", mpl_last_decision.store_type, mpl_last_decision.pre, log_text);
}
