// SPDX-License-Identifier: GPL-2.0-or-later
//
// Random calls on states that are kept, in any order: prepared, moved, aimed elsewhere, stored through, searched with,
// paused, and left standing while the tree is written by others or destroyed under them. Whatever is called, nothing
// aborts, the tree is sound, no node is lost, and what a store says it did is what a sorted list of ranges has too.
//
//     OPS=n     calls in each of 48 worlds (2,500); SEED=n repeats a run; `make -C core state-fuzz` runs many

#include "harness.h"
#include "oracle.h"

#include "maple_tree.h"
#include "src/node.h"
#include "wasm/calls.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define KEPT 3u

// A world: one tree, what it must hold, and the states. A state is *stale* from the first write by somebody else until
// it is set again: Linux does not say then what its moves find.
static struct {
	uint64_t dice;
	uint32_t tree;
	struct oracle wanted;
	uint32_t state[KEPT];
	bool stale[KEPT];
	uint64_t base, universe;
	uint64_t value;
} world;

static unsigned long long calls, writes, searches_done, refused;

static uint64_t roll(uint64_t bound) { return harness_below(&world.dice, bound); }
static bool chance(unsigned percent) { return roll(100) < percent; }

static uint64_t an_index(void)
{
	if (chance(2))
		return chance(50) ? 0 : MPL_INDEX_MAX;
	return world.base + roll(world.universe);
}

static void a_range(uint64_t *first, uint64_t *last)
{
	uint64_t widths[] = {1, 2, 4, 8, 20, world.universe / 8 + 1};
	uint64_t width = roll(chance(2) ? world.universe : widths[roll(6)]);

	*first = an_index();
	*last = *first + width < *first || chance(2) ? MPL_INDEX_MAX : *first + width;
}

static uint64_t a_word(unsigned null) { return chance(null) ? 0 : ++world.value << 1 | 1; }

// Somebody wrote: through one of the states (KEPT: through none).
static void wrote(unsigned by)
{
	writes++;
	for (unsigned i = 0; i < KEPT; i++)
		world.stale[i] |= i != by;
}

// ---- What must be so after every call ----

static void expect_contents(void)
{
	const struct mpl_range_record *found = mpl_range_buffer();
	uint32_t count = mpl_ranges(world.tree, 0, MPL_RANGE_ROOM);

	EXPECT_SAYS(count == world.wanted.count, "%u ranges, wanted %zu", count, world.wanted.count);
	for (uint32_t i = 0; i < count && i < world.wanted.count && !harness_failed(); i++) {
		const struct oracle_range *w = &world.wanted.range[i];

		EXPECT_SAYS(found[i].first == w->first && found[i].last == w->last && found[i].word == w->word,
		            "range %u: %" PRIx64 "-%" PRIx64 ", wanted %" PRIx64 "-%" PRIx64, i, found[i].first, found[i].last,
		            w->first, w->last);
	}
}

static void expect_sound(void)
{
	uint32_t count = mpl_validate(world.tree), nodes = mpl_facts(world.tree)->nodes;

	for (uint32_t i = 0; i < count && i < MPL_FINDING_ROOM; i++)
		EXPECT_SAYS(mpl_findings()[i].excused, "I%u", mpl_findings()[i].invariant);
	EXPECT_SAYS(mpl_live() == nodes + mpl_states_held(), "%u nodes out, %u in the tree, %u held", mpl_live(), nodes,
	            mpl_states_held());
}

// ---- The calls ----

static void set_state(unsigned i)
{
	enum mpl_state_how how = (enum mpl_state_how)(chance(50) ? MPL_STATE_AIM : roll(4));
	uint64_t first, last;

	a_range(&first, &last);
	EXPECT(!mpl_state_set(world.state[i], how, first, last));
	if (how != MPL_STATE_AIM)
		world.stale[i] = false;
}

static void narrow(unsigned i)
{
	const struct mpl_state_record *s = mpl_state_info(world.state[i]);
	uint64_t room = s->last - s->index, first = s->index + (room ? roll(room) : 0);
	uint64_t last = first + (s->last - first ? roll(s->last - first) : 0);

	EXPECT(!mpl_state_set(world.state[i], MPL_STATE_AIM, first, last));
}

static void move(unsigned i)
{
	enum mpl_move what = (enum mpl_move)(MPL_MOVE_WALK + roll(MPL_MOVE_FIND_RANGE_REV - MPL_MOVE_WALK + 1));
	bool back = what == MPL_MOVE_PREV || what == MPL_MOVE_FIND_REV || what == MPL_MOVE_PREV_RANGE ||
	            what == MPL_MOVE_FIND_RANGE_REV;

	EXPECT(!mpl_state_resume(world.state[i]));
	EXPECT(mpl_cursor_move(what, chance(60) ? (back ? 0 : MPL_INDEX_MAX) : an_index()) >= 0);
	EXPECT(!mpl_cursor_end());
	if (world.stale[i] || !mpl_visit()->word)
		return;
	EXPECT_SAYS(mpl_visit()->word == oracle_at(&world.wanted, mpl_visit()->index), "move %d gave %" PRIx64 " at %" PRIx64,
	            what, mpl_visit()->word, mpl_visit()->index);
}

static void prepare(unsigned i)
{
	if (mpl_state_prepare(world.state[i], a_word(25)) == -MPL_ENOMEM)
		refused++;
}

static void store(unsigned i)
{
	const struct mpl_state_record *s = mpl_state_info(world.state[i]);
	uint64_t first = s->index, last = s->last, word = a_word(25);
	int32_t ret = mpl_state_store(world.state[i], word, chance(70));

	refused += ret == -MPL_ENOMEM;
	EXPECT_SAYS(!ret || ret == -MPL_ENOMEM || ret == MPL_ERETRY || ret == -MPL_ERETRY || ret == -MPL_EINVAL, "%d", ret);
	if (ret)
		return;
	oracle_store(&world.wanted, first, last, word);
	wrote(i);
}

static void erase(unsigned i)
{
	uint64_t index = mpl_state_info(world.state[i])->index;
	int32_t ret = mpl_state_erase(world.state[i]);
	uint64_t found = mpl_record()->value;

	EXPECT(found == oracle_at(&world.wanted, index));
	if (ret || !found)
		return;
	oracle_erase(&world.wanted, index);
	wrote(i);
}

static void search(unsigned i)
{
	uint64_t min, max, size = 1 + roll(chance(80) ? 6 : world.universe);
	const struct mpl_state_record *s;
	int32_t ret;

	a_range(&min, &max);
	max = max + size < max ? max : max + size;
	if (chance(20))
		EXPECT(!mpl_state_set(world.state[i], MPL_STATE_RESET, 0, 0));
	ret = mpl_state_search(world.state[i], min, max, size, chance(50));
	searches_done += !ret;
	if (ret)
		return;
	s = mpl_state_info(world.state[i]);
	EXPECT_SAYS(s->index >= min && s->last <= max && s->last - s->index == size - 1, "%" PRIx64 "-%" PRIx64, s->index,
	            s->last);
	EXPECT_SAYS(!oracle_taken(&world.wanted, s->index, s->last), "%" PRIx64 "-%" PRIx64 " is taken", s->index, s->last);
}

static void cyclic(unsigned i)
{
	uint64_t min, max, word = a_word(0), at;
	int32_t ret;

	a_range(&min, &max);
	ret = mpl_state_cyclic(world.state[i], min, max, word);
	if (ret < 0)
		return;
	at = mpl_record()->index;
	EXPECT(at >= min && at <= max && !oracle_at(&world.wanted, at));
	oracle_store(&world.wanted, at, at, word);
	wrote(i);
}

static void another_writes(void)
{
	uint64_t first, last, word = a_word(25);

	a_range(&first, &last);
	if (chance(25)) {
		if (!mpl_erase(world.tree, first))
			oracle_erase(&world.wanted, first);
	} else if (!mpl_store(world.tree, first, last, word)) {
		oracle_store(&world.wanted, first, last, word);
	}
	wrote(KEPT);
}

static void disturb(void)
{
	switch (roll(8)) {
	case 0:
		mpl_destroy_under(world.tree);
		oracle_clear(&world.wanted);
		wrote(KEPT);
		break;
	case 1:
		mpl_set_rcu(world.tree, (uint32_t)roll(2));
		break;
	case 2:
	case 3:
		mpl_fail_request((uint32_t)roll(4), (uint32_t)roll(4));
		break;
	default:
		mpl_fail_request(0, 0);
	}
}

static void call(void)
{
	unsigned i = (unsigned)roll(KEPT), which = (unsigned)roll(100);

	calls++;
	if (which < 14)
		set_state(i);
	else if (which < 20)
		narrow(i);
	else if (which < 44)
		move(i);
	else if (which < 56)
		prepare(i);
	else if (which < 72)
		store(i);
	else if (which < 76)
		erase(i);
	else if (which < 88)
		search(i);
	else if (which < 90)
		cyclic(i);
	else if (which < 91)
		mpl_state_release(world.state[i]);
	else if (which < 99)
		another_writes();
	else
		disturb();
}

// ---- A world ----

static void begin(unsigned kind, uint64_t seed)
{
	static const uint64_t universes[] = {24, 90, 400, 2000};

	mpl_reset();
	world.dice = seed;
	world.universe = universes[kind % 4];
	world.base = kind % 3 == 2 ? MPL_INDEX_MAX - world.universe : 0;
	world.tree = mpl_tree_new(kind / 4 % 4);
	for (unsigned i = 0; i < KEPT; i++) {
		world.state[i] = (uint32_t)mpl_state_open(world.tree);
		world.stale[i] = false;
	}
	oracle_clear(&world.wanted);
	for (uint64_t n = roll(world.universe / 4); n; n--)
		another_writes();
}

TEST(whatever_is_called_on_states_the_tree_is_sound_and_holds_what_was_stored)
{
	uint64_t seed = harness_seed();
	const char *text = getenv("OPS");
	unsigned long long ops = text && *text ? strtoull(text, NULL, 0) : 2500;

	for (unsigned kind = 0; kind < 48 && !harness_failed(); kind++) {
		unsigned long long at = 0;

		// A world that only grew would be of one height.
		for (unsigned part = 0; at < ops && !harness_failed(); part++) {
			begin(kind, harness_random(&seed));
			for (unsigned n = 0; n < 2000 && at < ops && !harness_failed(); n++, at++) {
				call();
				expect_contents();
				expect_sound();
			}
		}
		EXPECT_SAYS(!harness_failed(), "in world %u, call %llu", kind, at);
	}
	oracle_clear(&world.wanted);
	printf("%llu calls on states, %llu writes, %llu places found, %llu refused\n", calls, writes, searches_done, refused);
}
