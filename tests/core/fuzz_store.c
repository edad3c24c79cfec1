// SPDX-License-Identifier: GPL-2.0-or-later
//
// A libFuzzer target: the input is a list of operations of six bytes each, after one byte for the mode, run on a tree
// and on the oracle. Any difference, broken invariant or lost node ends the program. `make -C core fuzz` runs it.
//
//     byte 0      operation and options
//     bytes 1, 2  first index, in a universe of 65536 whose upper half is the top of the index space
//     byte 3, 4   width: byte 3 shifted left by the low three bits of byte 4
//     byte 5      entry: 0 is NULL; refusals: request (low nibble), how many (high nibble)

#include "maple_tree.h"
#include "oracle.h"
#include "wasm/exports.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OP_BYTES 6

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct oracle oracle;
static uint32_t tree;
static bool armed;

#define MUST(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))

static void fail(int line, const char *what)
{
	fprintf(stderr, "fuzz_store.c:%d: not so: %s\n", line, what);
	abort();
}

static uint64_t index_of(const uint8_t *op)
{
	uint64_t low = (uint64_t)op[1] << 8 | op[2];

	return low < 32768 ? low : UINT64_MAX - (65535 - low);
}

static bool refused(int32_t ret)
{
	MUST(ret != -12 || armed);
	return ret == -12;
}

static void write_something(const uint8_t *op, unsigned how)
{
	uint64_t first = index_of(op), width = (uint64_t)op[3] << (op[4] & 7);
	uint64_t last = UINT64_MAX - first < width ? UINT64_MAX : first + width;
	uint64_t word = op[5] ? 2 * op[5] + 1 : 0;
	bool taken = oracle_taken(&oracle, first, last);
	int32_t ret;

	// Spec/01 Q11: what covers everything, a NULL once widened, overwrites a tree of one leaf.
	if (how == 2 && ((!first && last == UINT64_MAX) || (!word && !oracle_taken_outside(&oracle, first, last))))
		return;
	ret = how == 0 ? mpl_store(tree, first, last, word)
	      : how == 1 ? mpl_prealloc(tree, first, last, word, op[4] >> 7)
	                 : mpl_insert(tree, first, last, word);
	if (refused(ret))
		return;
	MUST(ret == (how == 2 && taken ? -17 : 0));
	if (!ret)
		oracle_store(&oracle, first, last, word);
}

static void erase(const uint8_t *op)
{
	uint64_t index = index_of(op);
	int32_t ret = mpl_erase(tree, index);

	MUST(mpl_record()->value == oracle_at(&oracle, index));
	if (!refused(ret))
		oracle_erase(&oracle, index);
}

static void dup_and_go_on_with_the_copy(void)
{
	uint32_t copy = mpl_tree_new(mpl_tree_info(tree)->flags & 3), gone = tree;
	int32_t ret = mpl_dup(tree, copy);

	if (refused(ret)) {
		MUST(!mpl_tree_drop(copy));
		return;
	}
	MUST(!ret);
	MUST(mpl_sum(copy) == mpl_sum(tree));
	tree = copy;
	MUST(!mpl_destroy(gone));
	MUST(!mpl_tree_drop(gone));
}

static void check(void)
{
	uint32_t count = mpl_validate(tree);

	MUST(count <= MPL_FINDING_ROOM);
	for (uint32_t i = 0; i < count; i++)
		MUST(mpl_findings()[i].excused);
	MUST(mpl_facts(tree)->nodes == mpl_live());
	count = mpl_ranges(tree, 0);
	MUST(count == oracle.count);
	MUST(!count || !memcmp(mpl_range_buffer(), oracle.range, count * sizeof(struct oracle_range)));
}

static void run(const uint8_t *op)
{
	switch (op[0] & 7) {
	case 0:
	case 1:
	case 2:
		write_something(op, op[0] & 7);
		break;
	case 3:
	case 4:
		erase(op);
		break;
	case 5:
		dup_and_go_on_with_the_copy();
		break;
	case 6:
		mpl_fail_request(op[5] & 15, op[5] >> 4 & 3);
		armed = true;
		break;
	default:
		mpl_fail_request(0, 0);
		armed = false;
		mpl_set_rcu(tree, op[1] & 1);
	}
	check();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	mpl_reset();
	oracle_clear(&oracle);
	armed = false;
	tree = mpl_tree_new(data[0] & 3);
	for (size_t at = 1; at + OP_BYTES <= size; at += OP_BYTES)
		run(data + at);
	mpl_destroy(tree);
	MUST(mpl_live() == 0);
	oracle_clear(&oracle);
	return 0;
}
