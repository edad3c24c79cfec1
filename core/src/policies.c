// SPDX-License-Identifier: GPL-2.0-or-later
//
// The rows of releases.def with the functions that they name. See policies.h.

#include "policies.h"

#include "decide.h"
#include "formula.h"
#include "rebalance.h"
#include "split.h"

const struct mpl_policy mpl_policies[MPL_RELEASES] = {
#define MPL_RELEASE(id, title, said, about, ...) [MPL_RELEASE_##id] = {.name = title, .word = said, __VA_ARGS__},
#include "releases.def"
#undef MPL_RELEASE
};
