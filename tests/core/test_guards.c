// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every second place of the slab is held by a guard that belongs to nobody: whatever is stored, erased, copied and
// loaded into the places between, nothing is written outside of a node. On a host with one stretch of memory for all
// nodes the guards see it; under ASan each node is a block of its own.

#include "harness.h"

#include "maple_tree.h"
#include "src/census.h"
#include "src/slab.h"

#include <string.h>

#define M UINT64_MAX
#define GUARDS 600u

static struct mpl_node *guard[GUARDS];
static uint64_t dice;

static uint64_t roll(uint64_t bound) { return harness_below(&dice, bound); }

static void set_guards(void)
{
	static struct mpl_node *between[GUARDS];

	mpl_slab_reset();
	mpl_slab_begin();
	for (unsigned i = 0; i < GUARDS; i++) {
		between[i] = mpl_slab_one(MPL_NOWAIT);
		guard[i] = mpl_slab_one(MPL_NOWAIT);
		memset(guard[i], 0x5a, sizeof(*guard[i]));
	}
	for (unsigned i = GUARDS; i-- > 0;)
		mpl_slab_free_one(between[i]);
}

static void expect_guards(const struct maple_tree *tree)
{
	unsigned spoilt = 0;

	for (unsigned i = 0; i < GUARDS; i++) {
		for (unsigned word = 0; word < 32; word++)
			spoilt += guard[i]->word[word] != UINT64_C(0x5a5a5a5a5a5a5a5a);
	}
	EXPECT_SAYS(!spoilt, "%u words", spoilt);
	EXPECT(mpl_slab_counters()->live == GUARDS + mpl_census_take(tree->root_word).nodes);
	EXPECT(mpl_slab_counters()->places == 2 * GUARDS);
}

TEST(stores_write_into_their_own_nodes_only)
{
	dice = 616;
	for (unsigned flags = 0; flags < 4; flags++) {
		struct maple_tree tree, copy;

		set_guards();
		mt_init_flags(&tree, flags);
		for (unsigned i = 0; i < 3000; i++) {
			uint64_t first = roll(9000), last = first + roll(i % 40 ? 8 : 600);

			EXPECT(!mtree_store_range(&tree, first, i % 100 ? last : M, roll(4) ? xa_mk_value(i) : NULL, GFP_KERNEL));
			mpl_slab_grace();
			if (i % 25 == 0)
				expect_guards(&tree);
			if (i % 500 == 0) {
				mt_init_flags(&copy, flags);
				EXPECT(!mtree_dup(&tree, &copy, GFP_KERNEL));
				mtree_destroy(&copy);
				mpl_slab_grace();
				expect_guards(&tree);
			}
		}
		mtree_destroy(&tree);
		mpl_slab_grace();
		expect_guards(&tree);
	}
}

TEST(a_bulk_load_and_its_evening_out_write_into_their_own_nodes_only)
{
	dice = 616;
	for (unsigned flags = 0; flags < 2; flags++) {
		for (unsigned count = 2; count < 200; count++) {
			struct maple_tree tree;
			MA_STATE(mas, &tree, 0, 0);

			set_guards();
			mt_init_flags(&tree, flags);
			EXPECT(!mas_expected_entries(&mas, count));
			for (uint64_t i = 0; i < count; i++) {
				__mas_set_range(&mas, 10 * i, i + 1 == count ? M : 10 * i + (roll(4) ? 9 : 5));
				mas_store(&mas, xa_mk_value(i));
			}
			// Some ranges at the end become one, which may leave the last leaf too thin.
			if (count > 8) {
				mas_set_range(&mas, 10 * (count - 2 - roll(6)), 10 * count - 11);
				mas_store(&mas, xa_mk_value(99));
			}
			EXPECT(!mas_is_err(&mas));
			mas_destroy(&mas);
			expect_guards(&tree);
			mtree_destroy(&tree);
			expect_guards(&tree);
		}
	}
}
