// SPDX-License-Identifier: GPL-2.0-or-later
//
// Taking free indexes: a search for a gap, then an insertion where it ended. Rules "two attempts" and "cyclic".
//
//     search  --->  insert  --->  release
//        ^            | refused
//        +-- retry ---+            the range allocators search again; the cyclic one keeps the index it found
//
// The search leaves a state on the leaf that the insertion goes into, so that no second walk is needed; and since no
// inner node is passed then, the insertion requests nodes up to the root (rule "start of a write").

#include "check.h"
#include "store.h"

// Words that may be stored, but not allocated.
static bool is_reserved(mpl_entry entry)
{
	return xa_is_internal(entry) && MPL_ENTRY_WORD(entry) < MAPLE_RESERVED_RANGE;
}

typedef int search(struct ma_state *mas, uint64_t min, uint64_t max, uint64_t size);

static int alloc_range(struct maple_tree *mt, uint64_t *startp, mpl_entry entry, uint64_t size, uint64_t min,
                       uint64_t max, gfp_t gfp, search *find_gap)
{
	MA_STATE(mas, mt, 0, 0);
	struct mpl_write write;
	int error;

	mpl_store_begin(&write, &mas, entry);
	if (!(mt->ma_flags & MT_FLAGS_ALLOC_RANGE) || is_reserved(entry))
		return -MPL_EINVAL;
	mtree_lock(mt);
	for (;;) {
		error = find_gap(&mas, min, max, size);
		if (error)
			break;
		error = mpl_store_insert(&write);
		if (error != -MPL_ENOMEM)
			break;
		if (!mas_nomem(&mas, gfp)) {
			error = xa_err(mas.node);
			break;
		}
	}
	if (!error)
		*startp = mas.index; // For NULL, the start of the gap it joined (R-Q15).
	mas_destroy(&mas);
	mtree_unlock(mt);
	return error;
}

int mtree_alloc_range(struct maple_tree *mt, uint64_t *startp, mpl_entry entry, uint64_t size, uint64_t min,
                      uint64_t max, gfp_t gfp)
{
	return alloc_range(mt, startp, entry, size, min, max, gfp, mas_empty_area);
}

int mtree_alloc_rrange(struct maple_tree *mt, uint64_t *startp, mpl_entry entry, uint64_t size, uint64_t min,
                       uint64_t max, gfp_t gfp)
{
	return alloc_range(mt, startp, entry, size, min, max, gfp, mas_empty_area_rev);
}

// Puts the state on the lowest free index from 'next' on, else from 'lo' on. 0, 1 if the search wrapped, or an
// error.
static int search_cyclic(struct ma_state *mas, uint64_t lo, uint64_t hi, uint64_t next)
{
	uint64_t from = lo > next ? lo : next;
	int error = mas_empty_area(mas, from, hi, 1);

	if (!error && mas->tree->ma_flags & MT_FLAGS_ALLOC_WRAPPED) {
		mas->tree->ma_flags &= ~MT_FLAGS_ALLOC_WRAPPED;
		return 1;
	}
	if (error && from > lo) {
		mas_reset(mas);
		error = mas_empty_area(mas, lo, hi, 1);
		return error ? error : 1;
	}
	return error;
}

int mas_alloc_cyclic(struct ma_state *mas, uint64_t *startp, mpl_entry entry, uint64_t lo, uint64_t hi, uint64_t *next,
                     gfp_t gfp)
{
	struct mpl_write write;
	uint64_t index;
	int wrapped, error;

	mpl_store_begin(&write, mas, entry);
	if (!(write.policy->calls & MPL_HAS_CYCLIC))
		return -MPL_EINVAL;
	wrapped = search_cyclic(mas, lo, hi, *next);
	index = mas->index;
	if (wrapped < 0) {
		mas_destroy(mas);
		return wrapped;
	}
	while ((error = mpl_store_insert(&write)) == -MPL_ENOMEM) {
		if (!mas_nomem(mas, gfp)) {
			error = xa_err(mas->node);
			break;
		}
		__mas_set_range(mas, index, index);
	}
	if (!error) {
		*startp = mas->index;
		*next = mas->index + 1;
		if (!*next)
			mas->tree->ma_flags |= MT_FLAGS_ALLOC_WRAPPED;
	}
	mas_destroy(mas);
	return error ? error : wrapped;
}

int mtree_alloc_cyclic(struct maple_tree *mt, uint64_t *startp, mpl_entry entry, uint64_t lo, uint64_t hi,
                       uint64_t *next, gfp_t gfp)
{
	MA_STATE(mas, mt, 0, 0);
	int ret;

	if (!(mt->ma_flags & MT_FLAGS_ALLOC_RANGE) || is_reserved(entry))
		return -MPL_EINVAL;
	mtree_lock(mt);
	ret = mas_alloc_cyclic(&mas, startp, entry, lo, hi, next, gfp);
	mtree_unlock(mt);
	return ret;
}
