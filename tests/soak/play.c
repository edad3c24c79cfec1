// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes, searches and the account of the allocator. See play.h.

#include "play_inside.h"

#include "../../core/src/ground.h"
#include "wasm/calls.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static struct play_tree trees[ACT_TREES];
struct play_counts play_counters;

// The injector, counted down here as core/src/slab.h says.
static struct {
	uint64_t grants;
	uint64_t refusals;
	uint64_t node;
} armed;

static uint32_t live_before;
static bool may_run_dry; // A bulk load of more than was announced has no node left and ends so: rule "bulk load".

_Noreturn void play_fail(const char *file, int line, const char *what, const char *format, ...)
{
	va_list arguments;

	fprintf(stderr, "%s:%d: not so: %s\n  ", file, line, what);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	abort();
}

struct play_tree *play_tree_of(unsigned at) { return trees[at].handle ? &trees[at] : NULL; }
const struct play_tree *play_tree_at(unsigned at) { return play_tree_of(at); }
const struct play_counts *play_counts(void) { return &play_counters; }
uint32_t play_nodes(void) { return mpl_live(); }

// ---- The account ----

static bool refuses(uint32_t size)
{
	if (armed.refusals) {
		if (!armed.grants) {
			armed.refusals--;
			return true;
		}
		armed.grants--;
	}
	if (armed.node && armed.node <= size) {
		armed.node = 0;
		return true;
	}
	if (armed.node)
		armed.node -= size;
	return false;
}

void play_account_open(void) { live_before = mpl_live(); }

// Every request is granted or refused as the injector says; what was granted and not given back is live; an operation
// fails for want of memory only if it was refused some.
void play_account_close(int32_t ret)
{
	const struct mpl_step_record *record = mpl_record();
	uint32_t kept = mpl_requests_kept();
	uint64_t granted = 0, refused = 0, asked = 0;

	MUST(record->ret == ret || ret > 0, "returned %d, recorded %d", ret, record->ret);
	MUST(kept == record->request_count || record->request_count >= 4096, "%u of %u kept", kept, record->request_count);
	if (kept < record->request_count) {
		// Too many to follow: nothing stays armed.
		mpl_fail_request(0, 0);
		mpl_fail_node(0);
		memset(&armed, 0, sizeof(armed));
		MUST(ret == PLAY_ERETRY, "%d after %u requests", ret, record->request_count);
	} else {
		for (uint32_t i = 0; i < kept; i++) {
			uint32_t word = mpl_requests()[i], size = word & 0x3fffffff;
			bool wanted = refuses(size);

			MUST(wanted == (word >> 31 != 0), "request %u of %u nodes", i + 1, size);
			asked += size;
			granted += wanted ? 0 : size;
			refused += wanted;
		}
		MUST(asked == record->requested_nodes, "%" PRIu64 " and %u", asked, record->requested_nodes);
		MUST(mpl_live() == live_before + granted - record->freed,
		     "%u live before, %" PRIu64 " granted, %u freed, %u live", live_before, granted, record->freed, mpl_live());
		MUST((ret != PLAY_ENOMEM && ret != PLAY_ERETRY) || refused || may_run_dry, "%d without a refusal", ret);
		MUST(ret != PLAY_ERETRY || record->request_count >= 10000, "after %u requests", record->request_count);
	}
	MUST(mpl_live() == record->live, "%u live, recorded %u", mpl_live(), record->live);
}

static bool no_memory(int32_t ret)
{
	if (ret != PLAY_ENOMEM && ret != PLAY_ERETRY)
		return false;
	play_counters.refused++;
	return true;
}

// ---- Checks ----

static void check_at(struct play_tree *tree, uint64_t index)
{
	uint64_t first, last, word = oracle_walk(&tree->oracle, index, &first, &last);
	const struct mpl_step_record *record = mpl_record();

	MUST(mpl_walk(tree->handle, index) == 0, "at %" PRIx64, index);
	MUST(record->value == word && record->index == first && record->last == last,
	     "at %" PRIx64 ": %" PRIx64 " over %" PRIx64 "..%" PRIx64 ", wanted %" PRIx64 " over %" PRIx64 "..%" PRIx64, index,
	     record->value, record->index, record->last, word, first, last);
}

static void check_around(struct play_tree *tree, uint64_t first, uint64_t last)
{
	check_at(tree, first);
	if (last != first)
		check_at(tree, last);
	if (first)
		check_at(tree, first - 1);
	if (last != UINT64_MAX)
		check_at(tree, last + 1);
}

static void check_ranges(struct play_tree *tree)
{
	uint64_t from = 0;
	size_t at = 0;
	uint32_t count;

	do {
		count = mpl_ranges(tree->handle, from, MPL_RANGE_ROOM);
		MUST(at + count <= tree->oracle.count, "tree %u has more than %zu ranges", tree->handle, tree->oracle.count);
		MUST(!count || !memcmp(mpl_range_buffer(), tree->oracle.range + at, count * sizeof(struct oracle_range)),
		     "ranges of tree %u from %zu on", tree->handle, at);
		at += count;
		from = count ? mpl_range_buffer()[count - 1].last + 1 : 0;
	} while (count == MPL_RANGE_ROOM && from);
	MUST(at == tree->oracle.count, "tree %u has %zu ranges, wanted %zu", tree->handle, at, tree->oracle.count);
}

static uint32_t check_tree(struct play_tree *tree)
{
	uint32_t count = mpl_validate(tree->handle);
	const struct mpl_facts_record *facts;

	for (uint32_t i = 0; i < count && i < MPL_FINDING_ROOM; i++) {
		const struct mpl_finding *finding = &mpl_findings()[i];

		MUST(finding->excused, "tree %u: I%u", tree->handle, finding->invariant);
	}
	facts = mpl_facts(tree->handle);
	MUST(facts->entries == tree->oracle.count, "%u entries, wanted %zu", facts->entries, tree->oracle.count);
	if (facts->height > play_counters.height_max)
		play_counters.height_max = facts->height;
	check_ranges(tree);
	return mpl_facts(tree->handle)->nodes;
}

void play_check(void)
{
	uint32_t nodes = 0;

	for (unsigned i = 0; i < ACT_TREES; i++) {
		if (trees[i].handle)
			nodes += check_tree(&trees[i]);
	}
	MUST(nodes + mpl_waiting() == mpl_live(), "%u nodes in trees, %u waiting, %u live", nodes, mpl_waiting(), mpl_live());
	play_counters.checks++;
}

// After an error everything is as before: the same layout.
static void check_untouched(const struct play_tree *tree, uint64_t sum)
{
	MUST(mpl_sum(tree->handle) == sum, "tree %u was changed by what failed", tree->handle);
}

// ---- Writes ----

// N-Q11: an insert over everything, a NULL once widened, overwrites a tree of one leaf.
static bool overwrites(const struct play_tree *tree, const struct act *act)
{
	return (!act->first && act->last == UINT64_MAX) ||
	       (!act->word && !oracle_taken_outside(&tree->oracle, act->first, act->last));
}

static bool is_advanced(uint64_t word) { return (word & 3) == 2 && word <= 1026; }

static int32_t write_ret(const struct play_tree *tree, const struct act *act)
{
	if (act->first > act->last)
		return PLAY_EINVAL;
	if (act->kind != ACT_PREALLOC && is_advanced(act->word))
		return PLAY_EINVAL;
	return act->kind == ACT_INSERT && oracle_taken(&tree->oracle, act->first, act->last) ? PLAY_EEXIST : 0;
}

static bool write_range(struct play_tree *tree, const struct act *act)
{
	int32_t wanted = write_ret(tree, act), ret;
	uint64_t sum = armed.refusals || armed.node || wanted ? mpl_sum(tree->handle) : 0;
	uint64_t first, last;

	if (is_advanced(act->word) && act->kind == ACT_PREALLOC)
		return false;
	if (act->kind == ACT_INSERT && wanted != PLAY_EINVAL && overwrites(tree, act))
		return false;
	play_account_open();
	if (act->kind == ACT_STORE)
		ret = mpl_store(tree->handle, act->first, act->last, act->word);
	else if (act->kind == ACT_INSERT)
		ret = mpl_insert(tree->handle, act->first, act->last, act->word);
	else
		ret = mpl_prealloc(tree->handle, act->first, act->last, act->word, act->count & 1);
	play_account_close(ret);
	if (no_memory(ret) || ret) {
		MUST(ret == wanted || no_memory(ret), "%d, wanted %d", ret, wanted);
		check_untouched(tree, sum);
	} else {
		MUST(!wanted, "0, wanted %d", wanted);
		oracle_store(&tree->oracle, act->first, act->last, act->word);
		if (!act->word) {
			oracle_walk(&tree->oracle, act->first, &first, &last);
			MUST(mpl_record()->index == first && mpl_record()->last == last, "a NULL was widened to %" PRIx64 "..%" PRIx64,
			     mpl_record()->index, mpl_record()->last);
		}
	}
	check_around(tree, act->first, act->first > act->last ? act->first : act->last);
	return true;
}

static bool erase(struct play_tree *tree, const struct act *act)
{
	uint64_t first, last, word = oracle_walk(&tree->oracle, act->first, &first, &last);
	uint64_t sum = armed.refusals || armed.node ? mpl_sum(tree->handle) : 0;
	int32_t ret;

	play_account_open();
	ret = mpl_erase(tree->handle, act->first);
	// Given also when memory was short and it is still there: N-Q4.
	MUST(mpl_record()->value == word, "erased %" PRIx64 ", wanted %" PRIx64, mpl_record()->value, word);
	play_account_close(ret);
	if (no_memory(ret)) {
		check_untouched(tree, sum);
	} else {
		MUST(!ret, "%d", ret);
		oracle_erase(&tree->oracle, act->first);
	}
	check_around(tree, first, last);
	return true;
}

static bool load(struct play_tree *tree, const struct act *act)
{
	uint64_t word = oracle_at(&tree->oracle, act->first);

	play_account_open();
	play_account_close(mpl_load(tree->handle, act->first));
	MUST(mpl_record()->value == (word == 0x406 ? 0 : word), "%" PRIx64 ", wanted %" PRIx64, mpl_record()->value, word);
	check_at(tree, act->first);
	return play_find(tree, act->first, act->last);
}

// ---- Searches ----

// Where the first child of the root ends; in a tree without nodes nowhere, in one of a leaf where its first slot does.
static uint64_t first_child_last(const struct play_tree *tree)
{
	uint64_t root = mpl_tree_info(tree->handle)->root;
	struct mpl_node *node = mpl_node_at(root);

	if (mpl_facts(tree->handle)->height == 1 && mpl_node_end(node, mpl_node_kind(root), UINT64_MAX) == 0)
		return UINT64_MAX;
	return mpl_node_pivots(node)[0];
}

// What a fresh search must say, and where it must be.
static int32_t search_ret(const struct play_tree *tree, uint64_t min, uint64_t max, uint64_t size, bool down,
                          uint64_t *first)
{
	uint32_t height = mpl_facts(tree->handle)->height;

	if (min > max || !size || max - min < size - 1)
		return PLAY_EINVAL;
	if (!oracle_gap(&tree->oracle, min, max, size, down, first))
		return PLAY_EBUSY;
	// R-Q8, and a leaf of one NULL: N-Q5.
	if (height >= 2 && !(tree->flags & ACT_FLAG_ALLOC))
		return PLAY_EBUSY;
	if (height == 1 && !tree->oracle.count && (down || (!min && max == UINT64_MAX)))
		return PLAY_EBUSY;
	// R-Q7: from above, with the last index in the window, the first child is not seen.
	if (down && height && max == UINT64_MAX && *first <= first_child_last(tree))
		return PLAY_EBUSY;
	return 0;
}

static bool gap(struct play_tree *tree, const struct act *act)
{
	uint64_t first = 0;
	int32_t wanted = search_ret(tree, act->first, act->last, act->word, act->count & 1, &first), ret;

	play_account_open();
	ret = mpl_empty_area(tree->handle, act->first, act->last, act->word, act->count & 1);
	play_account_close(ret);
	MUST(ret == wanted, "%d, wanted %d", ret, wanted);
	MUST(ret || (mpl_record()->index == first && mpl_record()->last == first + act->word - 1),
	     "found %" PRIx64 ", wanted %" PRIx64, mpl_record()->index, first);
	return true;
}

static bool alloc(struct play_tree *tree, const struct act *act)
{
	uint64_t first = 0, sum = mpl_sum(tree->handle);
	int32_t wanted = search_ret(tree, act->first, act->last, act->word, act->count & 1, &first), ret;

	if (!(tree->flags & ACT_FLAG_ALLOC))
		wanted = PLAY_EINVAL;
	play_account_open();
	ret = mpl_alloc(tree->handle, act->word, act->first, act->last, 3, act->count & 1);
	play_account_close(ret);
	if (ret) {
		MUST(ret == wanted || no_memory(ret), "%d, wanted %d", ret, wanted);
		check_untouched(tree, sum);
		return true;
	}
	MUST(!wanted, "0, wanted %d", wanted);
	MUST(mpl_record()->index == first && mpl_record()->last == first + act->word - 1,
	     "took %" PRIx64 ", wanted %" PRIx64, mpl_record()->index, first);
	oracle_store(&tree->oracle, first, first + act->word - 1, 3);
	check_around(tree, first, first + act->word - 1);
	return true;
}

// Rule "cyclic".
static int32_t cyclic_ret(const struct play_tree *tree, const struct act *act, uint64_t *index)
{
	uint64_t from = act->first > tree->next ? act->first : tree->next;
	int32_t ret = search_ret(tree, from, act->last, 1, false, index);

	if (!(tree->flags & ACT_FLAG_ALLOC))
		return PLAY_EINVAL;
	if (!ret)
		return tree->wrapped;
	if (from > act->first) {
		ret = search_ret(tree, act->first, act->last, 1, false, index);
		return ret ? ret : 1;
	}
	return ret;
}

static bool cyclic(struct play_tree *tree, const struct act *act)
{
	uint64_t index = 0, sum = mpl_sum(tree->handle), from = act->first > tree->next ? act->first : tree->next;
	uint64_t straight;
	int32_t wanted = cyclic_ret(tree, act, &index), ret;
	// The mark is taken off when the search goes on above, whatever the insertion says.
	bool unmarked = wanted >= 0 && tree->wrapped && !search_ret(tree, from, act->last, 1, false, &straight);

	play_account_open();
	ret = mpl_cyclic(tree->handle, act->first, act->last, 5);
	play_account_close(ret);
	if (unmarked)
		tree->wrapped = false;
	if (ret < 0) {
		MUST(ret == wanted || no_memory(ret), "%d, wanted %d", ret, wanted);
		check_untouched(tree, sum);
	} else {
		MUST(ret == wanted, "%d, wanted %d", ret, wanted);
		MUST(mpl_record()->index == index && mpl_record()->last == index, "took %" PRIx64 ", wanted %" PRIx64,
		     mpl_record()->index, index);
		oracle_store(&tree->oracle, index, index, 5);
		tree->next = index + 1;
		tree->wrapped |= !tree->next;
		check_around(tree, index, index);
	}
	MUST(mpl_tree_info(tree->handle)->next == tree->next, "next is %" PRIx64 ", wanted %" PRIx64,
	     mpl_tree_info(tree->handle)->next, tree->next);
	return true;
}

// ---- Whole trees ----

static bool new_tree(const struct act *act)
{
	struct play_tree *tree = &trees[act->tree];

	if (tree->handle || act->count & ~(ACT_FLAG_ALLOC | ACT_FLAG_RCU | ACT_FLAG_WHOLE))
		return false;
	tree->handle = mpl_tree_new(act->count);
	MUST(tree->handle, "no tree of flags %x", act->count);
	tree->flags = act->count;
	return true;
}

static void forget(struct play_tree *tree)
{
	MUST(!mpl_tree_drop(tree->handle), "tree %u is in use", tree->handle);
	oracle_clear(&tree->oracle);
	memset(tree, 0, sizeof(*tree));
}

static bool destroy(struct play_tree *tree)
{
	play_account_open();
	play_account_close(mpl_destroy(tree->handle));
	play_tree_gone(tree);
	oracle_clear(&tree->oracle);
	MUST(!mpl_ranges(tree->handle, 0, MPL_RANGE_ROOM), "a destroyed tree %u holds something", tree->handle);
	forget(tree);
	return true;
}

static bool dup(struct play_tree *tree, const struct act *act)
{
	struct play_tree *copy = act->other < ACT_TREES ? &trees[act->other] : tree;
	uint64_t sum = mpl_sum(tree->handle);
	int32_t ret;

	if (copy->handle)
		return false;
	copy->flags = tree->flags;
	copy->handle = mpl_tree_new(tree->flags);
	MUST(copy->handle, "no tree of flags %x", tree->flags);
	play_account_open();
	ret = mpl_dup(tree->handle, copy->handle);
	play_account_close(ret);
	check_untouched(tree, sum);
	// The mark of a cyclic allocator that ran over takes part in the comparison of attributes: rule "cyclic".
	if (no_memory(ret) || (tree->wrapped && ret == PLAY_EINVAL)) {
		forget(copy);
		return true;
	}
	MUST(!ret, "%d", ret);
	MUST(mpl_sum(copy->handle) == sum, "the copy differs from tree %u", tree->handle);
	copy->next = tree->next;
	copy->wrapped = tree->wrapped;
	oracle_copy(&copy->oracle, &tree->oracle);
	return true;
}

static bool bulk(struct play_tree *tree, const struct act *act)
{
	int32_t wanted = mpl_tree_info(tree->handle)->root || tree->flags & ACT_FLAG_RCU ? PLAY_EINVAL : 0, ret;

	if (!act_parts_fit(act))
		return false;
	play_account_open();
	may_run_dry = act->last < act->count;
	ret = mpl_bulk_begin(tree->handle, act->last);
	for (uint32_t i = 0; !ret && i < act->count; i++) {
		struct act part = act_part(act, i);

		// Ranges ascend and do not overlap.
		if (i && part.first <= act_part(act, i - 1).last)
			wanted = PLAY_EINVAL;
		ret = mpl_bulk_store(part.first, part.last, part.word);
		if (!ret)
			oracle_store(&tree->oracle, part.first, part.last, part.word);
	}
	if (!ret)
		ret = mpl_bulk_end();
	play_account_close(ret);
	may_run_dry = false;
	MUST(ret == wanted || no_memory(ret), "%d, wanted %d", ret, wanted);
	if (ret && !mpl_tree_info(tree->handle)->root)
		oracle_clear(&tree->oracle);
	if (ret && !wanted)
		MUST(!mpl_tree_info(tree->handle)->root, "a failed bulk load left something in tree %u", tree->handle);
	return true;
}

static bool fill(struct play_tree *tree, const struct act *act)
{
	if (!act_parts_fit(act))
		return false;
	for (uint32_t i = 0; i < act->count; i++) {
		struct act part = act_part(act, i);

		write_range(tree, &part);
	}
	return true;
}

static bool set_rcu(struct play_tree *tree, const struct act *act)
{
	bool parked = play_parked_on(tree) && !(act->count & 1);
	int32_t ret = mpl_set_rcu(tree->handle, act->count & 1);

	MUST(ret == (parked ? PLAY_EBUSY : 0), "%d", ret);
	if (!ret)
		tree->flags = (tree->flags & ~ACT_FLAG_RCU) | (act->count & 1 ? ACT_FLAG_RCU : 0);
	return true;
}

// ---- Acts ----

static bool arm(const struct act *act)
{
	if (!act->first || act->first > UINT32_MAX)
		return false;
	if (act->kind == ACT_FAIL_NODE) {
		mpl_fail_node(act->first);
		armed.node = act->first;
		return true;
	}
	if (act->last > UINT32_MAX)
		return false;
	mpl_fail_request((uint32_t)act->first, (uint32_t)act->last);
	armed.grants = act->first - 1;
	armed.refusals = act->last;
	return true;
}

static bool on_tree(struct play_tree *tree, const struct act *act)
{
	switch ((enum act_kind)act->kind) {
	case ACT_STORE:
	case ACT_INSERT:
	case ACT_PREALLOC:
		return write_range(tree, act);
	case ACT_ERASE:
		return erase(tree, act);
	case ACT_LOAD:
		return load(tree, act);
	case ACT_GAP:
		return gap(tree, act);
	case ACT_ALLOC:
		return alloc(tree, act);
	case ACT_CYCLIC:
		return cyclic(tree, act);
	case ACT_DUP:
		return dup(tree, act);
	case ACT_DESTROY:
		return destroy(tree);
	case ACT_BULK:
		return bulk(tree, act);
	case ACT_FILL:
		return fill(tree, act);
	case ACT_RCU:
		return set_rcu(tree, act);
	case ACT_ITERATE:
		return play_iterate(tree, act);
	case ACT_READ:
		return play_read(tree, act);
	default:
		return false;
	}
}

static bool perform(const struct act *act)
{
	struct play_tree *tree = act->tree < ACT_TREES ? play_tree_of(act->tree) : NULL;

	switch (act->kind) {
	case ACT_TREE:
		return act->tree < ACT_TREES && new_tree(act);
	case ACT_FAIL_REQUEST:
	case ACT_FAIL_NODE:
		return arm(act);
	case ACT_RESUME:
		return play_resume(act);
	case ACT_RELEASE:
		return play_release(act->other);
	default:
		return tree && on_tree(tree, act);
	}
}

bool play_do(const struct act *act)
{
	struct play_tree *tree = act->tree < ACT_TREES ? &trees[act->tree] : NULL;
	bool done = perform(act);

	if (done) {
		if (tree && act->kind != ACT_LOAD && act->kind != ACT_GAP && act->kind != ACT_ITERATE && act->kind != ACT_READ)
			tree->writes++;
		play_counters.done++;
		play_counters.by_kind[act->kind]++;
	}
	return done;
}

void play_begin(void)
{
	mpl_reset();
	memset(&armed, 0, sizeof(armed));
	play_readers_begin();
	for (unsigned i = 0; i < ACT_TREES; i++) {
		oracle_clear(&trees[i].oracle);
		memset(&trees[i], 0, sizeof(trees[i]));
	}
}

void play_end(void)
{
	play_check();
	play_release_all();
	for (unsigned i = 0; i < ACT_TREES; i++) {
		if (trees[i].handle)
			destroy(&trees[i]);
	}
	MUST(!mpl_live(), "%u nodes are left", mpl_live());
}
