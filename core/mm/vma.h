// SPDX-License-Identifier: GPL-2.0-or-later
//
// VMA objects, and what each of them owns: a file reference, a policy, a userfaultfd context, an anon_vma with its
// chain, and pages of the commit charge. Knows no tree. Rules "VMA of a child" and "failure points".
//
// Everything that can be refused has two halves. *Asking* passes the site, checks for room, and changes nothing;
// *taking* cannot fail after that. A call asks for everything it needs, then changes the tree, then takes; so there is
// nothing to undo but a charge. A fork, which takes as it goes, uses the functions that do both.
//
//     call   ask vma, ask anon, charge | first tree store | take, take, count           a refusal leaves nothing behind
//     fork   new | policy | uffd | anon | store, count | new | policy ...               a refusal is undone by exit
//
// An anon_vma lives as long as a VMA has it as its own ('anon'); elements of chains live with their VMA.
//
// Invariants: a VMA owns a reference iff 'file' is not 0, a policy iff its flags include POLICY, a context iff UFFD,
// 'chain' elements; 'chain' is 0 iff 'anon' is.

#ifndef MPL_VMA_H
#define MPL_VMA_H

#include "state.h"

// Memory that is not the process's own: never joined, never locked, never larger.
enum { MPL_VMA_SPECIAL = MPL_VMA_PFNMAP | MPL_VMA_MIXEDMAP | MPL_VMA_DONTEXPAND };

// ---- Objects ----

// Whether 'count' more objects are available; passes MPL_SITE_VMA that often.
bool mpl_vma_ask(uint32_t count);
// A new object with the next number of 'mm'; it owns only a file reference. POLICY and UFFD in 'flags' are left
// out: they come with what they stand for, below.
struct mpl_vma *mpl_vma_take(struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file,
                             uint64_t offset);
// Both; NULL if refused, and no number is used up.
struct mpl_vma *mpl_vma_new(struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file,
                            uint64_t offset);
// Frees the object with everything it owns, except the charge for its pages.
void mpl_vma_free(struct mpl_vma *vma);

// The VMA of a number; NULL if there is none. And of an entry of the tree: NULL also for NULL and the zero entry. In a
// child that a fork has not finished, entries may be those of the parent: its numbers, not the child's.
struct mpl_vma *mpl_vma_of(const struct mpl_mm *mm, uint32_t number);
struct mpl_vma *mpl_vma_at_entry(const struct mpl_mm *mm, mpl_entry entry);
static inline mpl_entry mpl_vma_entry(const struct mpl_vma *vma) { return xa_mk_value(vma->number); }

static inline uint64_t mpl_vma_bytes(const struct mpl_vma *vma) { return vma->last - vma->first + 1; }
static inline uint64_t mpl_vma_pages(const struct mpl_vma *vma) { return mpl_vma_bytes(vma) / MPL_PAGE_BYTES; }
static inline bool mpl_vma_is_data(uint32_t flags)
{
	return (flags & (MPL_VMA_WRITE | MPL_VMA_SHARED | MPL_VMA_GROWS)) == MPL_VMA_WRITE;
}
static inline bool mpl_vma_is_private(const struct mpl_vma *vma) { return !(vma->flags & MPL_VMA_SHARED); }
struct mpl_mm *mpl_vma_space(const struct mpl_vma *vma);

// ---- Counters ----

// Adds the VMA to map_count, total_vm and kin ('sign' 1), or takes it out of them (-1).
void mpl_vma_count(struct mpl_mm *mm, const struct mpl_vma *vma, int sign);
// The same but for map_count.
void mpl_vma_count_pages(struct mpl_mm *mm, const struct mpl_vma *vma, int sign);

// Adds pages to the commit charge; false if MPL_SITE_COMMIT refuses them. Nothing is passed for 0 pages.
bool mpl_vma_charge(struct mpl_mm *mm, uint64_t pages);
void mpl_vma_uncharge(struct mpl_mm *mm, uint64_t pages);

// ---- Policies and userfaultfd contexts ----

// Gives the VMA a policy of its own, and the flag. The first can be refused by MPL_SITE_POLICY: a copy of one (F8).
bool mpl_vma_policy_new(struct mpl_vma *vma);
void mpl_vma_policy_take(struct mpl_vma *vma);
void mpl_vma_policy_drop(struct mpl_vma *vma);
// The same with a userfaultfd context and MPL_SITE_UFFD (F9). An address space has one context, which all its VMAs with
// UFFD share: it comes with the first of them, and goes with the last. Only a fork makes one that can be refused.
bool mpl_vma_uffd_new(struct mpl_vma *vma);
void mpl_vma_uffd_take(struct mpl_vma *vma);
void mpl_vma_uffd_drop(struct mpl_vma *vma);

// ---- Anonymous memory ----

// Whether 'count' more anon_vmas or chain elements are available; passes MPL_SITE_ANON that often.
bool mpl_vma_anon_ask(uint32_t count);
// The first private write of a VMA that has no anon_vma: it gets one, and a chain of so many elements, 1 but for VMAs
// that are loaded. Asked for with one more than that.
void mpl_vma_anon_begin(struct mpl_vma *vma, uint32_t chain);
// 'to', which has none, gets the anon_vma and the chain of 'from', if there is one: after a cut, growing over a part of
// 'from', or at a first write beside it. Asked for with from->chain.
void mpl_vma_anon_share(struct mpl_vma *to, const struct mpl_vma *from);
// Takes the anon_vma away from 'vma', if it has one.
void mpl_vma_anon_leave(struct mpl_vma *vma);
// A fork (F10): a chain element for each of the parent's, then an anon_vma and a chain element of the child's own; none
// if the parent has no anon_vma. False: refused, and everything obtained has been freed.
bool mpl_vma_anon_fork(struct mpl_vma *child, const struct mpl_vma *parent);

// ---- Snapshots ----

// The pool, and the bytes in use from its start.
void *mpl_vma_region(uint32_t *bytes);
// Rebuilds the index after the pool was overwritten.
void mpl_vma_restored(void);
// Forgets all objects and everything they owned.
void mpl_vma_reset(void);

#endif
