// SPDX-License-Identifier: GPL-2.0-or-later
//
// The hook of the events, and their names. See trace.h.

#include "trace.h"

#include "check.h"
#include "places.h"

static const char *const names[] = {
#define MPL_EVENT_KIND(name, node, slot, count, a, b) #name,
#include "events.def"
#undef MPL_EVENT_KIND
};

static const char *const paths[] = {
#define MPL_SOURCE(name, path) path,
#include "files.def"
#undef MPL_SOURCE
};

const char *mpl_trace_name(enum mpl_event_kind kind)
{
	MPL_ASSERT(kind < MPL_EVENT_KINDS);
	return names[kind];
}

const char *mpl_trace_path(enum mpl_file file)
{
	MPL_ASSERT(file < MPL_FILES);
	return paths[file];
}

#if MPL_EVENTS

void (*mpl_trace_hook)(const struct mpl_event_record *record);

void mpl_trace_emit(enum mpl_event_kind kind, enum mpl_file file, int line, const struct mpl_node *node, unsigned slot,
                    uint32_t count, uint64_t a, uint64_t b)
{
	const struct mpl_event_record record = {
		.kind = (uint16_t)kind,
		.file = (uint16_t)file,
		.line = (uint16_t)line,
		.slot = (uint16_t)slot,
		.node = node ? mpl_places_id(node) : 0,
		.count = count,
		.a = a,
		.b = b,
	};

	mpl_trace_hook(&record);
}

#endif
