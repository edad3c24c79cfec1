// SPDX-License-Identifier: GPL-2.0-or-later
//
// One store from decision to end: which file carries it out, and how memory is requested and requested again. Rule
// "two attempts".

#ifndef MPL_STORE_H
#define MPL_STORE_H

#include "decide.h"
#include "policies.h"

// Begins a store of 'entry' through a state. The decision sets everything else.
static inline void mpl_store_begin(struct mpl_write *write, struct ma_state *mas, mpl_entry entry)
{
	write->mas = mas;
	write->policy = mpl_policies_of(mas->tree);
	write->entry = MPL_ENTRY_WORD(entry);
}

// Carries out a store that was decided on and for which the reserve is filled. False if the reserve ran out: the state
// is in error then, and the tree is as it was.
bool mpl_store_run(struct mpl_write *write);

// How many stores of each type were carried out since the counts were last set to 0; for reports only, nothing depends
// on it.
extern uint32_t mpl_store_counts[];

// One attempt to store where nothing is stored: 0, -MPL_EEXIST, or -MPL_ENOMEM, after which mas_nomem() says whether
// to try again. An active state, left by a search, is used as it stands. Nodes may be requested before the range is
// checked (enum mpl_insert_order), so the reserve must be released in any case.
int mpl_store_insert(struct mpl_write *write);

#endif
