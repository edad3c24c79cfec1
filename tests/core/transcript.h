// SPDX-License-Identifier: GPL-2.0-or-later
//
// For tests that keep a long text on record as its sum (FNV-1a, 64 bits): what is said goes into the sum and, with
// TELL=1 in the environment, to standard output, so that two runs can be compared line by line.
//
// What is said must not depend on where nodes are. Words are written as the id of the node that they name and their low
// byte; numbers only if they are near 0 or near the last index, where no address is.

#ifndef MPL_TRANSCRIPT_H
#define MPL_TRANSCRIPT_H

#include "src/slab.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t transcript_sum;

static inline void transcript_begin(void) { transcript_sum = UINT64_C(0xcbf29ce484222325); }

// A sink of texts as dump.h and the debug interface want one.
static inline void transcript_write(void *context, const char *text, size_t bytes)
{
	(void)context;
	for (size_t i = 0; i < bytes; i++)
		transcript_sum = (transcript_sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
	if (getenv("TELL"))
		fwrite(text, 1, bytes, stdout);
}

__attribute__((format(printf, 1, 2))) static inline void transcribe(const char *format, ...)
{
	char text[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	transcript_write(NULL, text, strlen(text));
}

static inline void transcript_word(uint64_t word)
{
	if (mpl_slab_holds(word))
		transcribe(" #%" PRIu64 "+%02x", mpl_slab_id(mpl_node_at(word)), (unsigned)(word & 255));
	else if (word < UINT64_C(1) << 32 || word > UINT64_MAX - UINT32_MAX)
		transcribe(" %" PRIx64, word);
	else
		transcribe(" an address");
}

#endif
