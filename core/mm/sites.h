// SPDX-License-Identifier: GPL-2.0-or-later
//
// The places where a call or a fork can fail, each counted and each with an arming of its own. Knows no address space,
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
// From here on a fork treats this VMA of the parent; 0: none.
void mpl_site_treat(uint32_t vma);
// Passes since the start or the last reset, failed ones included. Of REQUEST: requests that the injector was asked
// about; of NODE: nodes handed out by these, and refused ones.
uint32_t mpl_site_passed(enum mpl_site site);
// Failures of its arming that are still to come; UINT32_MAX if there is no end of them.
uint32_t mpl_site_armed(enum mpl_site site);
// Nothing is armed, nothing was passed. (What the slab holds, mpl_slab_reset() resets.)
void mpl_sites_reset(void);

#endif
