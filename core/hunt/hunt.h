// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the module hunt exports besides the functions of calls.def.

#ifndef MPL_HUNT_H
#define MPL_HUNT_H

#include <stdint.h>

#define MPL_CALL(result, name, ...) result name(__VA_ARGS__);
#include "hunt.def"
#undef MPL_CALL

#endif
