// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two nodes of one level, and everything between them, become one, two or three; then the level above. Serves rebalance
// and span, which prepare the first row. Rule "combine".

#ifndef MPL_COMBINE_H
#define MPL_COMBINE_H

#include "deal.h"
#include "decide.h"

struct mpl_combine {
	const struct mpl_write *write;
	struct mpl_spot left;    // The leftmost old node of the level ...
	struct mpl_spot right;   // ... and the rightmost one, which may be the same.
	struct mpl_row row;      // Their replacement: covers left.min ... right.max.
	unsigned rounds;         // Levels dealt so far.
};

// Replaces the leaves 'left' to 'right' by the row, and rebuilds the levels above as far as needed. 'write', 'left',
// 'right' and 'row' are set. False if the reserve ran out or a bulk cut does not fit; the tree is as it was then.
bool mpl_combine(struct mpl_combine *combine);
// Takes all slots of a neighbour into the row, and makes it the boundary on its side.
void mpl_combine_take_right(struct mpl_combine *combine, const struct mpl_spot *neighbour);
void mpl_combine_take_left(struct mpl_combine *combine, const struct mpl_spot *neighbour);

#endif
