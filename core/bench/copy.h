// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page copy of a fork, compiled twice: see copy.def and copy.c.

#ifndef MPL_COPY_H
#define MPL_COPY_H

#include <stdint.h>

// As many pages of 4 KiB as 4 GiB have.
#define MPL_COPY_ENTRIES_MAX (1u << 20)

#define MPL_CALL(result, name, ...) result name(__VA_ARGS__);
#include "copy.def"
#undef MPL_CALL

#endif
