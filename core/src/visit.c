// SPDX-License-Identifier: GPL-2.0-or-later
//
// The visit: a stack of the nodes above, each with the slot to go down into next. See visit.h.

#include "visit.h"

static bool names_node(uint64_t word)
{
	enum mpl_kind kind = mpl_node_kind(word);

	return (word & 7) == MPL_CHILD_MARK && kind >= MPL_KIND_LEAF && kind <= MPL_KIND_ARANGE && mpl_slab_holds(word);
}

// Pushes a node onto the stack; NULL if the word names none or the visit has met too many nodes.
static struct mpl_visit_node *enter(struct mpl_visit *visit, uint64_t word, uint64_t min, uint64_t max)
{
	struct mpl_visit_node *at;

	if (!names_node(word) || visit->levels > MPL_HEIGHT_MAX || !visit->left)
		return NULL;
	visit->left--;
	at = &visit->level[visit->levels];
	at->node = mpl_node_at(word);
	at->kind = mpl_node_kind(word);
	at->depth = visit->levels++;
	at->end = mpl_node_end(at->node, at->kind, max);
	at->min = min;
	at->max = max;
	at->next = 0;
	if (at->end >= mpl_node_capacity(at->kind))
		at->end = mpl_node_capacity(at->kind) - 1;
	return at;
}

static struct mpl_visit_node *enter_child(struct mpl_visit *visit, const struct mpl_visit_node *parent, unsigned slot)
{
	return enter(visit, mpl_visit_slot(parent, slot), mpl_visit_first(parent, slot),
	             mpl_visit_last(parent, slot));
}

void mpl_visit_begin(struct mpl_visit *visit, uint64_t root_word)
{
	visit->levels = 0;
	visit->left = mpl_slab_counters()->live;
	visit->root = mpl_node_is_root_word(root_word) ? root_word & ~(uint64_t)MPL_ROOT_MARK : 0;
}

const struct mpl_visit_node *mpl_visit_next(struct mpl_visit *visit)
{
	if (visit->root) {
		uint64_t word = visit->root;

		visit->root = 0;
		return enter(visit, word, 0, MPL_INDEX_MAX);
	}
	while (visit->levels) {
		struct mpl_visit_node *at = &visit->level[visit->levels - 1];

		if (at->kind == MPL_KIND_LEAF || at->next > at->end) {
			visit->levels--;
			continue;
		}
		at = enter_child(visit, at, at->next++);
		if (at)
			return at;
	}
	return NULL;
}

void mpl_visit_seek(struct mpl_visit *visit, uint64_t root_word, uint64_t index)
{
	struct mpl_visit_node *at;

	mpl_visit_begin(visit, root_word);
	if (!visit->root)
		return;
	at = enter(visit, visit->root, 0, MPL_INDEX_MAX);
	visit->root = 0;
	if (at && at->kind == MPL_KIND_LEAF) {
		mpl_visit_begin(visit, root_word);
		return;
	}
	while (at) {
		unsigned slot = mpl_node_find(at->node, 0, at->end, index);

		at->next = slot + 1;
		at = enter_child(visit, at, slot);
		if (at && at->kind == MPL_KIND_LEAF) {
			// Step back, so that this leaf is the next one.
			visit->levels--;
			visit->level[visit->levels - 1].next = slot;
			visit->left++;
			return;
		}
	}
}
