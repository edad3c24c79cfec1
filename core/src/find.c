// SPDX-License-Identifier: GPL-2.0-or-later
//
// Iteration without a state: every call begins at the root, and the place is kept in the caller's index.
//
//     stored      10..19 = a      30..39 = b
//     index       0  -> a, index 20  -> b, index 40  -> NULL, index stays 40

#include "neighbour.h"

static uint64_t unless_zero(uint64_t word) { return word == MPL_ZERO_WORD ? 0 : word; }

// The range at 'index' counts even if it extends beyond 'max'; later ranges count only if they begin up to 'max'.
mpl_entry mt_find(struct maple_tree *mt, uint64_t *index, uint64_t max)
{
	MA_STATE(mas, mt, *index, *index);
	uint64_t word;

	if (*index > max)
		return MPL_WORD_ENTRY(0);
	word = unless_zero(mpl_neighbour_walk(&mas));
	while (!word && mas.status == ma_active && mas.last < max)
		word = unless_zero(mpl_neighbour_forward(&mas, max, false));
	if (word)
		*index = mas.last + 1;
	return MPL_WORD_ENTRY(word);
}

// mt_find() sets the index to 0 after an entry that ends at the last index.
mpl_entry mt_find_after(struct maple_tree *mt, uint64_t *index, uint64_t max)
{
	return *index ? mt_find(mt, index, max) : MPL_WORD_ENTRY(0);
}

mpl_entry mt_next(struct maple_tree *mt, uint64_t index, uint64_t max)
{
	MA_STATE(mas, mt, index, index);

	return mas_next(&mas, max);
}

mpl_entry mt_prev(struct maple_tree *mt, uint64_t index, uint64_t min)
{
	MA_STATE(mas, mt, index, index);

	return mas_prev(&mas, min);
}
