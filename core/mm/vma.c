// SPDX-License-Identifier: GPL-2.0-or-later
//
// The pool of VMA objects, the map from numbers to objects, and what an object owns. See vma.h.
//
//     pool    | 1: VMA 1 of space 1 | 2: free -> 0 | 3: VMA 2 of space 1 | 4: VMA 1 of space 2 |    places 1 ... 4
//     buckets   a hash of space and number leads to a place; places of one bucket hang in a list
//     counts    of anon_vma k: in the 'anon_held' of place k, whatever VMA that is. There are never more anon_vmas than
//               VMAs, so that there is a place for each
//
// A snapshot contains the pool and struct mpl_vma_state; buckets and lists are rebuilt from them.

#include "vma.h"

#include "account.h"
#include "sites.h"
#include "../src/check.h"
#include "../src/trace.h"

#include <string.h>

#define MPL_FILE MPL_FILE_VMA

#define VMA (&mpl_mm_state.vma)
#define BUCKETS (MPL_VMAS_MAX * 2u)

static_assert((BUCKETS & (BUCKETS - 1)) == 0, "a bucket is some low bits of a hash");

static struct mpl_vma pool[MPL_VMAS_MAX];
static uint32_t buckets[BUCKETS];    // Place of the first VMA of each, 0 for none.
static uint32_t next[MPL_VMAS_MAX];  // For each place, the place of the next VMA of the same bucket.

static uint32_t place_of(const struct mpl_vma *vma) { return (uint32_t)(vma - pool) + 1; }
static struct mpl_vma *at_place(uint32_t place) { return &pool[place - 1]; }

struct mpl_mm *mpl_vma_space(const struct mpl_vma *vma) { return &mpl_mm_state.space[vma->space - 1]; }

// ---- From numbers to objects ----

// Numbers of a space are dense, and so are spaces: both spread over all buckets, neighbours far from each other.
static uint32_t *bucket_of(uint32_t space, uint32_t number)
{
	uint64_t mixed = ((uint64_t)space << 32 | number) * UINT64_C(0x9e3779b97f4a7c15);

	return &buckets[mixed >> 40 & (BUCKETS - 1)];
}

static void remember(const struct mpl_vma *vma)
{
	uint32_t *bucket = bucket_of(vma->space, vma->number);
	uint32_t place = place_of(vma);

	next[place - 1] = *bucket;
	*bucket = place;
}

static void forget(const struct mpl_vma *vma)
{
	uint32_t place = place_of(vma);
	uint32_t *link = bucket_of(vma->space, vma->number);

	while (*link != place)
		link = &next[*link - 1];
	*link = next[place - 1];
}

struct mpl_vma *mpl_vma_of(const struct mpl_mm *mm, uint32_t number)
{
	uint32_t place = *bucket_of(mm->space, number);

	while (place && (at_place(place)->space != mm->space || at_place(place)->number != number))
		place = next[place - 1];
	return place ? at_place(place) : NULL;
}

struct mpl_vma *mpl_vma_at_entry(const struct mpl_mm *mm, mpl_entry entry)
{
	return xa_is_value(entry) ? mpl_vma_of(mm, (uint32_t)xa_to_value(entry)) : NULL;
}

// ---- Objects ----

bool mpl_vma_ask(uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (mpl_site_fails(MPL_SITE_VMA))
			return false;
	}
	return count <= MPL_VMAS_MAX - VMA->live;
}

// The place freed last, else one never used. Its count of users of an anon_vma does not belong to the VMA.
static struct mpl_vma *take_place(void)
{
	struct mpl_vma *vma;

	if (VMA->free) {
		vma = at_place(VMA->free);
		VMA->free = vma->number;
	} else {
		MPL_ASSERT(VMA->places < MPL_VMAS_MAX);
		vma = at_place(++VMA->places);
	}
	VMA->live++;
	return vma;
}

struct mpl_vma *mpl_vma_take(struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file,
                             uint64_t offset)
{
	struct mpl_vma *vma = take_place();

	*vma = (struct mpl_vma){
		.first = first,
		.last = last,
		.offset = offset,
		.number = ++mm->numbers,
		.flags = flags & ~(uint32_t)(MPL_VMA_POLICY | MPL_VMA_UFFD),
		.file = file,
		.space = mm->space,
		.anon_held = vma->anon_held,
	};
	remember(vma);
	mpl_account_obtain(mm, MPL_OBJECT_VMAS, 1);
	mpl_account_obtain(mm, MPL_OBJECT_FILES, file != 0);
	MPL_EVENT(vma_made, NULL, MPL_NO_SLOT, vma->number, first, last);
	return vma;
}

struct mpl_vma *mpl_vma_new(struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file,
                            uint64_t offset)
{
	return mpl_vma_ask(1) ? mpl_vma_take(mm, first, last, flags, file, offset) : NULL;
}

static void anon_drop(struct mpl_vma *vma);

void mpl_vma_free(struct mpl_vma *vma)
{
	struct mpl_mm *mm = mpl_vma_space(vma);

	MPL_ASSERT(vma->space);
	MPL_EVENT(vma_freed, NULL, MPL_NO_SLOT, vma->number, vma->first, vma->last);
	if (vma->anon)
		anon_drop(vma);
	if (vma->flags & MPL_VMA_POLICY)
		mpl_vma_policy_drop(vma);
	if (vma->flags & MPL_VMA_UFFD)
		mpl_vma_uffd_drop(vma);
	mpl_account_return(mm, MPL_OBJECT_FILES, vma->file != 0);
	mpl_account_return(mm, MPL_OBJECT_VMAS, 1);
	forget(vma);
	*vma = (struct mpl_vma){.number = VMA->free, .anon_held = vma->anon_held};
	VMA->free = place_of(vma);
	VMA->live--;
}

// ---- Counters ----

static void add(uint64_t *counter, uint64_t pages, int sign)
{
	*counter += sign > 0 ? pages : 0 - pages;
}

void mpl_vma_count_pages(struct mpl_mm *mm, const struct mpl_vma *vma, int sign)
{
	uint64_t pages = mpl_vma_pages(vma);
	uint32_t flags = vma->flags;

	add(&mm->total_vm, pages, sign);
	if (flags & MPL_VMA_GROWS)
		add(&mm->stack_vm, pages, sign);
	else if (mpl_vma_is_data(flags))
		add(&mm->data_vm, pages, sign);
	else if ((flags & (MPL_VMA_EXEC | MPL_VMA_WRITE)) == MPL_VMA_EXEC)
		add(&mm->exec_vm, pages, sign);
	if (flags & MPL_VMA_LOCKED)
		add(&mm->locked_vm, pages, sign);
}

void mpl_vma_count(struct mpl_mm *mm, const struct mpl_vma *vma, int sign)
{
	mm->map_count += (uint32_t)sign;
	mpl_vma_count_pages(mm, vma, sign);
}

bool mpl_vma_charge(struct mpl_mm *mm, uint64_t pages)
{
	if (!pages)
		return true;
	if (mpl_site_fails(MPL_SITE_COMMIT))
		return false;
	mpl_account_obtain(mm, MPL_OBJECT_COMMIT, pages);
	MPL_EVENT(charged, NULL, MPL_NO_SLOT, (uint32_t)pages, pages, 0);
	return true;
}

void mpl_vma_uncharge(struct mpl_mm *mm, uint64_t pages)
{
	if (!pages)
		return;
	mpl_account_return(mm, MPL_OBJECT_COMMIT, pages);
	MPL_EVENT(uncharged, NULL, MPL_NO_SLOT, (uint32_t)pages, pages, 0);
}

// ---- Policies and userfaultfd contexts ----

void mpl_vma_policy_take(struct mpl_vma *vma)
{
	MPL_ASSERT(!(vma->flags & MPL_VMA_POLICY));
	vma->flags |= MPL_VMA_POLICY;
	mpl_account_obtain(mpl_vma_space(vma), MPL_OBJECT_POLICIES, 1);
}

void mpl_vma_policy_drop(struct mpl_vma *vma)
{
	MPL_ASSERT(vma->flags & MPL_VMA_POLICY);
	vma->flags &= ~(uint32_t)MPL_VMA_POLICY;
	mpl_account_return(mpl_vma_space(vma), MPL_OBJECT_POLICIES, 1);
}

void mpl_vma_uffd_take(struct mpl_vma *vma)
{
	struct mpl_mm *mm = mpl_vma_space(vma);

	MPL_ASSERT(!(vma->flags & MPL_VMA_UFFD));
	vma->flags |= MPL_VMA_UFFD;
	mpl_account_obtain(mm, MPL_OBJECT_UFFDS, mm->uffd_vmas++ == 0);
}

void mpl_vma_uffd_drop(struct mpl_vma *vma)
{
	struct mpl_mm *mm = mpl_vma_space(vma);

	MPL_ASSERT(vma->flags & MPL_VMA_UFFD);
	vma->flags &= ~(uint32_t)MPL_VMA_UFFD;
	mpl_account_return(mm, MPL_OBJECT_UFFDS, --mm->uffd_vmas == 0);
}

bool mpl_vma_policy_new(struct mpl_vma *vma)
{
	if (mpl_site_fails(MPL_SITE_POLICY))
		return false;
	mpl_vma_policy_take(vma);
	return true;
}

bool mpl_vma_uffd_new(struct mpl_vma *vma)
{
	if (!mpl_vma_space(vma)->uffd_vmas && mpl_site_fails(MPL_SITE_UFFD))
		return false;
	mpl_vma_uffd_take(vma);
	return true;
}

// ---- Anonymous memory ----

// How many VMAs have an anon_vma as their own.
static uint32_t *held_by(uint32_t anon) { return &at_place(anon)->anon_held; }

static uint32_t anon_new(const struct mpl_mm *mm)
{
	uint32_t anon = VMA->anon_free;

	if (anon)
		VMA->anon_free = *held_by(anon);
	else
		anon = ++VMA->anon_places;
	MPL_ASSERT(anon <= VMA->places);
	*held_by(anon) = 1;
	mpl_account_obtain(mm, MPL_OBJECT_ANON_VMAS, 1);
	return anon;
}

// If a fork was refused in the middle, the VMA may have a part of the chain and no anon_vma.
static void anon_drop(struct mpl_vma *vma)
{
	struct mpl_mm *mm = mpl_vma_space(vma);
	uint32_t *held = vma->anon ? held_by(vma->anon) : NULL;

	mpl_account_return(mm, MPL_OBJECT_CHAINS, vma->chain);
	if (held && --*held == 0) {
		*held = VMA->anon_free;
		VMA->anon_free = vma->anon;
		mpl_account_return(mm, MPL_OBJECT_ANON_VMAS, 1);
	}
	vma->anon = 0;
	vma->chain = 0;
}

void mpl_vma_anon_leave(struct mpl_vma *vma)
{
	if (vma->anon)
		anon_drop(vma);
}

bool mpl_vma_anon_ask(uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (mpl_site_fails(MPL_SITE_ANON))
			return false;
	}
	return true;
}

void mpl_vma_anon_begin(struct mpl_vma *vma, uint32_t chain)
{
	struct mpl_mm *mm = mpl_vma_space(vma);

	MPL_ASSERT(!vma->anon);
	vma->anon = anon_new(mm);
	vma->chain = chain;
	mpl_account_obtain(mm, MPL_OBJECT_CHAINS, chain);
}

void mpl_vma_anon_share(struct mpl_vma *to, const struct mpl_vma *from)
{
	MPL_ASSERT(!to->anon);
	MPL_ASSERT(to->space == from->space);
	if (!from->anon)
		return;
	to->anon = from->anon;
	to->chain = from->chain;
	++*held_by(to->anon);
	mpl_account_obtain(mpl_vma_space(to), MPL_OBJECT_CHAINS, to->chain);
}

// One more element, if it is available.
static bool chain_grows(struct mpl_vma *vma)
{
	if (!mpl_vma_anon_ask(1))
		return false;
	vma->chain++;
	mpl_account_obtain(mpl_vma_space(vma), MPL_OBJECT_CHAINS, 1);
	return true;
}

// Each object is counted as soon as it is obtained, so the account would show one that a refusal leaked.
bool mpl_vma_anon_fork(struct mpl_vma *child, const struct mpl_vma *parent)
{
	MPL_ASSERT(!child->anon);
	if (!parent->anon)
		return true;
	while (child->chain < parent->chain && chain_grows(child))
		continue;
	if (child->chain == parent->chain && mpl_vma_anon_ask(1)) {
		child->anon = anon_new(mpl_vma_space(child));
		if (chain_grows(child))
			return true;
	}
	anon_drop(child);
	return false;
}

// ---- Snapshots ----

void *mpl_vma_region(uint32_t *bytes)
{
	*bytes = VMA->places * (uint32_t)sizeof(pool[0]);
	return pool;
}

void mpl_vma_restored(void)
{
	memset(buckets, 0, sizeof(buckets));
	for (uint32_t place = 1; place <= VMA->places; place++) {
		if (at_place(place)->space)
			remember(at_place(place));
	}
}

void mpl_vma_reset(void)
{
	memset(pool, 0, VMA->places * sizeof(pool[0]));
	memset(buckets, 0, sizeof(buckets));
	*VMA = (struct mpl_vma_state){0};
}
