// SPDX-License-Identifier: GPL-2.0-or-later
//
// What play.c and play_walks.c share.

#ifndef MPL_PLAY_INSIDE_H
#define MPL_PLAY_INSIDE_H

#include "play.h"

#define PLAY_EINVAL (-22)
#define PLAY_EEXIST (-17)
#define PLAY_EBUSY (-16)
#define PLAY_ENOMEM (-12)
#define PLAY_ERETRY (-1000)

// What must hold; `...` says what was found.
#define MUST(condition, ...) ((condition) ? (void)0 : play_fail(__FILE_NAME__, __LINE__, #condition, __VA_ARGS__))

_Noreturn void play_fail(const char *file, int line, const char *what, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

struct play_tree *play_tree_of(unsigned at);
// Opens and closes the account of an operation: what it asked for, was refused and gave back.
void play_account_open(void);
void play_account_close(int32_t ret);

bool play_iterate(struct play_tree *tree, const struct act *act);
// mt_find(), mt_next() and mt_prev(), which are no operations of calls.def.
bool play_find(struct play_tree *tree, uint64_t from, uint64_t limit);
bool play_read(struct play_tree *tree, const struct act *act);
bool play_resume(const struct act *act);
bool play_release(unsigned reader);
void play_readers_begin(void);
bool play_parked_on(const struct play_tree *tree);
void play_tree_gone(const struct play_tree *tree);
void play_release_all(void);

extern struct play_counts play_counters;

#endif
