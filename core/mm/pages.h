// SPDX-License-Identifier: GPL-2.0-or-later
//
// Page tables of four levels and the pages in them. Knows address ranges, and of VMAs their flags; of the tree of VMAs
// only the ranges in it. Rules "freed tables" and "copied pages".
//
//     level 4   top   always there, not counted   one entry: 512 GiB
//     level 3   PUD   512 GiB                     one entry:   1 GiB
//     level 2   PMD     1 GiB                     one entry:   2 MiB
//     level 1   PTE     2 MiB                     one entry: a page of 4 KiB
//
// Each table below the top one counts in mm->tables and in MPL_OBJECT_TABLES, and making it passes MPL_SITE_PAGE. Pages
// count in rss_anon or rss_file and in MPL_OBJECT_RESIDENT, unless nothing normal is behind them: the zero page, and
// pages of PFNMAP.

#ifndef MPL_PAGES_H
#define MPL_PAGES_H

#include "state.h"

// Makes every page of 'first' ... 'last', all in 'vma', present as a program's access does. Permissions, and the
// anon_vma that a private write needs, are the caller's responsibility. 0, or -ENOMEM with nothing changed.
int mpl_pages_touch(struct mpl_mm *mm, const struct mpl_vma *vma, uint64_t first, uint64_t last, bool write);
// Makes all tables that touching the range needs, and no page. Then mpl_pages_touch() of any part of it succeeds. 0, or
// -ENOMEM with nothing changed.
int mpl_pages_reserve(struct mpl_mm *mm, uint64_t first, uint64_t last);
// Unmaps the pages of the range; tables stay.
void mpl_pages_unmap(struct mpl_mm *mm, uint64_t first, uint64_t last);
// The same for madvise: tables of 2 MiB that the range covers go too.
void mpl_pages_discard(struct mpl_mm *mm, uint64_t first, uint64_t last);
// Write-protects the pages of the range: the next write faults.
void mpl_pages_protect(struct mpl_mm *mm, uint64_t first, uint64_t last);
// A range that is cleared of its pages, and of the tables that nothing else uses: see mpl_pages_free_range().
struct mpl_clearing {
	uint64_t first;
	uint64_t last;
	uint64_t floor;
	uint64_t ceiling;
};
// Moves the pages of 'bytes' bytes from 'from' to 'to', once 'cleared' is cleared, which begins there; NULL: nothing is
// there. 0, or -ENOMEM with nothing changed.
int mpl_pages_move(struct mpl_mm *mm, uint64_t from, uint64_t to, uint64_t bytes, const struct mpl_clearing *cleared);
// Whether a fork copies the page tables of this VMA of the parent; and the copy (F11). -ENOMEM: what was copied stays.
bool mpl_pages_copied(const struct mpl_vma *vma);
// 'copied' grows by the entries copied.
int mpl_pages_copy(struct mpl_mm *child, struct mpl_mm *parent, const struct mpl_vma *vma, uint64_t *copied);

#endif
