// SPDX-License-Identifier: GPL-2.0-or-later
//
// The soak: random acts in worlds of their own, one after the other, each repeatable by its number. What each act
// returned, did to the allocator, and left at and around the place it touched is compared after each act; everything
// about all trees whenever as many acts have passed as there are nodes, and 16, and at the end of each world.
//
//     soak SEED FROM COUNT [ACTS]   worlds FROM ... FROM + COUNT - 1, or until ACTS acts are done
//
// Once in a while, and at the end, a line `soak {…}` of JSON. A failure names its world and ends the program.

#include "decode.h"
#include "play.h"
#include "world.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOLD_EVERY UINT64_C(1000000)

static uint64_t seed, world;

static void tell_world(int number)
{
	char text[96];
	int bytes = snprintf(text, sizeof(text), "failed: seed %" PRIu64 " world %" PRIu64 "\n", seed, world);

	if (write(2, text, (size_t)bytes) == bytes)
		signal(number, SIG_DFL);
	raise(number);
}

static void tell(bool ended)
{
	const struct play_counts *counts = play_counts();

	printf("soak {\"seed\":%" PRIu64 ",\"next\":%" PRIu64 ",\"operations\":%" PRIu64 ",\"refused\":%" PRIu64
	       ",\"checks\":%" PRIu64 ",\"stale\":%" PRIu64 ",\"heightMax\":%u,\"ended\":%s,\"kinds\":[",
	       seed, world, counts->done, counts->refused, counts->checks, counts->stale, counts->height_max,
	       ended ? "true" : "false");
	for (unsigned i = 0; i < ACT_KINDS; i++)
		printf("%s%" PRIu64, i ? "," : "", counts->by_kind[i]);
	printf("]}\n");
	fflush(stdout);
}

int main(int argc, char **argv)
{
	uint64_t from = argc > 2 ? strtoull(argv[2], NULL, 0) : 0;
	uint64_t count = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
	uint64_t acts = argc > 4 ? strtoull(argv[4], NULL, 0) : UINT64_MAX;
	uint64_t told = 0;

	seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 616;
	signal(SIGABRT, tell_world);
	signal(SIGSEGV, tell_world);
	signal(SIGFPE, tell_world);
	signal(SIGBUS, tell_world);
	for (world = from; world < from + count && play_counts()->done < acts; world++) {
		world_run(seed, world, NULL);
		if (play_counts()->done - told >= TOLD_EVERY) {
			told = play_counts()->done;
			tell(false);
		}
	}
	tell(true);
	return 0;
}
