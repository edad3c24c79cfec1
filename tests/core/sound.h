// SPDX-License-Identifier: GPL-2.0-or-later
//
// Whether a tree is right, as tests ask it: the checker's findings by number, the nodes, and where the nodes that are
// out have gone.

#ifndef MPL_TEST_SOUND_H
#define MPL_TEST_SOUND_H

#include "maple_tree.h"

#include <stdbool.h>

// Findings of this invariant, 0 for any: excused ones, or others. 'bulk_loaded': whether a bulk load has ended on it.
unsigned sound_findings(const struct maple_tree *tree, bool bulk_loaded, unsigned invariant, bool excused);
// Nodes in the tree.
unsigned sound_nodes(const struct maple_tree *tree);
// Whether the tree is right, and all nodes that are out are in it; and if not, what is wrong.
bool sound_holds(const struct maple_tree *tree, bool bulk_loaded);
const char *sound_said(void);
#define SOUND_EXPECT(line, tree, bulk_loaded) EXPECT_AT(line, sound_holds(tree, bulk_loaded), "%s", sound_said())

#endif
