// SPDX-License-Identifier: GPL-2.0-or-later
//
// See world.h.

#include "world.h"

#include "decode.h"
#include "play.h"

// SplitMix64.
static uint64_t random_next(uint64_t *state)
{
	uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

// What a random world is like.
struct manner {
	unsigned acts;
	size_t ranges;    // A tree above it is rather emptied than filled.
	unsigned refusing; // Of 256 acts that many arm the injector.
	bool one_tree;
};

static struct manner manner_of(uint64_t dice)
{
	static const unsigned acts[8] = {500, 1000, 2000, 2000, 4000, 4000, 8000, 20000};
	static const unsigned ranges[8] = {5, 12, 30, 80, 200, 600, 2000, 5000};
	static const unsigned refusing[4] = {0, 1, 6, 40};

	return (struct manner){
		.acts = acts[dice & 7],
		.ranges = ranges[dice >> 3 & 7],
		.refusing = refusing[dice >> 6 & 3],
		.one_tree = dice >> 8 & 1,
	};
}

static void randomize(uint64_t *state, uint8_t *bytes)
{
	uint64_t a = random_next(state), b = random_next(state);

	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(a >> 8 * i);
	for (unsigned i = 8; i < ACT_BYTES; i++)
		bytes[i] = (uint8_t)(b >> 8 * (i - 8));
}

// Bends random bytes to the manner of the world: arms as often as wanted, keeps the first tree about as large as
// wanted, does what costs a whole tree seldom when trees are large.
static void bend(const struct manner *manner, uint64_t *state, uint8_t *bytes)
{
	const struct play_tree *first = play_tree_at(0);
	uint64_t dice = random_next(state);
	uint8_t kind = decode_act(bytes).kind;
	bool costly = kind == ACT_DUP || kind == ACT_DESTROY || kind == ACT_BULK || kind == ACT_TREE ||
		      kind == ACT_FILL;

	if (kind == ACT_FAIL_REQUEST || kind == ACT_FAIL_NODE)
		bytes[0] = decode_byte_of(ACT_STORE);
	if ((dice & 255) < manner->refusing)
		bytes[0] = decode_byte_of(dice >> 8 & 1 ? ACT_FAIL_REQUEST : ACT_FAIL_NODE);
	if (manner->one_tree || dice >> 9 & 3)
		bytes[1] |= 0x40;
	if (costly && (dice >> 16 & 0xfff) * (play_nodes() + 8) > 8 * 0xfff)
		bytes[0] = decode_byte_of(ACT_STORE);
	if (!first && dice >> 28 & 1)
		bytes[0] = decode_byte_of(ACT_TREE);
	// Wide ones cut a tree down before it is tall.
	if (first && first->oracle.count < manner->ranges / 2 && dice >> 31 & 7)
		bytes[7] = bytes[7] & ~7u;
	if (first && first->oracle.count > manner->ranges && dice >> 29 & 1) {
		bytes[0] = decode_byte_of(dice >> 30 & 1 ? ACT_ERASE : ACT_STORE);
		bytes[10] = 0;
		bytes[1] |= 0x40;
	}
}

void world_run(uint64_t seed, uint64_t number, world_listener *listener)
{
	uint64_t state = seed * UINT64_C(0xd1342543de82ef95) + number, dice = random_next(&state);
	struct manner manner = manner_of(random_next(&state));
	uint8_t bytes[ACT_BYTES] = {(uint8_t)dice, (uint8_t)(dice >> 8)};
	struct act act = decode_header(bytes);
	unsigned since = 0;

	play_begin();
	for (unsigned i = 0; i < manner.acts; i++) {
		if (listener)
			listener(&act);
		since += play_do(&act);
		if (since >= play_nodes() + 16) {
			play_check();
			since = 0;
		}
		randomize(&state, bytes);
		bend(&manner, &state, bytes);
		act = decode_act(bytes);
	}
	play_end();
}

void world_run_bytes(const uint8_t *bytes, size_t size, world_listener *listener)
{
	struct act act;

	if (size < HEADER_BYTES)
		return;
	play_begin();
	act = decode_header(bytes);
	for (size_t at = HEADER_BYTES;; at += ACT_BYTES) {
		if (listener)
			listener(&act);
		if (play_do(&act))
			play_check();
		if (at + ACT_BYTES > size)
			break;
		act = decode_act(bytes + at);
	}
	play_end();
}

void world_run_acts(const struct act *acts, size_t count)
{
	play_begin();
	for (size_t i = 0; i < count; i++) {
		if (play_do(&acts[i]))
			play_check();
	}
	play_end();
}
