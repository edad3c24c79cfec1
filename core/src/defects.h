// SPDX-License-Identifier: GPL-2.0-or-later
//
// Deliberate defects, for lessons in which a reader finds one. They exist only in the module hunt, which is compiled
// with MPL_DEFECTS=1; everywhere else both macros are nothing. At most one is on.

#ifndef MPL_DEFECTS_H
#define MPL_DEFECTS_H

#ifndef MPL_DEFECTS
#define MPL_DEFECTS 0
#endif

enum mpl_defect {
	MPL_DEFECT_NONE,
#define MPL_DEFECT(name, title, what) MPL_DEFECT_##name,
#include "defects.def"
#undef MPL_DEFECT
	MPL_DEFECT_COUNT,
};

#if MPL_DEFECTS
extern enum mpl_defect mpl_defect_on;
// The statements, if the defect is on. They may leave the function or the loop around them.
#define MPL_WITH_DEFECT(name, ...)                                                                                     \
	if (mpl_defect_on == MPL_DEFECT_##name) {                                                                      \
		__VA_ARGS__                                                                                            \
	}
// In front of a statement, which is left out if the defect is on.
#define MPL_UNLESS_DEFECT(name) if (mpl_defect_on != MPL_DEFECT_##name)
#else
#define MPL_WITH_DEFECT(name, ...) ((void)0)
#define MPL_UNLESS_DEFECT(name)
#endif

#endif
