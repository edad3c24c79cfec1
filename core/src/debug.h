// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the dumps and the validator of the public debug interface share: where text goes, and how words and addresses
// are spelt. Floor 4: reads only.

#ifndef MPL_DEBUG_H
#define MPL_DEBUG_H

#include "walk.h"

// Trees have no number of their own outside the page, and their addresses differ from run to run.
#define MPL_DEBUG_TREE UINT64_C(0xffffc90000000040)

// Sends formatted text, at most 255 characters, to the sink.
void mpl_debug_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

// A word as it is shown. If it names a node, that node's address is shown as MPL_NODE_BASE + 256 * its place, whatever
// the ground it stands on; the low byte stays.
uint64_t mpl_debug_word(uint64_t word);

// A pointer as text: 0x and hex digits, or (nil).
#define MPL_DEBUG_PTR_BYTES 24
const char *mpl_debug_pointer(char text[MPL_DEBUG_PTR_BYTES], uint64_t word);
// Says such a pointer between two pieces of text.
void mpl_debug_say_pointer(const char *before, uint64_t word, const char *after);

#endif
