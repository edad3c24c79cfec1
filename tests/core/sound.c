// SPDX-License-Identifier: GPL-2.0-or-later
//
// Whether a tree is right. See sound.h.

#include "sound.h"

#include "src/slab.h"
#include "src/validate.h"
#include "src/visit.h"
#include "src/walk.h"
#include "src/records.h"

#include <stdio.h>

#define FINDINGS_MAX 32u

static struct mpl_finding findings[FINDINGS_MAX];
static char said[80];

unsigned sound_findings(const struct maple_tree *tree, bool bulk_loaded, unsigned invariant, bool excused)
{
	struct mpl_validate_tree what = {tree->root_word, mpl_walk_tree_address(tree), tree->ma_flags, bulk_loaded};
	uint32_t count = mpl_validate_tree(&what, findings, FINDINGS_MAX);
	unsigned sum = 0;

	for (uint32_t i = 0; i < count && i < FINDINGS_MAX; i++)
		sum += (!invariant || findings[i].invariant == invariant) && findings[i].excused == excused;
	return sum;
}

unsigned sound_nodes(const struct maple_tree *tree)
{
	struct mpl_visit visit;
	unsigned count = 0;

	for (mpl_visit_begin(&visit, tree->root_word); mpl_visit_next(&visit);)
		count++;
	return count;
}

bool sound_holds(const struct maple_tree *tree, bool bulk_loaded)
{
	unsigned nodes = sound_nodes(tree);

	said[0] = 0;
	if (sound_findings(tree, bulk_loaded, 0, false))
		snprintf(said, sizeof(said), "I%u in slot %d", findings[0].invariant, findings[0].slot);
	else if (mpl_slab_counters()->live != nodes)
		snprintf(said, sizeof(said), "%u nodes are out, %u in the tree", mpl_slab_counters()->live, nodes);
	return !said[0];
}

const char *sound_said(void) { return said; }
