// SPDX-License-Identifier: GPL-2.0-or-later
//
// Prints web/engine/generated/tables.ts: everything about the core that TypeScript must know and must not type twice.
// `make -C core tables` writes it, `make -C core tables-check` compares.

#include "exports.h"

#include "../include/maple_tree.h"
#include "../src/config.h"
#include "../src/ground.h"
#include "../src/slab.h"
#include "../src/trace.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

// store_type as storeType.
static void print_camel(const char *name)
{
	for (; *name; name++) {
		if (*name == '_' && name[1])
			putchar(*++name - 'a' + 'A');
		else
			putchar(*name);
	}
}

static void print_quoted(const char *text)
{
	putchar('\'');
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			putchar('\\');
		putchar(*text);
	}
	putchar('\'');
}

// What a field of an event means, null for one it does not use.
static void print_meaning(const char *name, const char *meaning)
{
	printf("%s: ", name);
	if (meaning[0] == '-' && !meaning[1])
		printf("null");
	else
		print_quoted(meaning);
	printf(", ");
}

static void print_field(const char *name, size_t offset, const char *type)
{
	printf("  ");
	print_camel(name);
	printf(": %zu, // %s\n", offset, type);
}

static void print_records(void)
{
	bool open = false;

#define MPL_RECORD(record, title)                                                                                      \
	if (open)                                                                                                      \
		printf("} as const;\n\n");                                                                             \
	open = true;                                                                                                   \
	printf("/** Offsets of the fields of struct " #record " (core/wasm/records.h); BYTES is its size. */\n");      \
	printf("export const " #title " = {\n  BYTES: %zu,\n", sizeof(struct record));
#define MPL_FIELD(record, field, type) print_field(#field, offsetof(struct record, field), #type);
#include "layout.def"
#undef MPL_RECORD
#undef MPL_FIELD
	printf("} as const;\n\n");
}

// Apart from the rest: the page needs it only where events are told one by one.
static void print_event_kinds(void)
{
	printf("/** What a kind of event is called and what its fields mean (null: unused); `{node}` and so on in a sentence "
	       "stand for fields. */\n");
	printf("export interface EventKind {\n  readonly name: string;\n  readonly node: string | null;\n"
	       "  readonly slot: string | null;\n  readonly count: string | null;\n  readonly a: string | null;\n"
	       "  readonly b: string | null;\n  readonly sentence: string;\n}\n\n");
	printf("/** Every kind of event, at the place of its number. */\nexport const EVENT_KINDS = [\n");
#define MPL_EVENT_KIND(name, node, slot, count, a, b, sentence)                                                        \
	printf("  { name: '" #name "', ");                                                                             \
	print_meaning("node", node);                                                                                   \
	print_meaning("slot", slot);                                                                                   \
	print_meaning("count", count);                                                                                 \
	print_meaning("a", a);                                                                                         \
	print_meaning("b", b);                                                                                         \
	printf("sentence: ");                                                                                          \
	print_quoted(sentence);                                                                                        \
	printf(" },\n");
#include "../src/events.def"
#undef MPL_EVENT_KIND
	printf("] as const satisfies readonly EventKind[];\n");
}

static void print_events(void)
{
	printf("/** What each kind of event is called, at the place of its number. */\nexport const EVENT_NAMES = [\n");
#define MPL_EVENT_KIND(name, node, slot, count, a, b, sentence) printf("  '" #name "',\n");
#include "../src/events.def"
#undef MPL_EVENT_KIND
	printf("] as const;\n\n");
	printf("export type EventName = (typeof EVENT_NAMES)[number];\n\n");
	printf("/** The sources that events come from, at the place of their numbers. */\nexport const SOURCES = [\n");
#define MPL_SOURCE(name, path) printf("  '" path "',\n");
#include "../src/files.def"
#undef MPL_SOURCE
	printf("] as const;\n\n");
}

static void print_node(void)
{
	printf("/** The layout of a node: byte offsets, counts, minima (compared with the offset of the last used slot). "
	       "*/\n");
	printf("export const NODE = {\n  BYTES: %d,\n  PARENT: %zu,\n  PIVOTS: %zu,\n", MPL_NODE_BYTES,
	       offsetof(struct mpl_range_layout, parent), offsetof(struct mpl_range_layout, pivot));
	printf("  leaf: { KIND: %d, SLOTS: %d, MIN: %d, SLOT: %zu, END: %zu, GAPMETA: %zu },\n", MPL_KIND_LEAF, MPL_LEAF_SLOTS,
	       MPL_LEAF_MIN, offsetof(struct mpl_range_layout, slot), offsetof(struct mpl_range_layout, end),
	       offsetof(struct mpl_range_layout, gapmeta));
	printf("  range: { KIND: %d, SLOTS: %d, MIN: %d, SLOT: %zu, END: %zu, GAPMETA: %zu },\n", MPL_KIND_RANGE,
	       MPL_RANGE_SLOTS, MPL_RANGE_MIN, offsetof(struct mpl_range_layout, slot),
	       offsetof(struct mpl_range_layout, end), offsetof(struct mpl_range_layout, gapmeta));
	printf("  arange: { KIND: %d, SLOTS: %d, MIN: %d, SLOT: %zu, GAP: %zu, END: %zu, GAPMETA: %zu },\n", MPL_KIND_ARANGE,
	       MPL_ARANGE_SLOTS, MPL_ARANGE_MIN, offsetof(struct mpl_arange_layout, slot),
	       offsetof(struct mpl_arange_layout, gap), offsetof(struct mpl_arange_layout, end),
	       offsetof(struct mpl_arange_layout, gapmeta));
	printf("  /** Address of the node at place 0; each place is BYTES further. */\n  BASE: 0x%" PRIx64 "n,\n",
	       MPL_NODE_BASE);
	printf("  HEIGHT_MAX: %d,\n} as const;\n\n", MPL_HEIGHT_MAX);
}

static void print_numbers(void)
{
	printf("/** Result codes; ERETRY is ours. */\n");
	printf("export const ERRORS = { ENOMEM: -12, EBUSY: -16, EEXIST: -17, EINVAL: -22, ERETRY: -%d } as const;\n\n",
	       MPL_ERETRY);
	printf("/** enum store_type, at the place of its numbers. */\nexport const STORE_TYPE_NAMES = [\n"
	       "  'invalid',\n  'new_root',\n  'store_root',\n  'exact_fit',\n  'spanning_store',\n  'split_store',\n"
	       "  'rebalance',\n  'append',\n  'node_store',\n  'slot_store',\n] as const;\n\n");
	printf("/** enum maple_status, at the place of its numbers. */\nexport const STATUS_NAMES = [\n"
	       "  'active',\n  'start',\n  'root',\n  'none',\n  'pause',\n  'overflow',\n  'underflow',\n  'error',\n"
	       "] as const;\n\n");
	printf("/** enum mpl_move, at the place of its numbers. */\nexport const MOVE_NAMES = [\n"
	       "  'walk',\n  'next',\n  'prev',\n  'find',\n  'find_rev',\n  'next_range',\n  'prev_range',\n"
	       "  'find_range',\n  'find_range_rev',\n  'pause',\n  'reset',\n  'set',\n] as const;\n\n");
	printf("/** enum mpl_field, at the place of its numbers. */\nexport const CORRUPT_FIELDS = ['pivot', 'slot', 'gap', "
	       "'end', 'gapmeta', 'parent'] as const;\n\n");
	printf("/** What a gap search thought of a slot, at the place of the verdict in the event gap_looked_at. */\n"
	       "export const GAP_VERDICTS = [\n  'taken',\n  'too small',\n  'occupied',\n  'before the window',\n"
	       "  'beyond the window',\n  'untracked',\n] as const;\n\n");
	printf("/** Flags of a tree. */\nexport const TREE_FLAGS = {\n  ALLOC_RANGE: %u,\n  USE_RCU: %u,\n  HEIGHT_SHIFT: %u,\n"
	       "  HEIGHT_MASK: %u,\n  ALLOC_WRAPPED: 0x%x,\n  WHOLE_HEIGHT: 0x%x,\n} as const;\n\n",
	       MT_FLAGS_ALLOC_RANGE, MT_FLAGS_USE_RCU, MT_FLAGS_HEIGHT_OFFSET, MT_FLAGS_HEIGHT_MASK, MT_FLAGS_ALLOC_WRAPPED,
	       MPL_FLAGS_WHOLE_HEIGHT);
	printf("/** The low byte of a place's state. */\nexport const PLACE_STATES = { FREE: %d, LIVE: %d, DEFERRED: %d } as "
	       "const;\n\n",
	       MPL_PLACE_FREE, MPL_PLACE_LIVE, MPL_PLACE_DEFERRED);
	printf("/** Marks of a decision. */\nexport const DECIDED_MARKS = {\n  RCU: %u,\n  BULK: %u,\n  STORED: %u,\n"
	       "  WIDENED: %u,\n  SPAN: %u,\n  WHOLE_HEIGHT: %u,\n} as const;\n\n",
	       MPL_DECIDED_RCU, MPL_DECIDED_BULK, MPL_DECIDED_STORED, MPL_DECIDED_WIDENED, MPL_DECIDED_SPAN,
	       MPL_DECIDED_WHOLE_HEIGHT);
	printf("/** Marks in the request log. */\nexport const REQUEST_MARKS = { BULK: 0x%x, REFUSED: 0x%x } as const;\n\n",
	       MPL_LOG_BULK, MPL_LOG_REFUSED);
	printf("/** The zero entry. */\nexport const ZERO_WORD = 0x%xn;\n\n", MPL_ZERO_WORD);
	printf("/** The regions of memory that a snapshot holds, at the place of their numbers. */\n"
	       "export const REGIONS = ['slab', 'places', 'nodes', 'trees', 'readers', 'corruptions', 'states', 'spaces', "
	       "'vmas', 'tables'] as const;\n\n");
	printf("/** How much there is room for. */\nexport const LIMITS = {\n  trees: %u,\n  readers: %u,\n"
	       "  corruptions: %u,\n  states: %u,\n  places: %u,\n  events: %u,\n  decided: %u,\n"
	       "  requests: %u,\n  findings: %u,\n  ranges: %u,\n  requestsMax: %u,\n  vmas: %u,\n  spaces: %u,\n} "
	       "as const;\n\n",
	       MPL_TREES, MPL_READERS, MPL_CORRUPTIONS, MPL_STATES, MPL_PLACES_MAX, MPL_EVENT_ROOM, MPL_DECIDED_ROOM,
	       mpl_slab_log_capacity(), MPL_FINDING_ROOM, MPL_RANGE_ROOM, MPL_REQUESTS_MAX, MPL_VMA_ROOM, MPL_SPACES);
	printf("/** enum mpl_site, at the place of its numbers. */\nexport const SITE_NAMES = [\n"
	       "  'request',\n  'node',\n  'mm',\n  'signal',\n  'commit',\n  'vma',\n  'policy',\n  'uffd',\n"
	       "  'anon',\n  'page',\n  'hook',\n] as const;\n\n");
	printf("/** enum mpl_object, at the place of its numbers. */\nexport const OBJECT_NAMES = [\n"
	       "  'nodes',\n  'vmas',\n  'anon_vmas',\n  'chains',\n  'policies',\n  'uffds',\n  'files',\n"
	       "  'tables',\n  'commit',\n  'resident',\n  'mms',\n] as const;\n\n");
	printf("/** enum mpl_advice, at the place of its numbers. */\nexport const ADVICE_NAMES = [\n"
	       "  'dontfork',\n  'dofork',\n  'wipeonfork',\n  'keeponfork',\n  'policy',\n  'policy off',\n"
	       "  'uffd',\n  'uffd off',\n  'lock',\n  'unlock',\n  'lock onfault',\n"
	       "  'hugepage',\n  'nohugepage',\n  'dontdump',\n  'dodump',\n  'mergeable',\n  'unmergeable',\n  'dontneed',\n  'free',\n"
	       "  'seal',\n] as const;\n\n");
	printf("/** enum mpl_limit, at the place of its numbers. */\nexport const LIMIT_NAMES = [\n"
	       "  'vmas',\n  'as',\n  'data',\n  'memlock',\n  'stack',\n] as const;\n\n");
	printf("/** enum mpl_lock_all. */\nexport const LOCK_ALL = { CURRENT: %d, FUTURE: %d, ONFAULT: %d } as const;\n\n",
	       MPL_LOCK_CURRENT, MPL_LOCK_FUTURE, MPL_LOCK_FAULTED);
	printf("/** enum mpl_fork_by and enum mpl_fork_undo, at the place of their numbers. */\n"
	       "export const FORK_BY = ['dup', 'bulk', 'stores'] as const;\n"
	       "export const FORK_UNDO = ['marker', 'range'] as const;\n\n");
	printf("/** enum mpl_vma_flags. */\nexport const VMA_BITS = {\n");
#define BIT(name) printf("  " #name ": 0x%x,\n", MPL_VMA_##name);
	BIT(READ) BIT(WRITE) BIT(EXEC) BIT(SHARED) BIT(GROWS) BIT(DONTCOPY) BIT(WIPEONFORK) BIT(LOCKED)
	BIT(LOCKONFAULT) BIT(ACCOUNT) BIT(PFNMAP) BIT(MIXEDMAP) BIT(UFFD_WP) BIT(UFFD) BIT(POLICY) BIT(HEAP)
	BIT(NORESERVE) BIT(HUGEPAGE) BIT(NOHUGEPAGE) BIT(DONTDUMP) BIT(MERGEABLE) BIT(DONTEXPAND) BIT(SEALED)
#undef BIT
	printf("} as const;\n");
}

static_assert(wr_slot_store == 9, "the names of the store types are printed in this order");
static_assert(wr_node_store == 8, "the names of the store types are printed in this order");
static_assert(wr_append == 7, "the names of the store types are printed in this order");
static_assert(wr_rebalance == 6, "the names of the store types are printed in this order");
static_assert(wr_split_store == 5, "the names of the store types are printed in this order");
static_assert(wr_spanning_store == 4, "the names of the store types are printed in this order");
static_assert(wr_exact_fit == 3, "the names of the store types are printed in this order");
static_assert(wr_store_root == 2, "the names of the store types are printed in this order");
static_assert(wr_new_root == 1, "the names of the store types are printed in this order");
static_assert(ma_error == 7, "the names of the statuses are printed in this order");
static_assert(MPL_REGIONS == 10, "the names of the regions are printed in this order");
static_assert(MPL_MOVES == 12, "the names of the moves are printed in this order");
static_assert(MPL_SITES == 11, "the names of the sites are printed in this order");
static_assert(MPL_SITE_PAGE == 9, "the names of the sites are printed in this order");
static_assert(MPL_OBJECTS == 11, "the names of the objects are printed in this order");
static_assert(MPL_OBJECT_COMMIT == 8, "the names of the objects are printed in this order");
static_assert(MPL_UNLOCK == 9, "the names of the advices are printed in this order");
static_assert(MPL_ADVICES == 20, "the names of the advices are printed in this order");
static_assert(MPL_LIMITS == 5, "the names of the limits are printed in this order");
static_assert(MPL_CORRUPT_FIELDS == 6, "the names of the fields are printed in this order");

static void print_head(void)
{
	printf("// SPDX-License-Identifier: GPL-2.0-or-later\n//\n"
	       "// What the core tells about itself. Printed by core/wasm/describe.c (`make -C core tables`); not to be "
	       "edited.\n\n");
}

// Without a word the tables that every run needs; with one, the kinds of events.
int main(int argc, char **argv)
{
	(void)argv;
	print_head();
	if (argc > 1) {
		print_event_kinds();
		return 0;
	}
	printf("/** Changes with everything below; mpl_abi() of a module that fits gives the same. */\n"
	       "export const ABI = 0x%08x;\n\n",
	       mpl_abi());
	print_records();
	print_events();
	print_node();
	print_numbers();
	return 0;
}
