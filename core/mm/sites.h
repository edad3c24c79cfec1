// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sites where a call or a fork can fail, each counted and each armed separately. Knows no address space
// and no tree. Rule "failure points".
//
// The sites REQUEST and NODE are the node allocator's own: it counts their passes and refuses (slab.h). An arming of
// them that waits for a VMA is kept here, and handed to the slab only while a fork treats that VMA:
//
//     fail request at vma 7    treat(6)  .   treat(7) -> slab armed   treat(8) <- what is left taken back

#ifndef MPL_SITES_H
#define MPL_SITES_H

#include "state.h"

// Passes a site that is not the node allocator's; true if it is to fail now.
bool mpl_site_fails(enum mpl_site site);
// From here on a fork copies this VMA of the parent; 0: none.
void mpl_site_treat(uint32_t vma);
// Passes since the start or the last reset, failed ones included. For REQUEST: requests that the injector has judged;
// for NODE: nodes allocated by these, and refused ones.
uint32_t mpl_site_passed(enum mpl_site site);
// Failures of its arming that are still to come; UINT32_MAX for no limit.
uint32_t mpl_site_armed(enum mpl_site site);
// Disarms all sites and sets their counts to 0. (mpl_slab_reset() resets the slab's part.)
void mpl_sites_reset(void);

#endif
