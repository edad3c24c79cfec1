// SPDX-License-Identifier: GPL-2.0-or-later
//
// The formulas. See formula.h.

#include "formula.h"

#include "decide.h"

// Two nodes for each level that may split and one for the top, or three where the store spans.
unsigned mpl_formula_vacancy(const struct mpl_write *write)
{
	const struct ma_state *mas = write->mas;
	unsigned height = mt_height(mas->tree);
	unsigned absorbed = write->vacant < write->sufficient ? write->vacant : write->sufficient;

	switch (mas->store_type) {
	case wr_split_store:
		return 2 * (height - write->vacant) + 1;
	case wr_rebalance:
		return 2 * (height - absorbed) + 1;
	case wr_spanning_store:
		return 3 * (height - absorbed) + 1;
	case wr_node_store:
		return mt_in_rcu(mas->tree) ? 1 : 0;
	case wr_new_root:
		return 1;
	case wr_store_root: // An entry with low bits 10 would be taken for a node.
		return mas->index || mas->last || (write->entry & 3) == 2 ? 1 : 0;
	default:
		return 0;
	}
}

unsigned mpl_formula_whole_height(const struct mpl_write *write)
{
	unsigned height = mt_height(write->mas->tree);

	switch (write->mas->store_type) {
	case wr_split_store:
		return 2 * height + 1;
	case wr_rebalance:
		return 2 * height - 1;
	case wr_spanning_store:
		return 3 * height + 1;
	default:
		return mpl_formula_vacancy(write);
	}
}
