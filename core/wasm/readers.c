// SPDX-License-Identifier: GPL-2.0-or-later
//
// Iterations, and readers that keep their place between them.
//
//     cursor begin ----------.                       a state of this file's own, fresh
//                            |-> move, move ... -> end
//     reader open: parked    |                       the reader's state, which stays in its table
//     reader resume ---------'     parked again <-'
//
// A reader is in the tree from open to close: the slab keeps what is retired meanwhile (core/src/slab.h). Its state may
// stand on a dead node; neighbour.c handles that. See calls.h.

#include "readers.h"

#include "operation.h"

#include "../src/slab.h"
#include "../src/trace.h"
#include "../src/walk.h"

#include <string.h>

#define MPL_FILE MPL_FILE_READERS

struct reader {
	struct ma_state mas;
	uint64_t word; // The result of its last move.
	uint32_t tree; // 0: no reader. Its own number is the one the slab gave it.
	uint32_t padding;
};

// A snapshot contains the first 'used' readers.
static struct {
	uint32_t used; // Numbers ever in use.
	uint32_t padding;
	struct reader reader[MPL_READERS];
} table;

// The open iteration.
static struct {
	struct mpl_handle *handle; // NULL: none.
	struct ma_state *mas;      // 'own', a reader's or a kept state's.
	struct reader *reader;     // NULL: none.
	mpl_cursor_ended *ended;   // NULL: not called.
	struct ma_state own;
	uint64_t word; // The result of the last move.
} cursor;

static struct mpl_visit_record visit, place;

// ---- Where a state stands ----

static struct mpl_visit_record describe(const struct ma_state *mas, uint64_t word)
{
	const struct mpl_node *node = mpl_walk_on_node(mas) ? mpl_node_at(mas->node_word) : NULL;

	return (struct mpl_visit_record){
		.index = mas->index,
		.last = mas->last,
		.word = word,
		.status = (int32_t)mas->status,
		.node = node ? mpl_slab_id(node) : 0,
		.slot = node ? mas->offset : -1,
		.dead = node && mpl_walk_is_dead(node),
		.min = node ? mas->min : 0,
		.max = node ? mas->max : MPL_INDEX_MAX,
	};
}

const struct mpl_visit_record *mpl_visit(void) { return &visit; }

// The last visit in the record of the operation.
static void report(void)
{
	mpl_step.index = visit.index;
	mpl_step.last = visit.last;
	mpl_step.value = visit.word;
	mpl_step.status = visit.status;
}

// ---- Iteration ----

static uint64_t make_move(struct ma_state *mas, enum mpl_move move, uint64_t limit)
{
	switch (move) {
	case MPL_MOVE_WALK:
		return MPL_ENTRY_WORD(mas_walk(mas));
	case MPL_MOVE_NEXT:
		return MPL_ENTRY_WORD(mas_next(mas, limit));
	case MPL_MOVE_PREV:
		return MPL_ENTRY_WORD(mas_prev(mas, limit));
	case MPL_MOVE_FIND:
		return MPL_ENTRY_WORD(mas_find(mas, limit));
	case MPL_MOVE_FIND_REV:
		return MPL_ENTRY_WORD(mas_find_rev(mas, limit));
	case MPL_MOVE_NEXT_RANGE:
		return MPL_ENTRY_WORD(mas_next_range(mas, limit));
	case MPL_MOVE_PREV_RANGE:
		return MPL_ENTRY_WORD(mas_prev_range(mas, limit));
	case MPL_MOVE_FIND_RANGE:
		return MPL_ENTRY_WORD(mas_find_range(mas, limit));
	case MPL_MOVE_FIND_RANGE_REV:
		return MPL_ENTRY_WORD(mas_find_range_rev(mas, limit));
	case MPL_MOVE_PAUSE:
		mas_pause(mas);
		return 0;
	case MPL_MOVE_RESET:
		mas_reset(mas);
		return 0;
	case MPL_MOVE_SET:
		mas_set(mas, limit);
		return 0;
	case MPL_MOVES:
		break;
	}
	return 0;
}

void mpl_cursor_on(struct mpl_handle *handle, struct ma_state *mas, uint64_t word, mpl_cursor_ended *ended)
{
	cursor.handle = handle;
	cursor.reader = NULL;
	cursor.mas = mas;
	cursor.word = word;
	cursor.ended = ended;
	mpl_operation_open(handle);
	visit = describe(mas, word);
}

int32_t mpl_cursor_begin(uint32_t tree, uint64_t index)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, index, index);

	if (!handle)
		return mpl_step.ret;
	mas_init(&cursor.own, &handle->tree, index);
	mpl_cursor_on(handle, &cursor.own, 0, NULL);
	return 0;
}

int32_t mpl_cursor_move(uint32_t move, uint64_t limit)
{
	if (!cursor.handle || move >= MPL_MOVES)
		return -MPL_EINVAL;
	cursor.word = make_move(cursor.mas, (enum mpl_move)move, limit);
	visit = describe(cursor.mas, cursor.word);
	return (int32_t)cursor.mas->status;
}

static void tell_parked(const struct reader *reader)
{
	bool placed = mpl_walk_on_node(&reader->mas);

	MPL_EVENT(reader_parked, placed ? mpl_node_at(reader->mas.node_word) : NULL,
	          placed ? reader->mas.offset : MPL_NO_SLOT, (uint32_t)(reader - table.reader) + 1, reader->mas.index,
	          reader->mas.last);
	(void)placed;
}

int32_t mpl_cursor_end(void)
{
	struct mpl_handle *handle = cursor.handle;

	if (!handle)
		return -MPL_EINVAL;
	if (cursor.reader) {
		cursor.reader->word = cursor.word;
		tell_parked(cursor.reader);
	}
	if (cursor.ended)
		cursor.ended(cursor.mas, cursor.word);
	cursor.handle = NULL;
	mpl_operation_close();
	report();
	return mpl_operation_end(handle, 0);
}

// ---- Readers ----

static struct reader *reader_of(uint32_t number)
{
	if (!number || number > table.used || !table.reader[number - 1].tree)
		return NULL;
	return &table.reader[number - 1];
}

// The tree of a reader, whose handle may no longer be in use.
static struct mpl_handle *handle_of(const struct reader *reader)
{
	return reader ? &mpl_forest.handle[reader->tree - 1] : NULL;
}

int32_t mpl_reader_open(uint32_t tree, uint64_t index)
{
	struct mpl_handle *handle = mpl_operation_begin(tree, index, index);
	struct reader *reader;
	uint32_t number;

	if (!handle)
		return mpl_step.ret;
	if (!mt_in_rcu(&handle->tree))
		return mpl_operation_end(handle, -MPL_EINVAL);
	number = mpl_slab_enter();
	if (!number)
		return mpl_operation_end(handle, -MPL_ENOMEM);
	reader = &table.reader[number - 1];
	memset(reader, 0, sizeof(*reader));
	reader->tree = tree;
	handle->readers++;
	if (number > table.used)
		table.used = number;
	mas_init(&reader->mas, &handle->tree, index);
	reader->word = MPL_ENTRY_WORD(mas_walk(&reader->mas));
	tell_parked(reader);
	visit = describe(&reader->mas, reader->word);
	report();
	return mpl_operation_end(handle, (int32_t)number);
}

int32_t mpl_reader_resume(uint32_t number)
{
	struct reader *reader = reader_of(number);
	struct mpl_handle *handle = mpl_operation_begin_on(handle_of(reader), 0, 0);

	if (!handle)
		return mpl_step.ret;
	if (handle->corruptions)
		return mpl_operation_end(handle, -MPL_EBUSY);
	mpl_cursor_on(handle, &reader->mas, reader->word, NULL);
	cursor.reader = reader;
	return 0;
}

int32_t mpl_reader_close(uint32_t number)
{
	struct reader *reader = reader_of(number);
	struct mpl_handle *handle = mpl_operation_begin_on(handle_of(reader), 0, 0);

	if (!handle)
		return mpl_step.ret;
	MPL_EVENT(reader_left, mpl_walk_on_node(&reader->mas) ? mpl_node_at(reader->mas.node_word) : NULL, MPL_NO_SLOT,
	          number, 0, 0);
	mpl_step.index = reader->mas.index;
	mpl_step.last = reader->mas.last;
	mpl_slab_leave(number);
	handle->readers--;
	memset(reader, 0, sizeof(*reader));
	return mpl_operation_end(handle, 0);
}

const struct mpl_visit_record *mpl_reader_info(uint32_t number)
{
	const struct reader *reader = reader_of(number);

	if (!reader)
		return NULL;
	place = describe(&reader->mas, reader->word);
	return &place;
}

uint32_t mpl_reader_tree(uint32_t number)
{
	const struct reader *reader = reader_of(number);

	return reader ? reader->tree : 0;
}

// ---- For the other files ----

void *mpl_readers_table(uint32_t *bytes)
{
	*bytes = (uint32_t)(offsetof(__typeof__(table), reader) + table.used * sizeof(struct reader));
	return &table;
}

void mpl_readers_reset(void)
{
	memset(&table, 0, sizeof(table));
	memset(&cursor, 0, sizeof(cursor));
}
