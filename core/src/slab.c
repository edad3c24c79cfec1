// SPDX-License-Identifier: GPL-2.0-or-later
//
// The allocator: refuses requests, chooses places, counts, and queues nodes for a grace period. See slab.h.
//
// Free places form a stack: the lowest is named by the field 'stacked' of place 0, the next by that of place 1, and so
// on. Which place comes next is then known without reading the one before it.
//
// The word 'state' of a place, besides its state in the low byte:
//
//     bits 31..10   deferred only: the next place of the queue, plus 1; 0 at the end
//     bits  9..8    deferred only: the kind of a subtree's top; 0 for a single node
//
// Deferred calls are numbered from 1. A reader notes the number of the last call before it entered, and delays all
// later ones.
//
// Invariants: live + free places = places; a free place is in the stack exactly once; between operations the first call
// in the queue waits for a reader.

#include "slab.h"

#include "check.h"
#include "places.h"
#include "trace.h"

#include <string.h>

#define MPL_FILE MPL_FILE_SLAB

// A step within Linux's own limit of 65,530 VMAs makes fewer requests: a fork by one store for each VMA makes one
// for every second VMA.
#define LOG_CAPACITY 262144u
#define LINK_SHIFT 10
// As many nodes are fetched ahead at most: the children of one node.
#define AHEAD_MAX 16u
// After this many nodes, 32 MiB, an empty slab returns its memory; memory of fewer nodes serves the next tree faster.
#define CROWD (UINT32_C(1) << 17)
#define KIND_SHIFT 8

static_assert(MPL_PLACES_MAX + 1 <= UINT32_C(1) << (32 - LINK_SHIFT), "a place fits into a link");
static_assert(MPL_KIND_ARANGE < 1 << (LINK_SHIFT - KIND_SHIFT), "a kind fits into its bits");

enum pattern { PATTERN_RUN, PATTERN_EVERY, PATTERN_CHANCE };
#define ENDLESS UINT32_MAX

struct state {
	struct mpl_slab_counters counters;
	uint32_t deferred_first; // Place deferred first, plus 1.
	uint32_t deferred_last;
	uint32_t deferred_calls; // Length of the queue.
	uint32_t pattern;        // enum pattern: which requests the injector refuses,
	uint32_t refusals;       // and how many in all; ENDLESS: no end.
	uint32_t grants;         // Requests to be granted before the next refusal.
	uint32_t between;        // EVERY: and between two refusals after that.
	uint32_t percent;        // CHANCE.
	uint64_t dice;           // CHANCE: where SplitMix64 stands.
	uint64_t fatal_node;     // Which node from here on is refused, counted from 1,
	uint32_t fatal_nodes;    // and how many from that one on; 0 for none.
	uint64_t requests_passed; // Requests that the injector has judged, ever.
	uint64_t nodes_passed;
	uint32_t nodes_max;      // 0: no limit.
	uint32_t no_fail;        // Requests are not refused just now.
	uint32_t requests_max;
	uint32_t tries;          // Requests of this operation, or since the last store that is over, if nobody begins one.
	uint64_t budget;         // Nodes that requests which may not wait can still get, plus 1; 0: any number.
	uint32_t waiting;        // Nodes in the queue, those below the top of a subtree included.
	uint32_t readers;        // How many there are.
	uint64_t calls;          // Deferred calls ever.
	uint64_t entered[MPL_READERS]; // For each reader: calls when it entered, plus 1; 0 for no reader.
};

static struct state slab = { .requests_max = MPL_REQUESTS_MAX };
static uint32_t request_log[LOG_CAPACITY];
static uint32_t log_room; // 0 until an operation begins: a program without operations reads no log. Not in a snapshot.
static mpl_slab_destroyer *destroyer; // What frees deferred subtrees; one for all, and no part of a snapshot.
static bool crowded; // More than CROWD nodes were live since the slab was empty. Like 'full', no part of a snapshot.
static bool full; // The last request found no room in memory. No part of a snapshot: memory is not in one either.

// Called by a single request if the one before it exceeded the budget. No part of a snapshot.
static struct {
	void (*call)(void *context);
	void *context;
	bool due;
	bool ringing; // Set during the call, which must not recurse.
} alarm;

// ---- Places ----

static uint32_t link_of(uint32_t place) { return mpl_places_at(place)->state >> LINK_SHIFT; }

static void set_state(uint32_t place, enum mpl_place_state state, enum mpl_kind kind, uint32_t link)
{
	mpl_places_at(place)->state = link << LINK_SHIFT | (uint32_t)kind << KIND_SHIFT | (uint32_t)state;
}

static enum mpl_place_state state_of(uint32_t place)
{
	return (enum mpl_place_state)(mpl_places_at(place)->state & 0xff);
}

static uint32_t free_places(void) { return slab.counters.places - slab.counters.live; }

// Hands out the place freed last, else one never used.
static struct mpl_node *take_place(void)
{
	uint32_t spare = free_places();
	uint32_t place = spare ? mpl_places_at(spare - 1)->stacked : slab.counters.places++;
	struct mpl_node *node;

	set_state(place, MPL_PLACE_LIVE, 0, 0);
	slab.counters.handed_out++;
	mpl_places_at(place)->id[0] = (uint32_t)slab.counters.handed_out;
	mpl_places_at(place)->id[1] = (uint32_t)(slab.counters.handed_out >> 32);
	slab.counters.live++;
	node = mpl_ground_open(place);
	MPL_EVENT(node_out, node, MPL_NO_SLOT, 0, place, 0);
	return node;
}

static void give_place(uint32_t place)
{
	MPL_ASSERT(state_of(place) != MPL_PLACE_FREE);
	set_state(place, MPL_PLACE_FREE, 0, 0);
	mpl_places_at(free_places())->stacked = place;
	slab.counters.live--;
	slab.counters.op_freed++;
	mpl_ground_close(place);
}

// Prefetches, for writing, the nodes that the next requests will return. A caller of a large request fills them and
// will request about as many again. Their addresses are scattered after a tree was erased in random order.
static void fetch_ahead(uint32_t count)
{
	uint32_t spare = free_places();

	if (count > AHEAD_MAX)
		count = AHEAD_MAX;
	for (uint32_t i = 0; i < count && i < spare; i++) {
		const struct mpl_node *node = mpl_ground_node(mpl_places_at(spare - 1 - i)->stacked);

		for (unsigned at = 0; node && at < MPL_NODE_BYTES; at += 64)
			__builtin_prefetch(&node->byte[at], 1);
	}
}

// ---- Requests ----

// The next number of SplitMix64.
static uint64_t throw_dice(void)
{
	uint64_t z = slab.dice += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

// Whether the next request is one of those to be refused; counts it down.
static bool request_is_due(void)
{
	bool due;

	if (!slab.refusals)
		return false;
	if (slab.pattern == PATTERN_CHANCE) {
		due = throw_dice() % 100 < slab.percent;
	} else {
		due = !slab.grants;
		slab.grants = due ? slab.between : slab.grants - 1;
	}
	if (due && slab.refusals != ENDLESS)
		slab.refusals--;
	return due;
}

// Whether the injector refuses this request; counts it down.
static bool injector_refuses(uint32_t count)
{
	slab.requests_passed++;
	if (request_is_due())
		return true;
	if (slab.fatal_nodes && slab.fatal_node <= count) {
		slab.nodes_passed += slab.fatal_node;
		slab.fatal_nodes--;
		slab.fatal_node = 1;
		return true;
	}
	return false;
}

// Updates the injector after a request was granted.
static void injector_counts(uint32_t count)
{
	slab.nodes_passed += count;
	if (slab.fatal_nodes)
		slab.fatal_node -= count;
}

// Whether a request that may not wait goes beyond its budget; counts it down. A bulk request takes node by node, so
// that one that is refused has spent the budget (rule "budget of refusals").
static bool over_budget(uint32_t count, uint32_t mark, enum mpl_wait wait)
{
	if (wait == MPL_MAY_WAIT || !slab.budget)
		return false;
	if (slab.budget > count) {
		slab.budget -= count;
		return false;
	}
	if (mark)
		slab.budget = 1;
	alarm.due = !mark && alarm.call && !alarm.ringing;
	return true;
}

// Whether 'count' nodes more go beyond the limit that was set.
static bool over_limit(uint32_t count)
{
	return slab.nodes_max && (slab.counters.live > slab.nodes_max || count > slab.nodes_max - slab.counters.live);
}

bool mpl_slab_has_room(uint32_t count)
{
	uint32_t spare = free_places();
	uint32_t fresh = count - spare;

	if (count <= spare)
		return true;
	if (fresh > MPL_PLACES_MAX - slab.counters.places)
		return false;
	return mpl_ground_reach(slab.counters.places + fresh);
}

bool mpl_slab_is_full(void) { return full; }

void mpl_slab_shrink(void)
{
	if (slab.counters.live)
		return;
	mpl_ground_release(slab.counters.places);
	crowded = false;
}

// Decides one request and keeps its record.
static bool granted(uint32_t count, uint32_t mark, enum mpl_wait wait)
{
	bool willing = slab.no_fail || !(injector_refuses(count) || over_budget(count, mark, wait) || over_limit(count));
	bool refused = !willing || !mpl_slab_has_room(count);
	uint32_t number = slab.counters.op_requests++;

	full = willing && refused;
	crowded |= slab.counters.live > CROWD;
	slab.tries++;
	slab.counters.op_nodes_requested += count;
	if (number < log_room)
		request_log[number] = count | mark | (refused ? MPL_LOG_REFUSED : 0);
	if (refused)
		MPL_EVENT(refused, NULL, MPL_NO_SLOT, count, 0, number + 1);
	else if (!slab.no_fail)
		injector_counts(count);
	return !refused;
}

struct mpl_node *mpl_slab_one(enum mpl_wait wait)
{
	if (alarm.due) {
		alarm.due = false;
		alarm.ringing = true;
		alarm.call(alarm.context);
		alarm.ringing = false;
	}
	MPL_EVENT(request_single, NULL, MPL_NO_SLOT, 1, wait == MPL_MAY_WAIT, slab.counters.op_requests + 1);
	return granted(1, 0, wait) ? take_place() : NULL;
}

bool mpl_slab_bulk(enum mpl_wait wait, uint32_t count, uint64_t *words)
{
	MPL_ASSERT(count);
	MPL_ASSERT(count < MPL_LOG_BULK);
	MPL_EVENT(request_bulk, NULL, MPL_NO_SLOT, count, wait == MPL_MAY_WAIT, slab.counters.op_requests + 1);
	if (!granted(count, MPL_LOG_BULK, wait))
		return false;
	for (uint32_t i = 0; i < count; i++)
		words[i] = mpl_node_address(take_place());
	fetch_ahead(count);
	return true;
}

// ---- Returns ----

static void rest_if_empty(void)
{
	if (!slab.counters.live && crowded)
		mpl_slab_shrink();
}

void mpl_slab_free_one(struct mpl_node *node)
{
	MPL_EVENT(free_single, node, MPL_NO_SLOT, 1, 0, 0);
	give_place(mpl_ground_place(node));
	rest_if_empty();
}

void mpl_slab_free_bulk(uint32_t count, const uint64_t *words)
{
	MPL_ASSERT(count);
	MPL_EVENT(free_bulk, mpl_node_at(words[0]), MPL_NO_SLOT, count, 0, 0);
	for (uint32_t i = 0; i < count; i++)
		give_place(mpl_ground_place(mpl_node_at(words[i])));
	rest_if_empty();
}

// Puts a node at the end of the queue; 'kind' is 0 for a single node.
static void enqueue(const struct mpl_node *node, enum mpl_kind kind, uint32_t nodes)
{
	uint32_t place = mpl_ground_place(node);

	MPL_ASSERT(state_of(place) == MPL_PLACE_LIVE);
	set_state(place, MPL_PLACE_DEFERRED, kind, 0);
	if (slab.deferred_last)
		mpl_places_at(slab.deferred_last - 1)->state |= (place + 1) << LINK_SHIFT;
	else
		slab.deferred_first = place + 1;
	slab.deferred_last = place + 1;
	slab.deferred_calls++;
	slab.calls++;
	slab.waiting += nodes;
}

void mpl_slab_defer_node(struct mpl_node *node)
{
	MPL_EVENT(defer_node, node, MPL_NO_SLOT, 1, 0, 0);
	enqueue(node, MPL_KIND_DENSE, 1);
}

void mpl_slab_defer_subtree(struct mpl_node *top, enum mpl_kind kind, uint32_t nodes)
{
	MPL_ASSERT(kind != MPL_KIND_DENSE);
	MPL_EVENT(defer_subtree, top, MPL_NO_SLOT, nodes, kind, 0);
	enqueue(top, kind, nodes);
}

uint32_t mpl_slab_waiting(void) { return slab.waiting; }

// ---- Readers and grace periods ----

uint32_t mpl_slab_enter(void)
{
	for (uint32_t i = 0; i < MPL_READERS; i++) {
		if (slab.entered[i])
			continue;
		slab.entered[i] = slab.calls + 1;
		slab.readers++;
		return i + 1;
	}
	return 0;
}

void mpl_slab_leave(uint32_t reader)
{
	MPL_ASSERT(slab.entered[reader - 1]);
	slab.entered[reader - 1] = 0;
	slab.readers--;
}

// How many calls at the head of the queue wait for no reader: those before the one that entered first.
static uint32_t calls_over(void)
{
	uint64_t before = slab.calls - slab.deferred_calls; // Calls that are out of the queue.
	uint64_t oldest = slab.calls;

	for (uint32_t i = 0; slab.readers && i < MPL_READERS; i++) {
		if (slab.entered[i] && slab.entered[i] - 1 < oldest)
			oldest = slab.entered[i] - 1;
	}
	return oldest > before ? (uint32_t)(oldest - before) : 0;
}

void mpl_slab_destroy_by(mpl_slab_destroyer *destroy) { destroyer = destroy; }

void mpl_slab_grace(void)
{
	uint32_t over = calls_over();
	uint32_t live = slab.counters.live;

	if (over)
		MPL_EVENT(grace, NULL, MPL_NO_SLOT, over, 0, 0);
	for (; over; over--) {
		uint32_t place = slab.deferred_first - 1;
		enum mpl_kind kind = (enum mpl_kind)(mpl_places_at(place)->state >> KIND_SHIFT & 3);

		slab.deferred_first = link_of(place);
		slab.deferred_calls--;
		if (kind)
			destroyer(mpl_ground_node(place), kind);
		else
			mpl_slab_free_one(mpl_ground_node(place));
	}
	slab.counters.op_deferred += live - slab.counters.live;
	slab.waiting -= live - slab.counters.live;
	if (slab.deferred_first)
		MPL_EVENT(grace_waits, NULL, MPL_NO_SLOT, slab.deferred_calls, slab.waiting, slab.readers);
	else
		slab.deferred_last = 0;
}

// ---- Operations, injector, limits ----

void mpl_slab_begin(void)
{
	log_room = LOG_CAPACITY;
	slab.tries = 0;
	slab.counters.op_requests = 0;
	slab.counters.op_nodes_requested = 0;
	slab.counters.op_freed = 0;
	slab.counters.op_deferred = 0;
}

void mpl_slab_reset(void)
{
	for (uint32_t i = 0; i < slab.counters.places; i++) {
		if (state_of(i) != MPL_PLACE_FREE)
			mpl_ground_close(i);
	}
	if (slab.counters.places)
		memset(mpl_places_at(0), 0, sizeof(struct mpl_place) * slab.counters.places);
	memset(&slab, 0, sizeof(slab));
	memset(&alarm, 0, sizeof(alarm));
	full = false;
	slab.requests_max = MPL_REQUESTS_MAX;
}

static void arm_requests(enum pattern pattern, uint32_t k, uint32_t n)
{
	slab.pattern = pattern;
	slab.refusals = n;
	slab.grants = k ? k - 1 : 0;
	slab.between = pattern == PATTERN_EVERY ? slab.grants : 0;
}

void mpl_slab_fail_request(uint32_t k, uint32_t n) { arm_requests(PATTERN_RUN, k, n); }
void mpl_slab_fail_every(uint32_t k, uint32_t n) { arm_requests(PATTERN_EVERY, k, n ? n : ENDLESS); }

void mpl_slab_fail_chance(uint32_t percent, uint64_t seed, uint32_t n)
{
	arm_requests(PATTERN_CHANCE, 0, n ? n : ENDLESS);
	slab.percent = percent;
	slab.dice = seed;
}

void mpl_slab_fail_nodes(uint64_t k, uint32_t n)
{
	slab.fatal_node = k;
	slab.fatal_nodes = k ? n : 0;
}

void mpl_slab_fail_node(uint64_t k) { mpl_slab_fail_nodes(k, 1); }

struct mpl_slab_arming mpl_slab_request_arming(void)
{
	return (struct mpl_slab_arming){ .k = slab.grants + 1, .n = slab.refusals };
}

struct mpl_slab_arming mpl_slab_node_arming(void)
{
	return (struct mpl_slab_arming){ .k = (uint32_t)slab.fatal_node, .n = slab.fatal_nodes };
}

uint64_t mpl_slab_requests_passed(void) { return slab.requests_passed; }
uint64_t mpl_slab_nodes_passed(void) { return slab.nodes_passed; }
void mpl_slab_no_fail(bool on) { slab.no_fail = on; }
void mpl_slab_limit(uint32_t nodes) { slab.nodes_max = nodes; }
void mpl_slab_set_requests_max(uint32_t requests) { slab.requests_max = requests; }
void mpl_slab_budget(uint32_t nodes) { slab.budget = (uint64_t)nodes + 1; }

void mpl_slab_alarm(void (*call)(void *context))
{
	alarm.call = call;
	alarm.due = alarm.due && call;
}

void mpl_slab_alarm_context(void *context) { alarm.context = context; }
bool mpl_slab_worn_out(void) { return slab.tries >= slab.requests_max; }
void mpl_slab_settle(void) { slab.tries = 0; }
uint32_t mpl_slab_requests_max(void) { return slab.requests_max; }

// ---- What is known ----

const struct mpl_slab_counters *mpl_slab_counters(void) { return &slab.counters; }
const uint32_t *mpl_slab_log(void) { return request_log; }
uint32_t mpl_slab_log_capacity(void) { return LOG_CAPACITY; }
uint32_t mpl_slab_place(const struct mpl_node *node) { return mpl_ground_place(node); }

void mpl_slab_skip_ids(uint64_t handed_out)
{
	MPL_ASSERT(handed_out >= slab.counters.handed_out);
	slab.counters.handed_out = handed_out;
}

bool mpl_slab_holds(uint64_t word)
{
	uint32_t place;

	return mpl_ground_find(word, &place) && place < slab.counters.places && state_of(place) != MPL_PLACE_FREE;
}

const struct mpl_place *mpl_slab_places(void) { return mpl_places_at(0); }

void *mpl_slab_state(uint32_t *bytes)
{
	*bytes = sizeof(slab);
	return &slab;
}
