// SPDX-License-Identifier: GPL-2.0-or-later
//
// See oracle.h.

#include "oracle.h"

#include <stdlib.h>
#include <string.h>

void oracle_clear(struct oracle *oracle)
{
	free(oracle->range);
	memset(oracle, 0, sizeof(*oracle));
}

void oracle_copy(struct oracle *oracle, const struct oracle *source)
{
	oracle_clear(oracle);
	if (!source->count)
		return;
	oracle->range = malloc(source->count * sizeof(*oracle->range));
	if (!oracle->range)
		return;
	memcpy(oracle->range, source->range, source->count * sizeof(*oracle->range));
	oracle->count = oracle->room = source->count;
}

// How many ranges end before 'index': the place of the first one that does not.
static size_t place_of(const struct oracle *oracle, uint64_t index)
{
	size_t low = 0, high = oracle->count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (oracle->range[middle].last < index)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint64_t oracle_walk(const struct oracle *oracle, uint64_t index, uint64_t *first, uint64_t *last)
{
	size_t at = place_of(oracle, index);

	if (at < oracle->count && oracle->range[at].first <= index) {
		*first = oracle->range[at].first;
		*last = oracle->range[at].last;
		return oracle->range[at].word;
	}
	*first = at ? oracle->range[at - 1].last + 1 : 0;
	*last = at < oracle->count ? oracle->range[at].first - 1 : UINT64_MAX;
	return 0;
}

uint64_t oracle_at(const struct oracle *oracle, uint64_t index)
{
	uint64_t first, last;

	return oracle_walk(oracle, index, &first, &last);
}

bool oracle_taken(const struct oracle *oracle, uint64_t first, uint64_t last)
{
	size_t at = place_of(oracle, first);

	return at < oracle->count && oracle->range[at].first <= last;
}

bool oracle_taken_outside(const struct oracle *oracle, uint64_t first, uint64_t last)
{
	return (first && oracle_taken(oracle, 0, first - 1)) ||
	       (last != UINT64_MAX && oracle_taken(oracle, last + 1, UINT64_MAX));
}

// Puts 'count' ranges in the place of 'gone' ranges from place 'at' on.
static void splice(struct oracle *oracle, size_t at, size_t gone, const struct oracle_range *ranges, size_t count)
{
	if (oracle->count + count > oracle->room) {
		oracle->room = 2 * oracle->room + 64;
		oracle->range = realloc(oracle->range, oracle->room * sizeof(*ranges));
	}
	if (!oracle->range)
		return;
	memmove(oracle->range + at + count, oracle->range + at + gone, (oracle->count - at - gone) * sizeof(*ranges));
	memcpy(oracle->range + at, ranges, count * sizeof(*ranges));
	oracle->count += count;
	oracle->count -= gone;
}

void oracle_store(struct oracle *oracle, uint64_t first, uint64_t last, uint64_t word)
{
	struct oracle_range left[3];
	size_t at = place_of(oracle, first), end = at, count = 0;

	while (end < oracle->count && oracle->range[end].first <= last)
		end++;
	if (end > at && oracle->range[at].first < first)
		left[count++] = (struct oracle_range){oracle->range[at].first, first - 1, oracle->range[at].word};
	if (word)
		left[count++] = (struct oracle_range){first, last, word};
	if (end > at && oracle->range[end - 1].last > last)
		left[count++] = (struct oracle_range){last + 1, oracle->range[end - 1].last, oracle->range[end - 1].word};
	splice(oracle, at, end - at, left, count);
}

uint64_t oracle_erase(struct oracle *oracle, uint64_t index)
{
	uint64_t first, last, word = oracle_walk(oracle, index, &first, &last);

	if (word)
		oracle_store(oracle, first, last, 0);
	return word;
}

bool oracle_gap(const struct oracle *oracle, uint64_t min, uint64_t max, uint64_t size, bool highest, uint64_t *first)
{
	bool found = false;
	uint64_t from = 0;

	// Free ranges from left to right: before range i, and after the last one.
	for (size_t i = 0; i <= oracle->count; i++) {
		uint64_t to = i < oracle->count ? oracle->range[i].first - 1 : UINT64_MAX;
		uint64_t low = from > min ? from : min, high = to < max ? to : max;
		bool free_before = i == oracle->count ? true : oracle->range[i].first > from;

		if (free_before && low <= high && size && high - low >= size - 1) {
			*first = highest ? high - (size - 1) : low;
			found = true;
			if (!highest)
				return true;
		}
		if (i < oracle->count && oracle->range[i].last == UINT64_MAX)
			break;
		if (i < oracle->count)
			from = oracle->range[i].last + 1;
	}
	return found;
}
