// SPDX-License-Identifier: GPL-2.0-or-later
//
// The canonical text of a tree, one line a node, and its sum: the tongue of golden vectors, tests and bug reports.
// Reads only. The grammar is that of tests/golden/FORMAT.md, with one word more for entries that no vector holds: 'p'
// and the word in hex for what is neither a value nor the zero entry.

#ifndef MPL_DUMP_H
#define MPL_DUMP_H

#include <stddef.h>
#include <stdint.h>

// Receives one line, without its end of line, 'bytes' long. Valid during the call.
typedef void mpl_dump_sink(void *context, const char *line, size_t bytes);

// Sends the lines of the tree with this root word to 'sink'.
void mpl_dump_lines(uint64_t root_word, mpl_dump_sink *sink, void *context);
// FNV-1a, 64 bits, of all lines, a newline after each. No text is kept: trees of any size.
uint64_t mpl_dump_sum(uint64_t root_word);

#endif
