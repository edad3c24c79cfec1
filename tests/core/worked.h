// SPDX-License-Identifier: GPL-2.0-or-later
//
// The stage of the worked examples: one tree, its operations with the log of what they asked of the allocator, and
// expectations in the specification's notation of layouts:
//
//     leaf[lo..hi] n=K last:entry last:entry ...        - is NULL, M the last index, xHEX a word that is no value
//     arange[lo..hi] n=K mgap=G last(gX) ...            BIG is the gap up to M
//     single E, empty
//
// An expectation may break off after a word: "leaf[0..89] n=9" says nothing of the slots. Of the log: A1, ABk single
// and bulk requests (! refused), F1, FBk frees, R, RW deferrals of a node and of a subtree.

#ifndef MPL_TEST_WORKED_H
#define MPL_TEST_WORKED_H

#include "harness.h"

#include "maple_tree.h"
#include "src/decide.h"

#include <stdint.h>

#define M UINT64_MAX
#define RANGE 0u
#define GAPS MT_FLAGS_ALLOC_RANGE
#define RCU MT_FLAGS_USE_RCU
#define NONE 0 // The entry NULL; others are numbers from 1.

// The tree under test, and what the last operation asked of the allocator and gave back.
extern struct maple_tree tree;
extern char log_text[4096];

// The frame of an operation. What a grace period frees is no part of the operation's own log.
void begin_operation(void);
void end_operation(void);

// A fresh tree; the one before goes, and must leave nothing behind.
void fresh(unsigned flags);
// The same with S(k): entry i + 1 at [10i, 10i + 9] for i = 0 ... k - 1, stored one by one.
void fresh_s(unsigned flags, unsigned k);

mpl_entry entry_of(uint64_t number);
int store(uint64_t first, uint64_t last, uint64_t number);

// The nodes of the tree, in preorder; "..." stands for any number of nodes.
void expect_lines(int line, unsigned count, const char *const *expected);
#define EXPECT_TREE(...)                                                                                               \
	do {                                                                                                           \
		static const char *const lines_[] = {__VA_ARGS__};                                                     \
		expect_lines(__LINE__, sizeof(lines_) / sizeof(lines_[0]), lines_);                                     \
	} while (0)

void expect_rootword(int line, uint64_t word);
#define EXPECT_EMPTY() expect_rootword(__LINE__, 0)
#define EXPECT_SINGLE(number) expect_rootword(__LINE__, 2 * (number) + 1)

void expect_did(int line, int type, int request, const char *log);
// The last operation's store type, request, and log.
#define EXPECT_DID(type, request, log) expect_did(__LINE__, wr_##type, request, log)
#define EXPECT_HEIGHTS(v, s)                                                                                           \
	EXPECT(mpl_last_decision.vacant_height == (v) && mpl_last_decision.sufficient_height == (s))

#endif
