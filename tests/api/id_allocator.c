// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers for things: process ids given out in a circle, minor numbers in blocks, and file descriptors that are first
// reserved and later filled. One tree for each; the number is the index.

#include <linux/maple_tree.h>

#include <stdio.h>

// ---- Process ids: the lowest free one behind the last, around and around ----

#define PID_MIN 2ul
#define PID_MAX 9ul

static struct maple_tree pids = MTREE_INIT(pids, MT_FLAGS_ALLOC_RANGE);
static unsigned long next_pid;

static void fork_one(const char *name)
{
	unsigned long pid = 0;
	int ret = mtree_alloc_cyclic(&pids, &pid, (void *)name, PID_MIN, PID_MAX, &next_pid, GFP_KERNEL);

	if (ret < 0)
		printf("%s: error %d\n", name, ret);
	else
		printf("%s: pid %lu%s, next %lu\n", name, pid, ret ? ", around" : "", next_pid);
}

static void process_ids(void)
{
	static const char *const names[] = {"init", "sh", "cc", "ld", "make", "vi", "ed", "awk", "sed"};

	for (unsigned i = 0; i < 9; i++)
		fork_one(names[i]);
	printf("pid 4 was %s\n", (char *)mtree_erase(&pids, 4));
	fork_one("grep");
	mtree_destroy(&pids);
}

// The last number there is: the circle closes at 2^64 - 1, which the tree remembers in a flag until the next one.
static void last_numbers(void)
{
	MA_STATE(mas, &pids, 0, 0);
	unsigned long id, next = ULONG_MAX;

	for (unsigned i = 0; i < 2; i++) {
		int ret;

		mas_lock(&mas);
		mas_set(&mas, 0);
		ret = mas_alloc_cyclic(&mas, &id, xa_mk_value(i), 1, ULONG_MAX, &next, GFP_KERNEL);
		mas_unlock(&mas);
		printf("id %lx, ret %d, wrapped flag %s\n", id, ret, pids.ma_flags & MT_FLAGS_ALLOC_WRAPPED ? "set" : "clear");
	}
	mtree_destroy(&pids);
}

// ---- Minor numbers: blocks from below for disks, from above for anything else ----

static DEFINE_MTREE(minors);

static void minor_numbers(void)
{
	unsigned long disk, other;

	mt_init_flags(&minors, MT_FLAGS_ALLOC_RANGE);
	for (unsigned long i = 0; i < 4; i++) {
		if (mtree_alloc_range(&minors, &disk, xa_mk_value(i), 16, 0, 255, GFP_KERNEL) == 0)
			printf("disk %lu: minors %lu-%lu\n", i, disk, disk + 15);
	}
	for (unsigned long i = 100; i < 102; i++) {
		if (mtree_alloc_rrange(&minors, &other, xa_mk_value(i), 10, 0, 255, GFP_KERNEL) == 0)
			printf("other %lu: minors %lu-%lu\n", i, other, other + 9);
	}
	printf("a block of 200: %d, a block of 0 numbers: %d\n",
	       mtree_alloc_range(&minors, &disk, xa_mk_value(9), 200, 0, 255, GFP_KERNEL),
	       mtree_alloc_range(&minors, &disk, xa_mk_value(9), 0, 0, 255, GFP_KERNEL));
	printf("minor 40 is of disk %lu\n", xa_to_value(mtree_load(&minors, 40)));

	// Internal words below MAPLE_RESERVED_RANGE are no entries for an allocator.
	printf("a reserved entry: %d\n",
	       mtree_alloc_range(&minors, &disk, xa_mk_internal(MAPLE_RESERVED_RANGE / 4 - 1), 1, 0, 255, GFP_KERNEL));
	mtree_destroy(&minors);
}

// ---- File descriptors: reserved with the zero entry, filled when the file is open ----

static struct maple_tree files;
static char disk_file[] = "disk", pipe_file[] = "pipe";

static int reserve(unsigned long fd) { return mtree_insert(&files, fd, XA_ZERO_ENTRY, GFP_KERNEL); }

static void list(const char *title)
{
	unsigned long fd = 0;
	char *name;

	printf("%s:", title);
	mt_for_each(&files, name, fd, ULONG_MAX)
		printf(" %lu-:%s", fd - 1, name);
	printf("\n");
}

static void descriptors(void)
{
	unsigned long from = 0;
	void *entry;

	mt_init(&files);
	printf("reserve 3: %d\n", reserve(3));
	printf("again: %d\n", reserve(3));
	printf("3 reads as %s\n", mtree_load(&files, 3) ? "a file" : "NULL");
	list("open");
	mtree_store(&files, 3, disk_file, GFP_KERNEL);
	printf("a pipe at 7-8: %d\n", mtree_insert_range(&files, 7, 8, pipe_file, GFP_KERNEL));
	printf("at 8-9: %d\n", mtree_insert_range(&files, 8, 9, pipe_file, GFP_KERNEL));
	printf("at 9-8: %d\n", mtree_insert_range(&files, 9, 8, pipe_file, GFP_KERNEL));
	printf("a reserved one at 5: %d\n", reserve(5));
	list("open");

	entry = mt_find(&files, &from, 10);
	printf("first %s, then from %lu", (char *)entry, from);
	entry = mt_find_after(&files, &from, 10);
	printf(" %s, then from %lu\n", (char *)entry, from);
	entry = mtree_erase(&files, 5);
	printf("5 was reserved: %d\n", xa_is_zero(entry));
	mtree_destroy(&files);
}

// ---- Who may wait ----

static void callers(void)
{
	static const struct {
		const char *who;
		gfp_t gfp;
	} caller[] = {
		{"a process", GFP_KERNEL},
		{"a process, charged", GFP_KERNEL_ACCOUNT | __GFP_ZERO},
		{"a file system", GFP_NOFS | __GFP_NOFAIL},
		{"a block device", GFP_NOIO | __GFP_RETRY_MAYFAIL},
		{"one who gives up early", __GFP_DIRECT_RECLAIM | __GFP_NORETRY},
		{"an interrupt", GFP_ATOMIC | __GFP_NOWARN},
		{"a fast path", GFP_NOWAIT},
		{"one who lost the right", GFP_KERNEL & ~__GFP_RECLAIM},
	};

	printf("without file systems %d, without devices %d, charged %d, urgent %d, in the background %d\n",
	       (GFP_KERNEL ^ GFP_NOFS) == __GFP_FS, (GFP_NOFS ^ GFP_NOIO) == __GFP_IO,
	       (GFP_KERNEL ^ GFP_KERNEL_ACCOUNT) == __GFP_ACCOUNT, (GFP_ATOMIC & __GFP_HIGH) != 0,
	       (GFP_NOWAIT & __GFP_KSWAPD_RECLAIM) != 0);
	mt_set_non_kernel(0); // Nothing is to be had without waiting.
	for (unsigned i = 0; i < sizeof(caller) / sizeof(caller[0]); i++) {
		printf("%s, may wait %d: %d\n", caller[i].who, gfpflags_allow_blocking(caller[i].gfp),
		       mtree_store(&files, 5, disk_file, caller[i].gfp));
		mtree_destroy(&files);
	}
}

int main(void)
{
	process_ids();
	last_numbers();
	minor_numbers();
	descriptors();
	callers();
	printf("nodes left: %lu\n", mt_nr_allocated());
	return 0;
}
