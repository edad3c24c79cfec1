// SPDX-License-Identifier: GPL-2.0-or-later
//
// Hands the events of events.def to one hook. Knows the ids of nodes, and no tree.
//
// A source that emits defines MPL_FILE (files.def) and writes
//
//     MPL_EVENT(descend, node, slot, 0, min, max);
//
// With MPL_EVENTS=0 (the bench module) that compiles to nothing: its arguments are not evaluated. With MPL_EVENTS=1 and
// no hook set it costs one test.

#ifndef MPL_TRACE_H
#define MPL_TRACE_H

#include "node.h"

#ifndef MPL_EVENTS
#define MPL_EVENTS 0
#endif

enum mpl_event_kind {
#define MPL_EVENT_KIND(name, node, slot, count, a, b) MPL_EVENT_##name,
#include "events.def"
#undef MPL_EVENT_KIND
	MPL_EVENT_KINDS,
};

enum mpl_file {
#define MPL_SOURCE(name, path) MPL_FILE_##name,
#include "files.def"
#undef MPL_SOURCE
	MPL_FILES,
};

#define MPL_NO_SLOT 0xffffu

#if MPL_EVENTS

struct mpl_event_record;

// Called for every event; NULL for none. The record is valid during the call only.
extern void (*mpl_trace_hook)(const struct mpl_event_record *record);

void mpl_trace_emit(enum mpl_event_kind kind, enum mpl_file file, int line, const struct mpl_node *node, unsigned slot,
                    uint32_t count, uint64_t a, uint64_t b);

#define MPL_EVENT(kind, node, slot, count, a, b)                                                                       \
	((void)(mpl_trace_hook &&                                                                                      \
	        (mpl_trace_emit(MPL_EVENT_##kind, MPL_FILE, __LINE__, node, slot, count, a, b), 0)))

#else

// Names its arguments, for the compiler, and evaluates none.
#define MPL_EVENT(kind, node, slot, count, a, b)                                                                       \
	((void)(0 && ((void)(node), (void)(slot), (void)(count), (void)(a), (void)(b), 0)))

#endif

// The name of an event kind, and the path of a source.
const char *mpl_trace_name(enum mpl_event_kind kind);
const char *mpl_trace_path(enum mpl_file file);

#endif
