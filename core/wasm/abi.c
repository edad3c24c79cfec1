// SPDX-License-Identifier: GPL-2.0-or-later
//
// The number that shows whether a module and generated/tables.ts belong together.

#include "calls.h"

#include "../src/trace.h"

#include <stddef.h>

// FNV-1a, 32 bits.
static uint32_t hash_text(uint32_t hash, const char *text)
{
	while (*text)
		hash = (hash ^ (unsigned char)*text++) * 16777619u;
	return (hash ^ '\n') * 16777619u;
}

static uint32_t hash_number(uint32_t hash, uint32_t number)
{
	for (unsigned i = 0; i < 32; i += 8)
		hash = (hash ^ (number >> i & 0xff)) * 16777619u;
	return hash;
}

uint32_t mpl_abi(void)
{
	uint32_t hash = 2166136261u;

#define MPL_RECORD(record, title) hash = hash_number(hash_text(hash, #title), sizeof(struct record));
#define MPL_FIELD(record, field, type)                                                                                 \
	hash = hash_number(hash_text(hash, #field " " #type), (uint32_t)offsetof(struct record, field));
#include "layout.def"
#undef MPL_RECORD
#undef MPL_FIELD
	for (unsigned i = 0; i < MPL_EVENT_KINDS; i++)
		hash = hash_text(hash, mpl_trace_name((enum mpl_event_kind)i));
	for (unsigned i = 0; i < MPL_FILES; i++)
		hash = hash_text(hash, mpl_trace_path((enum mpl_file)i));
	return hash;
}
