// SPDX-License-Identifier: GPL-2.0-or-later
//
// The fuzzer: libFuzzer chooses the bytes of a world (decode.h), coverage leads it, and its changes keep the acts
// whole. Everything about all trees is checked after each act. `make -C core fuzz` runs it.

#include "decode.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t size_max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out,
                                 size_t out_max, unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	world_run_bytes(data, size, NULL);
	return 0;
}

static uint32_t dice_state;

// Xorshift; what it is seeded with decides all.
static uint32_t dice(uint32_t bound)
{
	dice_state ^= dice_state << 13;
	dice_state ^= dice_state >> 17;
	dice_state ^= dice_state << 5;
	return dice_state % bound;
}

static uint8_t *act_bytes(uint8_t *data, size_t at) { return data + HEADER_BYTES + at * ACT_BYTES; }

// Room for 'count' acts at place 'at'.
static void open_room(uint8_t *data, size_t acts, size_t at, size_t count)
{
	memmove(act_bytes(data, at + count), act_bytes(data, at), (acts - at) * ACT_BYTES);
}

static void fill(uint8_t *data, size_t at, size_t count)
{
	for (size_t i = 0; i < count * ACT_BYTES; i++)
		act_bytes(data, at)[i] = (uint8_t)dice(256);
}

// Puts new acts in: some random ones, or one many times over with other indexes.
static size_t insert_acts(uint8_t *data, size_t acts, size_t room)
{
	size_t at = dice((uint32_t)acts + 1), count = 1 + dice(dice(4) ? 4 : 40);

	if (acts + count > room)
		return acts;
	open_room(data, acts, at, count);
	fill(data, at, count);
	for (size_t i = 1; dice(3) == 0 && i < count; i++)
		memcpy(act_bytes(data, at + i), act_bytes(data, at), 3);
	return acts + count;
}

static size_t remove_acts(uint8_t *data, size_t acts)
{
	size_t at = dice((uint32_t)acts), count = 1 + dice(8);

	if (count > acts - at)
		count = acts - at;
	memmove(act_bytes(data, at), act_bytes(data, at + count), (acts - at - count) * ACT_BYTES);
	return acts - count;
}

static size_t copy_acts(uint8_t *data, size_t acts, size_t room)
{
	size_t from = dice((uint32_t)acts), count = 1 + dice(16), to;

	if (count > acts - from)
		count = acts - from;
	if (acts + count > room)
		return acts;
	to = acts;
	memcpy(act_bytes(data, to), act_bytes(data, from), count * ACT_BYTES);
	return acts + count;
}

static void swap_acts(uint8_t *data, size_t acts)
{
	uint8_t *one = act_bytes(data, dice((uint32_t)acts)), *other = act_bytes(data, dice((uint32_t)acts));
	uint8_t kept[ACT_BYTES];

	memcpy(kept, one, ACT_BYTES);
	memmove(one, other, ACT_BYTES);
	memcpy(other, kept, ACT_BYTES);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed)
{
	size_t acts, room;

	dice_state = seed | 1;
	if (size_max < HEADER_BYTES + ACT_BYTES)
		return size;
	if (size < HEADER_BYTES) {
		data[0] = (uint8_t)dice(256);
		data[1] = (uint8_t)dice(256);
		size = HEADER_BYTES;
	}
	acts = (size - HEADER_BYTES) / ACT_BYTES;
	room = (size_max - HEADER_BYTES) / ACT_BYTES;
	for (unsigned times = 1 + dice(4); times; times--) {
		uint32_t what = acts ? dice(9) : 0;

		if (what <= 2)
			acts = insert_acts(data, acts, room);
		else if (what == 3)
			acts = remove_acts(data, acts);
		else if (what == 4)
			acts = copy_acts(data, acts, room);
		else if (what == 5)
			swap_acts(data, acts);
		else if (what == 6)
			LLVMFuzzerMutate(act_bytes(data, dice((uint32_t)acts)), ACT_BYTES, ACT_BYTES);
		else if (what == 7)
			act_bytes(data, dice((uint32_t)acts))[dice(ACT_BYTES)] = (uint8_t)dice(256);
		else
			data[dice(HEADER_BYTES)] = (uint8_t)dice(256);
	}
	return HEADER_BYTES + acts * ACT_BYTES;
}

// The beginning of one, then the end of the other.
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out,
                                 size_t out_max, unsigned seed)
{
	size_t head, tail, room;

	dice_state = seed | 1;
	if (size < HEADER_BYTES || other_size < HEADER_BYTES || out_max < HEADER_BYTES)
		return 0;
	room = (out_max - HEADER_BYTES) / ACT_BYTES;
	head = dice((uint32_t)((size - HEADER_BYTES) / ACT_BYTES) + 1);
	tail = dice((uint32_t)((other_size - HEADER_BYTES) / ACT_BYTES) + 1);
	head = head < room ? head : room;
	tail = tail < room - head ? tail : room - head;
	memcpy(out, data, HEADER_BYTES + head * ACT_BYTES);
	memcpy(out + HEADER_BYTES + head * ACT_BYTES,
	       other + HEADER_BYTES + (other_size - HEADER_BYTES) / ACT_BYTES * ACT_BYTES - tail * ACT_BYTES,
		tail * ACT_BYTES);
	return HEADER_BYTES + (head + tail) * ACT_BYTES;
}
