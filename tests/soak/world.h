// SPDX-License-Identifier: GPL-2.0-or-later
//
// Worlds: what the soak runs, and where the acts of a failure come from. Each is a list of acts that depends on numbers
// or bytes alone.

#ifndef MPL_WORLD_H
#define MPL_WORLD_H

#include "act.h"

#include <stddef.h>

// Told before an act is done, so that what fails is known.
typedef void world_listener(const struct act *act);

// A random world; between 500 and 20,000 acts.
void world_run(uint64_t seed, uint64_t number, world_listener *listener);
// The world that the bytes of a fuzzer's input describe; everything is checked after each act.
void world_run_bytes(const uint8_t *bytes, size_t size, world_listener *listener);
// The world of these acts, checked likewise.
void world_run_acts(const struct act *acts, size_t count);

#endif
