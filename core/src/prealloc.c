// SPDX-License-Identifier: GPL-2.0-or-later
//
// The chain of holders. See prealloc.h.
//
// Invariants: only the last holder lists nothing; no count is above 30; the head's total is the number of all nodes.
// With no node in reserve the word is 0, or 2R + 1 while R nodes are pending.

#include "prealloc.h"

#include "check.h"
#include "trace.h"

#include <string.h>

#define MPL_FILE MPL_FILE_PREALLOC

uint32_t mpl_prealloc_used;

static struct mpl_holder_layout *holder_at(uint64_t word)
{
	return &mpl_node_at(word)->holder;
}

static struct mpl_holder_layout *head_of(const struct ma_state *mas)
{
	return mas->prealloc_word && !(mas->prealloc_word & 1) ? holder_at(mas->prealloc_word) : NULL;
}

uint64_t mpl_prealloc_held(const struct ma_state *mas)
{
	const struct mpl_holder_layout *head = head_of(mas);

	return head ? head->total : 0;
}

uint64_t mpl_prealloc_pending(const struct ma_state *mas)
{
	const struct mpl_holder_layout *head = head_of(mas);

	return head ? head->pending : mas->prealloc_word >> 1;
}

static void set_pending(struct ma_state *mas, uint64_t pending)
{
	struct mpl_holder_layout *head = head_of(mas);

	if (head)
		head->pending = (uint32_t)pending;
	else
		mas->prealloc_word = pending ? pending << 1 | 1 : 0;
}

// Makes 'node' the head of the chain, listing the old head if there is one.
static void put_head(struct ma_state *mas, struct mpl_node *node)
{
	const struct mpl_holder_layout *old = head_of(mas);
	struct mpl_holder_layout *head = &node->holder;

	head->total = 1 + (old ? old->total : 0);
	head->count = old ? 1 : 0;
	head->pending = 0;
	if (old)
		head->listed[0] = mas->prealloc_word;
	mas->prealloc_word = mpl_node_address(node);
}

// Adds room for 'listed' holders: the first node listed in an empty holder becomes the next one.
static void note_listed(struct ma_state *mas, struct mpl_holder_layout *holder, unsigned listed)
{
	if (!holder->count)
		holder_at(holder->listed[0])->count = 0;
	holder->count = (uint8_t)(holder->count + listed);
	head_of(mas)->total += listed;
}

// Adds a node to the reserve.
static void hold(struct ma_state *mas, struct mpl_node *node)
{
	struct mpl_holder_layout *head = head_of(mas);

	if (head && head->count < MPL_PREALLOC_SLOTS) {
		head->listed[head->count] = mpl_node_address(node);
		note_listed(mas, head, 1);
	} else {
		put_head(mas, node);
	}
}

// One request for all that is missing; a bulk load's goes into as many as it takes.
static bool prefill(struct ma_state *mas, uint64_t missing, enum mpl_wait wait)
{
	uint64_t words[MPL_PREFILL_MAX];

	while (missing) {
		unsigned count = missing < MPL_PREFILL_MAX ? (unsigned)missing : MPL_PREFILL_MAX;

		if (!mpl_slab_bulk(wait, count, words)) {
			set_pending(mas, missing);
			return false;
		}
		for (unsigned i = 0; i < count; i++)
			hold(mas, mpl_node_at(words[i]));
		missing -= count;
	}
	return true;
}

bool mpl_prealloc_fill(struct ma_state *mas, enum mpl_request_shape shape, enum mpl_wait wait)
{
	uint64_t missing = mpl_prealloc_pending(mas);
	struct mpl_holder_layout *holder = head_of(mas);

	set_pending(mas, 0);
	if (!missing || (holder && (mas->mas_flags & MPL_STATE_PREALLOC)))
		return true;
	if (shape == MPL_REQUEST_PREFILL)
		return prefill(mas, missing, wait);
	if (!holder || holder->count == MPL_PREALLOC_SLOTS) {
		struct mpl_node *node = mpl_slab_one(wait);

		if (!node) {
			set_pending(mas, missing);
			return false;
		}
		put_head(mas, node);
		missing--;
	}
	for (holder = head_of(mas); missing; holder = holder_at(holder->listed[0])) {
		unsigned room = MPL_PREALLOC_SLOTS - holder->count;
		unsigned listed = missing < room ? (unsigned)missing : room;

		if (!room)
			continue;
		if (!mpl_slab_bulk(wait, listed, &holder->listed[holder->count])) {
			set_pending(mas, missing);
			return false;
		}
		note_listed(mas, holder, listed);
		missing -= listed;
	}
	return true;
}

bool mpl_prealloc_need(struct ma_state *mas, uint64_t count, enum mpl_request_shape shape, enum mpl_wait wait)
{
	uint64_t held = mpl_prealloc_held(mas);

	// The refused request may be too large by now: a second attempt, from the root, can need less.
	if (held >= count) {
		set_pending(mas, 0);
		return true;
	}
	set_pending(mas, count - held);
	return mpl_prealloc_fill(mas, shape, wait);
}

void mpl_prealloc_miss(struct ma_state *mas)
{
	set_pending(mas, 1);
}

struct mpl_node *mpl_prealloc_take(struct ma_state *mas)
{
	struct mpl_holder_layout *head = head_of(mas);
	struct mpl_node *node;

	MPL_ASSERT(!head || head->pending == 0);
	if (!head) {
		node = mas->mas_flags & MPL_STATE_AT_USE ? mpl_slab_one(MPL_NOWAIT) : NULL;
		if (!node)
			return NULL;
	} else if (head->count > 1) {
		node = mpl_node_at(head->listed[--head->count]);
		head->total--;
	} else {
		uint64_t next = head->count ? head->listed[0] : 0;

		node = mpl_node_at(mas->prealloc_word);
		if (next) {
			holder_at(next)->total = head->total - 1;
			holder_at(next)->pending = 0;
		}
		mas->prealloc_word = next;
	}
	memset(node, 0, sizeof(*node));
	mpl_prealloc_used++;
	MPL_EVENT(prealloc_take, node, MPL_NO_SLOT, (uint32_t)mpl_prealloc_held(mas), 0, 0);
	return node;
}

void mpl_prealloc_give(struct ma_state *mas, struct mpl_node *node)
{
	hold(mas, node);
	MPL_EVENT(prealloc_return, node, MPL_NO_SLOT, (uint32_t)mpl_prealloc_held(mas), 0, 0);
}

void mpl_prealloc_put_back(struct ma_state *mas, struct mpl_node *node)
{
	mpl_prealloc_used--;
	mpl_prealloc_give(mas, node);
}

void mpl_prealloc_release(struct ma_state *mas)
{
	uint64_t word = head_of(mas) ? mas->prealloc_word : 0;

	if (word)
		MPL_EVENT(prealloc_free, NULL, MPL_NO_SLOT, (uint32_t)mpl_prealloc_held(mas), 0, 0);
	mas->prealloc_word = 0;
	while (word) {
		const struct mpl_holder_layout *holder = holder_at(word);
		struct mpl_node *node = mpl_node_at(word);

		word = holder->count ? holder->listed[0] : 0;
		if (holder->count > 1)
			mpl_slab_free_bulk(holder->count - 1u, &holder->listed[1]);
		mpl_slab_free_one(node);
	}
}
