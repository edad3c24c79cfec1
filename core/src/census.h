// SPDX-License-Identifier: GPL-2.0-or-later
//
// The contents of a tree, apart from its layout: counts, a hash, the stored ranges in order.
// Reads only.
//
// The hash is the sum, modulo 2^64, over all stored ranges (slots that are not NULL; equal neighbours are two ranges)
// of mix(first, last, word). It does not depend on an order, so code that keeps the same ranges can keep the hash up
// to date at each change. 0 for an empty tree. All arithmetic is modulo 2^64:
//
//     mix(first, last, word) = fin(fin(fin(first ^ 9e3779b97f4a7c15) ^ last) ^ word)
//     fin(x):  x ^= x >> 30;  x *= bf58476d1ce4e5b9;  x ^= x >> 27;  x *= 94d049bb133111eb;  x ^= x >> 31

#ifndef MPL_CENSUS_H
#define MPL_CENSUS_H

#include <stdint.h>

struct mpl_census {
	uint32_t nodes;
	uint32_t leaves;
	uint32_t entries; // Slots that are not NULL, the zero entry included.
	uint32_t levels;  // Levels of nodes.
	uint64_t contents; // The hash.
};

struct mpl_range_record;

uint64_t mpl_census_mix(uint64_t first, uint64_t last, uint64_t word);
struct mpl_census mpl_census_take(uint64_t root_word);
// The same without the hash, which is left 0. Much faster.
struct mpl_census mpl_census_count(uint64_t root_word);
// Writes the stored ranges that end at 'from' or later, ascending, at most 'room' of them; returns how many.
uint32_t mpl_census_ranges(uint64_t root_word, uint64_t from, struct mpl_range_record *ranges, uint32_t room);

#endif
