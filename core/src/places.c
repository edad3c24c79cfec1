// SPDX-License-Identifier: GPL-2.0-or-later
//
// The table of places, where the ground has none. See places.h.

#include "places.h"

#if defined(__wasm__) || MPL_GROUND_HEAP
struct mpl_place mpl_places[MPL_PLACES_MAX];
#endif
