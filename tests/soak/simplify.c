// SPDX-License-Identifier: GPL-2.0-or-later
//
// See simplify.h. Attempts of these kinds are made in turn until none helps any more: pieces are left out, from halves
// down to single acts, in the end every part; runs of stores become one ACT_FILL; all indexes are moved together, kept
// in order; each argument is replaced by simpler ones.

#include "simplify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static struct act *now;
static size_t length;
static simplify_test *still;

static struct act *copy_now(void)
{
	struct act *copy = malloc((length + 1) * sizeof(*copy));

	if (!copy)
		exit(2);
	memcpy(copy, now, length * sizeof(*copy));
	return copy;
}

// Takes 'acts' over if they do; they are freed either way.
static bool accept(struct act *acts, size_t count)
{
	bool does = still(acts, count);

	if (does) {
		memcpy(now, acts, count * sizeof(*acts));
		length = count;
	}
	free(acts);
	return does;
}

// ---- Leaving out ----

static bool without(size_t at, size_t count)
{
	struct act *acts = copy_now();

	memmove(acts + at, acts + at + count, (length - at - count) * sizeof(*acts));
	return accept(acts, length - count);
}

static bool leave_out(void)
{
	bool any = false;

	for (size_t piece = length / 2; piece; piece /= 2) {
		// From the end: what is last matters least to what comes before it.
		for (size_t at = length; at >= piece; at -= piece) {
			if (at <= length && without(at - piece, piece))
				any = true;
			if (at < piece)
				break;
		}
	}
	return any;
}

// Of a short list every part is tried, the shortest first.
static bool smallest_part(void)
{
	if (length > 9)
		return false;
	for (int size = 1; size < (int)length; size++) {
		for (unsigned part = 1; part < 1u << length; part++) {
			struct act *acts;
			size_t count = 0;

			if (__builtin_popcount(part) != size)
				continue;
			acts = copy_now();
			for (size_t i = 0; i < length; i++) {
				if (part >> i & 1)
					acts[count++] = now[i];
			}
			if (accept(acts, count))
				return true;
		}
	}
	return false;
}

// The failing act is the last: cuts off what is behind it, by halving.
static void cut_off_the_end(void)
{
	size_t low = 0, high = length;

	while (low + 1 < high) {
		size_t middle = (low + high) / 2;

		if (still(now, middle))
			high = middle;
		else
			low = middle;
	}
	if (still(now, high))
		length = high;
}

// ---- Runs of stores ----

static bool has_range(const struct act *act)
{
	return act->kind <= ACT_PREALLOC && act->kind != ACT_TREE;
}

static bool has_index(const struct act *act)
{
	return has_range(act) || act->kind == ACT_ERASE || act->kind == ACT_LOAD || act->kind == ACT_ITERATE ||
		act->kind == ACT_READ;
}

// Forms of fills: so many entries, so far apart.
#define FORMS 52

static uint32_t form_entries(size_t form)
{
	static const uint32_t entries[FORMS / 4] = {3, 8, 15, 16, 17, 24, 32, 40, 64, 100, 200, 400, 1000};

	return entries[form / 4];
}

static uint64_t form_step(size_t form)
{
	static const uint64_t steps[4] = {1, 2, 4, 10};

	return steps[form % 4];
}

static bool is_plain_store(const struct act *act)
{
	return (act->kind == ACT_STORE || act->kind == ACT_INSERT || act->kind == ACT_PREALLOC) && act->word &&
	       act->first <= act->last && act->last - act->first < UINT32_MAX;
}

// Puts one fill in the place of 'count' acts.
static bool fill_instead(size_t at, size_t count, uint64_t first, uint64_t step, uint64_t width, uint32_t entries)
{
	struct act *acts = copy_now();
	struct act fill = {.kind = ACT_FILL, .tree = acts[at].tree, .count = entries, .first = first};

	fill.word = step | width << 32;
	acts[at] = fill;
	memmove(acts + at + 1, acts + at + count, (length - at - count) * sizeof(*acts));
	return accept(acts, length - count + 1);
}

// Puts a fill in the place of stores that follow one another with equal steps.
static bool join_runs(void)
{
	for (size_t at = 0; at + 2 < length; at++) {
		uint64_t step = now[at + 1].first - now[at].first, width = now[at].last - now[at].first;
		size_t end = at + 1;

		if (!is_plain_store(&now[at]) || step > UINT32_MAX || !step)
			continue;
		while (end < length && is_plain_store(&now[end]) && now[end].tree == now[at].tree &&
		       now[end].first == now[end - 1].first + step && now[end].last - now[end].first == width)
			end++;
		if (end - at >= 3 && fill_instead(at, end - at, now[at].first, step, width, (uint32_t)(end - at)))
			return true;
	}
	return false;
}

// Puts a fill of a usual form in the place of all that is done before the last acts.
static bool fill_before(void)
{
	for (size_t from = 1; from <= 2; from++) {
		for (size_t left = 0; left < 4; left++) {
			for (size_t i = 0; i < FORMS && length > from + left + 1; i++) {
				if (fill_instead(from, length - from - left, 0, form_step(i), 0, form_entries(i)))
					return true;
			}
		}
	}
	return false;
}

// Makes the first act and the last one do, with a fill of a usual form between them and the last one's index somewhere
// in, before or behind what that holds.
static bool fill_and_one_more(void)
{
	for (size_t i = 0; i < 2 * FORMS && length > 3 && has_index(&now[length - 1]); i++) {
		uint64_t step = form_step(i / 2), base = i % 2 * 1000, end = base + step * form_entries(i / 2);
		uint64_t firsts[] = {0, 1, base + (end - base) / 2 + 1, end - step + 1, 2 * end, now[length - 1].first};

		for (size_t k = 0; k < 18; k++) {
			struct act *acts = copy_now();
			struct act last = acts[length - 1];

			last.first = firsts[k / 3];
			if (has_range(&last))
				last.last = k % 3 == 2 ? UINT64_MAX : last.first + (k % 3 ? 3 * step : 0);
			acts[1] = (struct act){.kind = ACT_FILL, .tree = last.tree, .first = base, .word = step};
			acts[1].count = form_entries(i / 2);
			acts[2] = last;
			if (accept(acts, 3))
				return true;
		}
	}
	return false;
}

// Stores sorted by index: runs may come of it.
static int by_first(const void *a, const void *b)
{
	const struct act *one = a, *other = b;

	return one->first < other->first ? -1 : one->first > other->first;
}

static bool sort_stores(void)
{
	for (size_t at = 0; at < length; at++) {
		size_t end = at, out_of_order = 0;
		struct act *acts;

		while (end < length && is_plain_store(&now[end])) {
			out_of_order += end > at && now[end].first < now[end - 1].first;
			end++;
		}
		if (end - at > 2 && out_of_order) {
			acts = copy_now();
			qsort(acts + at, end - at, sizeof(*acts), by_first);
			if (accept(acts, length))
				return true;
		}
		if (end > at)
			at = end - 1;
	}
	return false;
}

// ---- All indexes at once ----

static int by_value(const void *a, const void *b)
{
	uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;

	return one < other ? -1 : one > other;
}

static uint64_t place_among(const uint64_t *values, const uint64_t *places, size_t count, uint64_t value)
{
	size_t at = 0;

	while (at < count && values[at] != value)
		at++;
	return at < count ? places[at] : value;
}

// Small numbers for all indexes, in the same order; what follows each other still does.
static bool draw_together(void)
{
	uint64_t *values = malloc((2 * length + 1) * sizeof(*values)), *places = malloc((2 * length + 1) * sizeof(*places));
	struct act *acts = copy_now();
	size_t count = 0, kept = 0;
	bool changed = false;

	if (!values || !places)
		exit(2);
	for (size_t i = 0; i < length; i++) {
		if (has_index(&now[i]))
			values[count++] = now[i].first;
		if (has_range(&now[i]))
			values[count++] = now[i].last;
	}
	qsort(values, count, sizeof(*values), by_value);
	for (size_t i = 0; i < count; i++) {
		if (!kept || values[i] != values[kept - 1]) {
			bool next = kept && values[i] == values[kept - 1] + 1;

			places[kept] = kept ? places[kept - 1] + (next ? 1 : 2) : values[i] != 0;
			if (values[i] == UINT64_MAX)
				places[kept] = UINT64_MAX;
			changed |= places[kept] != values[i];
			values[kept++] = values[i];
		}
	}
	for (size_t i = 0; i < length; i++) {
		if (has_index(&acts[i]))
			acts[i].first = place_among(values, places, kept, acts[i].first);
		if (has_range(&acts[i]))
			acts[i].last = place_among(values, places, kept, acts[i].last);
	}
	free(values);
	free(places);
	if (changed)
		return accept(acts, length);
	free(acts);
	return false;
}

// ---- Single arguments ----

static bool replace(size_t at, struct act act)
{
	struct act *acts;

	if (!memcmp(&act, &now[at], sizeof(act)))
		return false;
	acts = copy_now();
	acts[at] = act;
	return accept(acts, length);
}

static bool simpler_number(size_t at, size_t field)
{
	uint64_t value, tries[6];
	bool any = false;

	memcpy(&value, (char *)&now[at] + field, sizeof(value));
	tries[0] = 0;
	tries[1] = 1;
	tries[2] = value / 2;
	tries[3] = value & ~UINT64_C(0xff);
	tries[4] = value - value / 8;
	tries[5] = value - 1;
	for (unsigned i = 0; i < 6; i++) {
		struct act act = now[at];

		if (tries[i] >= value)
			continue;
		memcpy((char *)&act + field, &tries[i], sizeof(value));
		if (replace(at, act)) {
			value = tries[i];
			any = true;
			break;
		}
	}
	return any;
}

static bool simpler_kind(size_t at)
{
	struct act act = now[at];

	if (act.kind == ACT_PREALLOC && act.count) {
		act.count = 0;
		if (replace(at, act))
			return true;
	}
	if (act.kind == ACT_INSERT || act.kind == ACT_PREALLOC || act.kind == ACT_BULK) {
		act.kind = act.kind == ACT_BULK ? ACT_FILL : ACT_STORE;
		act.count = act.kind == ACT_FILL ? act.count : 0;
		if (replace(at, act))
			return true;
	}
	if (act.kind == ACT_ALLOC || act.kind == ACT_CYCLIC) {
		act.kind = ACT_STORE;
		act.last = act.first;
		act.word = 3;
		act.count = 0;
		if (replace(at, act))
			return true;
	}
	for (unsigned bit = 0; act.kind == ACT_TREE && bit < 16; bit++) {
		act = now[at];
		act.count &= ~(1u << bit);
		if (replace(at, act))
			return true;
	}
	return false;
}

static bool simpler_act(size_t at)
{
	struct act act = now[at];
	bool any = simpler_kind(at);

	act = now[at];
	if (has_range(&act)) {
		act.word = act.word ? 3 : 0;
		any |= replace(at, act);
		act = now[at];
		act.last = act.first;
		any |= replace(at, act);
		act = now[at];
		act.last -= act.first;
		act.first = 0;
		any |= now[at].first <= now[at].last && replace(at, act);
	}
	if (act.kind != ACT_TREE && act.kind != ACT_RCU) {
		for (uint32_t count = act.count; count > 1; count = count > 16 ? count / 2 : count - 1) {
			act = now[at];
			act.count = count > 16 ? count / 2 : count - 1;
			if (!replace(at, act))
				break;
			any = true;
		}
	}
	if (has_index(&now[at]) || now[at].kind == ACT_GAP || now[at].kind == ACT_ALLOC || now[at].kind == ACT_CYCLIC ||
	    now[at].kind == ACT_FILL || now[at].kind == ACT_BULK || now[at].kind >= ACT_FAIL_REQUEST)
		any |= simpler_number(at, offsetof(struct act, first));
	if (now[at].kind == ACT_GAP || now[at].kind == ACT_ALLOC || now[at].kind == ACT_CYCLIC ||
	    now[at].kind >= ACT_FAIL_REQUEST ||
	    has_range(&now[at]) || now[at].kind == ACT_BULK)
		any |= simpler_number(at, offsetof(struct act, last));
	if (now[at].kind == ACT_GAP || now[at].kind == ACT_ALLOC || now[at].kind == ACT_FILL || now[at].kind == ACT_BULK)
		any |= simpler_number(at, offsetof(struct act, word));
	return any;
}

static bool simpler_arguments(void)
{
	bool any = false;

	for (size_t at = 0; at < length; at++)
		any |= simpler_act(at);
	return any;
}

size_t simplify(struct act *acts, size_t count, simplify_test *test)
{
	bool any = true;

	now = acts;
	length = count;
	still = test;
	cut_off_the_end();
	for (unsigned round = 0; any && round < 40; round++) {
		any = leave_out();
		any |= join_runs();
		any |= draw_together();
		any |= sort_stores();
		any |= round < 2 && fill_before();
		any |= round < 3 && fill_and_one_more();
		any |= length < 200 && simpler_arguments();
		any |= !any && smallest_part();
	}
	return length;
}
