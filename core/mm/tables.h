// SPDX-License-Identifier: GPL-2.0-or-later
//
// The pool of page tables, and the way through four of them. Knows addresses and entries, no VMA. Rule "freed tables".
//
//     address   bits 47..39      38..30      29..21      20..12     11..0
//               slot of the top  of the PUD  of the PMD  of the PTE in the page
//
// A slot of a PTE table contains the bits below, 0 for no page; of others, the place of the table below, 0 for none.
// Each table knows its parent, so that it can be found, removed and listed without a walk down to it.

#ifndef MPL_TABLES_H
#define MPL_TABLES_H

#include "state.h"

#define MPL_TABLE_SLOTS 512u
#define MPL_TOP_LEVEL 4u
#define MPL_ADDRESS_BITS 48u

enum mpl_pte {
	MPL_PTE_PRESENT = 0x1,
	MPL_PTE_WRITABLE = 0x2,
	MPL_PTE_DIRTY = 0x4,
	MPL_PTE_ANON = 0x8,     // An anonymous page; a page of a file or of shared memory without.
	MPL_PTE_SPECIAL = 0x10, // No normal page is behind it: in no counter.
	MPL_PTE_ZERO = 0x20,    // The zero page; special too.
};

struct mpl_table {
	uint16_t slots[MPL_TABLE_SLOTS];
	uint16_t used;   // Slots that are not 0.
	uint16_t level;  // 1 PTE ... 4 top; 0: a free place.
	uint16_t parent; // Place of the table above, 0 for the top.
	uint16_t slot;   // Its slot there.
	uint32_t link;   // Of a free place: the next one. Of a table just made: the one made before (state.h).
};

static_assert(MPL_TABLES_MAX < UINT16_MAX, "a place fits into a slot");

// Bytes that a table of 'level' maps: 2^21, 2^30, 2^39, 2^48.
static inline uint64_t mpl_table_span(unsigned level) { return UINT64_C(1) << (12 + 9 * level); }
// Slot of 'address' in a table of 'level'.
static inline unsigned mpl_table_slot(uint64_t address, unsigned level)
{
	return (unsigned)(address >> (3 + 9 * level)) % MPL_TABLE_SLOTS;
}

struct mpl_table *mpl_tables_at(uint32_t place);
// First address that a table maps.
uint64_t mpl_tables_base(uint32_t place);

// Gives an address space its top table; false if the pool is used up. And frees it: if tables are left below it,
// which were leaked, the top is returned so that they can still be inspected, else 0. The second call does
// nothing.
bool mpl_tables_begin(struct mpl_mm *mm);
uint32_t mpl_tables_end(struct mpl_mm *mm);
// Forgets such a top; the tables below it are lost for good, and stay in the accounts.
void mpl_tables_forget(uint32_t top);

// The PTE table that maps 'address', made with those above it where they are missing: one pass of MPL_SITE_PAGE each.
// NULL if that was refused; what was made stays.
struct mpl_table *mpl_tables_make(struct mpl_mm *mm, uint64_t address);
// The same down to the table of 'level' that maps it.
struct mpl_table *mpl_tables_make_down(struct mpl_mm *mm, uint64_t address, unsigned level);
// The table of 'level' that maps 'address'; NULL if there is none.
struct mpl_table *mpl_tables_find(const struct mpl_mm *mm, uint64_t address, unsigned level);
// Lets a PTE table map the 2 MiB at 'to' from here on, where the tables above exist and no PTE table is.
void mpl_tables_move(struct mpl_table *table, struct mpl_table *above, uint64_t to);
// From here on new tables are noted; then either all of them are freed, or they stay.
void mpl_tables_note(void);
void mpl_tables_take_back(struct mpl_mm *mm);
// Frees one table, which is empty, and clears its slot in the one above.
void mpl_tables_free(struct mpl_mm *mm, uint32_t place);

// A piece of one PTE table: slots first ... last, which map the addresses from 'base' on.
struct mpl_run {
	struct mpl_table *table;
	unsigned first;
	unsigned last;
	uint64_t base;
};

// The next piece of 'at' ... 'last' that a PTE table exists for; 'at' moves behind it. False if there is none.
bool mpl_tables_next(const struct mpl_mm *mm, uint64_t *at, uint64_t last, struct mpl_run *run);
// The same for each table, of whatever level, that has none below it there; one may come several times.
bool mpl_tables_next_end(const struct mpl_mm *mm, uint64_t *at, uint64_t last, struct mpl_run *run);

// The tables below a top table, as mpl_mm_tables() lists them.
uint32_t mpl_tables_below(uint32_t top, struct mpl_table_record *tables, uint32_t room);
// The pool: the bytes in use, from its start. And: nothing is in use.
void *mpl_tables_region(uint32_t *bytes);
void mpl_tables_reset(void);

#endif
