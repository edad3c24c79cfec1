// SPDX-License-Identifier: GPL-2.0-or-later
//
// Operations as lines of text, run on one tree through the exports: what the replay driver and the tests of refusals
// read. A line is
//
//     FLAGS NAME ARGUMENT...          fields apart by one blank; numbers as C writes them; an entry is its word
//
// FLAGS is '-' or any of s (sum wanted), c (hash of the contents), d (dump), v (findings of the validator).
//
//     store FIRST LAST WORD           load INDEX              dup
//     insert FIRST LAST WORD          walk INDEX              dup_keep
//     prealloc FIRST LAST WORD WALK   area MIN MAX SIZE REV   destroy
//     erase INDEX                     fail K N                rcu ON
//     bulk EXPECTED COUNT FIRST LAST WORD ...                 tree ALLOC RCU   (starts anew)
//     alloc SIZE MIN MAX WORD REV     cyclic MIN MAX WORD NEXT
//     next INDEX LIMIT COUNT          and prev, find, find_rev, next_range, prev_range, find_range, find_range_rev
//                                     alike
//     cursor INDEX COUNT MOVE LIMIT MOVE LIMIT ...            MOVE is one of these names, walk, pause, reset or set
//     s_new ID FIRST LAST             s_set ID HOW FIRST LAST  (of mpl_state_set())
//     s_move ID MOVE LIMIT            s_area ID MIN MAX SIZE REV
//     s_prealloc ID WORD              s_store ID WORD PREPARED
//     s_erase ID                      s_cyclic ID MIN MAX WORD NEXT       s_release ID
//     keep                            back                    (remembers everything, goes back to it; not under ASan)
//
// ID is 0 to 7; MOVE of s_move is a number, enum mpl_move.
//
// The operations are those of tests/golden/FORMAT.md: dup destroys its copy, dup_keep goes on with it; the iterators
// end at the first call that returns no entry, those on ranges at the first that is not active.

#ifndef MPL_SCRIPT_H
#define MPL_SCRIPT_H

#include "wasm/calls.h"

#include <stdbool.h>
#include <stddef.h>

enum script_name {
	SCRIPT_TREE,
	SCRIPT_STORE,
	SCRIPT_INSERT,
	SCRIPT_ERASE,
	SCRIPT_PREALLOC,
	SCRIPT_LOAD,
	SCRIPT_WALK,
	SCRIPT_AREA,
	SCRIPT_BULK,
	SCRIPT_DUP,
	SCRIPT_DUP_KEEP,
	SCRIPT_DESTROY,
	SCRIPT_RCU,
	SCRIPT_FAIL,
	SCRIPT_ALLOC,
	SCRIPT_CYCLIC,
	SCRIPT_NEXT,
	SCRIPT_PREV,
	SCRIPT_FIND,
	SCRIPT_FIND_REV,
	SCRIPT_NEXT_RANGE,
	SCRIPT_PREV_RANGE,
	SCRIPT_FIND_RANGE,
	SCRIPT_FIND_RANGE_REV,
	SCRIPT_CURSOR,
	SCRIPT_S_NEW,
	SCRIPT_S_SET,
	SCRIPT_S_MOVE,
	SCRIPT_S_AREA,
	SCRIPT_S_PREALLOC,
	SCRIPT_S_STORE,
	SCRIPT_S_ERASE,
	SCRIPT_S_CYCLIC,
	SCRIPT_S_RELEASE,
	SCRIPT_KEEP,
	SCRIPT_BACK,
	SCRIPT_NAMES,
};

// One step of a cursor.
struct script_move {
	enum mpl_move move;
	uint64_t limit;
};

struct script_op {
	enum script_name name;
	bool sum, contents, dump, validate;
	uint64_t argument[5];
	struct mpl_range_record *entries; // bulk only; freed by script_forget().
	size_t entry_count;
	struct script_move *moves; // cursor only; freed by script_forget().
	size_t move_count;
};

// What running an operation gave.
struct script_result {
	struct mpl_step_record record; // 'freed' and 'deferred' of dup and dup_keep include the destruction.
	uint32_t *requests;            // The request log, as far as it was kept; freed by script_done().
	uint32_t requests_kept;
	bool reports;                  // Whether the record says anything: not for tree, rcu, fail.
	bool copy_differs;             // dup, dup_keep: the copy's sum was another.
	struct mpl_visit_record *visits; // Iterators, cursor: every call made, the last one included; freed likewise.
	size_t visit_count;
	bool has_state; // s_...: how the state is afterwards.
	struct mpl_state_record state;
};

// Reads one line, which is changed. NULL, or what is wrong with it.
const char *script_parse(char *line, struct script_op *op);
void script_forget(struct script_op *op);
// Runs an operation on the current tree.
void script_run(const struct script_op *op, struct script_result *result);
void script_done(struct script_result *result);
// The tree that the script stands on, 0 before the first one.
uint32_t script_tree(void);

#endif
