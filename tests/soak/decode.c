// SPDX-License-Identifier: GPL-2.0-or-later
//
// See decode.h.

#include "decode.h"

#include "play.h"

static const unsigned universe_bits[8] = {6, 8, 10, 13, 16, 24, 44, 63};

static unsigned bits;
static bool high;

// Kinds in the proportion wanted when every byte is as likely as any other.
static const uint8_t kind_of[64] = {
	ACT_STORE,        ACT_STORE,     ACT_STORE,   ACT_STORE,   ACT_STORE,   ACT_STORE,   ACT_STORE,    ACT_STORE,
	ACT_STORE,        ACT_STORE,     ACT_STORE,   ACT_STORE,   ACT_STORE,   ACT_STORE,   ACT_STORE,    ACT_STORE,
	ACT_INSERT,       ACT_INSERT,    ACT_INSERT,  ACT_INSERT,  ACT_PREALLOC, ACT_PREALLOC, ACT_PREALLOC, ACT_PREALLOC,
	ACT_PREALLOC,     ACT_FILL,      ACT_ERASE,   ACT_ERASE,   ACT_ERASE,   ACT_ERASE,   ACT_ERASE,    ACT_ERASE,
	ACT_ERASE,        ACT_ERASE,     ACT_LOAD,    ACT_GAP,     ACT_GAP,     ACT_GAP,     ACT_ALLOC,    ACT_ALLOC,
	ACT_ALLOC,        ACT_CYCLIC,    ACT_CYCLIC,  ACT_DUP,     ACT_DUP,     ACT_DESTROY, ACT_BULK,     ACT_BULK,
	ACT_RCU,          ACT_FAIL_REQUEST, ACT_FAIL_REQUEST, ACT_FAIL_NODE, ACT_ITERATE, ACT_ITERATE, ACT_ITERATE,
		ACT_ITERATE,
	ACT_TREE,         ACT_READ,      ACT_READ,    ACT_RESUME,  ACT_RESUME,  ACT_RESUME,  ACT_RELEASE,  ACT_RELEASE,
};

uint8_t decode_byte_of(enum act_kind kind)
{
	for (unsigned i = 0; i < 64; i++) {
		if (kind_of[i] == kind)
			return (uint8_t)i;
	}
	return 0;
}

static uint64_t limit(void) { return (UINT64_C(1) << bits) - 1; }

static uint64_t in_universe(uint64_t low)
{
	low &= limit();
	return high ? UINT64_MAX - low : low;
}

static uint32_t get32(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// Near an end of a stored range.
static uint64_t at_boundary(const struct oracle *oracle, uint8_t how, uint32_t where)
{
	const struct oracle_range *range = &oracle->range[where % oracle->count];

	switch (how >> 3 & 7) {
	case 0:
	case 1:
		return range->first;
	case 2:
		return range->last;
	case 3:
		return range->last + (range->last != UINT64_MAX);
	case 4:
		return range->first - (range->first != 0);
	default:
		return range->first + (range->last - range->first) / 2;
	}
}

static uint64_t find_index(const struct oracle *oracle, const uint8_t *bytes)
{
	uint8_t how = bytes[2];
	uint32_t where = get32(bytes + 3);

	if (oracle && oracle->count && (how & 7) >= 4 && (how & 7) < 7)
		return at_boundary(oracle, how, where);
	if ((how & 7) == 7 && how >> 3 == 0)
		return 0;
	if ((how & 7) == 7 && how >> 3 == 1)
		return UINT64_MAX - where % 3;
	if ((how & 7) == 7 && oracle && oracle->count)
		return oracle->range[oracle->count - 1].last + (oracle->range[oracle->count - 1].last != UINT64_MAX);
	return in_universe((uint64_t)where * UINT64_C(0x100000001) >> (bits > 32 ? 0 : 32 - bits));
}

static uint64_t saturate(uint64_t first, uint64_t width)
{
	return UINT64_MAX - first < width ? UINT64_MAX : first + width;
}

// The end of a range some ranges on, so that a write spans them.
static uint64_t some_ranges_on(const struct oracle *oracle, uint64_t first, const uint8_t *bytes)
{
	size_t low = 0, upper = oracle->count, at;

	while (low < upper) {
		size_t middle = (low + upper) / 2;

		if (oracle->range[middle].last < first)
			low = middle + 1;
		else
			upper = middle;
	}
	at = low + bytes[8] % 48;
	if (at >= oracle->count)
		at = oracle->count - 1;
	if (oracle->range[at].last < first)
		return first;
	return bytes[9] & 1 && oracle->range[at].first > first ? oracle->range[at].first - 1 : oracle->range[at].last;
}

static uint64_t find_last(const struct oracle *oracle, uint64_t first, const uint8_t *bytes)
{
	uint16_t wide = (uint16_t)(bytes[8] | bytes[9] << 8);

	switch (bytes[7] & 7) {
	case 0:
	case 1:
	case 2:
		return first;
	case 3:
		return saturate(first, wide & 15);
	case 4:
		return saturate(first, (uint64_t)wide * (limit() >> 24 | 1));
	case 5:
		return oracle && oracle->count ? some_ranges_on(oracle, first, bytes) : first;
	case 6:
		return saturate(first, wide & 3);
	default:
		// Seldom: all the rest, or a reversed range.
		if (bytes[7] >> 3 == 0)
			return UINT64_MAX;
		if (bytes[7] >> 3 == 1)
			return first - (first != 0);
		return saturate(first, (uint64_t)wide * (limit() >> 20 | 1));
	}
}

static uint64_t word_of(uint8_t byte)
{
	if (byte < 32)
		return 0;
	if (byte < 40)
		return 0x406;
	if (byte < 44)
		return (uint64_t)byte << 12;
	if (byte == 44)
		return 0x402;
	return 2 * (uint64_t)(byte & 31) + 1;
}

static void decode_bulk(struct act *act, const uint8_t *bytes)
{
	uint64_t width = bytes[8] & 7, gap = bytes[9] & 7;

	act->count = 1 + bytes[11] + (bytes[7] & 1 ? bytes[9] : 0);
	act->last = bytes[7] >> 1 & 3 ? act->count : bytes[10];
	// Once in a while not ascending.
	act->word = (bytes[10] == 1 ? width : width + 1 + (gap & 4 ? gap & 3 : 0)) | width << 32;
}

static uint64_t moves_of(const uint8_t *bytes)
{
	uint64_t word = bytes[7] % 9u;

	// Half of them: the same move all along. The rest: any mixture.
	if (bytes[7] & 0x80)
		return word * UINT64_C(0x1111111111111111);
	return (uint64_t)get32(bytes + 3) * UINT64_C(0x9e3779b97f4a7c15) ^ word;
}

static void decode_kind(struct act *act, const struct oracle *oracle, const uint8_t *bytes)
{
	switch ((enum act_kind)act->kind) {
	case ACT_TREE:
		act->count = (bytes[11] & 3u) | (bytes[10] & 1 ? ACT_FLAG_WHOLE : 0);
		break;
	case ACT_PREALLOC:
	case ACT_RCU:
		act->count = bytes[11] & 1;
		break;
	case ACT_GAP:
	case ACT_ALLOC:
	case ACT_CYCLIC:
		act->count = bytes[11] & 1;
		act->word = bytes[10] & 128 ? 1 + (bytes[10] & 7u) : 1 + (uint64_t)(bytes[10] & 127) * (limit() >> 9 | 1);
		act->last = bytes[7] & 64 ? UINT64_MAX : saturate(act->first,
		                                                  (uint64_t)(bytes[8] | bytes[9] << 8) * (limit() >> 15 | 1));
		break;
	case ACT_BULK:
	case ACT_FILL:
		decode_bulk(act, bytes);
		break;
	case ACT_FAIL_REQUEST:
		act->first = 1 + bytes[10] % 5u;
		act->last = bytes[11] == 255 && bytes[10] < 16 ? 12000 : bytes[11] & 3;
		break;
	case ACT_FAIL_NODE:
		act->first = 1 + bytes[10] % 24u;
		break;
	case ACT_ITERATE:
		act->count = 1 + bytes[11] % 24u;
		act->word = moves_of(bytes);
		act->last = bytes[10] & 3 ? bytes[10] & 4 ? UINT64_MAX : 0 : find_last(oracle, act->first, bytes);
		break;
	case ACT_RESUME:
		act->count = 1 + bytes[11] % 8u;
		act->word = bytes[10] & 1 ? moves_of(bytes) : 0;
		break;
	default:
		break;
	}
}

struct act decode_act(const uint8_t *bytes)
{
	struct act act = {.kind = kind_of[bytes[0] & 63], .tree = bytes[1] & 3, .other = bytes[1] >> 2 & 7};
	const struct play_tree *tree = play_tree_at(act.tree);
	const struct oracle *oracle = tree ? &tree->oracle : NULL;

	// Mostly the first tree.
	if (act.kind != ACT_TREE && bytes[1] & 0x40) {
		act.tree = 0;
		tree = play_tree_at(0);
		oracle = tree ? &tree->oracle : NULL;
	}
	if (act.kind == ACT_DUP)
		act.other &= 3;
	act.first = find_index(oracle, bytes);
	act.last = find_last(oracle, act.first, bytes);
	act.word = word_of(bytes[10]);
	decode_kind(&act, oracle, bytes);
	return act;
}

struct act decode_header(const uint8_t *bytes)
{
	bits = universe_bits[bytes[0] & 7];
	high = bytes[0] & 8;
	return (struct act){.kind = ACT_TREE, .count = (bytes[1] & 3u) | (bytes[1] & 4 ? ACT_FLAG_WHOLE : 0)};
}
