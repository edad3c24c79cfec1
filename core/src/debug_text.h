// SPDX-License-Identifier: GPL-2.0-or-later
//
// Shared by the dumps and the validator of the public debug interface: where text goes, and how words and addresses
// are spelt. Reads only.

#ifndef MPL_DEBUG_TEXT_H
#define MPL_DEBUG_TEXT_H

#include "walk.h"

// The address that a tree is shown at. Its own differs from run to run, so trees are numbered in the order in which
// they are first shown: 0xffffc90000000040, 0xffffc90000000080 and so on. The same address means the same tree.
// The last number is that of all trees beyond MPL_DEBUG_TREES.
#define MPL_DEBUG_TREES 256u
uint64_t mpl_debug_tree(uint64_t address);

// Sends formatted text, at most 255 characters, to the sink.
void mpl_debug_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

// A word as it is shown. If it names a node, that node's address is shown as MPL_NODE_BASE + 256 * its place, whatever
// the ground it stands on; the low byte stays.
uint64_t mpl_debug_word(uint64_t word);

// A pointer as text: 0x and hex digits, or (nil).
#define MPL_DEBUG_PTR_BYTES 24
const char *mpl_debug_pointer(char text[MPL_DEBUG_PTR_BYTES], uint64_t word);
// Prints such a pointer between two pieces of text.
void mpl_debug_say_pointer(const char *before, uint64_t word, const char *after);

#endif
