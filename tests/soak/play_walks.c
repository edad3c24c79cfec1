// SPDX-License-Identifier: GPL-2.0-or-later
//
// Iteration and readers. A move is compared with the naive one; a reader's too, as long as its tree is as it was when
// it stopped, or its node is dead and it must walk again (tests/core/statuses.h). If its tree was written to and its
// node lives on, changed in place perhaps, what it finds must at least be there.

#include "play_inside.h"

#include "naive.h"
#include "wasm/calls.h"

#include <inttypes.h>

static struct reader {
	uint32_t handle;
	struct play_tree *tree; // NULL: destroyed meanwhile.
	uint32_t tree_handle;
	uint32_t writes; // How many its tree had seen when it stopped.
	struct naive naive;
} readers[ACT_READERS];

static void look(struct naive *naive, struct play_tree *tree)
{
	uint64_t root = mpl_tree_info(tree->handle)->root;

	naive->oracle = &tree->oracle;
	naive->shape = !root ? NAIVE_EMPTY : mpl_facts(tree->handle)->height ? NAIVE_NODES : NAIVE_POINT;
}

static uint64_t limit_of(const struct act *act, enum naive_move move)
{
	if (move == NAIVE_SET)
		return act->last;
	return act_limit(act, move);
}

static void compare(const struct naive *naive, enum naive_move move, uint64_t word, unsigned at)
{
	const struct mpl_visit_record *visit = mpl_visit();

	MUST(visit->status == (int32_t)naive->status, "move %u (%u): status %d, wanted %d", at, move, visit->status,
	     naive->status);
	MUST(visit->index == naive->index && visit->last == naive->last,
	     "move %u (%u): at %" PRIx64 "..%" PRIx64 ", wanted %" PRIx64 "..%" PRIx64, at, move, visit->index, visit->last,
	     naive->index, naive->last);
	MUST(move >= NAIVE_PAUSE || visit->word == word, "move %u (%u): %" PRIx64 ", wanted %" PRIx64, at, move, visit->word,
	     word);
}

bool play_iterate(struct play_tree *tree, const struct act *act)
{
	struct naive naive = {.index = 0};

	look(&naive, tree);
	naive_start(&naive, act->first);
	play_account_open();
	MUST(!mpl_cursor_begin(tree->handle, act->first), "no iteration over tree %u", tree->handle);
	MUST(mpl_store(tree->handle, 0, 0, 3) == PLAY_EBUSY, "a store inside an iteration");
	for (unsigned i = 0; i < act->count; i++) {
		enum naive_move move = (enum naive_move)(act_move(act, i));
		uint64_t limit = limit_of(act, move), word = naive_go(&naive, move, limit);

		MUST(mpl_cursor_move(move, limit) == (int32_t)naive.status, "move %u (%u): status %d, wanted %d", i, move,
		     mpl_visit()->status, naive.status);
		compare(&naive, move, word, i);
	}
	play_account_close(mpl_cursor_end());
	return true;
}

// ---- mt_find(), mt_next(), mt_prev() ----

// The first entry other than the zero entry in a range that begins at 'from' or holds it, up to 'max'.
static uint64_t naive_find(const struct play_tree *tree, uint64_t from, uint64_t max, uint64_t *last)
{
	uint64_t first = from;

	do {
		uint64_t word = oracle_walk(&tree->oracle, first, &first, last);

		if (first > max)
			return 0;
		if (word && word != 0x406)
			return word;
		first = *last + 1;
	} while (*last < max);
	return 0;
}

bool play_find(struct play_tree *tree, uint64_t from, uint64_t limit)
{
	struct maple_tree *mt = (struct maple_tree *)(uintptr_t)mpl_tree_info(tree->handle)->address;
	uint64_t index = from, last = 0, word = from <= limit ? naive_find(tree, from, limit, &last) : 0;
	struct naive naive = {.index = 0};

	MUST(MPL_ENTRY_WORD(mt_find(mt, &index, limit)) == word, "mt_find() at %" PRIx64 ", wanted %" PRIx64, from, word);
	MUST(index == (word ? last + 1 : from), "mt_find() left %" PRIx64, index);
	look(&naive, tree);
	naive_start(&naive, from);
	word = naive_go(&naive, NAIVE_NEXT, limit);
	MUST(MPL_ENTRY_WORD(mt_next(mt, from, limit)) == word, "mt_next() at %" PRIx64 ", wanted %" PRIx64, from, word);
	// As far downwards.
	limit = limit < from ? limit : limit - from < from ? from - (limit - from) : 0;
	naive_start(&naive, from);
	word = naive_go(&naive, NAIVE_PREV, limit);
	MUST(MPL_ENTRY_WORD(mt_prev(mt, from, limit)) == word, "mt_prev() at %" PRIx64 ", wanted %" PRIx64, from, word);
	return true;
}

// ---- Readers ----

bool play_reader_is_open(unsigned at) { return readers[at].handle != 0; }

bool play_read(struct play_tree *tree, const struct act *act)
{
	struct reader *reader = &readers[act->other % ACT_READERS];
	uint64_t word;
	int32_t ret;

	if (reader->handle || act->other >= ACT_READERS)
		return false;
	play_account_open();
	ret = mpl_reader_open(tree->handle, act->first);
	play_account_close(ret);
	if (!(tree->flags & ACT_FLAG_RCU)) {
		MUST(ret == PLAY_EINVAL, "%d from a tree that is not in RCU mode", ret);
		return true;
	}
	MUST(ret > 0, "%d", ret);
	reader->handle = (uint32_t)ret;
	reader->tree = tree;
	reader->tree_handle = tree->handle;
	reader->writes = tree->writes;
	look(&reader->naive, tree);
	naive_start(&reader->naive, act->first);
	word = naive_go(&reader->naive, NAIVE_WALK, 0);
	compare(&reader->naive, NAIVE_WALK, word, 0);
	return true;
}

// What a reader finds that stands on a living node of a tree written to since: something that is there. On the way down
// the last index is the one before what was seen, wherever the range ends by now (tests/core/statuses.h).
static void compare_loosely(struct reader *reader, enum naive_move move)
{
	const struct mpl_visit_record *visit = mpl_visit();
	uint64_t first, last;

	if (visit->word) {
		MUST(oracle_walk(&reader->tree->oracle, visit->index, &first, &last) == visit->word && first == visit->index &&
		             (last == visit->last || !naive_is_forward(move)),
		     "move %u of a reader: %" PRIx64 " at %" PRIx64 "..%" PRIx64, move, visit->word, visit->index, visit->last);
	}
	reader->naive.status = (enum maple_status)visit->status;
	reader->naive.index = visit->index;
	reader->naive.last = visit->last;
	reader->naive.placed = visit->node != 0;
}

static void resume_once(struct reader *reader, const struct act *act, unsigned at)
{
	enum naive_move move = act->word ? (enum naive_move)act_move(act, at) : NAIVE_NEXT;
	uint64_t limit = limit_of(act, move), word;
	const struct mpl_visit_record *visit;
	bool same = reader->tree && (reader->tree->writes == reader->writes || !reader->naive.placed);
	bool exact;

	visit = at ? mpl_visit() : mpl_reader_info(reader->handle);
	if (!reader->tree) {
		mpl_cursor_move(move, limit);
		MUST(!mpl_visit()->word, "%" PRIx64 " from a tree that is gone", mpl_visit()->word);
		return;
	}
	look(&reader->naive, reader->tree);
	exact = same || (visit->dead && reader->naive.shape == NAIVE_NODES);
	reader->naive.dead = !same && exact;
	play_counters.stale += reader->naive.dead;
	word = exact ? naive_go(&reader->naive, move, limit) : 0;
	MUST(mpl_cursor_move(move, limit) == mpl_visit()->status, "returned another status than %d", mpl_visit()->status);
	if (exact)
		compare(&reader->naive, move, word, at);
	else
		compare_loosely(reader, move);
	if (exact && reader->naive.placed && !mpl_visit()->dead)
		reader->writes = reader->tree->writes;
}

bool play_resume(const struct act *act)
{
	struct reader *reader = &readers[act->other % ACT_READERS];

	if (act->other >= ACT_READERS || !reader->handle)
		return false;
	play_account_open();
	MUST(!mpl_reader_resume(reader->handle), "reader %u does not go on", reader->handle);
	for (unsigned i = 0; i < act->count; i++)
		resume_once(reader, act, i);
	play_account_close(mpl_cursor_end());
	return true;
}

bool play_release(unsigned at)
{
	struct reader *reader = at < ACT_READERS ? &readers[at] : NULL;
	bool others = false;

	if (!reader || !reader->handle)
		return false;
	MUST(mpl_reader_tree(reader->handle) == reader->tree_handle, "reader of tree %u", mpl_reader_tree(reader->handle));
	play_account_open();
	play_account_close(mpl_reader_close(reader->handle));
	reader->handle = 0;
	for (unsigned i = 0; i < ACT_READERS; i++)
		others |= readers[i].handle != 0;
	MUST(others || !mpl_waiting(), "%u nodes wait for nobody", mpl_waiting());
	return true;
}

bool play_parked_on(const struct play_tree *tree)
{
	for (unsigned i = 0; i < ACT_READERS; i++) {
		if (readers[i].handle && readers[i].tree == tree)
			return true;
	}
	return false;
}

void play_tree_gone(const struct play_tree *tree)
{
	for (unsigned i = 0; i < ACT_READERS; i++) {
		if (readers[i].tree == tree)
			readers[i].tree = NULL;
	}
}

void play_readers_begin(void)
{
	for (unsigned i = 0; i < ACT_READERS; i++)
		readers[i].handle = 0;
}

void play_release_all(void)
{
	for (unsigned i = 0; i < ACT_READERS; i++)
		play_release(i);
}
