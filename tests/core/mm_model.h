// SPDX-License-Identifier: GPL-2.0-or-later
//
// What an address space must be, page by page: an array over a small window of addresses, each element one page. Slow
// and plainly right; knows no VMA, no tree and no table. Where VMAs begin and end it does not say, only that what a
// page is must be what its VMA says. All around the window is taken.

#ifndef MPL_TEST_MM_MODEL_H
#define MPL_TEST_MM_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#define MODEL_PAGES 1024u

// What is behind a page that was touched.
enum model_content { MODEL_NOTHING, MODEL_ZERO, MODEL_ANON, MODEL_FILE };

struct model_page {
	bool mapped;
	uint32_t flags;
	uint32_t file;
	uint64_t at; // Page in the file; without one: that at which it was made.
	bool anon;   // Its VMA has an anon_vma: what only VMAs know, given before model_protect() and model_move().
	enum model_content content;
};

struct model {
	struct model_page page[MODEL_PAGES];
	uint32_t base; // Searches for room go down from here; page 0 is never found.
	uint32_t brk;
};

// Each does what the call of that name does to the pages; 0 or the error, and then nothing has changed, but for what
// model_protect() and model_flags() did before they met it. 'n' pages from 'first' on.
void model_map(struct model *model, uint32_t first, uint32_t n, uint32_t flags, uint32_t file, uint64_t at);
void model_unmap(struct model *model, uint32_t first, uint32_t n);
int model_protect(struct model *model, uint32_t first, uint32_t n, uint32_t prot);
enum model_holes { MODEL_HOLES_END, MODEL_HOLES_PASS, MODEL_HOLES_REFUSE };
int model_flags(struct model *model, uint32_t first, uint32_t n, uint32_t clear, uint32_t set, bool private_only,
                enum model_holes holes);
// Whether memory without any access is among these pages.
bool model_has_none(const struct model *model, uint32_t first, uint32_t n);
int model_touch(struct model *model, uint32_t first, uint32_t n, bool write);
int model_brk(struct model *model, uint32_t end);
void model_move(struct model *model, uint32_t first, uint32_t n, uint32_t to, uint32_t new_n, bool keep);
// Whether nothing is mapped there.
bool model_is_free(const struct model *model, uint32_t first, uint32_t n);
// Where 'n' pages without an address go; 0 if there is no room.
uint32_t model_room(const struct model *model, uint32_t n);

#endif
