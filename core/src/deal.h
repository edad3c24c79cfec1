// SPDX-License-Identifier: GPL-2.0-or-later
//
// Slots of several nodes gathered in one row, then dealt into new nodes. Knows states for their reserve, and
// nothing of links.
//
//     nodes          | 9:a 19:b 29:c |   | 39:d 49:e |
//     gathered         9:a 19:b 34:x 39:d 49:e                 the row: a store has come in on the way
//     cut                        ^                             after the item that this names
//     dealt          | 9:a 19:b |   | 34:x 39:d 49:e |
//
// An item is a slot with the last index that it covers; its first index follows from the item before it, so that a row
// has no holes. Rule "row of a leaf".

#ifndef MPL_DEAL_H
#define MPL_DEAL_H

#include "prealloc.h"
#include "walk.h"

// Two full leaves with a store between them, or two full inner nodes less one child each with three new ones between.
#define MPL_ROW_ITEMS (2 * MPL_RANGE_SLOTS + 2)

struct mpl_row {
	enum mpl_kind kind; // Of the nodes that it comes from and is dealt into.
	unsigned count;     // Items.
	uint64_t min;       // First index of the first item.
	uint64_t last[MPL_ROW_ITEMS];
	uint64_t slot[MPL_ROW_ITEMS];
	uint64_t gap[MPL_ROW_ITEMS]; // Used only if the kind is arange.
};

// A new node as it will stand in its parent.
struct mpl_item {
	uint64_t last;
	uint64_t word;
	uint64_t gap;
};

// Why a row is cut where it is.
enum mpl_cut_reason {
	MPL_CUT_HALF,
	MPL_CUT_THIRD,
	MPL_CUT_PUSH_LEFT,
	MPL_CUT_PUSH_RIGHT,
	MPL_CUT_BULK,
};

// Where a row is cut: 'at[i]' is the last item of part i; the part after the last cut has no entry.
struct mpl_cuts {
	unsigned count;
	unsigned at[2];
};

// An empty row that begins at 'min'.
static inline void mpl_deal_begin(struct mpl_row *row, enum mpl_kind kind, uint64_t min)
{
	row->kind = kind;
	row->count = 0;
	row->min = min;
}

// The last index of the row, which is not empty.
static inline uint64_t mpl_deal_last(const struct mpl_row *row) { return row->last[row->count - 1]; }

// Adds one item at the end.
static inline void mpl_deal_add(struct mpl_row *row, uint64_t last, uint64_t slot, uint64_t gap)
{
	row->last[row->count] = last;
	row->slot[row->count] = slot;
	row->gap[row->count++] = gap;
}

// Adds the slots 'from' ... 'to'-1 of a node at the end; 'to' may be at most its count.
void mpl_deal_gather(struct mpl_row *row, const struct mpl_spot *spot, unsigned from, unsigned to);
// Puts all slots of a node before the first item.
void mpl_deal_gather_before(struct mpl_row *row, const struct mpl_spot *spot);

// Moves a cut off a NULL, since a leaf does not end with one. Inner nodes have none. Rule "cut beside NULL".
unsigned mpl_deal_avoid_null(const struct mpl_row *row, unsigned cut);
// Where to cut a row that does not fit into one node. In the middle; into three parts, if that is allowed, where two
// nodes would not hold it, or would be full and NULL is in the middle; in a bulk load so that the right part has little
// more than the minimum, and if it is a leaf the state is marked for rebalancing. Rule "cut".
struct mpl_cuts mpl_deal_cut(struct ma_state *mas, const struct mpl_row *row, bool three_parts_allowed);

// Builds a node from the items 'from' ... 'to' of the row. False if the items do not fit or the reserve is empty; both
// happen only in a bulk load that stores more than was announced.
bool mpl_deal_node(struct ma_state *mas, const struct mpl_row *row, unsigned from, unsigned to, struct mpl_item *made);
// Returns the new nodes that the items of a row name, and all new nodes below them, to the reserve. For an operation
// that cannot be finished.
void mpl_deal_abandon(struct ma_state *mas, const struct mpl_row *row);

#endif
