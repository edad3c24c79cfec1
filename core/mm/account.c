// SPDX-License-Identifier: GPL-2.0-or-later
//
// The accounts. See account.h.

#include "account.h"

#include "../src/check.h"
#include "../src/slab.h"

#define ACCOUNT (&mpl_mm_state.account)

// The account of 'mm' besides the total one; NULL if there is none.
static struct mpl_account *watched(const struct mpl_mm *mm, enum mpl_object object)
{
	return mm->space == ACCOUNT->space ? &ACCOUNT->watched[object] : NULL;
}

void mpl_account_obtain(const struct mpl_mm *mm, enum mpl_object object, uint64_t n)
{
	struct mpl_account *other = watched(mm, object);

	ACCOUNT->all[object].obtained += n;
	if (other)
		other->obtained += n;
}

void mpl_account_return(const struct mpl_mm *mm, enum mpl_object object, uint64_t n)
{
	struct mpl_account *other = watched(mm, object);

	ACCOUNT->all[object].returned += n;
	MPL_ASSERT(ACCOUNT->all[object].returned <= ACCOUNT->all[object].obtained);
	if (other)
		other->returned += n;
}

// The slab counts for all trees. Nodes allocated since = growth of the nodes in use + nodes freed since.
void mpl_account_nodes(const struct mpl_mm *mm)
{
	uint64_t handed_out = mpl_slab_counters()->handed_out;
	uint32_t in_use = mpl_slab_counters()->live - mpl_slab_waiting();
	uint64_t obtained = handed_out - ACCOUNT->handed_out;
	uint64_t returned = obtained + ACCOUNT->in_use - in_use;

	ACCOUNT->handed_out = handed_out;
	ACCOUNT->in_use = in_use;
	if (!mm)
		return;
	mpl_account_obtain(mm, MPL_OBJECT_NODES, obtained);
	mpl_account_return(mm, MPL_OBJECT_NODES, returned);
}

void mpl_account_watch(const struct mpl_mm *mm)
{
	ACCOUNT->space = mm ? mm->space : 0;
	for (unsigned i = 0; mm && i < MPL_OBJECTS; i++)
		ACCOUNT->watched[i] = (struct mpl_account){0};
}

void mpl_account_hold(enum mpl_object object, uint64_t n)
{
	MPL_ASSERT(ACCOUNT->space);
	ACCOUNT->watched[object].obtained += n;
}

const struct mpl_account *mpl_mm_accounts(void) { return ACCOUNT->all; }
const struct mpl_account *mpl_fork_accounts(void) { return ACCOUNT->watched; }
