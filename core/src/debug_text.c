// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sink of debug texts, and how words and addresses are spelt. See debug_text.h.

#include "debug_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static mpl_debug_sink *sink;
static void *sink_context;

void mpl_debug_set_sink(mpl_debug_sink *to, void *context)
{
	sink = to;
	sink_context = context;
}

void mpl_debug_say(const char *format, ...)
{
	char text[256];
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (length < 0)
		return;
	if ((size_t)length >= sizeof(text))
		length = (int)sizeof(text) - 1;
	if (sink)
		sink(sink_context, text, (size_t)length);
	else
		fwrite(text, 1, (size_t)length, stdout);
}

uint64_t mpl_debug_word(uint64_t word)
{
	uint32_t place;

	if (!mpl_slab_holds(word) || !mpl_ground_find(word, &place))
		return word;
	return MPL_NODE_BASE + (uint64_t)place * MPL_NODE_BYTES + (word & ~MPL_ADDRESS_MASK);
}

uint64_t mpl_debug_tree(uint64_t address)
{
	static uint64_t shown[MPL_DEBUG_TREES];
	unsigned number = 0;

	while (number + 1 < MPL_DEBUG_TREES && shown[number] && shown[number] != address)
		number++;
	shown[number] = address;
	return UINT64_C(0xffffc90000000000) + UINT64_C(64) * (number + 1);
}

const char *mpl_debug_pointer(char text[MPL_DEBUG_PTR_BYTES], uint64_t word)
{
	if (word)
		snprintf(text, MPL_DEBUG_PTR_BYTES, "0x%" PRIx64, word);
	else
		snprintf(text, MPL_DEBUG_PTR_BYTES, "(nil)");
	return text;
}

void mpl_debug_say_pointer(const char *before, uint64_t word, const char *after)
{
	char text[MPL_DEBUG_PTR_BYTES];

	mpl_debug_say("%s%s%s", before, mpl_debug_pointer(text, word), after);
}
