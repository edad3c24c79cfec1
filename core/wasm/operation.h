// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the exported functions share: the table of trees, and the frame around every operation. Not exported itself.
//
//     begin  --->  the tree's function  --->  end         or, for a bulk load and an iteration:
//     begin  --->  open  --->  call, call, ...  --->  close  --->  end
//
// Between open and close every other operation is refused with -EBUSY.

#ifndef MPL_OPERATION_H
#define MPL_OPERATION_H

#include "exports.h"

#include "../include/maple_tree.h"

// One tree. Its number is its place in the table, from 1.
struct mpl_handle {
	struct maple_tree tree;
	uint64_t next; // Counter of the cyclic allocator.
	uint32_t in_use;
	uint32_t bulk_loaded; // A bulk load ended on it since it was last empty.
	uint32_t corruptions; // Fields written over; see corrupt.c.
	uint32_t space;       // The address space whose VMAs it holds (core/include/maple_mm.h), 0 for none.
};

// Everything about trees that changes. A snapshot holds the first 'used' handles.
struct mpl_forest {
	uint32_t used; // Handles ever in use.
	uint32_t padding;
	struct mpl_handle handle[MPL_TREES];
};

extern struct mpl_forest mpl_forest;
// The record of the operation under way, or of the last one.
extern struct mpl_step_record mpl_step;

// The handle of a number; NULL if it is not in use.
struct mpl_handle *mpl_operation_handle(uint32_t tree);
uint32_t mpl_operation_number(const struct mpl_handle *handle);

// Begins an operation on 'tree' and returns its handle. NULL, and the operation is over with mpl_step.ret, if it cannot
// be: no such tree, another operation is open, or the tree is corrupted.
struct mpl_handle *mpl_operation_begin(uint32_t tree, uint64_t first, uint64_t last);
// The same on a handle that may be out of use (NULL: -EINVAL), and on a corrupted tree.
struct mpl_handle *mpl_operation_begin_on(struct mpl_handle *handle, uint64_t first, uint64_t last);
// Ends it: grace periods that are over end too, the record is filled. Returns 'ret'.
int32_t mpl_operation_end(struct mpl_handle *handle, int32_t ret);
// The same for an operation that wrote 'word' over the range in the record. What a NULL was widened to is the range
// that now covers it.
int32_t mpl_operation_end_write(struct mpl_handle *handle, int32_t ret, uint64_t word);

// Opens and closes an operation of several calls on a tree.
void mpl_operation_open(const struct mpl_handle *handle);
void mpl_operation_close(void);
// To its end the operation under way keeps no events of walks (descend, arrive, climb, sidestep, visited, type_chosen,
// null_widened): a fork or an exit walks to every VMA, and what it does there needs the room.
void mpl_operation_quiet(void);
// Whether one is open: on any tree (NULL), or on this one.
bool mpl_operation_is_open(const struct mpl_handle *handle);

// Everything as at the start.
void mpl_operation_reset(void);
// The events of the operation, and how many nodes were handed out before it.
const struct mpl_event_record *mpl_operation_events(void);
uint32_t mpl_operation_handed_out(void);

// ---- What the files of this folder offer one another ----

// The tables of readers.c, states.c and corrupt.c, for snapshots.
void *mpl_readers_table(uint32_t *bytes);
void *mpl_states_table(uint32_t *bytes);
void *mpl_corrupt_table(uint32_t *bytes);
void mpl_readers_reset(void);
void mpl_states_reset(void);
void mpl_memory_reset(void);
void mpl_corrupt_reset(void);
// One event more has been kept: takes the photograph if it is the one; photo.c. And forgets both.
void mpl_photo_hear(void);
void mpl_photo_reset(void);
// Takes it now, for those who wait for something else than an event.
void mpl_photo_take(void);
// An operation begins; and nobody watches decisions any more. decisions.c.
void mpl_decided_operation(void);
void mpl_decided_reset(void);
// How many readers are parked on a tree.
uint32_t mpl_readers_on(uint32_t tree);
// Opens an iteration with a state of another file, whose last move returned 'word'. Its end is told to states.c.
void mpl_cursor_on(struct mpl_handle *handle, struct ma_state *mas, uint64_t word);
void mpl_states_moved(const struct ma_state *mas, uint64_t word);
// Lets go of all states of a tree, and of what they hold.
void mpl_states_leave(uint32_t tree);
// Puts right all that was written over in a tree.
void mpl_corrupt_mend(struct mpl_handle *handle);

#endif
