// SPDX-License-Identifier: GPL-2.0-or-later
//
// Random worlds of address spaces: calls, forks, exits and armed failures, each compared with plain lists (mm_play.c).
// Each world has a number and is the same in every run of a seed.
//
//     mm-soak SEED FROM COUNT    worlds FROM ... FROM + COUNT - 1
//
// The last line is `mm {…}` of JSON. The first world that fails is shortened, printed as a scenario, and ends the
// program: every attempt runs in a process of its own, so that a broken invariant or a sanitizer's report is a failure
// like any other.

#define _DEFAULT_SOURCE // MAP_ANONYMOUS

#include "mm_play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define ACTS_MAX 1200u
#define SECONDS 20

// What a child sends its parent.
static struct {
	uint64_t world;
	unsigned acts;
	char message[400];
	char text[ACTS_MAX][200]; // The statements done.
	struct mm_play_counts counts;
} *heard;

static struct mm_act acts[ACTS_MAX];
static unsigned act_count;

static void draw_world(uint64_t seed, uint64_t world)
{
	uint64_t dice = seed + world * UINT64_C(0x9e3779b97f4a7c15);

	struct mm_manner manner = mm_manner_of(world);

	act_count = 20 + (unsigned)mm_act_below(&dice, world % 8 ? 120 : ACTS_MAX - 20);
	for (unsigned i = 0; i < act_count; i++)
		acts[i] = mm_act_draw(&dice, &manner);
}

// False if something is wrong; 'heard' says what.
static bool play_acts(void)
{
	bool right = true;

	heard->acts = 0;
	mm_play_begin();
	for (unsigned i = 0; i < act_count && right; i++) {
		struct mm_act act = acts[i];

		// In case that it does not come back; the act may be another one once it is resolved.
		mm_act_tell(&act, heard->text[heard->acts++], sizeof(heard->text[0]));
		right = mm_play(&act);
		mm_act_tell(&act, heard->text[heard->acts - 1], sizeof(heard->text[0]));
	}
	right = right && mm_play_end();
	if (!right)
		snprintf(heard->message, sizeof(heard->message), "%s", mm_play_wrong());
	return right;
}

// ---- Shortening ----

static bool fails(void)
{
	pid_t child;
	int status;

	fflush(stdout);
	strcpy(heard->message, "the program ended");
	child = fork();
	if (child < 0)
		exit(2);
	if (!child) {
		alarm(SECONDS);
		if (!freopen("/dev/null", "w", stderr))
			_exit(2);
		_exit(!play_acts());
	}
	return waitpid(child, &status, 0) == child && status != 0;
}

// Leaves out pieces, from halves down to single acts, as long as it fails.
static void shorten(void)
{
	for (unsigned piece = act_count / 2; piece; piece /= 2) {
		for (unsigned at = act_count; at >= piece; at -= piece) {
			struct mm_act kept[ACTS_MAX];
			unsigned count = act_count;

			if (at > act_count)
				continue;
			memcpy(kept, acts, sizeof(acts));
			memmove(&acts[at - piece], &acts[at], (act_count - at) * sizeof(acts[0]));
			act_count -= piece;
			if (fails())
				continue;
			memcpy(acts, kept, sizeof(acts));
			act_count = count;
		}
	}
}

// Leaves out one act, and so many of the passes that a failure waits for.
static bool leave_out(unsigned at, unsigned failure, uint32_t passes)
{
	struct mm_act kept[ACTS_MAX];

	if (passes >= acts[failure].k)
		return false;
	memcpy(kept, acts, sizeof(acts));
	acts[failure].k -= passes;
	memmove(&acts[at], &acts[at + 1], (act_count - at - 1) * sizeof(acts[0]));
	act_count--;
	if (fails())
		return true;
	memcpy(acts, kept, sizeof(acts));
	act_count++;
	return false;
}

// What only passes a site, until it is to fail, is left out with its passes.
static void shorten_waiting(void)
{
	for (unsigned failure = 0; failure < act_count; failure++) {
		if (acts[failure].kind != MM_FAIL)
			continue;
		for (unsigned at = act_count - 1; at > failure; at--) {
			bool less = false;

			for (uint32_t passes = 1; passes <= 4 && !less && at < act_count; passes++)
				less = leave_out(at, failure, passes);
		}
	}
}

static void tell_failure(uint64_t seed, uint64_t world)
{
	draw_world(seed, world);
	if (!fails()) {
		printf("# seed %" PRIu64 ", world %" PRIu64 " failed, but not by itself\n", seed, world);
		return;
	}
	// Twice: what was left out last may have made an earlier piece needless.
	shorten();
	shorten_waiting();
	shorten();
	fails();
	printf("# seed %" PRIu64 ", world %" PRIu64 ": %s\n", seed, world, heard->message);
	for (unsigned i = 0; i < heard->acts; i++)
		printf("%s\n", heard->text[i]);
}

// ---- Worlds ----

static void tell_counts(uint64_t seed, uint64_t worlds, bool ok)
{
	const struct mm_play_counts *counts = &heard->counts;

	printf("mm {\"ok\":%s,\"seed\":%" PRIu64 ",\"worlds\":%" PRIu64 ",\"acts\":%" PRIu64 ",\"succeeded\":%" PRIu64
	       ",\"refusedByRule\":%" PRIu64 ",\"refusedByFailure\":%" PRIu64 ",\"survivedFailure\":%" PRIu64
	       ",\"forks\":%" PRIu64 ",\"vmasMax\":%" PRIu32 ",\"heightMax\":%" PRIu32 "}\n",
	       ok ? "true" : "false", seed, worlds, counts->acts, counts->succeeded, counts->refused_by_rule,
	       counts->refused_by_failure, counts->survived_failure, counts->by_kind[MM_FORK], counts->vmas_max,
	       counts->height_max);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 616, from = argc > 2 ? strtoull(argv[2], NULL, 0) : 0;
	uint64_t count = argc > 3 ? strtoull(argv[3], NULL, 0) : 100;
	pid_t child;
	int status;

	heard = mmap(NULL, sizeof(*heard), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (heard == MAP_FAILED)
		return 2;
	fflush(stdout);
	child = fork();
	if (child < 0)
		return 2;
	if (!child) {
		for (heard->world = from; heard->world < from + count; heard->world++) {
			draw_world(seed, heard->world);
			if (!play_acts())
				_exit(1);
			heard->counts = *mm_play_counts();
		}
		_exit(0);
	}
	if (waitpid(child, &status, 0) != child)
		return 2;
	if (status)
		tell_failure(seed, heard->world);
	tell_counts(seed, heard->world - from, !status);
	return status != 0;
}
