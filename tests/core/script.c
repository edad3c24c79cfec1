// SPDX-License-Identifier: GPL-2.0-or-later
//
// See script.h.

#define _DEFAULT_SOURCE // strsep

#include "script.h"

#include "src/node.h"

#include <stdlib.h>
#include <string.h>

#define STATES 8u

static uint32_t tree;
static uint32_t states[STATES]; // Handles of kept states, 0 for none.

static const struct {
	const char *text;
	unsigned arguments;
} names[SCRIPT_NAMES] = {
	[SCRIPT_TREE] = {"tree", 2},       [SCRIPT_STORE] = {"store", 3},     [SCRIPT_INSERT] = {"insert", 3},
	[SCRIPT_ERASE] = {"erase", 1},     [SCRIPT_PREALLOC] = {"prealloc", 4}, [SCRIPT_LOAD] = {"load", 1},
	[SCRIPT_WALK] = {"walk", 1},       [SCRIPT_AREA] = {"area", 4},       [SCRIPT_BULK] = {"bulk", 2},
	[SCRIPT_DUP] = {"dup", 0},         [SCRIPT_DUP_KEEP] = {"dup_keep", 0}, [SCRIPT_DESTROY] = {"destroy", 0},
	[SCRIPT_RCU] = {"rcu", 1},         [SCRIPT_FAIL] = {"fail", 2},       [SCRIPT_ALLOC] = {"alloc", 5},
	[SCRIPT_CYCLIC] = {"cyclic", 4},   [SCRIPT_CURSOR] = {"cursor", 2},
	[SCRIPT_S_NEW] = {"s_new", 3},     [SCRIPT_S_SET] = {"s_set", 4},     [SCRIPT_S_MOVE] = {"s_move", 3},
	[SCRIPT_S_AREA] = {"s_area", 5},   [SCRIPT_S_PREALLOC] = {"s_prealloc", 2}, [SCRIPT_S_STORE] = {"s_store", 3},
	[SCRIPT_S_ERASE] = {"s_erase", 1}, [SCRIPT_S_CYCLIC] = {"s_cyclic", 5}, [SCRIPT_S_RELEASE] = {"s_release", 1},
	[SCRIPT_KEEP] = {"keep", 0},       [SCRIPT_BACK] = {"back", 0},
	// The iterators, in the order of enum mpl_move.
	[SCRIPT_NEXT] = {"next", 3},             [SCRIPT_PREV] = {"prev", 3},
	[SCRIPT_FIND] = {"find", 3},             [SCRIPT_FIND_REV] = {"find_rev", 3},
	[SCRIPT_NEXT_RANGE] = {"next_range", 3}, [SCRIPT_PREV_RANGE] = {"prev_range", 3},
	[SCRIPT_FIND_RANGE] = {"find_range", 3}, [SCRIPT_FIND_RANGE_REV] = {"find_range_rev", 3},
};

static_assert(SCRIPT_FIND_RANGE_REV - SCRIPT_NEXT == MPL_MOVE_FIND_RANGE_REV - MPL_MOVE_NEXT, "in one order");

uint32_t script_tree(void) { return tree; }

// ---- Reading ----

static bool next_number(char **rest, uint64_t *number)
{
	char *text = strsep(rest, " "), *stop;

	if (!text || !*text)
		return false;
	*number = strtoull(text, &stop, 0);
	return !*stop;
}

static const char *parse_flags(const char *text, struct script_op *op)
{
	for (; *text; text++) {
		if (*text == 's')
			op->sum = true;
		else if (*text == 'c')
			op->contents = true;
		else if (*text == 'd')
			op->dump = true;
		else if (*text == 'v')
			op->validate = true;
		else if (*text != '-')
			return "a flag is none of s c d v -";
	}
	return NULL;
}

static const char *parse_entries(char **rest, struct script_op *op)
{
	op->entry_count = op->argument[1];
	op->entries = calloc(op->entry_count + 1, sizeof(op->entries[0]));
	for (size_t i = 0; i < op->entry_count; i++) {
		struct mpl_range_record *entry = &op->entries[i];

		if (!next_number(rest, &entry->first) || !next_number(rest, &entry->last) ||
		    !next_number(rest, &entry->word))
			return "an entry of the bulk load is missing or no number";
	}
	return NULL;
}

static bool next_move(char **rest, enum mpl_move *move)
{
	static const char *const rare[] = {"pause", "reset", "set"};
	const char *text = strsep(rest, " ");

	if (!text)
		return false;
	*move = MPL_MOVE_WALK;
	if (!strcmp(text, "walk"))
		return true;
	for (unsigned i = SCRIPT_NEXT; i <= SCRIPT_FIND_RANGE_REV; i++) {
		*move = (enum mpl_move)(MPL_MOVE_NEXT + (i - SCRIPT_NEXT));
		if (!strcmp(text, names[i].text))
			return true;
	}
	for (unsigned i = 0; i < 3; i++) {
		*move = (enum mpl_move)(MPL_MOVE_PAUSE + i);
		if (!strcmp(text, rare[i]))
			return true;
	}
	return false;
}

static const char *parse_moves(char **rest, struct script_op *op)
{
	op->move_count = op->argument[1];
	op->moves = calloc(op->move_count + 1, sizeof(op->moves[0]));
	for (size_t i = 0; i < op->move_count; i++) {
		if (!next_move(rest, &op->moves[i].move) || !next_number(rest, &op->moves[i].limit))
			return "a move of the cursor is missing, unknown, or has no number";
	}
	return NULL;
}

const char *script_parse(char *line, struct script_op *op)
{
	char *rest = line, *flags, *name;
	const char *wrong;
	unsigned at = 0;

	memset(op, 0, sizeof(*op));
	line[strcspn(line, "\n")] = 0;
	flags = strsep(&rest, " ");
	name = strsep(&rest, " ");
	if (!name)
		return "a line is FLAGS NAME ARGUMENT...";
	wrong = parse_flags(flags, op);
	if (wrong)
		return wrong;
	while (at < SCRIPT_NAMES && strcmp(names[at].text, name) != 0)
		at++;
	if (at == SCRIPT_NAMES)
		return "no such operation";
	op->name = (enum script_name)at;
	for (unsigned i = 0; i < names[at].arguments; i++) {
		if (!next_number(&rest, &op->argument[i]))
			return "an argument is missing or no number";
	}
	if (op->name == SCRIPT_BULK)
		wrong = parse_entries(&rest, op);
	else if (op->name == SCRIPT_CURSOR)
		wrong = parse_moves(&rest, op);
	return wrong ? wrong : rest ? "more than the operation takes" : NULL;
}

void script_forget(struct script_op *op)
{
	free(op->entries);
	free(op->moves);
	op->entries = NULL;
	op->moves = NULL;
}

// ---- Running ----

// Takes over record and request log of the last operation.
static void take(struct script_result *result)
{
	result->reports = true;
	result->record = *mpl_record();
	result->requests_kept = mpl_requests_kept();
	result->requests = malloc((result->requests_kept + 1) * sizeof(uint32_t));
	memcpy(result->requests, mpl_requests(), result->requests_kept * sizeof(uint32_t));
}

static void start(bool alloc, bool rcu)
{
	mpl_reset();
	memset(states, 0, sizeof(states));
	tree = mpl_tree_new((alloc ? 1 : 0) | (rcu ? 2 : 0));
}

static void bulk(const struct script_op *op)
{
	if (mpl_bulk_begin(tree, op->argument[0]))
		return;
	for (size_t i = 0; i < op->entry_count; i++) {
		if (mpl_bulk_store(op->entries[i].first, op->entries[i].last, op->entries[i].word))
			return;
	}
	mpl_bulk_end();
}

static void dup(struct script_result *result, bool keep)
{
	uint32_t copy = mpl_tree_new(mpl_tree_info(tree)->flags & 3), gone = copy;
	int32_t ret = mpl_dup(tree, copy);

	take(result);
	if (ret) {
		mpl_tree_drop(copy);
		return;
	}
	result->copy_differs = mpl_sum(copy) != mpl_sum(tree);
	if (keep) {
		gone = tree;
		tree = copy;
	}
	mpl_destroy(gone);
	result->record.freed += mpl_record()->freed;
	result->record.deferred += mpl_record()->deferred;
	result->record.live = mpl_record()->live;
	mpl_tree_drop(gone);
}

static void make_move(struct script_result *result, enum mpl_move move, uint64_t limit)
{
	mpl_cursor_move(move, limit);
	result->visits[result->visit_count++] = *mpl_visit();
}

static void iterate(const struct script_op *op, struct script_result *result)
{
	enum mpl_move move = (enum mpl_move)(MPL_MOVE_NEXT + (op->name - SCRIPT_NEXT));
	bool ranges = move >= MPL_MOVE_NEXT_RANGE;
	size_t room = 0;

	if (mpl_cursor_begin(tree, op->argument[0]))
		return;
	for (uint64_t i = 0; i < op->argument[2]; i++) {
		const struct mpl_visit_record *visit = mpl_visit();

		if (result->visit_count == room) {
			room = 2 * room + 16;
			result->visits = realloc(result->visits, room * sizeof(result->visits[0]));
		}
		make_move(result, move, op->argument[1]);
		if (!visit->word && !(ranges && visit->status == 0))
			break;
	}
	mpl_cursor_end();
}

static void cursor(const struct script_op *op, struct script_result *result)
{
	if (mpl_cursor_begin(tree, op->argument[0]))
		return;
	result->visits = calloc(op->move_count + 1, sizeof(result->visits[0]));
	for (size_t i = 0; i < op->move_count; i++)
		make_move(result, op->moves[i].move, op->moves[i].limit);
	mpl_cursor_end();
}

// A snapshot: all regions, and the tree that the script stands on. Where every node has a heap block of its own, the
// nodes are no region.
static struct {
	uint32_t tree, places;
	uint32_t bytes[MPL_REGIONS];
	void *copy[MPL_REGIONS];
} kept;

static void keep_all(void)
{
	kept.tree = tree;
	kept.places = mpl_region_bytes(MPL_REGION_NODES) / MPL_NODE_BYTES;
	for (uint32_t i = 0; i < MPL_REGIONS; i++) {
		kept.bytes[i] = mpl_region_bytes(i);
		kept.copy[i] = realloc(kept.copy[i], kept.bytes[i] + 1);
		memcpy(kept.copy[i], mpl_region(i), kept.bytes[i]);
	}
}

static void go_back(void)
{
	tree = kept.tree;
	mpl_reserve(kept.places);
	for (uint32_t i = 0; i < MPL_REGIONS; i++)
		memcpy(mpl_region(i), kept.copy[i], kept.bytes[i]);
}

// Operations on kept states; true if this is one.
static bool on_state(const struct script_op *op, struct script_result *result)
{
	const uint64_t *a = op->argument;
	uint32_t *state = &states[a[0] % STATES];

	switch (op->name) {
	case SCRIPT_S_NEW:
		if (*state)
			mpl_state_close(*state);
		*state = (uint32_t)mpl_state_open(tree);
		mpl_state_set(*state, MPL_STATE_SET, a[1], a[2]);
		break;
	case SCRIPT_S_SET:
		mpl_state_set(*state, (uint32_t)a[1], a[2], a[3]);
		break;
	case SCRIPT_S_MOVE:
		mpl_state_resume(*state);
		mpl_cursor_move((uint32_t)a[1], a[2]);
		mpl_cursor_end();
		break;
	case SCRIPT_S_AREA:
		mpl_state_search(*state, a[1], a[2], a[3], (uint32_t)a[4]);
		break;
	case SCRIPT_S_PREALLOC:
		mpl_state_prepare(*state, a[1]);
		break;
	case SCRIPT_S_STORE:
		mpl_state_store(*state, a[1], (uint32_t)a[2]);
		break;
	case SCRIPT_S_ERASE:
		mpl_state_erase(*state);
		break;
	case SCRIPT_S_CYCLIC:
		mpl_set_next(tree, a[4]);
		mpl_state_cyclic(*state, a[1], a[2], a[3]);
		break;
	case SCRIPT_S_RELEASE:
		mpl_state_release(*state);
		break;
	default:
		return false;
	}
	result->has_state = mpl_state_info(*state);
	if (result->has_state)
		result->state = *mpl_state_info(*state);
	return true;
}

// Operations on the tree; true if this is one.
static bool write_or_find(const struct script_op *op)
{
	const uint64_t *a = op->argument;

	switch (op->name) {
	case SCRIPT_STORE:
		return mpl_store(tree, a[0], a[1], a[2]), true;
	case SCRIPT_INSERT:
		return mpl_insert(tree, a[0], a[1], a[2]), true;
	case SCRIPT_ERASE:
		return mpl_erase(tree, a[0]), true;
	case SCRIPT_PREALLOC:
		return mpl_prealloc(tree, a[0], a[1], a[2], (uint32_t)a[3]), true;
	case SCRIPT_LOAD:
		return mpl_load(tree, a[0]), true;
	case SCRIPT_WALK:
		return mpl_walk(tree, a[0]), true;
	case SCRIPT_AREA:
		return mpl_empty_area(tree, a[0], a[1], a[2], (uint32_t)a[3]), true;
	case SCRIPT_BULK:
		return bulk(op), true;
	case SCRIPT_DESTROY:
		return mpl_destroy_under(tree), true;
	case SCRIPT_ALLOC:
		return mpl_alloc(tree, a[0], a[1], a[2], a[3], (uint32_t)a[4]), true;
	case SCRIPT_CYCLIC:
		mpl_set_next(tree, a[3]);
		return mpl_cyclic(tree, a[0], a[1], a[2]), true;
	default:
		return false;
	}
}

void script_run(const struct script_op *op, struct script_result *result)
{
	const uint64_t *a = op->argument;

	memset(result, 0, sizeof(*result));
	switch (op->name) {
	case SCRIPT_TREE:
		start(a[0], a[1]);
		return;
	case SCRIPT_KEEP:
		keep_all();
		return;
	case SCRIPT_BACK:
		go_back();
		return;
	case SCRIPT_RCU:
		mpl_set_rcu(tree, (uint32_t)a[0]);
		return;
	case SCRIPT_FAIL:
		mpl_fail_request((uint32_t)a[0], (uint32_t)a[1]);
		return;
	case SCRIPT_DUP:
	case SCRIPT_DUP_KEEP:
		dup(result, op->name == SCRIPT_DUP_KEEP);
		return;
	case SCRIPT_CURSOR:
		cursor(op, result);
		break;
	default:
		if (!on_state(op, result) && !write_or_find(op))
			iterate(op, result);
		break;
	}
	take(result);
}

void script_done(struct script_result *result)
{
	free(result->requests);
	free(result->visits);
	result->requests = NULL;
	result->visits = NULL;
}
