// SPDX-License-Identifier: GPL-2.0-or-later
//
// Makes a list of acts smaller and simpler as long as it stays what it is. Knows only the acts.

#ifndef MPL_SIMPLIFY_H
#define MPL_SIMPLIFY_H

#include "act.h"

#include <stddef.h>

// Whether the acts still do what they are wanted for.
typedef bool simplify_test(const struct act *acts, size_t count);

// Shortens 'acts' in place, for which 'test' is true, and returns how many are left.
size_t simplify(struct act *acts, size_t count, simplify_test *test);

#endif
