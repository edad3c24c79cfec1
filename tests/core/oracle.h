// SPDX-License-Identifier: GPL-2.0-or-later
//
// The contents that a tree must have: a sorted list of stored ranges. Slow and plainly right; knows nothing of trees.
// Equal neighbours stay two ranges, as in a tree (rule "root forms").

#ifndef MPL_ORACLE_H
#define MPL_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct oracle_range {
	uint64_t first;
	uint64_t last;
	uint64_t word; // Never 0.
};

struct oracle {
	struct oracle_range *range; // Ascending, disjoint.
	size_t count;
	size_t room;
};

void oracle_clear(struct oracle *oracle);
// Makes 'oracle', which is empty, hold what 'source' holds.
void oracle_copy(struct oracle *oracle, const struct oracle *source);
// The word that covers 'index', 0 if none does.
uint64_t oracle_at(const struct oracle *oracle, uint64_t index);
// Whether anything is stored in 'first' ... 'last'.
bool oracle_taken(const struct oracle *oracle, uint64_t first, uint64_t last);
// Whether anything is stored outside 'first' ... 'last'.
bool oracle_taken_outside(const struct oracle *oracle, uint64_t first, uint64_t last);
// 'word' over 'first' ... 'last'; 0 erases.
void oracle_store(struct oracle *oracle, uint64_t first, uint64_t last, uint64_t word);
// Removes the range that covers 'index' and returns its word, 0 if there is none.
uint64_t oracle_erase(struct oracle *oracle, uint64_t index);
// The lowest or highest 'size' free indexes inside 'min' ... 'max'; false if there are none.
bool oracle_gap(const struct oracle *oracle, uint64_t min, uint64_t max, uint64_t size, bool highest, uint64_t *first);
// Writes the free range or stored range that covers 'index'; returns its word.
uint64_t oracle_walk(const struct oracle *oracle, uint64_t index, uint64_t *first, uint64_t *last);

#endif
