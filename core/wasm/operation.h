// SPDX-License-Identifier: GPL-2.0-or-later
//
// The frame around every operation. Not exported itself.
//
//     begin  --->  the tree's function  --->  end         or, for a bulk load and an iteration:
//     begin  --->  open  --->  call, call, ...  --->  close  --->  end
//
// Between open and close every other operation is refused with -EBUSY.

#ifndef MPL_OPERATION_H
#define MPL_OPERATION_H

#include "forest.h"

// The record of the current operation, or of the last one.
extern struct mpl_step_record mpl_step;

// Begins an operation on 'tree' and returns its handle. NULL if it cannot begin, and it then ends with mpl_step.ret:
// no such tree, another operation is open, or the tree is corrupted.
struct mpl_handle *mpl_operation_begin(uint32_t tree, uint64_t first, uint64_t last);
// The same on a handle that may be unused (NULL: -EINVAL), and on a corrupted tree.
struct mpl_handle *mpl_operation_begin_on(struct mpl_handle *handle, uint64_t first, uint64_t last);
// Ends it: grace periods that are over end too, the record is filled. Returns 'ret'.
int32_t mpl_operation_end(struct mpl_handle *handle, int32_t ret);
// The same for an operation that wrote 'word' over the range in the record. What a NULL was widened to is the range
// that now covers it.
int32_t mpl_operation_end_write(struct mpl_handle *handle, int32_t ret, uint64_t word);

// Opens and closes an operation of several calls on a tree.
void mpl_operation_open(const struct mpl_handle *handle);
void mpl_operation_close(void);
// From here on the current operation records no walk events (descend, arrive, climb, sidestep, visited, type_chosen,
// null_widened): a fork or an exit walks to every VMA, and the buffer is needed for what it does there.
void mpl_operation_quiet(void);
// Whether one is open: on any tree (NULL), or on this one.
bool mpl_operation_is_open(const struct mpl_handle *handle);

// Resets everything to the initial state.
void mpl_operation_reset(void);
// The events of the operation, and how many nodes were handed out before it.
const struct mpl_event_record *mpl_operation_events(void);
uint32_t mpl_operation_handed_out(void);

#endif
