// SPDX-License-Identifier: GPL-2.0-or-later
//
// Page tables: places, making and freeing, finding. See tables.h.
//
// Invariants: a table below the top one stands in exactly one slot, of the table that it names as its parent; 'used'
// is the number of its slots that are not 0; mm->tables is the number of tables below its top.

#include "account.h"
#include "sites.h"
#include "tables.h"

#include "../src/check.h"
#include "../src/trace.h"

#include <string.h>

#define MPL_FILE MPL_FILE_TABLES

#define STATE (&mpl_mm_state.tables)

static struct mpl_table pool[MPL_TABLES_MAX];

struct mpl_table *mpl_tables_at(uint32_t place)
{
	MPL_ASSERT(place);
	MPL_ASSERT(place <= STATE->places);
	return &pool[place - 1];
}

static uint32_t place_of(const struct mpl_table *table) { return (uint32_t)(table - pool) + 1; }

uint64_t mpl_tables_base(uint32_t place)
{
	uint64_t base = 0;

	for (const struct mpl_table *table = mpl_tables_at(place); table->parent; table = mpl_tables_at(table->parent))
		base += table->slot * mpl_table_span(table->level);
	return base;
}

// ---- Places ----

// The place freed last, else one never used; 0 if there is none. The table is empty.
static uint32_t take_place(unsigned level)
{
	uint32_t place = STATE->free;
	struct mpl_table *table;

	if (place)
		STATE->free = pool[place - 1].link;
	else if (STATE->places < MPL_TABLES_MAX)
		place = ++STATE->places;
	else
		return 0;
	table = mpl_tables_at(place);
	memset(table, 0, sizeof(*table));
	table->level = (uint16_t)level;
	return place;
}

static void give_place(uint32_t place)
{
	struct mpl_table *table = mpl_tables_at(place);

	MPL_ASSERT(table->level);
	table->level = 0;
	table->link = STATE->free;
	STATE->free = place;
}

bool mpl_tables_begin(struct mpl_mm *mm)
{
	mm->top = take_place(MPL_TOP_LEVEL);
	return mm->top;
}

uint32_t mpl_tables_end(struct mpl_mm *mm)
{
	uint32_t top = mm->top;

	mm->top = 0;
	if (top && !mm->tables)
		give_place(top);
	return mm->tables ? top : 0;
}

void mpl_tables_forget(uint32_t top) { give_place(top); }

// ---- Making and freeing one ----

// A table below slot 'slot' of 'above'.
static struct mpl_table *make_below(struct mpl_mm *mm, struct mpl_table *above, unsigned slot)
{
	unsigned level = above->level - 1u;
	uint32_t place = mpl_site_fails(MPL_SITE_PAGE) ? 0 : take_place(level);
	struct mpl_table *table;

	if (!place)
		return NULL;
	table = mpl_tables_at(place);
	table->parent = (uint16_t)place_of(above);
	table->slot = (uint16_t)slot;
	table->link = STATE->made;
	STATE->made = place;
	above->slots[slot] = (uint16_t)place;
	above->used++;
	mm->tables++;
	mpl_account_obtain(mm, MPL_OBJECT_TABLES, 1);
	MPL_EVENT(table_made, NULL, MPL_NO_SLOT, level, mpl_tables_base(place), 0);
	return table;
}

struct mpl_table *mpl_tables_find(const struct mpl_mm *mm, uint64_t address, unsigned level)
{
	struct mpl_table *table = mpl_tables_at(mm->top);

	while (table->level > level) {
		uint32_t below = table->slots[mpl_table_slot(address, table->level)];

		if (!below)
			return NULL;
		table = mpl_tables_at(below);
	}
	return table;
}

void mpl_tables_move(struct mpl_table *table, struct mpl_table *above, uint64_t to)
{
	struct mpl_table *old = mpl_tables_at(table->parent);
	unsigned slot = mpl_table_slot(to, above->level);

	MPL_ASSERT(!above->slots[slot]);
	old->slots[table->slot] = 0;
	old->used--;
	above->slots[slot] = (uint16_t)place_of(table);
	above->used++;
	table->parent = (uint16_t)place_of(above);
	table->slot = (uint16_t)slot;
}

struct mpl_table *mpl_tables_make(struct mpl_mm *mm, uint64_t address) { return mpl_tables_make_down(mm, address, 1); }

struct mpl_table *mpl_tables_make_down(struct mpl_mm *mm, uint64_t address, unsigned level)
{
	struct mpl_table *table = mpl_tables_at(mm->top);

	MPL_ASSERT(address >> MPL_ADDRESS_BITS == 0);
	while (table->level > level) {
		unsigned slot = mpl_table_slot(address, table->level);
		uint32_t below = table->slots[slot];

		table = below ? mpl_tables_at(below) : make_below(mm, table, slot);
		if (!table)
			return NULL;
	}
	return table;
}

void mpl_tables_free(struct mpl_mm *mm, uint32_t place)
{
	struct mpl_table *table = mpl_tables_at(place);
	struct mpl_table *above = mpl_tables_at(table->parent);

	MPL_ASSERT(!table->used);
	MPL_ASSERT(above->slots[table->slot] == place);
	MPL_EVENT(table_freed, NULL, MPL_NO_SLOT, table->level, mpl_tables_base(place), 0);
	above->slots[table->slot] = 0;
	above->used--;
	mm->tables--;
	mpl_account_return(mm, MPL_OBJECT_TABLES, 1);
	give_place(place);
}

void mpl_tables_note(void) { STATE->made = 0; }

// The youngest first, so that a table goes before the one above it.
void mpl_tables_take_back(struct mpl_mm *mm)
{
	while (STATE->made) {
		uint32_t place = STATE->made;

		STATE->made = mpl_tables_at(place)->link;
		mpl_tables_free(mm, place);
	}
}

// ---- Finding ----

// Where a table is missing, 'at' moves behind all that it would map.
bool mpl_tables_next_end(const struct mpl_mm *mm, uint64_t *at, uint64_t last, struct mpl_run *run)
{
	struct mpl_table *table = mpl_tables_at(mm->top);
	uint64_t end;

	if (*at > last || *at >> MPL_ADDRESS_BITS)
		return false;
	while (table->level > 1) {
		uint32_t below = table->slots[mpl_table_slot(*at, table->level)];

		if (!below)
			break;
		table = mpl_tables_at(below);
	}
	end = *at | (mpl_table_span(table->level > 1 ? table->level - 1u : 1) - 1);
	if (end > last)
		end = last;
	run->table = table;
	run->first = mpl_table_slot(*at, table->level);
	run->last = mpl_table_slot(end, table->level);
	run->base = *at & ~(uint64_t)(MPL_PAGE_BYTES - 1);
	*at = end + 1;
	return true;
}

bool mpl_tables_next(const struct mpl_mm *mm, uint64_t *at, uint64_t last, struct mpl_run *run)
{
	while (mpl_tables_next_end(mm, at, last, run)) {
		if (run->table->level == 1)
			return true;
	}
	return false;
}

// ---- The pool as a whole ----

static uint32_t list_below(uint32_t place, struct mpl_table_record *tables, uint32_t room, uint32_t listed)
{
	const struct mpl_table *table = mpl_tables_at(place);

	for (unsigned slot = 0; slot < MPL_TABLE_SLOTS && table->level > 1; slot++) {
		uint32_t below = table->slots[slot];

		if (!below)
			continue;
		if (listed < room)
			tables[listed] = (struct mpl_table_record){ .base = mpl_tables_base(below),
			                                          .level = mpl_tables_at(below)->level,
			                                          .used = mpl_tables_at(below)->used };
		listed = list_below(below, tables, room, listed + 1);
	}
	return listed;
}

uint32_t mpl_tables_below(uint32_t top, struct mpl_table_record *tables, uint32_t room)
{
	return list_below(top, tables, room, 0);
}

uint32_t mpl_mm_tables(const struct mpl_mm *mm, struct mpl_table_record *tables, uint32_t room)
{
	return mpl_tables_below(mm->top, tables, room);
}

void *mpl_tables_region(uint32_t *bytes)
{
	*bytes = (uint32_t)(sizeof(pool[0]) * STATE->places);
	return pool;
}

void mpl_tables_reset(void) { memset(STATE, 0, sizeof(*STATE)); }
