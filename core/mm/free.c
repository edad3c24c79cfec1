// SPDX-License-Identifier: GPL-2.0-or-later
//
// Freeing page tables that nothing else needs. Rule "freed tables"; all arithmetic is modulo 2^64, so that 0
// as an end or a ceiling is the top.
//
//        floor                                           ceiling
//     ...  |    |#######|~~~~~~|########|                   |  ...
//              addr      VMAs of one group  end             VMA that stays
//     PTE  |.........|#########|#########|#########|.........|
//     PMD  |.......................................|...   freed only if all that it maps is in floor ... ceiling
//
// A PTE table in which floor or ceiling lies is in use by the VMA behind it: addr is rounded up over the one, and end
// drawn back from the other. That is right only if a VMA of this address space begins at the ceiling. If the first VMA
// *not* duplicated is used instead, the table that reaches beyond it belongs to no VMA and is leaked: the bug that
// a fork with 'wrong_ceiling' shows.

#include "free.h"

#include "tables.h"

#include "../src/check.h"
#include "../src/trace.h"

#define MPL_FILE MPL_FILE_FREE

#define PTE_BYTES (UINT64_C(1) << 21)

static uint64_t down(uint64_t address, uint64_t span) { return address & ~(span - 1); }

// Steps 6 and 7: whether a table that maps 'span' bytes goes after the piece [a, e) was freed below it.
static bool nobody_needs(uint64_t a, uint64_t e, uint64_t span, uint64_t floor, uint64_t ceiling)
{
	if (down(a, span) < floor)
		return false;
	if (!ceiling)
		return true;
	ceiling = down(ceiling, span);
	return ceiling && e - 1 <= ceiling - 1;
}

// Step 5: cuts [addr, end) where the slots of a table begin, and frees below each what can go. 'end' 0 is the top, and
// above the addresses there are no slots. Tables of level 'kept' and above stay.
static void free_pieces(struct mpl_mm *mm, const struct mpl_table *table, uint64_t addr, uint64_t end, uint64_t floor,
                        uint64_t ceiling, unsigned kept)
{
	uint64_t span = mpl_table_span(table->level - 1u);
	uint64_t a = addr;
	uint64_t next;

	do {
		uint32_t below = table->slots[mpl_table_slot(a, table->level)];
		bool goes = below;

		next = down(a, span) + span;
		if (next - 1 > end - 1)
			next = end;
		if (below && mpl_tables_at(below)->level > 1) {
			free_pieces(mm, mpl_tables_at(below), a, next, floor, ceiling, kept);
			goes = mpl_tables_at(below)->level < kept && nobody_needs(a, next, span, floor, ceiling);
		}
		if (goes)
			mpl_tables_free(mm, below);
		a = next;
	} while (a != end && a >> MPL_ADDRESS_BITS == 0);
}

// Steps 1 to 4.
void mpl_pages_free_lower(struct mpl_mm *mm, uint64_t addr, uint64_t end, uint64_t floor, uint64_t ceiling,
                          unsigned kept)
{
	MPL_EVENT(free_range, NULL, MPL_NO_SLOT, 0, addr, end);
	MPL_EVENT(free_limits, NULL, MPL_NO_SLOT, 0, floor, ceiling);
	addr = down(addr, PTE_BYTES);
	if (addr < floor) {
		addr += PTE_BYTES;
		if (!addr)
			return;
	}
	if (ceiling) {
		ceiling = down(ceiling, PTE_BYTES);
		if (!ceiling)
			return;
	}
	if (end - 1 > ceiling - 1)
		end -= PTE_BYTES;
	if (addr > end - 1)
		return;
	free_pieces(mm, mpl_tables_at(mm->top), addr, end, floor, ceiling, kept);
}

void mpl_pages_free_range(struct mpl_mm *mm, uint64_t addr, uint64_t end, uint64_t floor, uint64_t ceiling)
{
	mpl_pages_free_lower(mm, addr, end, floor, ceiling, MPL_TOP_LEVEL);
}

// ---- Group by group ----

// Goes to the next VMA; false at the end, which a zero entry is as well (rule "marker").
static bool next_vma(struct ma_state *mas, uint64_t limit)
{
	mpl_entry entry = mas_find(mas, limit - 1);

	return entry && !xa_is_zero(entry);
}

// free_pgtables: VMAs that stand close together share tables, so they are freed in one go.
void mpl_pages_free_tables(struct mpl_mm *mm, uint64_t limit, uint64_t floor, uint64_t ceiling)
{
	MA_STATE(mas, mm->tree, 0, 0);
	bool more = next_vma(&mas, limit);

	while (more) {
		uint64_t first = mas.index;
		uint64_t end;

		do {
			end = mas.last + 1;
			more = next_vma(&mas, limit);
		} while (more && mas.index <= end + PTE_BYTES);
		mpl_pages_free_range(mm, first, end, floor, more ? mas.index : ceiling);
	}
}
