// SPDX-License-Identifier: GPL-2.0-or-later
//
// An address space page by page. See mm_model.h.

#include "mm_model.h"

#include "maple_mm.h"

#include <string.h>

#define GUARD (MPL_STACK_GUARD_BYTES / MPL_PAGE_BYTES)
#define ANY (MPL_VMA_READ | MPL_VMA_WRITE | MPL_VMA_EXEC)

static bool is_private(const struct model_page *page) { return !(page->flags & MPL_VMA_SHARED); }

void model_map(struct model *model, uint32_t first, uint32_t n, uint32_t flags, uint32_t file, uint64_t at)
{
	if (flags & MPL_VMA_WRITE && !(flags & (MPL_VMA_SHARED | MPL_VMA_NORESERVE)))
		flags |= MPL_VMA_ACCOUNT;
	for (uint32_t i = 0; i < n; i++)
		model->page[first + i] = (struct model_page){true, flags, file, (file ? at : first) + i, false, MODEL_NOTHING};
}

void model_unmap(struct model *model, uint32_t first, uint32_t n)
{
	memset(&model->page[first], 0, n * sizeof(model->page[0]));
}

bool model_is_free(const struct model *model, uint32_t first, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (first + i >= MODEL_PAGES || model->page[first + i].mapped)
			return false;
	}
	return true;
}

static bool is_full(const struct model *model, uint32_t first, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (!model->page[first + i].mapped)
			return false;
	}
	return true;
}

bool model_has_none(const struct model *model, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++) {
		if (model->page[i].mapped && !(model->page[i].flags & ANY))
			return true;
	}
	return false;
}

int model_flags(struct model *model, uint32_t first, uint32_t n, uint32_t clear, uint32_t set, bool private_only,
                enum model_holes holes)
{
	int error = 0;

	if (holes == MODEL_HOLES_REFUSE && !is_full(model, first, n))
		return -MPL_ENOMEM;
	for (uint32_t i = 0; i < n; i++) {
		struct model_page *page = &model->page[first + i];
		uint32_t before = page->flags;

		if (!page->mapped) {
			error = -MPL_ENOMEM;
			if (holes == MODEL_HOLES_PASS)
				continue;
			break;
		}
		if (private_only && (page->file || !is_private(page)))
			return -MPL_EINVAL;
		page->flags = (before & ~clear) | set;
		if (page->flags & MPL_VMA_WRITE && !(before & (MPL_VMA_WRITE | MPL_VMA_ACCOUNT | MPL_VMA_NORESERVE)) &&
		    is_private(page))
			page->flags |= MPL_VMA_ACCOUNT;
	}
	return error;
}

int model_protect(struct model *model, uint32_t first, uint32_t n, uint32_t prot)
{
	struct model before = *model;
	int error = model_flags(model, first, n, ANY, prot, false, MODEL_HOLES_END);

	for (uint32_t i = first; i < first + n && model->page[i].mapped; i++) {
		struct model_page *page = &model->page[i];

		if (!(prot & MPL_VMA_WRITE) && (before.page[i].flags & ANY) != prot && is_private(page) && !page->file && !page->anon)
			page->flags &= ~(uint32_t)MPL_VMA_ACCOUNT;
	}
	return error;
}

// Lets the pages just above 'first' that grow do so down to it.
static bool grow(struct model *model, uint32_t first)
{
	uint32_t above = first;

	while (above < MODEL_PAGES && !model->page[above].mapped)
		above++;
	if (above == MODEL_PAGES || !(model->page[above].flags & MPL_VMA_GROWS))
		return false;
	for (uint32_t i = 1; i <= GUARD; i++) {
		const struct model_page *page = first < i ? NULL : &model->page[first - i];

		if (page && !page->mapped)
			continue;
		if (!page || (page->flags & ANY && !(page->flags & MPL_VMA_GROWS)))
			return false;
		break;
	}
	for (uint32_t i = first; i < above; i++) {
		uint64_t at = model->page[above].at - (above - i);

		model->page[i] = (struct model_page){true, model->page[above].flags, 0, at, false, MODEL_NOTHING};
	}
	return true;
}

static enum model_content touched(const struct model_page *page, bool write)
{
	bool of_file = page->file || !is_private(page);

	if (write && is_private(page))
		return MODEL_ANON;
	if (page->content != MODEL_NOTHING)
		return page->content;
	return of_file ? MODEL_FILE : MODEL_ZERO;
}

int model_touch(struct model *model, uint32_t first, uint32_t n, bool write)
{
	struct model before = *model;

	if (!model->page[first].mapped && !grow(model, first))
		return -MPL_EFAULT;
	for (uint32_t i = 0; i < n; i++) {
		struct model_page *page = &model->page[first + i];

		if (!page->mapped || !(page->flags & (write ? (uint32_t)MPL_VMA_WRITE : ANY))) {
			*model = before;
			return -MPL_EFAULT;
		}
		page->content = touched(page, write);
	}
	return 0;
}

int model_brk(struct model *model, uint32_t end)
{
	uint32_t start = model->brk;

	for (uint32_t i = start; start < end && i <= end + GUARD && i < MODEL_PAGES; i++) {
		if (!model->page[i].mapped)
			continue;
		if (i <= end || model->page[i].flags & MPL_VMA_GROWS)
			return -MPL_ENOMEM;
		break;
	}
	// There must be something to give back.
	if (start > end && model_is_free(model, end, start - end))
		return -MPL_ENOMEM;
	if (start < end)
		model_map(model, start, end - start, MPL_VMA_READ | MPL_VMA_WRITE, 0, 0);
	else
		model_unmap(model, end, start - end);
	model->brk = end;
	return 0;
}

void model_move(struct model *model, uint32_t first, uint32_t n, uint32_t to, uint32_t new_n, bool keep)
{
	struct model_page moved[MODEL_PAGES];

	for (uint32_t i = 0; i < new_n; i++) {
		moved[i] = model->page[first + (i < n ? i : 0)];
		if (i >= n) {
			moved[i].content = MODEL_NOTHING;
			moved[i].at += i;
		}
		if (!moved[i].file && !moved[i].anon)
			moved[i].at = to + i;
	}
	for (uint32_t i = first; i < first + n; i++)
		model->page[i].content = MODEL_NOTHING;
	if (!keep)
		model_unmap(model, first, n);
	memcpy(&model->page[to], moved, new_n * sizeof(moved[0]));
}

// How far the pages 'first' ... 'first' + n - 1 are too near to what grows above them: where its guard begins, else 0.
static uint32_t guard_above(const struct model *model, uint32_t first, uint32_t n)
{
	for (uint32_t i = first + n; i < first + n + GUARD && i < MODEL_PAGES; i++) {
		if (model->page[i].mapped)
			return model->page[i].flags & MPL_VMA_GROWS ? (i > GUARD ? i - GUARD : 1) : 0;
	}
	return 0;
}

// From the guard of what was found to be too near upwards, nothing is looked at again.
uint32_t model_room(const struct model *model, uint32_t n)
{
	uint32_t high = model->base;

	for (uint32_t first = high - n; n < high && first > 0 && first + n <= high; first--) {
		uint32_t guard = model_is_free(model, first, n) ? guard_above(model, first, n) : 0;

		if (!guard && model_is_free(model, first, n))
			return first;
		if (!guard)
			continue;
		high = guard;
		if (high <= n)
			break;
		first = high - n + 1;
	}
	for (uint32_t first = model->base; first + n <= MODEL_PAGES; first++) {
		if (model_is_free(model, first, n) && !guard_above(model, first, n))
			return first;
	}
	return 0;
}
