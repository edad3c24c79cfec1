// SPDX-License-Identifier: GPL-2.0-or-later
//
// See act.h.

#include "act.h"

#include <inttypes.h>

#define MOVES 12

unsigned act_move(const struct act *act, unsigned at) { return (act->word >> at % 16 * 4 & 15) % MOVES; }

uint64_t act_limit(const struct act *act, unsigned move)
{
	bool up = move == 1 || move == 3 || move == 5 || move == 7;

	if (act->kind == ACT_RESUME)
		return up ? UINT64_MAX : 0;
	if (up && !act->last)
		return UINT64_MAX;
	return !up && act->last == UINT64_MAX ? 0 : act->last;
}

void act_write(FILE *file, const struct act *act)
{
	fprintf(file, "%u %u %u %u 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 "\n", act->kind, act->tree, act->other,
	        act->count, act->first, act->last, act->word);
}

bool act_read(const char *line, struct act *act)
{
	unsigned kind, tree, other;

	if (sscanf(line, "%u %u %u %" SCNu32 " %" SCNx64 " %" SCNx64 " %" SCNx64, &kind, &tree, &other, &act->count,
	           &act->first, &act->last, &act->word) != 7 ||
	    kind >= ACT_KINDS || tree >= ACT_TREES)
		return false;
	act->kind = (uint8_t)kind;
	act->tree = (uint8_t)tree;
	act->other = (uint8_t)other;
	return true;
}

// ---- As a scenario ----

static void tell_number(FILE *file, uint64_t number)
{
	if (number == UINT64_MAX)
		fputs("max", file);
	else if (number < 65536)
		fprintf(file, "%" PRIu64, number);
	else
		fprintf(file, "0x%" PRIx64, number);
}

static void tell_range(FILE *file, uint64_t first, uint64_t last)
{
	tell_number(file, first);
	if (first == last)
		return;
	fputs("..", file);
	tell_number(file, last);
}

static void tell_value(FILE *file, uint64_t word)
{
	if (!word)
		fputs("null", file);
	else if (word == 0x406)
		fputs("zero", file);
	else
		tell_number(file, word >> 1 & UINT32_MAX);
}

static void tell_store(FILE *file, const struct act *act, const char *name)
{
	fprintf(file, "%s%s ", act->kind == ACT_PREALLOC && act->count ? "# with a walk before it:\n" : "", name);
	tell_range(file, act->first, act->last);
	fputs(" = ", file);
	tell_value(file, act->word);
	fprintf(file, " in t%u\n", act->tree);
}

static void tell_search(FILE *file, const struct act *act, const char *name)
{
	fprintf(file, "%s ", name);
	tell_number(file, act->word);
	fputs(" within ", file);
	tell_range(file, act->first, act->last);
	fprintf(file, "%s%s in t%u\n", act->kind == ACT_ALLOC ? " = 1" : "", act->count ? " from top" : "", act->tree);
}

static void tell_fill(FILE *file, const struct act *act)
{
	uint64_t step = act->word & UINT32_MAX, width = (act->word >> 32) + 1;

	fprintf(file, "repeat %u as i { store ", act->count);
	if (act->first) {
		tell_number(file, act->first);
		fputs(" + ", file);
	}
	fprintf(file, step == 1 ? "i" : "i * %" PRIu64, step);
	if (width != 1)
		fprintf(file, "..+%" PRIu64, width);
	if (act->kind == ACT_FILL)
		fprintf(file, " = i in t%u }\n", act->tree);
	else
		fputs(" = i }\n", file);
}

static void tell_bulk(FILE *file, const struct act *act)
{
	fprintf(file, "bulk %" PRIu64 " in t%u {\n  ", act->last, act->tree);
	tell_fill(file, act);
	fputs("}\n", file);
}

// In the order of enum mpl_move; NULL for what has no statement.
static const char *const move_names[MOVES] = {"walk",      "next",       "prev",       "find",
                                           "find_rev",  "next_range", "prev_range"};

static bool tellable(const struct act *act)
{
	for (unsigned i = 1; i < act->count; i++) {
		if (act_move(act, i) != act_move(act, 0))
			return false;
	}
	return act->count && move_names[act_move(act, 0)];
}

static void tell_iterate(FILE *file, const struct act *act)
{
	unsigned move = act_move(act, 0);

	fputs(tellable(act) ? "" : "# moves ", file);
	for (unsigned i = 0; !tellable(act) && i < act->count; i++)
		fprintf(file, "%u ", act_move(act, i));
	fprintf(file, "%s ", tellable(act) ? move_names[move] : "from");
	tell_number(file, act->first);
	if (move) {
		fprintf(file, " count %u until ", act->count);
		tell_number(file, act_limit(act, move));
	}
	fprintf(file, " in t%u\n", act->tree);
}

static void tell_tree(FILE *file, const struct act *act)
{
	fprintf(file, "tree t%u%s%s%s\n", act->tree, act->count & ACT_FLAG_ALLOC ? " alloc" : "",
	        act->count & ACT_FLAG_RCU ? " rcu" : "", act->count & ACT_FLAG_WHOLE ? " whole_height" : "");
}

static void tell_with_index(FILE *file, const struct act *act, const char *name)
{
	fprintf(file, "%s ", name);
	tell_number(file, act->first);
	fprintf(file, " in t%u\n", act->tree);
}

static void tell_reader(FILE *file, const struct act *act)
{
	switch (act->kind) {
	case ACT_READ:
		fprintf(file, "read t%u at ", act->tree);
		tell_number(file, act->first);
		fprintf(file, " as r%u\n", act->other);
		break;
	case ACT_RESUME:
		fprintf(file, "%sresume r%u count %u\n", act->word ? "# with other moves:\n" : "", act->other, act->count);
		break;
	default:
		fprintf(file, "release r%u\n", act->other);
	}
}

void act_tell(FILE *file, const struct act *act)
{
	switch ((enum act_kind)act->kind) {
	case ACT_TREE:
		return tell_tree(file, act);
	case ACT_STORE:
		return tell_store(file, act, "store");
	case ACT_INSERT:
		return tell_store(file, act, "insert");
	case ACT_PREALLOC:
		return tell_store(file, act, "prealloc");
	case ACT_ERASE:
		return tell_with_index(file, act, "erase");
	case ACT_LOAD:
		return tell_with_index(file, act, "load");
	case ACT_GAP:
		return tell_search(file, act, "gap");
	case ACT_ALLOC:
		return tell_search(file, act, "alloc");
	case ACT_CYCLIC:
		fputs("cyclic within ", file);
		tell_range(file, act->first, act->last);
		fprintf(file, " = 2 in t%u\n", act->tree);
		return;
	case ACT_DUP:
		fprintf(file, "dup t%u as t%u\n", act->tree, act->other);
		return;
	case ACT_DESTROY:
		fprintf(file, "destroy t%u\n", act->tree);
		return;
	case ACT_BULK:
		return tell_bulk(file, act);
	case ACT_FILL:
		return tell_fill(file, act);
	case ACT_RCU:
		fprintf(file, "# t%u: RCU mode %s\n", act->tree, act->count ? "on" : "off");
		return;
	case ACT_FAIL_REQUEST:
		fprintf(file, "fail request %" PRIu64 " times %" PRIu64 "\n", act->first, act->last);
		return;
	case ACT_FAIL_NODE:
		fprintf(file, "fail node %" PRIu64 "\n", act->first);
		return;
	case ACT_ITERATE:
		return tell_iterate(file, act);
	case ACT_READ:
	case ACT_RESUME:
	case ACT_RELEASE:
		return tell_reader(file, act);
	case ACT_KINDS:
		return;
	}
}

unsigned act_statements(const struct act *act)
{
	return act->kind == ACT_BULK ? 3 : act->kind == ACT_FILL ? 2 : 1;
}

struct act act_part(const struct act *act, uint32_t at)
{
	struct act part = *act;

	part.kind = ACT_STORE;
	part.first = act->first + at * (act->word & UINT32_MAX);
	part.last = part.first + (act->word >> 32);
	part.word = 2 * (uint64_t)at + 1;
	return part;
}

bool act_parts_fit(const struct act *act)
{
	uint64_t span = act->count * (act->word & UINT32_MAX) + (act->word >> 32);

	return act->count && act->first <= UINT64_MAX - span;
}
