// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mapping.

#ifndef MPL_MAP_H
#define MPL_MAP_H

#include "change.h"

// A piece to map; if private and writable, it is charged and flagged so.
struct mpl_vma mpl_map_piece(const struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file,
                             uint64_t offset);
// Maps it, replacing existing mappings.
int mpl_map(struct mpl_mm *mm, const struct mpl_vma *piece);

#endif
