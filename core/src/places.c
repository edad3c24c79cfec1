// SPDX-License-Identifier: GPL-2.0-or-later
//
// The table of places. See places.h.

#include "places.h"

struct mpl_place mpl_places[MPL_PLACES_MAX];
