// SPDX-License-Identifier: GPL-2.0-or-later
//
// The switch of the deliberate defects: src/defects.h.

#include "hunt.h"

#include "../include/maple_tree_linux.h"
#include "../src/defects.h"

#if MPL_DEFECTS
enum mpl_defect mpl_defect_on;

int32_t mpl_defect_set(uint32_t defect)
{
	if (defect >= MPL_DEFECT_COUNT)
		return -MPL_EINVAL;
	mpl_defect_on = (enum mpl_defect)defect;
	return 0;
}
#endif
