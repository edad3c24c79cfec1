// SPDX-License-Identifier: GPL-2.0-or-later
//
// Failure sites: which pass fails, when an arming waits for a VMA, and what of it is left. rule "failure points" and
// the statement `fail` of the language.

#include "harness.h"

#include "mm/sites.h"
#include "src/slab.h"

#include <string.h>

// Passes a site 'n' times; which of them failed, the first in bit 0.
static unsigned passes(enum mpl_site site, unsigned n)
{
	unsigned failed = 0;

	for (unsigned i = 0; i < n; i++)
		failed |= (unsigned)mpl_site_fails(site) << i;
	return failed;
}

// Makes 'n' requests for 'count' nodes each; which of them were refused.
static unsigned requests(unsigned n, uint32_t count)
{
	unsigned refused = 0;

	for (unsigned i = 0; i < n; i++) {
		uint64_t words[64];
		bool granted = mpl_slab_bulk(MPL_MAY_WAIT, count, words);

		refused |= (unsigned)!granted << i;
		if (granted)
			mpl_slab_free_bulk(count, words);
	}
	return refused;
}

static void start(void)
{
	mpl_slab_reset();
	mpl_mm_reset();
}

TEST(passes_k_to_k_plus_n_minus_1_of_a_site_fail)
{
	start();
	mpl_fail_site(MPL_SITE_COMMIT, 0, 3, 2);
	EXPECT(passes(MPL_SITE_VMA, 8) == 0);
	EXPECT(passes(MPL_SITE_COMMIT, 8) == 0x0c);
	EXPECT(mpl_site_passed(MPL_SITE_COMMIT) == 8);
	EXPECT(mpl_site_armed(MPL_SITE_COMMIT) == 0);
}

TEST(each_site_keeps_its_own_arming_and_a_new_one_replaces_it)
{
	start();
	mpl_fail_site(MPL_SITE_COMMIT, 0, 1, 5);
	mpl_fail_site(MPL_SITE_ANON, 0, 2, 1);
	mpl_fail_site(MPL_SITE_COMMIT, 0, 4, 1);
	EXPECT(mpl_site_armed(MPL_SITE_COMMIT) == 1);
	EXPECT(passes(MPL_SITE_COMMIT, 5) == 0x08);
	EXPECT(passes(MPL_SITE_ANON, 5) == 0x02);
	mpl_fail_site(MPL_SITE_COMMIT, 0, 1, 1);
	mpl_fail_site(MPL_SITE_COMMIT, 0, 1, 0);
	EXPECT(passes(MPL_SITE_COMMIT, 5) == 0);
	mpl_fail_site(MPL_SITE_COMMIT, 0, 1, 1);
	mpl_fail_site(MPL_SITE_REQUEST, 7, 1, 1);
	mpl_fail_site(MPL_SITE_NODE, 0, 1, 1);
	mpl_fail_off();
	for (enum mpl_site site = MPL_SITE_REQUEST; site < MPL_SITES; site++)
		EXPECT(mpl_site_armed(site) == 0);
	EXPECT(passes(MPL_SITE_COMMIT, 5) == 0);
	EXPECT(requests(5, 1) == 0);
}

TEST(an_arming_for_a_vma_counts_only_the_passes_made_while_it_is_treated)
{
	start();
	mpl_fail_site(MPL_SITE_ANON, 7, 2, 1);
	EXPECT(passes(MPL_SITE_ANON, 3) == 0);
	mpl_site_treat(6);
	EXPECT(passes(MPL_SITE_ANON, 3) == 0);
	mpl_site_treat(7);
	EXPECT(passes(MPL_SITE_ANON, 1) == 0);
	mpl_site_treat(8);
	EXPECT(passes(MPL_SITE_ANON, 3) == 0);
	mpl_site_treat(7);
	EXPECT(passes(MPL_SITE_ANON, 3) == 1);
	EXPECT(mpl_site_armed(MPL_SITE_ANON) == 0);
}

TEST(an_arming_of_the_node_allocator_for_a_vma_is_in_the_slab_only_meanwhile)
{
	start();
	for (enum mpl_site site = MPL_SITE_REQUEST; site <= MPL_SITE_NODE; site++) {
		mpl_fail_site(site, 7, 2, 3);
		EXPECT(mpl_site_armed(site) == 3);
		EXPECT(requests(3, 1) == 0);
		mpl_site_treat(6);
		EXPECT(requests(3, 1) == 0);
		mpl_site_treat(7);
		EXPECT(mpl_site_armed(site) == 3);
		EXPECT(requests(2, 1) == 2); // The second fails, two more are to come.
		mpl_site_treat(8);
		EXPECT(mpl_site_armed(site) == 2);
		EXPECT(requests(3, 1) == 0);
		mpl_site_treat(7);
		EXPECT(requests(4, 1) == 3);
		mpl_site_treat(0);
		EXPECT(mpl_site_armed(site) == 0);
		EXPECT(requests(3, 1) == 0);
	}
}

TEST(an_arming_that_never_fell_due_waits_for_the_next_time)
{
	start();
	mpl_fail_site(MPL_SITE_REQUEST, 7, 5, 1);
	for (unsigned round = 0; round < 2; round++) {
		mpl_site_treat(7);
		EXPECT(requests(2, 1) == 0);
		mpl_site_treat(0);
		EXPECT(requests(9, 1) == 0);
	}
	mpl_site_treat(7);
	EXPECT(requests(2, 1) == 1);
	mpl_site_treat(0);
}

TEST(every_kth_request_is_refused_n_times_or_for_ever)
{
	start();
	mpl_fail_every(3, 2);
	EXPECT(mpl_site_armed(MPL_SITE_REQUEST) == 2);
	EXPECT(requests(12, 1) == 0x24);
	EXPECT(mpl_site_armed(MPL_SITE_REQUEST) == 0);
	mpl_fail_every(2, 0);
	EXPECT(mpl_site_armed(MPL_SITE_REQUEST) == UINT32_MAX);
	EXPECT(requests(12, 1) == 0xaaa);
	EXPECT(mpl_site_armed(MPL_SITE_REQUEST) == UINT32_MAX);
	mpl_fail_every(1, 0);
	EXPECT(requests(8, 5) == 0xff);
	mpl_fail_site(MPL_SITE_REQUEST, 0, 2, 1);
	EXPECT(requests(8, 1) == 0x02);
}

TEST(every_and_chance_take_the_place_of_an_arming_that_waits_for_a_vma)
{
	start();
	mpl_fail_site(MPL_SITE_REQUEST, 7, 1, 1);
	mpl_fail_every(4, 1);
	EXPECT(mpl_site_armed(MPL_SITE_REQUEST) == 1);
	mpl_site_treat(7);
	EXPECT(requests(6, 1) == 0x08);
	mpl_site_treat(0);
	mpl_fail_site(MPL_SITE_REQUEST, 7, 1, 1);
	mpl_fail_chance(0, 1, 3);
	EXPECT(mpl_site_armed(MPL_SITE_REQUEST) == 3);
	mpl_site_treat(7);
	EXPECT(requests(6, 1) == 0);
	mpl_site_treat(0);
}

// The numbers of SplitMix64(1) modulo 100, from an implementation of their own.
TEST(chance_refuses_by_the_numbers_of_splitmix64)
{
	uint64_t seed = 1;
	unsigned wanted = 0;

	start();
	for (unsigned i = 0; i < 20; i++) {
		uint64_t z;

		seed += UINT64_C(0x9e3779b97f4a7c15);
		z = seed;
		z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
		z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
		z ^= z >> 31;
		wanted |= (unsigned)(z % 100 < 30) << i;
	}
	EXPECT(wanted != 0);
	mpl_fail_chance(30, 1, 0);
	EXPECT(requests(20, 1) == wanted);
	mpl_fail_chance(30, 1, 1);
	EXPECT(requests(20, 1) == (wanted & (0 - wanted)));
	mpl_fail_chance(100, 9, 3);
	EXPECT(requests(8, 1) == 0x07);
	mpl_fail_chance(0, 9, 0);
	EXPECT(requests(8, 1) == 0);
}

TEST(nodes_k_to_k_plus_n_minus_1_are_refused_with_their_requests)
{
	start();
	mpl_fail_site(MPL_SITE_NODE, 0, 6, 2);
	EXPECT(requests(5, 4) == 0x06); // 4 granted; of the next 4 the second is the 6th; then the first is the 7th.
	EXPECT(mpl_site_passed(MPL_SITE_NODE) == 4 + 2 + 1 + 4 + 4);
	EXPECT(mpl_site_passed(MPL_SITE_REQUEST) == 5);
}

TEST(a_copy_of_the_state_brings_armings_and_counts_back)
{
	struct mpl_mm_state before;

	start();
	mpl_fail_site(MPL_SITE_PAGE, 0, 2, 1);
	passes(MPL_SITE_PAGE, 1);
	before = mpl_mm_state;
	EXPECT(passes(MPL_SITE_PAGE, 2) == 1);
	memcpy(&mpl_mm_state, &before, sizeof(before));
	EXPECT(mpl_site_passed(MPL_SITE_PAGE) == 1);
	EXPECT(passes(MPL_SITE_PAGE, 2) == 1);
}
