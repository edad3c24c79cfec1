// SPDX-License-Identifier: GPL-2.0-or-later
//
// Assertions of the core's invariants.
//
// MPL_ASSERT states an invariant; when it is broken the core is wrong, not the caller, and the program ends. With
// MPL_CHECKS=0 (the bench module) it costs nothing and its argument is not evaluated.

#ifndef MPL_CHECK_H
#define MPL_CHECK_H

#ifndef MPL_CHECKS
#define MPL_CHECKS 1
#endif

#if defined(__wasm__)
#define MPL_CHECK_FAILED(what) __builtin_trap()
#else
#include <stdio.h>
#include <stdlib.h>
#define MPL_CHECK_FAILED(what) (fprintf(stderr, "%s:%d: broken invariant: %s\n", __FILE__, __LINE__, what), abort())
#endif

#if MPL_CHECKS
#define MPL_ASSERT(condition) ((condition) ? (void)0 : MPL_CHECK_FAILED(#condition))
#define MPL_UNREACHABLE() (MPL_CHECK_FAILED("unreachable"), __builtin_unreachable())
#else
#define MPL_ASSERT(condition) ((void)sizeof(!(condition)))
#define MPL_UNREACHABLE() __builtin_unreachable()
#endif

#endif
