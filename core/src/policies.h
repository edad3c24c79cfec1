// SPDX-License-Identifier: GPL-2.0-or-later
//
// The releases as a table. A write looks its policy up once and carries it (struct mpl_write).

#ifndef MPL_POLICIES_H
#define MPL_POLICIES_H

#include "policy.h"

// By enum mpl_release.
extern const struct mpl_policy mpl_policies[MPL_RELEASES];

// The policy of a tree: that of 6.16 if its flags name no existing release.
static inline const struct mpl_policy *mpl_policies_of(const struct maple_tree *tree)
{
	unsigned release = (tree->ma_flags & MPL_FLAGS_RELEASE_MASK) >> MPL_FLAGS_RELEASE_OFFSET;

	return &mpl_policies[release < MPL_RELEASES ? release : MPL_RELEASE_6_16];
}

#endif
