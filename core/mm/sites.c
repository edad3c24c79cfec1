// SPDX-License-Identifier: GPL-2.0-or-later
//
// Failure sites: counting passes and choosing the one that fails. See sites.h.
//
//     passes from the arming on   1 ... k-1    k ... k+n-1    k+n ...
//                                 go well      fail           go well

#include "sites.h"

#include "../src/check.h"
#include "../src/slab.h"
#include "../src/trace.h"

#include <string.h>

#define MPL_FILE MPL_FILE_SITES

#define SITES (&mpl_mm_state.sites)

static bool is_slabs(enum mpl_site site) { return site == MPL_SITE_REQUEST || site == MPL_SITE_NODE; }

static void arm_slab(enum mpl_site site, uint32_t k, uint32_t n)
{
	if (site == MPL_SITE_REQUEST)
		mpl_slab_fail_request(k, n);
	else
		mpl_slab_fail_nodes(k, n);
}

static struct mpl_slab_arming slab_arming(enum mpl_site site)
{
	return site == MPL_SITE_REQUEST ? mpl_slab_request_arming() : mpl_slab_node_arming();
}

// ---- Passing ----

bool mpl_site_fails(enum mpl_site site)
{
	struct mpl_arming *arming = &SITES->arming[site];

	MPL_ASSERT(!is_slabs(site));
	SITES->passed[site]++;
	if (!arming->failures || (arming->vma && arming->vma != SITES->treated))
		return false;
	if (arming->grants) {
		arming->grants--;
		return false;
	}
	arming->failures--;
	MPL_EVENT(site_failed, NULL, site, SITES->passed[site], SITES->treated, 0);
	return true;
}

// What waits for 'vma' at a site of the slab's goes to the slab; what is left of it comes back.
void mpl_site_treat(uint32_t vma)
{
	uint32_t before = SITES->treated;

	SITES->treated = vma;
	for (enum mpl_site site = MPL_SITE_REQUEST; site <= MPL_SITE_NODE; site++) {
		struct mpl_arming *arming = &SITES->arming[site];

		if (!arming->vma || vma == before)
			continue;
		if (arming->vma == before) {
			struct mpl_slab_arming left = slab_arming(site);

			arm_slab(site, 0, 0);
			arming->grants = left.n ? left.k - 1 : 0;
			arming->failures = left.n;
		}
		if (arming->vma == vma && arming->failures) {
			arm_slab(site, arming->grants + 1, arming->failures);
			arming->failures = 0;
		}
	}
}

uint32_t mpl_site_passed(enum mpl_site site)
{
	switch (site) {
	case MPL_SITE_REQUEST: return (uint32_t)mpl_slab_requests_passed();
	case MPL_SITE_NODE: return (uint32_t)mpl_slab_nodes_passed();
	default: return SITES->passed[site];
	}
}

uint32_t mpl_site_armed(enum mpl_site site)
{
	uint32_t here = SITES->arming[site].failures;

	return is_slabs(site) ? here + slab_arming(site).n : here;
}

void mpl_sites_reset(void) { memset(SITES, 0, sizeof(*SITES)); }

// ---- Arming ----

void mpl_fail_site(enum mpl_site site, uint32_t vma, uint32_t k, uint32_t n)
{
	struct mpl_arming arming = { .vma = n ? vma : 0, .grants = n && k ? k - 1 : 0, .failures = n };

	if (is_slabs(site)) {
		bool at_once = !vma || vma == SITES->treated;

		arm_slab(site, at_once ? k : 0, at_once ? n : 0);
		if (at_once)
			arming.failures = arming.grants = 0;
	}
	SITES->arming[site] = arming;
}

void mpl_fail_every(uint32_t k, uint32_t n)
{
	mpl_fail_site(MPL_SITE_REQUEST, 0, 0, 0);
	if (k)
		mpl_slab_fail_every(k, n);
}

void mpl_fail_chance(uint32_t percent, uint64_t seed, uint32_t n)
{
	mpl_fail_site(MPL_SITE_REQUEST, 0, 0, 0);
	mpl_slab_fail_chance(percent, seed, n);
}

void mpl_fail_off(void)
{
	for (enum mpl_site site = MPL_SITE_REQUEST; site < MPL_SITES; site++)
		mpl_fail_site(site, 0, 0, 0);
}
