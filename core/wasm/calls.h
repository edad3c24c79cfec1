// SPDX-License-Identifier: GPL-2.0-or-later
//
// The flat functions that a WebAssembly module exports and that native drivers call too. Trees are handles, 1 ...
// MPL_TREES; indexes and entries are 64-bit words; one record describes what an operation did (records.h).
//
// Operations (the functions that return an int32_t 'ret' and say "operation") begin a new record, event list and
// request log, run, end the grace periods that are over, and fill the record. 'ret' is 0 or a negative error number,
// the same as in the record: -EINVAL (-22) also for a handle that is not in use, -EBUSY (-16) also while a bulk load or
// an iteration is open, and on a corrupted tree. After any error the tree is unchanged and every new node has been
// freed. Nothing here depends on a clock, a random number or an address of the host.

#ifndef MPL_CALLS_H
#define MPL_CALLS_H

#include "../src/records.h"

#include "../include/maple_mm.h"

// Whether there are address spaces: the benchmark modules have none.
#ifndef MPL_MEMORY
#define MPL_MEMORY 1
#endif

#define MPL_TREES 1024u
#define MPL_EVENT_ROOM 65536u
// Records of decisions.
#define MPL_DECIDED_ROOM 64u
#define MPL_FINDING_ROOM 256u
#define MPL_RANGE_ROOM 4096u
#define MPL_CORRUPTIONS 64u
#define MPL_STATES 64u
#define MPL_VMA_ROOM 1024u

// In a wasm32 module, the number that represents tree 'handle' in its root's parent word.
#define MPL_TREE_BASE UINT64_C(0xffffc90000000000)
#define MPL_TREE_BYTES 64u

enum mpl_region {
	MPL_REGION_SLAB,
	MPL_REGION_PLACES,
	MPL_REGION_NODES,
	MPL_REGION_TREES,
	MPL_REGION_READERS,
	MPL_REGION_CORRUPTIONS,
	MPL_REGION_STATES,
	MPL_REGION_SPACES, // The three pieces of maple_mm.h.
	MPL_REGION_VMAS,
	MPL_REGION_TABLES,
	MPL_REGIONS,
};

// Moves of mpl_cursor_move(): mas_walk(), mas_next() and so on. The limit is the upper one forwards, the lower one
// backwards, the new index for 'set', and unused otherwise.
enum mpl_move {
	MPL_MOVE_WALK,
	MPL_MOVE_NEXT,
	MPL_MOVE_PREV,
	MPL_MOVE_FIND,
	MPL_MOVE_FIND_REV,
	MPL_MOVE_NEXT_RANGE,
	MPL_MOVE_PREV_RANGE,
	MPL_MOVE_FIND_RANGE,
	MPL_MOVE_FIND_RANGE_REV,
	MPL_MOVE_PAUSE,
	MPL_MOVE_RESET,
	MPL_MOVE_SET,
	MPL_MOVES,
};

// The fields that mpl_corrupt() can overwrite.
enum mpl_field {
	MPL_CORRUPT_PIVOT,
	MPL_CORRUPT_SLOT,
	MPL_CORRUPT_GAP,
	MPL_CORRUPT_END,
	MPL_CORRUPT_GAPMETA,
	MPL_CORRUPT_PARENT,
	MPL_CORRUPT_FIELDS,
};

// Actions of mpl_state_set(): mas_set_range(); assign the range and nothing else; mas_reset(); mas_pause().
enum mpl_state_how { MPL_STATE_SET, MPL_STATE_AIM, MPL_STATE_RESET, MPL_STATE_PAUSE };

// The functions.
#define MPL_CALL(result, name, ...) result name(__VA_ARGS__);
#include "calls.def"
#undef MPL_CALL

#endif
