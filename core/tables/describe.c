// SPDX-License-Identifier: GPL-2.0-or-later
//
// Prints the facts about the core that TypeScript must not repeat by hand: web/engine/generated (records, calls) and
// web/model/generated (enumerations, events, the layout of a node). `make -C core tables` writes them, `make -C core
// tables-check` compares.

#include "../wasm/calls.h"

#include "../include/maple_tree.h"
#include "../cachelines/cache.h"
#include "../cachelines/cachelines.h"
#include "../cachelines/redblack.h"
#include "../cachelines/stdmap.h"
#include "../bench/copy.h"
#include "../bench/bench.h"
#include "../src/config.h"
#include "../src/ground.h"
#include "../src/slab.h"
#include "../src/trace.h"

#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// The meaning of an event's field, null for a field it does not use.
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
	printf("/** Offsets of the fields of struct " #record " (core/src/records.h); BYTES is its size. */\n");      \
	printf("export const " #title " = {\n  BYTES: %zu,\n", sizeof(struct record));
#define MPL_FIELD(record, field, type) print_field(#field, offsetof(struct record, field), #type);
#include "../wasm/layout.def"
#undef MPL_RECORD
#undef MPL_FIELD
	printf("} as const;\n\n");
}

// In a file of its own: the page does not need it; tests compare events with it.
static void print_event_kinds(void)
{
	printf("/** What a kind of event is called and what its fields mean (null: unused). */\n");
	printf("export interface EventKind {\n  readonly name: string;\n  readonly node: string | null;\n"
	       "  readonly slot: string | null;\n  readonly count: string | null;\n  readonly a: string | null;\n"
	       "  readonly b: string | null;\n}\n\n");
	printf("/** Every kind of event, at the place of its number. */\nexport const EVENT_KINDS = [\n");
#define MPL_EVENT_KIND(name, node, slot, count, a, b)                                                                  \
	printf("  { name: '" #name "', ");                                                                             \
	print_meaning("node", node);                                                                                   \
	print_meaning("slot", slot);                                                                                   \
	print_meaning("count", count);                                                                                 \
	print_meaning("a", a);                                                                                         \
	print_meaning("b", b);                                                                                         \
	printf("},\n");
#include "../src/events.def"
#undef MPL_EVENT_KIND
	printf("] as const satisfies readonly EventKind[];\n");
}

// The names of events, and of a gap search's verdicts on a slot.
static void print_event_names(void)
{
	printf("/** What each kind of event is called, at the place of its number. */\nexport const EVENT_NAMES = [\n");
#define MPL_EVENT_KIND(name, node, slot, count, a, b) printf("  '" #name "',\n");
#include "../src/events.def"
#undef MPL_EVENT_KIND
	printf("] as const;\n\n");
	printf("export type EventName = (typeof EVENT_NAMES)[number];\n\n");
	printf("/** What a gap search thought of a slot, at the place of the verdict in the event gap_looked_at. */\n"
	       "export const GAP_VERDICTS = [\n  'taken',\n  'too small',\n  'occupied',\n  'before the window',\n"
	       "  'beyond the window',\n  'untracked',\n] as const;\n");
}

static void print_sources(void)
{
	printf("/** The sources that events come from, at the place of their numbers. */\nexport const SOURCES = [\n");
#define MPL_SOURCE(name, path) printf("  '" path "',\n");
#include "../src/files.def"
#undef MPL_SOURCE
	printf("] as const;\n\n");
}

// Vite needs the paths of a glob as literals, so the whole call is printed.
static void print_source_texts(void)
{
	printf("/** The text of every source that events come from, by its path from this file. */\n");
	printf("export const SOURCE_TEXTS = import.meta.glob<string>(\n  [\n");
#define MPL_SOURCE(name, path) printf("    '../../../" path "',\n");
#include "../src/files.def"
#undef MPL_SOURCE
	printf("  ],\n  { query: '?raw', import: 'default', eager: true },\n);\n");
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
	printf("  HEIGHT_MAX: %d,\n} as const;\n", MPL_HEIGHT_MAX);
}

// ---- Names of enumerators: typed in C alone ----

// The names of an enum at the place of its numbers: identifiers without 'prefix', in small letters; 'space' stands for
// each underscore. One that is missing ends the program.
static void print_names(const char *title, const char *what, const char *prefix, char space, const char *const *names,
                        size_t count)
{
	printf("/** %s, at the place of its numbers. */\nexport const %s = [\n", what, title);
	for (size_t i = 0; i < count; i++) {
		if (!names[i] || strncmp(names[i], prefix, strlen(prefix)) != 0) {
			fprintf(stderr, "%s has no name for %zu\n", title, i);
			exit(1);
		}
		printf("  '");
		for (const char *at = names[i] + strlen(prefix); *at; at++)
			putchar(*at == '_' ? space : tolower((unsigned char)*at));
		printf("',\n");
	}
	printf("] as const;\n\n");
}

#define NAME(id) [id] = #id
#define NAMES(title, what, prefix, space, count, ...)                                                                  \
	do {                                                                                                           \
		static const char *const names[count] = {__VA_ARGS__};                                                 \
		print_names(title, what, prefix, space, names, count);                                                 \
	} while (0)

static void print_tree_enums(void)
{
	NAMES("STORE_TYPES", "enum store_type", "wr_", '_', wr_slot_store + 1, NAME(wr_invalid), NAME(wr_new_root),
	      NAME(wr_store_root), NAME(wr_exact_fit), NAME(wr_spanning_store), NAME(wr_split_store), NAME(wr_rebalance),
	      NAME(wr_append), NAME(wr_node_store), NAME(wr_slot_store));
	NAMES("STATE_STATUSES", "enum maple_status", "ma_", '_', ma_error + 1, NAME(ma_active), NAME(ma_start),
	      NAME(ma_root), NAME(ma_none), NAME(ma_pause), NAME(ma_overflow), NAME(ma_underflow), NAME(ma_error));
	NAMES("MOVES", "enum mpl_move", "MPL_MOVE_", '_', MPL_MOVES, NAME(MPL_MOVE_WALK), NAME(MPL_MOVE_NEXT),
	      NAME(MPL_MOVE_PREV), NAME(MPL_MOVE_FIND), NAME(MPL_MOVE_FIND_REV), NAME(MPL_MOVE_NEXT_RANGE),
	      NAME(MPL_MOVE_PREV_RANGE), NAME(MPL_MOVE_FIND_RANGE), NAME(MPL_MOVE_FIND_RANGE_REV), NAME(MPL_MOVE_PAUSE),
	      NAME(MPL_MOVE_RESET), NAME(MPL_MOVE_SET));
	NAMES("CORRUPT_FIELDS", "enum mpl_field", "MPL_CORRUPT_", '_', MPL_CORRUPT_FIELDS, NAME(MPL_CORRUPT_PIVOT),
	      NAME(MPL_CORRUPT_SLOT), NAME(MPL_CORRUPT_GAP), NAME(MPL_CORRUPT_END), NAME(MPL_CORRUPT_GAPMETA),
	      NAME(MPL_CORRUPT_PARENT));
}

static void print_space_enums(void)
{
	NAMES("SITES", "enum mpl_site", "MPL_SITE_", '_', MPL_SITES, NAME(MPL_SITE_REQUEST), NAME(MPL_SITE_NODE),
	      NAME(MPL_SITE_MM), NAME(MPL_SITE_SIGNAL), NAME(MPL_SITE_COMMIT), NAME(MPL_SITE_VMA), NAME(MPL_SITE_POLICY),
	      NAME(MPL_SITE_UFFD), NAME(MPL_SITE_ANON), NAME(MPL_SITE_PAGE), NAME(MPL_SITE_HOOK));
	NAMES("OBJECTS", "enum mpl_object", "MPL_OBJECT_", '_', MPL_OBJECTS, NAME(MPL_OBJECT_NODES),
	      NAME(MPL_OBJECT_VMAS), NAME(MPL_OBJECT_ANON_VMAS), NAME(MPL_OBJECT_CHAINS), NAME(MPL_OBJECT_POLICIES),
	      NAME(MPL_OBJECT_UFFDS), NAME(MPL_OBJECT_FILES), NAME(MPL_OBJECT_TABLES), NAME(MPL_OBJECT_COMMIT),
	      NAME(MPL_OBJECT_RESIDENT), NAME(MPL_OBJECT_MMS));
	NAMES("ADVICES", "enum mpl_advice", "MPL_", ' ', MPL_ADVICES, NAME(MPL_DONTFORK), NAME(MPL_DOFORK),
	      NAME(MPL_WIPEONFORK), NAME(MPL_KEEPONFORK), NAME(MPL_POLICY), NAME(MPL_POLICY_OFF), NAME(MPL_UFFD),
	      NAME(MPL_UFFD_OFF), NAME(MPL_LOCK), NAME(MPL_UNLOCK), NAME(MPL_LOCK_ONFAULT), NAME(MPL_HUGEPAGE),
	      NAME(MPL_NOHUGEPAGE), NAME(MPL_DONTDUMP), NAME(MPL_DODUMP), NAME(MPL_MERGEABLE), NAME(MPL_UNMERGEABLE),
	      NAME(MPL_DONTNEED), NAME(MPL_FREE), NAME(MPL_SEAL));
	NAMES("LIMIT_NAMES", "enum mpl_limit", "MPL_LIMIT_", '_', MPL_LIMITS, NAME(MPL_LIMIT_VMAS), NAME(MPL_LIMIT_AS),
	      NAME(MPL_LIMIT_DATA), NAME(MPL_LIMIT_MEMLOCK), NAME(MPL_LIMIT_STACK));
	NAMES("FORK_BY", "enum mpl_fork_by", "MPL_FORK_", '_', MPL_FORK_STORES + 1, NAME(MPL_FORK_DUP),
	      NAME(MPL_FORK_BULK), NAME(MPL_FORK_STORES));
	NAMES("FORK_UNDO", "enum mpl_fork_undo", "MPL_UNDO_", '_', MPL_UNDO_RANGE + 1, NAME(MPL_UNDO_MARKER),
	      NAME(MPL_UNDO_RANGE));
}

static void print_bit(const char *name, uint32_t bit)
{
	char small[32];
	size_t length = strlen(name);

	for (size_t i = 0; i <= length; i++)
		small[i] = (char)tolower((unsigned char)name[i]);
	printf("  ");
	print_camel(small);
	printf(": 0x%x,\n", bit);
}

static void print_space_numbers(void)
{
	printf("/** Bits of enum mpl_vma_flags. */\nexport const VMA_FLAGS = {\n");
#define BIT(name) print_bit(#name, MPL_VMA_##name);
	BIT(READ) BIT(WRITE) BIT(EXEC) BIT(SHARED) BIT(GROWS) BIT(DONTCOPY) BIT(WIPEONFORK) BIT(LOCKED)
	BIT(LOCKONFAULT) BIT(ACCOUNT) BIT(PFNMAP) BIT(MIXEDMAP) BIT(UFFD_WP) BIT(UFFD) BIT(POLICY) BIT(HEAP)
	BIT(NORESERVE) BIT(HUGEPAGE) BIT(NOHUGEPAGE) BIT(DONTDUMP) BIT(MERGEABLE) BIT(DONTEXPAND) BIT(SEALED)
#undef BIT
	printf("} as const;\n\n");
	printf("/** enum mpl_lock_all. */\nexport const LOCK_ALL = { CURRENT: %d, FUTURE: %d, ONFAULT: %d } as const;\n\n",
	       MPL_LOCK_CURRENT, MPL_LOCK_FUTURE, MPL_LOCK_FAULTED);
	printf("/** How many address spaces, VMAs and page tables there can be in all. */\n"
	       "export const SPACE_ROOM = { spaces: %u, vmas: %u, tables: %u } as const;\n",
	       MPL_SPACES, MPL_VMAS_MAX, MPL_TABLES_MAX);
}

static void print_errors(void)
{
	printf("/** Result codes by name; ERETRY is Maplescope's own. */\nexport const ERRORS = {\n");
#define ERROR(name) printf("  " #name ": -%d,\n", MPL_##name);
	ERROR(EPERM) ERROR(EINTR) ERROR(EAGAIN) ERROR(ENOMEM) ERROR(EFAULT) ERROR(EBUSY) ERROR(EEXIST) ERROR(EINVAL)
	ERROR(ERETRY)
#undef ERROR
	printf("} as const;\n\n");
}

// The formula that a row of releases.def names in one of its fields, without its prefix.
static void print_formula(const char *fields, const char *field)
{
	char start[64];
	const char *formula;

	snprintf(start, sizeof(start), ".%s = ", field);
	formula = strstr(fields, start) + strlen(start);
	if (!strncmp(formula, "mpl_formula_", strlen("mpl_formula_")))
		formula += strlen("mpl_formula_");
	printf("    ");
	print_camel(field);
	printf(": '%.*s',\n", (int)strcspn(formula, ", "), formula);
}

static void print_release(const char *id, const char *const texts[3], const char *fields)
{
	static const char *const names[] = {"name", "word", "about"};

	printf("  '%s': {\n", id);
	for (unsigned k = 0; k < 3; k++) {
		printf("    %s: ", names[k]);
		print_quoted(texts[k]);
		printf(",\n");
	}
	print_formula(fields, "store_request");
	print_formula(fields, "preallocation");
	printf("  },\n");
}

static void print_releases(void)
{
	printf("/** The releases whose policies a tree can follow, in the order of their numbers (core/src/releases.def):\n"
	       " * `tree NAME word` chooses one, `about` says how it differs, and two fields name its formulas. */\n"
	       "export const RELEASES = {\n");
#define MPL_RELEASE(id, name, word, about, ...)                                                                        \
	print_release(#id, (const char *const[]){name, word, about}, #__VA_ARGS__);
#include "../src/releases.def"
#undef MPL_RELEASE
	printf("} as const;\n\n");
}

static void print_enums(void)
{
	print_errors();
	print_releases();
	print_tree_enums();
	print_space_enums();
	print_space_numbers();
}

// ---- The functions of calls.def ----

// The arguments as TypeScript has them: the last word of each is its name, and 64 bits are a bigint.
static void print_arguments(const char *list)
{
	char text[256];
	bool first = true;

	snprintf(text, sizeof(text), "%s", list);
	if (!strcmp(text, "void"))
		return;
	for (char *one = strtok(text, ","); one; one = strtok(NULL, ",")) {
		const char *name = strrchr(one, ' ') + 1;

		printf("%s", first ? "" : ", ");
		print_camel(name);
		printf(": %s", strstr(one, "uint64_t") ? "bigint" : "number");
		first = false;
	}
}

static void print_call(const char *result, const char *name, const char *arguments)
{
	const char *type = !strcmp(result, "void") ? "void" : !strcmp(result, "uint64_t") ? "bigint" : "number";

	printf("  readonly %s: (", name);
	print_arguments(arguments);
	printf(") => %s;\n", type);
}

static void print_calls(void)
{
	printf("/** The functions of core/wasm/calls.def. Pointers are addresses; an i64 comes back signed. */\n"
	       "export interface CoreCalls {\n");
#define MPL_CALL(result, name, ...) print_call(#result, #name, #__VA_ARGS__);
#include "../wasm/calls.def"
#undef MPL_CALL
	printf("}\n");
}

// The additional functions of the module cachelines; the two trees it compares with are in the module bench too.
static void print_cachelines(void)
{
	printf("/** The functions of core/cachelines: redblack.def, stdmap.def and cachelines.def. */\n"
	       "export interface CachelinesCalls {\n");
#define MPL_CALL(result, name, ...) print_call(#result, #name, #__VA_ARGS__);
#include "../cachelines/redblack.def"
#include "../cachelines/stdmap.def"
#include "../cachelines/cachelines.def"
#undef MPL_CALL
	printf("}\n\n");
	NAMES("CACHELINES_COUNTS", "What mpl_cachelines_count() gives", "MPL_CACHELINES_", '_', MPL_CACHELINES_COUNTS,
	      NAME(MPL_CACHELINES_READS), NAME(MPL_CACHELINES_WRITES), NAME(MPL_CACHELINES_LINES),
	      NAME(MPL_CACHELINES_WRITTEN), NAME(MPL_CACHELINES_MISSES));
	NAMES("RB_DEPTHS", "What mpl_rb_depth() gives", "MPL_RB_", '_', MPL_RB_DEPTHS, NAME(MPL_RB_LEAST),
	      NAME(MPL_RB_MOST), NAME(MPL_RB_SUM));
	printf("/**\n * Bytes of the red-black tree's records and of their links, of the std::map's nodes and "
	       "of their places;\n"
	       " * trees without a handle; and the limits of what can be counted.\n */\n"
	       "export const CACHELINES = {\n  RECORD_BYTES: %u,\n  LINK_BYTES: %zu,\n  MAP_NODE_BYTES: %u,\n"
	       "  MAP_PLACE_BYTES: %u,\n  REDBLACK: %u,\n  STDMAP: %u,\n  RECORDS_MAX: %u,\n  PLACES_MAX: %u,\n"
	       "  LINE_MIN: %u,\n  LINE_MAX: %u,\n  WAYS_MAX: %u,\n  CACHE_LINES_MAX: %u,\n} as const;\n",
	       MPL_RB_RECORD_BYTES, sizeof(struct mpl_rb_links), MPL_MAP_NODE_BYTES, MPL_MAP_PLACE_BYTES,
	       MPL_CACHELINES_REDBLACK, MPL_CACHELINES_STDMAP, MPL_RB_RECORDS_MAX,
	       MPL_CACHELINES_PLACES_MAX - MPL_CACHELINES_PLACES_SPARE, MPL_CACHE_LINE_MIN, MPL_CACHE_LINE_MAX,
	       MPL_CACHE_WAYS_MAX,
	       MPL_CACHE_LINES_MAX);
}

// The additional functions of the module bench, besides these and the red-black tree.
static void print_bench(void)
{
	printf("/** The functions of core/bench/bench.def and core/bench/copy.def. */\nexport interface BenchCalls {\n");
#define MPL_CALL(result, name, ...) print_call(#result, #name, #__VA_ARGS__);
#include "../bench/bench.def"
#include "../bench/copy.def"
#undef MPL_CALL
	printf("}\n\n/** Most entries of a fork, and of a page copy. */\n"
	       "export const BENCH = { ENTRIES_MAX: %u, COPY_ENTRIES_MAX: %u } as const;\n",
	       MPL_BENCH_ENTRIES_MAX, MPL_COPY_ENTRIES_MAX);
}

// The additional functions of the module hunt, and its defects.
static void print_hunt(void)
{
	printf("/** The functions of core/hunt/hunt.def. */\nexport interface HuntCalls {\n");
#define MPL_CALL(result, name, ...) print_call(#result, #name, #__VA_ARGS__);
#include "../hunt/hunt.def"
#undef MPL_CALL
	printf("}\n");
}

static void print_defects(void)
{
	printf("/** The deliberate defects of the module hunt; number k is the one at k - 1. */\nexport const DEFECTS = [\n");
#define MPL_DEFECT(name, title, what)                                                                                  \
	printf("  { name: '" #name "', title: ");                                                                      \
	print_quoted(title);                                                                                           \
	printf(", what: ");                                                                                            \
	print_quoted(what);                                                                                            \
	printf(" },\n");
#include "../src/defects.def"
#undef MPL_DEFECT
	printf("] as const;\n\nexport type DefectName = (typeof DEFECTS)[number]['name'];\n");
}

// ---- Everything else ----

static void print_numbers(void)
{
	printf("/** Flags of a tree. */\nexport const TREE_FLAGS = {\n  ALLOC_RANGE: %u,\n  USE_RCU: %u,\n  "
	       "HEIGHT_SHIFT: %u,\n  HEIGHT_MASK: %u,\n  ALLOC_WRAPPED: 0x%x,\n  RELEASE_SHIFT: %u,\n  RELEASE_MASK: 0x%x,\n"
	       "} as const;\n\n",
	       MT_FLAGS_ALLOC_RANGE, MT_FLAGS_USE_RCU, MT_FLAGS_HEIGHT_OFFSET, MT_FLAGS_HEIGHT_MASK, MT_FLAGS_ALLOC_WRAPPED,
	       MPL_FLAGS_RELEASE_OFFSET, MPL_FLAGS_RELEASE_MASK);
	printf("/** The low byte of a place's state. */\nexport const PLACE_STATES = { FREE: %d, LIVE: %d, DEFERRED: %d } as "
	       "const;\n\n",
	       MPL_PLACE_FREE, MPL_PLACE_LIVE, MPL_PLACE_DEFERRED);
	printf("/** Marks of a decision. */\nexport const DECIDED_MARKS = {\n  RCU: %u,\n  BULK: %u,\n  STORED: %u,\n"
	       "  WIDENED: %u,\n  SPAN: %u,\n  RELEASE_SHIFT: %u,\n} as const;\n\n",
	       MPL_DECIDED_RCU, MPL_DECIDED_BULK, MPL_DECIDED_STORED, MPL_DECIDED_WIDENED, MPL_DECIDED_SPAN,
	       MPL_DECIDED_RELEASE_OFFSET);
	printf("/** Marks in the request log. */\nexport const REQUEST_MARKS = { BULK: 0x%x, REFUSED: 0x%x } as const;\n\n",
	       MPL_LOG_BULK, MPL_LOG_REFUSED);
	printf("/** The zero entry. */\nexport const ZERO_WORD = 0x%xn;\n\n", MPL_ZERO_WORD);
	NAMES("REGIONS", "The regions of memory that a snapshot contains", "MPL_REGION_", '_', MPL_REGIONS,
	      NAME(MPL_REGION_SLAB), NAME(MPL_REGION_PLACES), NAME(MPL_REGION_NODES), NAME(MPL_REGION_TREES),
	      NAME(MPL_REGION_READERS), NAME(MPL_REGION_CORRUPTIONS), NAME(MPL_REGION_STATES), NAME(MPL_REGION_SPACES),
	      NAME(MPL_REGION_VMAS), NAME(MPL_REGION_TABLES));
	printf("/** Capacities. */\nexport const LIMITS = {\n  trees: %u,\n  readers: %u,\n"
	       "  corruptions: %u,\n  states: %u,\n  places: %u,\n  events: %u,\n  decided: %u,\n"
	       "  requests: %u,\n  findings: %u,\n  ranges: %u,\n  requestsMax: %u,\n  vmas: %u,\n  spaces: %u,\n} "
	       "as const;\n\n",
	       MPL_TREES, MPL_READERS, MPL_CORRUPTIONS, MPL_STATES, MPL_PLACES_MAX, MPL_EVENT_ROOM, MPL_DECIDED_ROOM,
	       mpl_slab_log_capacity(), MPL_FINDING_ROOM, MPL_RANGE_ROOM, MPL_REQUESTS_MAX, MPL_VMA_ROOM, MPL_SPACES);
}


static void print_tables(void)
{
	printf("/** Changes with everything below; mpl_abi() of a module that fits gives the same. */\n"
	       "export const ABI = 0x%08x;\n\n",
	       mpl_abi());
	print_records();
	print_sources();
	print_numbers();
}

static void print_head(void)
{
	printf("// SPDX-License-Identifier: GPL-2.0-or-later\n//\n"
	       "// Facts about the core. Printed by core/tables/describe.c (`make -C core tables`); not to be "
	       "edited.\n\n");
}

// The argument names what to print: tables, event-kinds, events, node, source-texts, calls, cachelines-calls,
// bench-calls, hunt-calls, enums or defects.
int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	print_head();
	if (!strcmp(what, "event-kinds"))
		print_event_kinds();
	else if (!strcmp(what, "events"))
		print_event_names();
	else if (!strcmp(what, "node"))
		print_node();
	else if (!strcmp(what, "source-texts"))
		print_source_texts();
	else if (!strcmp(what, "calls"))
		print_calls();
	else if (!strcmp(what, "cachelines-calls"))
		print_cachelines();
	else if (!strcmp(what, "bench-calls"))
		print_bench();
	else if (!strcmp(what, "hunt-calls"))
		print_hunt();
	else if (!strcmp(what, "defects"))
		print_defects();
	else if (!strcmp(what, "enums"))
		print_enums();
	else if (!strcmp(what, "tables"))
		print_tables();
	else
		return 1;
	return 0;
}
