// SPDX-License-Identifier: GPL-2.0-or-later
//
// Address spaces and forks on top of the maple tree: a model of what Linux keeps in a struct mm_struct, as far as the
// tree, its failures and their undoing are concerned. Uses the public API of the tree alone.
//
//     address space   tree of VMAs: index = first address, last = last address, entry = value of the VMA's number
//                     VMA objects, anon_vmas and their chains, policies, file references: each counted
//                     page tables of four levels; the top one always exists and is not counted
//                     counters: map_count, total_vm and kin, resident pages; one commit charge for all
//
// Addresses and sizes are in bytes; ranges include both ends and cover whole pages. Functions return 0 or a negative
// error number. After an error the address space is unchanged and everything that was obtained is freed. Exceptions are
// the calls that mpl_mm_kept_to() names: they keep what they did before the error, as in Linux. (If a call needs many
// stores, only the first can be refused, and only while nothing else has changed; the rest are granted, as with
// __GFP_NOFAIL.) All mutable state lives in the regions of mpl_mm_region(): copies of them and of the tree's regions
// form a snapshot.

#ifndef MAPLE_MM_H
#define MAPLE_MM_H

#include "maple_tree.h"

#include <assert.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MPL_PAGE_BYTES 4096u
#define MPL_SPACES 256u            // Most address spaces at a time.
#define MPL_VMAS_MAX 131072u       // Most VMA objects at a time, in all address spaces.
#define MPL_TABLES_MAX 8192u       // Most page-table pages at a time; each maps 2 MiB, 1 GiB or 512 GiB.
#define MPL_TASK_BYTES UINT64_C(0x7ffffffff000)  // Addresses below this may be mapped.
#define MPL_MMAP_BASE UINT64_C(0x7ffff7fff000)   // A new address space is filled downwards from here.
#define MPL_MMAP_MIN UINT64_C(0x1000)                  // mmap() chooses no address below this.
#define MPL_STACK_GUARD_BYTES (256u * MPL_PAGE_BYTES)
#define MPL_STACK_BYTES_MAX (8u << 20) // What a stack may grow to, and
#define MPL_MAP_COUNT_MAX 65530u       // how many VMAs a process may have, until mpl_mm_limit() says otherwise.
#define MPL_UNLIMITED UINT64_MAX
#define MPL_HUGE_BYTES (2u << 20) // Size and alignment of a huge page.

// Errors of address spaces beside those of the tree, as Linux has them.
#define MPL_EPERM 1   // Sealed memory.
#define MPL_EINTR 4   // A fork that a signal interrupted.
#define MPL_EAGAIN 11 // More locked memory than is allowed.
#define MPL_EFAULT 14 // An address without a VMA, or without permission.

// What a VMA is. PFNMAP, MIXEDMAP and UFFD_WP make a fork copy its page tables, POLICY and UFFD make it pass F8 and F9.
enum mpl_vma_flags {
	MPL_VMA_READ = 0x1,
	MPL_VMA_WRITE = 0x2,
	MPL_VMA_EXEC = 0x4,
	MPL_VMA_SHARED = 0x8,
	MPL_VMA_GROWS = 0x10,       // Grows downwards when touched just below: a stack.
	MPL_VMA_DONTCOPY = 0x20,
	MPL_VMA_WIPEONFORK = 0x40,
	MPL_VMA_LOCKED = 0x80,
	MPL_VMA_LOCKONFAULT = 0x100,
	MPL_VMA_ACCOUNT = 0x200,    // Its pages are added to the commit charge.
	MPL_VMA_PFNMAP = 0x400,
	MPL_VMA_MIXEDMAP = 0x800,
	MPL_VMA_UFFD_WP = 0x1000,
	MPL_VMA_UFFD = 0x2000,      // Registered with a userfaultfd that requested fork events.
	MPL_VMA_POLICY = 0x4000,    // Has a memory policy of its own.
	MPL_VMA_HEAP = 0x8000,      // For mpl_mm_load only: brk continues from its end. No VMA keeps the flag.
	MPL_VMA_NORESERVE = 0x10000, // Never charged, though private and writable.
	// Set by madvise and only stored by the model: a VMA does not merge with a neighbour that differs in one of these.
	MPL_VMA_HUGEPAGE = 0x20000,
	MPL_VMA_NOHUGEPAGE = 0x40000, // MAP_STACK sets it too.
	MPL_VMA_DONTDUMP = 0x80000,
	MPL_VMA_MERGEABLE = 0x100000,
	// The kernel's own, such as [vdso], or a device's. Like PFNMAP and MIXEDMAP it never grows, merges or is locked.
	// Reading it makes a page present that counts as a page of a file.
	MPL_VMA_DONTEXPAND = 0x200000,
	MPL_VMA_SEALED = 0x400000, // Stays mapped, where and as it is, until its address space ends.
};

struct mpl_vma {
	uint64_t first;  // First and last address.
	uint64_t last;
	uint64_t offset; // Byte offset in the file. Without a file: the address where its first page was made, which
	                 // memory that was written keeps when it moves. (/proc/PID/maps shows 0.)
	uint32_t number; // From 1 in its address space, in order of creation; the tree's entry is xa_mk_value(number).
	uint32_t flags;  // enum mpl_vma_flags.
	uint32_t file;   // The caller's number of the file; 0 for anonymous memory.
	uint32_t anon;   // Number of the anon_vma, from 1; 0 until a private page is written.
	uint32_t chain;  // Length of its anon_vma chain.
	uint32_t space;  // Its address space, from 1; 0: a free object, and 'number' is the next free one.
	uint32_t anon_held; // Not about this VMA: how many VMAs use the anon_vma that has this place's number.
	uint32_t link;      // Next of the VMAs that a call removes; meaningless between calls.
};

// Limits of a process. VMAS is vm.max_map_count, the others are limits of setrlimit, in bytes.
enum mpl_limit {
	MPL_LIMIT_VMAS,
	MPL_LIMIT_AS,      // All mapped memory.
	MPL_LIMIT_DATA,    // Private writable memory, except VMAs that grow.
	MPL_LIMIT_MEMLOCK, // Locked memory. Applies as to a process without CAP_IPC_LOCK.
	MPL_LIMIT_STACK,   // Each VMA that grows.
	MPL_LIMITS,
};

struct mpl_mm {
	struct maple_tree *tree; // Its VMAs. NULL: this place is free.
	uint64_t mmap_base;      // Searches for a free area go down from here.
	uint64_t brk_start;      // Where the heap begins, and its end (exclusive); both 0 before there is one.
	uint64_t brk;
	uint64_t total_vm;       // Pages.
	uint64_t data_vm;        // Of these, private and writable, not a stack.
	uint64_t exec_vm;        // Executable, not writable, not a stack.
	uint64_t stack_vm;       // In VMAs that grow.
	uint64_t locked_vm;
	uint64_t rss_anon;       // Pages present, by kind; the zero page is neither.
	uint64_t rss_file;
	uint32_t map_count;      // Its own VMAs that are in the tree.
	uint32_t tables;         // Page-table pages below the top one; pgtables_bytes is 4096 times that.
	uint32_t top;            // Its top table, counted from 1 in the pool of tables.
	uint32_t numbers;        // VMA numbers assigned so far.
	uint32_t unstable;       // The fork that was filling it failed.
	uint32_t space;          // Its own number, from 1.
	uint32_t uffd_vmas;      // VMAs with UFFD: they share one context.
	uint32_t locks_new;      // Flags that a new mapping gets: LOCKED and LOCKONFAULT, or none. mpl_mm_lock_all().
	uint64_t limit[MPL_LIMITS]; // MPL_UNLIMITED: none.
};

// ---- Address spaces ----

// Creates an address space on 'tree', which must be empty and have MT_FLAGS_ALLOC_RANGE. NULL if there are too many, or
// if the site 'mm' fails. The caller still owns the tree.
struct mpl_mm *mpl_mm_create(struct maple_tree *tree);
// Tears it down (the exit path): pages, page tables, VMAs, commit charge, tree. The address space is then gone and the
// tree is empty. Never fails.
void mpl_mm_exit(struct mpl_mm *mm);
struct mpl_mm *mpl_mm_at(uint32_t space);
// VMA 'number' of an address space, or the one that covers 'address'; NULL if there is none.
const struct mpl_vma *mpl_mm_vma(const struct mpl_mm *mm, uint32_t number);
const struct mpl_vma *mpl_mm_vma_at(const struct mpl_mm *mm, uint64_t address);

// ---- Calls. -EINVAL: not whole pages, or first above last ----
//
// Which object stays, and how numbers are assigned:
//
//   cut      The object of a VMA that is cut stays with the part that the call is about, that which is changed or
//            removed. Of the rest, first the part below gets a new object with the next number, then the part above:
//            each by one store over that part alone, which shortens the old object's range. A range that is unmapped,
//            or mapped over, is cut out of what is there: first at its first address, then behind its last, each where
//            a VMA goes across; then all VMAs in it are removed, by the one store of what is to be there. So a hole in
//            the middle of VMA 1 leaves 2 below and 3 above it, and flags changed there 2, 1, 3.
//   map      A new range joins the VMA below it, which grows over it, and over the VMA above too if that one joins as
//            well and is then removed; else it joins the VMA above, which grows down over it; else it is a new object.
//   modify   (protect, advise) VMA by VMA, upwards; one whose flags stay is left alone. The part that changes joins the
//            VMA below, if it begins where its own VMA does, and the one above, if it ends where its own does: in the
//            order of 'map', by moving the border; a VMA of which nothing is left is removed. Else it is cut out of its
//            own VMA, first below and then above, and keeps the object.
//   join     Two ranges join if they touch, have the same flags (without PFNMAP and MIXEDMAP), the same file or none,
//            and offsets that adjoin (without a file too), and if their anon_vmas are the same, or one has none and the
//            other's chain has one element at most. If three become one, that holds for the outer two as well.
//   move     What mremap moves is placed like a range of 'map', then unmapped where it was. It keeps its offset; memory
//            without a file and anon_vma gets that of its new place. What it joins gets its anon_vma, if that has none.

// Puts a VMA there as a line of /proc/PID/maps gives it: one store, never merged, no page present. 'chain' not 0: it
// has an anon_vma of its own. HEAP: brk goes on from its end. ACCOUNT, POLICY and UFFD: as if charged, set, registered
// now. -EINVAL if it is not above all others or ends above MPL_TASK_BYTES ([vsyscall] is the caller's to leave out).
int mpl_mm_load(struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset,
                uint32_t chain);
// mmap with MAP_FIXED: what was there is unmapped. A private writable mapping gets MPL_VMA_ACCOUNT, unless it is
// NORESERVE, and is charged, but for as many pages as what was there was charged for. HEAP, POLICY and UFFD in 'flags'
// mean nothing. 'offset' is whole pages, else -EINVAL. -ENOMEM also above MPL_TASK_BYTES, for the account, and for VMA
// objects.
int mpl_mm_map(struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t flags, uint32_t file, uint64_t offset);
// mmap without an address: the highest room below mmap_base (else the lowest above it), MPL_STACK_GUARD_BYTES below a
// VMA that GROWS. Private memory without a file, of a multiple of MPL_HUGE_BYTES, begins on such a border, unless no
// gap is larger by MPL_HUGE_BYTES. The first address is written to 'first'; 'bytes' is rounded up to pages, -EINVAL for
// 0.
int mpl_mm_map_any(struct mpl_mm *mm, uint64_t bytes, uint32_t flags, uint32_t file, uint64_t offset,
                   uint64_t *first);
// munmap. 0 also if nothing is mapped there; -EINVAL also beyond MPL_TASK_BYTES.
int mpl_mm_unmap(struct mpl_mm *mm, uint64_t first, uint64_t last);
// execve: nothing of the old program stays mapped, sealed memory neither, and new mappings are not locked any more. The
// limits stay, and where the heap begins.
int mpl_mm_exec(struct mpl_mm *mm);
// mprotect: 'prot' is READ, WRITE, EXEC. -ENOMEM at the first hole: what lies below it is changed. Private memory that
// becomes writable and is not NORESERVE is charged and gets MPL_VMA_ACCOUNT; private memory without a file that no
// longer may be written, and has no anon_vma yet, loses the flag and is uncharged.
int mpl_mm_protect(struct mpl_mm *mm, uint64_t first, uint64_t last, uint32_t prot);
// Places the heap's start: -EINVAL if not a whole page, -ENOMEM if something is there. And brk: the heap ends at 'end'
// now (which is kept to the byte; memory is in pages). -EINVAL without a heap or below its start, -ENOMEM if nothing is
// mapped in all that it gives up, or if something is in the way: a heap that grows leaves one page free, and below a
// VMA that GROWS MPL_STACK_GUARD_BYTES more.
int mpl_mm_brk_at(struct mpl_mm *mm, uint64_t start);
int mpl_mm_brk(struct mpl_mm *mm, uint64_t end);
// mremap: moves or resizes [first, first + bytes). 'to' 0: in place if there is room, else (but by STAY) anywhere; else
// to exactly there, and what was there is unmapped. Where it is now is written to 'now'. Sizes are rounded up to pages.
// -EINVAL also for a size of 0 and for places that overlap; -EFAULT if nothing is mapped at 'first', if one of PFNMAP
// or MIXEDMAP is to grow, or if the range is not in one VMA. A range that becomes smaller may go over holes and several
// VMAs: all behind its new size is unmapped, and only what then moves must be in one VMA (as in Linux up to 6.16; later
// releases move several VMAs at once). -ENOMEM also if there is no room. In place it grows like a new range of its own
// VMA's kind ('map'). KEEP is MREMAP_DONTUNMAP: it moves always, and takes its pages along, but the old place stays
// mapped, with no page; nothing of a VMA there is locked any more, and one that has moved as a whole has no anon_vma
// any more. Its sizes are the same, and it has no PFNMAP and MIXEDMAP: else -EINVAL.
enum mpl_remap { MPL_REMAP_STAY, MPL_REMAP_MAY_MOVE, MPL_REMAP_KEEP };
int mpl_mm_remap(struct mpl_mm *mm, uint64_t first, uint64_t bytes, uint64_t new_bytes, uint64_t to,
                 enum mpl_remap how, uint64_t *now);
// Touches every page of the range as a program does: tables are made, pages become present. The first private write of
// a VMA makes its anon_vma; or takes that of a neighbour, if they differ in READ, WRITE and EXEC at most, have the same
// file or none at offsets that adjoin, and the neighbour's chain has one element: so the two can be one again. A VMA
// that GROWS does so down to 'first', up to MPL_STACK_BYTES_MAX, by no more than its offset, and keeps
// MPL_STACK_GUARD_BYTES free to what is below, if that can be accessed and does not grow itself; it gets its anon_vma
// then, also by a read, of the neighbour above or a new one. -EFAULT (-14) for an
// address without a VMA or permission (to read: any), before any page is touched.
int mpl_mm_touch(struct mpl_mm *mm, uint64_t first, uint64_t last, bool write);
enum mpl_advice {
	MPL_DONTFORK,
	MPL_DOFORK,
	MPL_WIPEONFORK,
	MPL_KEEPONFORK,
	MPL_POLICY,
	MPL_POLICY_OFF,
	MPL_UFFD,
	MPL_UFFD_OFF,
	MPL_LOCK,
	MPL_UNLOCK,
	MPL_LOCK_ONFAULT,
	MPL_HUGEPAGE,
	MPL_NOHUGEPAGE,
	MPL_DONTDUMP,
	MPL_DODUMP,
	MPL_MERGEABLE,
	MPL_UNMERGEABLE,
	MPL_DONTNEED,
	MPL_FREE,
	MPL_SEAL,
	MPL_ADVICES,
};
// madvise, and what mbind, userfaultfd, mlock and mseal would set. A hole: LOCK, LOCK_ONFAULT and UNLOCK end there with
// -ENOMEM and keep what lies below; POLICY, UFFD and SEAL change nothing; all others go on behind it, and return
// -ENOMEM at the end. -EINVAL for WIPEONFORK on file or shared memory, and for HUGEPAGE, NOHUGEPAGE and DODUMP on
// PFNMAP or MIXEDMAP: what lies below is changed. LOCK and LOCK_ONFAULT replace each other, as HUGEPAGE and NOHUGEPAGE
// do. MERGEABLE leaves memory that is shared, PFNMAP or MIXEDMAP as it was, and locking memory of PFNMAP or MIXEDMAP.
// LOCK of memory that may not be accessed at all locks the whole range and returns -ENOMEM, since its pages cannot be
// made present. DONTNEED takes the pages out, and PTE tables that it covers within one VMA; -EINVAL for LOCKED and
// PFNMAP. FREE changes nothing here: Linux drops its pages when memory runs short, which it never does. -EINVAL for
// LOCKED, and for all that is not private memory without a file.
int mpl_mm_advise(struct mpl_mm *mm, uint64_t first, uint64_t last, enum mpl_advice advice);
// mlockall, and with no flag munlockall. CURRENT locks all VMAs as LOCK or LOCK_ONFAULT does, and passes over holes and
// memory that may not be accessed. FUTURE: so is each new mapping from then on; a call without it ends that, and a
// child begins without it. -EINVAL for ONFAULT alone. -ENOMEM if more is mapped than may be locked.
enum mpl_lock_all { MPL_LOCK_CURRENT = 1, MPL_LOCK_FUTURE = 2, MPL_LOCK_FAULTED = 4 };
int mpl_mm_lock_all(struct mpl_mm *mm, uint32_t how);
// If the last call returned an error: the address behind the part that it processed all the same (VMAs that had the
// flags already included); 0 if it changed nothing, for example because a request was refused.
uint64_t mpl_mm_kept_to(void);

// ---- Limits. A child has those of its parent ----
//
// A call that meets a limit returns -ENOMEM. For locked memory, mappings and mremap return -EAGAIN, every lock -EPERM
// where the limit is 0. A stack that may not grow gives -EFAULT. mpl_mm_load() ignores all limits.

// 'value' MPL_UNLIMITED: no limit. Existing mappings stay.
int mpl_mm_limit(struct mpl_mm *mm, enum mpl_limit limit, uint64_t value);

// ---- Sealed memory ----
//
// SEALED memory may grow, be locked, and be advised, but for DONTNEED, FREE, DONTFORK and WIPEONFORK where it is
// private, has no file and may not be written. -EPERM for all else: protecting it, moving it, and unmapping or mapping
// over any of it. An unmap or a mapping that is refused so keeps the cut at its first address, if there was one to
// make, as in Linux.

// ---- Fork: rules "fork", "undo", "marker", "copied pages" ----

enum mpl_fork_by { MPL_FORK_DUP, MPL_FORK_BULK, MPL_FORK_STORES };
enum mpl_fork_undo { MPL_UNDO_MARKER, MPL_UNDO_RANGE };

// Begins a fork of 'parent' into 'tree' (empty, flags as the parent's) and runs it until it has succeeded or failed.
// The child as it stands then, half-done after a failure; NULL if it failed before there was one (F1). 'wrong_ceiling':
// the page tables of an undo by range are freed only up to the first VMA not duplicated, as in the reported bug.
// 'undo' is for MPL_FORK_DUP: what the other two leave half-done needs no more than the exit path.
struct mpl_mm *mpl_fork_begin(struct mpl_mm *parent, struct maple_tree *tree, enum mpl_fork_by by,
                              enum mpl_fork_undo undo, bool wrong_ceiling);
// Ends it: RCU mode on after a success; after a failure everything is undone and the child is no more. The error, or 0.
int mpl_fork_end(void);

// ---- Failure: rule "failure points" ----

// Failure points as sites in the code. The first two belong to the node allocator (slab.h).
enum mpl_site {
	MPL_SITE_REQUEST,
	MPL_SITE_NODE,
	MPL_SITE_MM,      // F1
	MPL_SITE_SIGNAL,  // F2 (once, before the copy), F5 (once a VMA)
	MPL_SITE_COMMIT,  // F6
	MPL_SITE_VMA,     // F7
	MPL_SITE_POLICY,  // F8
	MPL_SITE_UFFD,    // F9: one pass for the first VMA with UFFD of all, which makes the context for the others too
	MPL_SITE_ANON,    // F10: one pass for each object
	MPL_SITE_PAGE,    // F11: one pass for each page-table page
	MPL_SITE_HOOK,    // F12
	MPL_SITES,
};

// Arms a site: its passes k ... k+n-1 from here on fail; n = 0 disarms. 'vma' not 0: only passes count that a fork
// makes while it treats the parent's VMA of that number. Each site has one arming of its own.
void mpl_fail_site(enum mpl_site site, uint32_t vma, uint32_t k, uint32_t n);
// Requests to the node allocator: every k-th from here on is refused, n times (0: for ever); or each with a chance of
// 'percent' in 100, from SplitMix64(seed), n times. Both take the place of the arming of MPL_SITE_REQUEST.
void mpl_fail_every(uint32_t k, uint32_t n);
void mpl_fail_chance(uint32_t percent, uint64_t seed, uint32_t n);
// Disarms everything.
void mpl_fail_off(void);

// ---- What was done ----

// Kinds of objects that are obtained and freed. COMMIT and RESIDENT count pages, FILES references.
enum mpl_object {
	MPL_OBJECT_NODES, MPL_OBJECT_VMAS, MPL_OBJECT_ANON_VMAS, MPL_OBJECT_CHAINS, MPL_OBJECT_POLICIES,
	MPL_OBJECT_UFFDS, MPL_OBJECT_FILES, MPL_OBJECT_TABLES, MPL_OBJECT_COMMIT, MPL_OBJECT_RESIDENT, MPL_OBJECT_MMS,
	MPL_OBJECTS,
};

struct mpl_account {
	uint64_t obtained;
	uint64_t returned;
};

// The last fork (or exit: then only 'removed', 'map_count', 'rules', the account): valid until the next begins.
struct mpl_fork_record {
	int32_t error;          //  0  of the fork.
	uint32_t point;         //  4  F1 ... F12 that failed, 0 for none. F4 also: a VMA's store, not by dup.
	uint32_t site;          //  8  enum mpl_site that failed (meaningless without 'point').
	uint32_t at;            // 12  number of the parent's VMA that was treated, 0 for none.
	uint32_t end_vma;       // 16  the parent's first VMA not duplicated (under the marker, if any); 0 for none.
	uint32_t by;            // 20
	uint32_t undo;          // 24
	uint32_t wrong_ceiling; // 28
	uint64_t tree_end;      // 32  undo by range: limit of the walk; 0 stands for the top.
	uint64_t ceiling;       // 40  limit of the page tables; 0 stands for the top.
	uint32_t map_count;     // 48  of the child when the fork failed, or had succeeded.
	uint32_t removed;       // 52  VMAs that the exit path removed.
	uint32_t tables_left;   // 56  page-table pages that nothing frees any more.
	uint32_t rules;         // 60  bit k-1: the k-th of rule "failed fork" holds (1..6).
	uint32_t rules_checked; // 64  bit k-1: rule k was checked.
	uint32_t copied_nodes;  // 68  by dup.
	uint64_t pages_copied;  // 72  page-table entries copied.
	uint64_t charged;       // 80  pages charged and kept when the fork failed,
	uint64_t uncharged;     // 88  and uncharged in the exit path.
	uint32_t passes[MPL_SITES]; // 96  how often each site was passed (the allocator's two: requests, nodes).
	uint32_t padding;
};

static_assert(sizeof(struct mpl_fork_record) == 144, "read by offset in TypeScript");

struct mpl_table_record;
const struct mpl_fork_record *mpl_fork_last(void);
// The page tables that its undoing left behind ('tables_left' of them), in the form of mpl_mm_tables().
uint32_t mpl_fork_tables_left(struct mpl_table_record *tables, uint32_t room);
// The account of the child of the last fork, or of the address space of the last exit: MPL_OBJECTS elements.
const struct mpl_account *mpl_fork_accounts(void);
// The totals of all address spaces since the start: obtained minus freed is what is in use now.
const struct mpl_account *mpl_mm_accounts(void);

// One page table, for pictures.
struct mpl_table_record {
	uint64_t base;  //  0  first address it maps.
	uint32_t level; //  8  1: PTE, 2 MiB; 2: PMD, 1 GiB; 3: PUD, 512 GiB.
	uint32_t used;  // 12  entries in use, of 512.
};

// The page tables of an address space, by address, a table before those below it; at most 'room', how many there are.
uint32_t mpl_mm_tables(const struct mpl_mm *mm, struct mpl_table_record *tables, uint32_t room);

// ---- Snapshots ----

enum mpl_mm_region { MPL_MM_STATE, MPL_MM_VMAS, MPL_MM_TABLES, MPL_MM_REGIONS };
// The memory regions that contain all of the above; the bytes in use, from the start.
void *mpl_mm_region(enum mpl_mm_region region, uint32_t *bytes);
// Call this after these regions, and those of the tree, were overwritten with a snapshot.
void mpl_mm_restored(void);
// Resets everything to the initial state.
void mpl_mm_reset(void);

#ifdef __cplusplus
}
#endif

#endif
