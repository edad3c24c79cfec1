// SPDX-License-Identifier: GPL-2.0-or-later
//
// Calls on address spaces, done by the core and by plain lists (mm_naive.h), and everything compared after each.

#ifndef MPL_MM_PLAY_H
#define MPL_MM_PLAY_H

#include "mm_act.h"

struct mm_play_counts {
	uint64_t acts, succeeded, refused_by_rule, refused_by_failure, survived_failure;
	uint64_t by_kind[MM_ACT_KINDS];
	uint32_t vmas_max, height_max;
};

// Forgets everything, counts aside.
void mm_play_begin(void);
// Does one act, and compares. An act on an address space that is not there makes it; a fork into one that is there ends
// that one: the act as it was done is written back. False if something is not as it must be.
bool mm_play(struct mm_act *act);
// Ends all address spaces; false if anything is left.
bool mm_play_end(void);
// What was wrong.
const char *mm_play_wrong(void);
const struct mm_play_counts *mm_play_counts(void);

#endif
