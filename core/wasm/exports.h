// SPDX-License-Identifier: GPL-2.0-or-later
//
// The flat functions that a WebAssembly module offers, and that native drivers call alike. Trees are handles, 1 ...
// MPL_TREES; indexes and entries are 64-bit words; what an operation did is in one record (records.h).
//
// Operations (the functions that return an int32_t 'ret' and say "operation") begin a new record, event list and
// request log, run, end the grace periods that are over, and fill the record. 'ret' is 0 or a negative error number,
// the same as in the record: -EINVAL (-22) also for a handle that is not in use, -EBUSY (-16) also while a bulk load or
// an iteration is open, and on a corrupted tree. Whatever the error, the tree is as it was and every node is given
// back. Nothing here keeps a clock, a random number or an address of the host.

#ifndef MPL_EXPORTS_H
#define MPL_EXPORTS_H

#include "records.h"

#include "../include/maple_mm.h"

// Whether there are address spaces: what is timed has none.
#ifndef MPL_MEMORY
#define MPL_MEMORY 1
#endif

#define MPL_TREES 1024u
#define MPL_EVENT_ROOM 65536u
// Records of decisions.
#define MPL_DECIDED_ROOM 64u
#define MPL_FINDING_ROOM 256u
#define MPL_RANGE_ROOM 4096u
#define MPL_CORRUPTIONS 64u
#define MPL_STATES 64u
#define MPL_VMA_ROOM 1024u

// The number that stands for tree 'handle' in its root's parent word, in a wasm32 module.
#define MPL_TREE_BASE UINT64_C(0xffffc90000000000)
#define MPL_TREE_BYTES 64u

enum mpl_region {
	MPL_REGION_SLAB,
	MPL_REGION_PLACES,
	MPL_REGION_NODES,
	MPL_REGION_TREES,
	MPL_REGION_READERS,
	MPL_REGION_CORRUPTIONS,
	MPL_REGION_STATES,
	MPL_REGION_SPACES, // The three pieces of maple_mm.h.
	MPL_REGION_VMAS,
	MPL_REGION_TABLES,
	MPL_REGIONS,
};

// What mpl_cursor_move() does: mas_walk(), mas_next() and so on. The limit is the upper one forwards, the lower one
// backwards, the new index for 'set', and not used for the rest.
enum mpl_move {
	MPL_MOVE_WALK,
	MPL_MOVE_NEXT,
	MPL_MOVE_PREV,
	MPL_MOVE_FIND,
	MPL_MOVE_FIND_REV,
	MPL_MOVE_NEXT_RANGE,
	MPL_MOVE_PREV_RANGE,
	MPL_MOVE_FIND_RANGE,
	MPL_MOVE_FIND_RANGE_REV,
	MPL_MOVE_PAUSE,
	MPL_MOVE_RESET,
	MPL_MOVE_SET,
	MPL_MOVES,
};

// The fields that mpl_corrupt() can write over.
enum mpl_field {
	MPL_CORRUPT_PIVOT,
	MPL_CORRUPT_SLOT,
	MPL_CORRUPT_GAP,
	MPL_CORRUPT_END,
	MPL_CORRUPT_GAPMETA,
	MPL_CORRUPT_PARENT,
	MPL_CORRUPT_FIELDS,
};

// ---- The module ----

// A number that changes with the layout of the records, the events and the sources; generated/tables.ts has the same.
uint32_t mpl_abi(void);
// Everything is as at the start: no tree, no node, ids from 1, nothing armed.
void mpl_reset(void);

// ---- Trees ----

// A new empty tree; 'flags' are MT_FLAGS_ALLOC_RANGE (1), MT_FLAGS_USE_RCU (2) and MPL_FLAGS_WHOLE_HEIGHT (0x1000). The
// lowest free handle, 0 if none.
uint32_t mpl_tree_new(uint32_t flags);
// Forgets an empty tree's handle, which is not given out again before all readers have left it. -EINVAL for a tree that
// is not empty.
int32_t mpl_tree_drop(uint32_t tree);
// Switches RCU mode. 0, -EINVAL, or -EBUSY if it is to be off and a reader is parked on the tree.
int32_t mpl_set_rcu(uint32_t tree, uint32_t on);
// Sets the counter of the tree's cyclic allocator: where mpl_cyclic() searches first. 0 at the start.
int32_t mpl_set_next(uint32_t tree, uint64_t next);
// The address of a struct mpl_tree_record about a tree; it is valid until the next call. 0 for a bad handle.
const struct mpl_tree_record *mpl_tree_info(uint32_t tree);

// ---- Operations ----

int32_t mpl_store(uint32_t tree, uint64_t first, uint64_t last, uint64_t word);
int32_t mpl_insert(uint32_t tree, uint64_t first, uint64_t last, uint64_t word);
// 'value' in the record is the entry found, also if the erase was refused.
int32_t mpl_erase(uint32_t tree, uint64_t index);
// mtree_load() and mas_walk(); the latter tells range and status too.
int32_t mpl_load(uint32_t tree, uint64_t index);
int32_t mpl_walk(uint32_t tree, uint64_t index);
// mas_preallocate() and, if that succeeds, mas_store_prealloc(), on a fresh state. 'walk' not 0: the state first visits
// 'first' by mas_walk(). 'reserved' is the number of nodes held in between. -EINVAL if first > last.
int32_t mpl_prealloc(uint32_t tree, uint64_t first, uint64_t last, uint64_t word, uint32_t walk);
// 'rev' not 0: the highest place instead of the lowest.
int32_t mpl_empty_area(uint32_t tree, uint64_t min, uint64_t max, uint64_t size, uint32_t rev);
// mtree_alloc_range(), 'rev' not 0: mtree_alloc_rrange(). The record's range is the one taken.
int32_t mpl_alloc(uint32_t tree, uint64_t size, uint64_t min, uint64_t max, uint64_t word, uint32_t rev);
// mtree_alloc_cyclic() with the tree's own counter. 0, 1 if the search wrapped, or an error. The record's range is the
// index taken.
int32_t mpl_cyclic(uint32_t tree, uint64_t min, uint64_t max, uint64_t word);
// Copies 'source' into the empty tree 'target' of equal attributes; the cyclic counter goes along. 'height' is the
// source's.
int32_t mpl_dup(uint32_t source, uint32_t target);
// What was corrupted is put right first.
int32_t mpl_destroy(uint32_t tree);
// The same, but kept states stay open: each believes what it did before, and holds what it held.
int32_t mpl_destroy_under(uint32_t tree);

// One bulk load, which is one operation: begin, any number of stores, end. Entries ascend and do not overlap. -EINVAL
// from begin on a tree that is not empty or in RCU mode. An error of begin or store ends the operation: the tree is
// empty again, the record is filled, and end must not follow.
int32_t mpl_bulk_begin(uint32_t tree, uint64_t expected);
int32_t mpl_bulk_store(uint64_t first, uint64_t last, uint64_t word);
int32_t mpl_bulk_end(void);

// ---- Iteration ----

// One iteration, which is one operation: begin with a fresh state at 'index', any number of moves, end. A move returns
// the status it led to (enum maple_status), or -EINVAL if no iteration is open or there is no such move.
int32_t mpl_cursor_begin(uint32_t tree, uint64_t index);
int32_t mpl_cursor_move(uint32_t move, uint64_t limit);
// 'index', 'last', 'value' and 'status' of the record are those of the last move.
int32_t mpl_cursor_end(void);
// What the last move, or opening a reader, returned, and where its state stands. Valid until the next call.
const struct mpl_visit_record *mpl_visit(void);

// ---- Readers (spec/01 section 5) ----

// A reader keeps its place while others write, at most 64 at once. What is retired while it is there is kept until it
// leaves. Operation: enters the tree, walks to 'index' and parks. The reader's handle, > 0, also in the record; -EINVAL
// if the tree is not in RCU mode, -ENOMEM if there are as many already.
int32_t mpl_reader_open(uint32_t tree, uint64_t index);
// Begins an iteration with the reader's state; mpl_cursor_end() parks it again. A reader whose tree was destroyed finds
// its iteration at an end.
int32_t mpl_reader_resume(uint32_t reader);
// Operation: the reader leaves. 'freed' in the record counts what waited for it alone.
int32_t mpl_reader_close(uint32_t reader);
// Where it stands; valid until the next call. 0 for a bad handle.
const struct mpl_visit_record *mpl_reader_info(uint32_t reader);
// Its tree's handle, 0 for a bad handle. The tree may be gone.
uint32_t mpl_reader_tree(uint32_t reader);
// Nodes that are deferred and wait for a reader.
uint32_t mpl_waiting(void);

// ---- States that are kept ----

// What mpl_state_set() does: mas_set_range(); the range assigned and nothing else; mas_reset(); mas_pause().
enum mpl_state_how { MPL_STATE_SET, MPL_STATE_AIM, MPL_STATE_RESET, MPL_STATE_PAUSE };

// A state keeps its fields from one operation to the next, at most 64 at once. Each function is one operation on its
// tree; -EINVAL for a bad handle. A state that finds its node gone forgets its place before it is used. The handle of a
// new state at index 0, > 0; -ENOMEM if there are as many already.
int32_t mpl_state_open(uint32_t tree);
// Gives back what it holds. mpl_destroy(), mpl_space_exit() and mpl_tree_drop() do so to all states of their tree.
int32_t mpl_state_close(uint32_t state);
int32_t mpl_state_set(uint32_t state, uint32_t how, uint64_t first, uint64_t last);
// Begins an iteration with the state; mpl_cursor_move() and mpl_cursor_end() go on with it.
int32_t mpl_state_resume(uint32_t state);
// mas_preallocate() for storing 'word' over its range; 'reserved' in the record are the nodes it holds then.
int32_t mpl_state_prepare(uint32_t state, uint64_t word);
// Stores 'word' over its range: mas_store_prealloc() if 'prepared', else mas_store_gfp().
int32_t mpl_state_store(uint32_t state, uint64_t word, uint32_t prepared);
// mas_empty_area() and, if 'rev', mas_empty_area_rev(), from where the state stands.
int32_t mpl_state_search(uint32_t state, uint64_t min, uint64_t max, uint64_t size, uint32_t rev);
// mas_erase() at its first index; 'value' in the record is the entry found.
int32_t mpl_state_erase(uint32_t state);
// mas_alloc_cyclic() from where the state stands, with the tree's own counter; the record as of mpl_cyclic().
int32_t mpl_state_cyclic(uint32_t state, uint64_t min, uint64_t max, uint64_t word);
// mas_destroy(): gives back what it holds; its place stays.
int32_t mpl_state_release(uint32_t state);
// Its fields, and what is true of its node; valid until the next call. 0 for a bad handle.
const struct mpl_state_record *mpl_state_info(uint32_t state);
// Nodes that all states hold.
uint32_t mpl_states_held(void);

// ---- Corruption, for lessons ----

// Operation: writes 'value' over a field of the node on line 'line' (from 0) of the canonical dump; 'slot' for pivot,
// slot and gap. The value written over is the record's. -EINVAL if there is no such node or field, or if a value for
// one byte is above 255; -ENOMEM after 64 of them. From then on every operation on the tree but this and mpl_destroy()
// is refused with -EBUSY; mpl_sum(), mpl_contents(), mpl_facts(), mpl_ranges() and mpl_validate() end safely whatever
// was written.
int32_t mpl_corrupt(uint32_t tree, uint32_t line, uint32_t field, uint32_t slot, uint64_t value);

// ---- Address spaces (core/include/maple_mm.h) ----

// An address space's handle is that of its tree, on which the functions that read trees work as well. All are
// operations and give 0 or an error number as the calls they are named for; 'index' and 'last' of the record are the
// range, 'value' is the number of the VMA that begins there or covers it afterwards.

// A new, empty address space in RCU mode: its handle, > 0; -ENOMEM: too many, or the site 'mm' failed.
int32_t mpl_space_new(void);
int32_t mpl_space_load(uint32_t mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset,
                       uint32_t chain);
int32_t mpl_space_map(uint32_t mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset);
int32_t mpl_space_map_any(uint32_t mm, uint64_t bytes, uint32_t flags, uint32_t file, uint64_t offset);
int32_t mpl_space_unmap(uint32_t mm, uint64_t first, uint64_t last);
int32_t mpl_space_exec(uint32_t mm);
int32_t mpl_space_protect(uint32_t mm, uint64_t first, uint64_t last, uint32_t prot);
int32_t mpl_space_brk_at(uint32_t mm, uint64_t start);
int32_t mpl_space_brk(uint32_t mm, uint64_t end);
int32_t mpl_space_remap(uint32_t mm, uint64_t first, uint64_t bytes, uint64_t new_bytes, uint64_t to, uint32_t how);
int32_t mpl_space_touch(uint32_t mm, uint64_t first, uint64_t last, uint32_t write);
int32_t mpl_space_advise(uint32_t mm, uint64_t first, uint64_t last, uint32_t advice);
int32_t mpl_space_lock_all(uint32_t mm, uint32_t how);
int32_t mpl_space_limit(uint32_t mm, uint32_t limit, uint64_t value);
// Not an operation: where searches for room go down from. -EINVAL for a bad handle.
int32_t mpl_space_set_base(uint32_t mm, uint64_t base);
// Tears it down; its handle is in use no more.
int32_t mpl_space_exit(uint32_t mm);

// A fork is one operation of two calls. The first runs it until it has succeeded or failed: the child's handle, > 0,
// also of a half-done child; an error number if there is none. Between the two the child can be read. The second ends
// it: 0 or the fork's error, after which the child's handle is in use no more.
int32_t mpl_space_fork(uint32_t parent, uint32_t by, uint32_t undo, uint32_t wrong_ceiling);
int32_t mpl_space_fork_end(void);
// The record of the last fork or exit, rule 6 included, and the account that goes with it: MPL_OBJECTS elements.
const struct mpl_fork_record *mpl_space_fork_record(void);
const struct mpl_account *mpl_space_fork_accounts(void);
// The account of everything since the start.
const struct mpl_account *mpl_space_accounts(void);

// What an address space holds; valid until the next call. 0 for a bad handle.
const struct mpl_space_record *mpl_space_info(uint32_t mm);
// Its own VMAs that are in the tree and end at 'from' or later, ascending: how many are in the buffer, at most
// MPL_VMA_ROOM. Fewer than that: there are no more. To go on, pass the last one's last address + 1.
uint32_t mpl_space_vmas(uint32_t mm, uint64_t from);
const struct mpl_vma *mpl_space_vma_buffer(void);
// Its page tables, by address, a table before those below it; how many are in the buffer. Handle 0: those that the
// last undo of a fork left behind.
uint32_t mpl_space_tables(uint32_t mm);
const struct mpl_table_record *mpl_space_table_buffer(void);

// Armings: maple_mm.h. Passes of a site so far; failures still to come, 0xffffffff if there is no end of them.
void mpl_space_fail_site(uint32_t site, uint32_t vma, uint32_t k, uint32_t n);
void mpl_space_fail_every(uint32_t k, uint32_t n);
void mpl_space_fail_chance(uint32_t percent, uint64_t seed, uint32_t n);
void mpl_space_fail_off(void);
uint32_t mpl_space_passed(uint32_t site);
uint32_t mpl_space_armed(uint32_t site);

// ---- What the last operation did ----

const struct mpl_step_record *mpl_record(void);
// The request log: for each request its size, 0x40000000 added for a bulk request, 0x80000000 for a refused one. At
// most mpl_requests_kept() elements.
const uint32_t *mpl_requests(void);
uint32_t mpl_requests_kept(void);
// The events, at most MPL_EVENT_ROOM of event_count. Of a fork and of an exit those of walks are neither kept nor counted:
// descend, arrive, climb, sidestep, visited, type_chosen, null_widened. None in a module compiled without them.
const struct mpl_event_record *mpl_events(void);

// ---- Failure and limits (core/src/slab.h) ----

void mpl_fail_request(uint32_t k, uint32_t n);
void mpl_fail_node(uint64_t k);
// Most nodes out at once, 0 for no limit; most requests in one operation before ERETRY, 0 for the usual number.
void mpl_set_limits(uint32_t nodes, uint32_t requests);
// The ids of nodes go on after 'handed_out'; see mpl_slab_skip_ids().
void mpl_skip_ids(uint64_t handed_out);
// Nodes out of the allocator now, all trees.
uint32_t mpl_live(void);

// ---- What a tree holds ----

// The sum of the canonical dump (core/src/dump.h), and the hash of the contents (core/src/census.h). 0 for a bad
// handle.
uint64_t mpl_sum(uint32_t tree);
uint64_t mpl_contents(uint32_t tree);
// Counts; valid until the next call. 0 for a bad handle.
const struct mpl_facts_record *mpl_facts(uint32_t tree);
// Checks the invariants (core/src/validate.h); how many findings there are, of which the first MPL_FINDING_ROOM are
// kept.
uint32_t mpl_validate(uint32_t tree);
const struct mpl_finding *mpl_findings(void);
// The counts of mpl_facts(), if the tree has nodes and mpl_validate() finds nothing in it: one tour for both. 0 otherwise.
const struct mpl_facts_record *mpl_sound(uint32_t tree);
// The stored ranges that end at 'from' or later, ascending: how many are in the buffer, at most 'most' and at most
// MPL_RANGE_ROOM. Fewer than both: there are no more. To go on, pass the last one's last index + 1.
uint32_t mpl_ranges(uint32_t tree, uint64_t from, uint32_t most);
const struct mpl_range_record *mpl_range_buffer(void);

// ---- Memory: for pictures and snapshots ----

// Node 'place' is at mpl_slab_base() + 256 * place; what is known of it at mpl_place_table() + 8 * place.
const void *mpl_slab_base(void);
const struct mpl_place *mpl_place_table(void);
// A copy of all regions is a snapshot. Their sizes change from operation to operation. To bring one back, first make
// room for its nodes with mpl_reserve(), then copy it over the regions' starts, then call mpl_restored().
void *mpl_region(uint32_t number);
uint32_t mpl_region_bytes(uint32_t number);
// Sees to memory for 'places' nodes; 0 if there is none. Memory may grow.
uint32_t mpl_reserve(uint32_t places);
void mpl_restored(void);

// A photograph of memory inside an operation. Events are counted from mpl_photo_arm() on, over all operations; at number
// 'event' (from 1; 0: none) a copy is made that begins where the node of 'place' is: the nodes, the place table, and a
// struct mpl_tree_record for each tree ever in use (all zero if it is not any more). No operation until the copy has been
// read may use 'place' or one above it, and memory must suffice, else there is none. mpl_reset() ends it.
void mpl_photo_arm(uint32_t event, uint32_t place);
// Events counted; places in the copy; trees in it, 0 if none was made.
uint32_t mpl_photo_heard(void);
uint32_t mpl_photo_places(void);
uint32_t mpl_photo_trees(void);

// What stores were decided by. From this call on, over all operations, stores are counted from 0, and of MPL_DECIDED_ROOM
// of them, beginning with number 'from', records are kept; one that is decided on again, since memory was refused or since
// it was prepared before, is one store. When number 'photo' (0xffffffff: none) is decided on, a photograph is taken as
// mpl_photo_arm() tells, to which 0 is given as the event. Until mpl_decided_end() or mpl_reset().
void mpl_decided_begin(uint32_t from, uint32_t photo);
void mpl_decided_end(void);
// Stores counted; how many of them by type, as many numbers as there are types, those that failed included; the records.
uint32_t mpl_decided_count(void);
const uint32_t *mpl_decided_types(void);
const struct mpl_decided_record *mpl_decided_records(void);

#endif
