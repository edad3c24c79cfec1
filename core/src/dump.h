// SPDX-License-Identifier: GPL-2.0-or-later
//
// The canonical text of a tree, one line per node, and its sum: the format of golden vectors, tests and bug reports.
// Reads only. The grammar is that of tests/golden/FORMAT.md, with one more word for entries that no vector has: 'p'
// and the word in hex for an entry that is neither a value nor the zero entry.

#ifndef MPL_DUMP_H
#define MPL_DUMP_H

#include <stddef.h>
#include <stdint.h>

struct mpl_visit_node;

// Sixteen slots of at most 21 characters, fifteen pivots of 17 and the rest; an arange line is shorter.
#define MPL_DUMP_LINE_BYTES 1024

// One line, without its end of line.
struct mpl_dump_line {
	size_t bytes;
	char text[MPL_DUMP_LINE_BYTES];
};

// Receives one line, without its end of line, 'bytes' long. Valid during the call.
typedef void mpl_dump_sink(void *context, const char *line, size_t bytes);

// Sends the lines of the tree with this root word to 'sink'.
void mpl_dump_lines(uint64_t root_word, mpl_dump_sink *sink, void *context);
// Writes the line of one node. It depends on the visit's kind, depth, min and max and on the node's bytes behind its
// parent word, and on nothing else.
void mpl_dump_node(struct mpl_dump_line *line, const struct mpl_visit_node *at);

// FNV-1a, 64 bits, of all lines, a newline after each. No text is kept: trees of any size. core/wasm/sums.h finds the
// same sum faster when it has summed most of the tree before.
#define MPL_DUMP_SUM_START UINT64_C(0xcbf29ce484222325)
#define MPL_DUMP_SUM_PRIME UINT64_C(0x100000001b3)
uint64_t mpl_dump_sum(uint64_t root_word);
// Continues the sum 'hash' with 'bytes' of text and a newline.
uint64_t mpl_dump_sum_line(uint64_t hash, const char *text, size_t bytes);

#endif
