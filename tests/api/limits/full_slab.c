// SPDX-License-Identifier: GPL-2.0-or-later
//
// The library in a program whose address space is limited (ulimit -v). `full_slab run` stores, loads and destroys;
// `full_slab fill` stores until memory ends. A full slab is -ENOMEM and leaves the tree as it was; whatever is freed
// can be used again; an empty slab returns its memory. `full_slab steps` watches how much the slab takes and returns.
// Prints ok.

#include <linux/maple_tree.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static DEFINE_MTREE(tree);

static void fail(const char *what, unsigned long number)
{
	printf("%s (%lu)\n", what, number);
	exit(1);
}

static void expect(int holds, const char *what)
{
	if (!holds)
		fail(what, 0);
}

struct pages {
	unsigned long mapped;
	unsigned long resident;
};

static struct pages pages_now(void)
{
	struct pages now = {0, 0};
	char text[128] = ""; // Where the slab is full, there is no memory for a stream either.
	int file = open("/proc/self/statm", O_RDONLY);

	expect(file >= 0 && read(file, text, sizeof(text) - 1) > 0, "statm cannot be read");
	expect(sscanf(text, "%lu %lu", &now.mapped, &now.resident) == 2, "statm is not understood");
	close(file);
	return now;
}

static unsigned long resident_pages(void) { return pages_now().resident; }

// Stores single indexes from 0 on. Returns how many fit, 'most' if all do; the error is in '*error'.
static unsigned long fill(unsigned long most, int *error)
{
	for (unsigned long i = 0; i < most; i++) {
		*error = mtree_store(&tree, i, xa_mk_value(i), GFP_KERNEL);
		if (*error)
			return i;
	}
	return most;
}

// The indexes 0 ... count - 1 are stored and no others.
static void expect_stored(unsigned long count)
{
	unsigned long seen = 0, index = 0;
	void *entry;

	mt_for_each(&tree, entry, index, ULONG_MAX) {
		if (entry != xa_mk_value(seen))
			fail("another entry than stored", seen);
		seen++;
	}
	if (seen != count)
		fail("more entries or fewer than stored", seen);
}

static void fill_and_free(void)
{
	int error = 0;
	unsigned long count = fill(100000000, &error);
	unsigned long nodes = mt_nr_allocated();
	unsigned long full_pages = resident_pages();

	if (error != -ENOMEM)
		fail("a full slab is another error than -ENOMEM", (unsigned long)-error);
	expect(count > 2800000, "the slab is full too early");
	expect(mtree_store(&tree, count, xa_mk_value(count), GFP_KERNEL) == -ENOMEM, "a second attempt succeeds");
	expect(mtree_store_range(&tree, 500, 505, NULL, GFP_KERNEL) == 0, "a store that needs no node fails");
	for (unsigned long i = 500; i <= 505; i++)
		expect(mtree_store(&tree, i, xa_mk_value(i), GFP_KERNEL) == 0, "what was freed cannot be used");
	expect(mt_nr_allocated() <= nodes, "nodes leak");
	expect_stored(count);
	mtree_destroy(&tree);
	expect(mt_nr_allocated() == 0, "nodes are left");
	mt_cache_shrink();
	if (resident_pages() + count / 20 / 16 > full_pages)
		fail("the memory of an empty slab is kept", resident_pages());
	if (fill(count, &error) != count)
		fail("the same entries do not fit again", (unsigned long)-error);
	expect_stored(count);
}

// Entries in about 110 MiB of nodes: 15 a leaf, 256 bytes each.
#define MANY 6000000ul
#define PAGES_OF(mebibytes) ((mebibytes) * 256ul)

// The slab maps a step at a time. A large tree that goes leaves no memory behind, in RCU mode once its nodes are free,
// and a state that stood in it still notices that its node is gone.
static void watch_steps(void)
{
	struct pages before = pages_now(), small, large, after;
	MA_STATE(mas, &tree, MANY / 2, MANY / 2);
	int error = 0;

	expect(fill(100, &error) == 100, "a small tree does not fit");
	small = pages_now();
	if (small.mapped - before.mapped > PAGES_OF(8))
		fail("a small tree maps more than 8 MiB", small.mapped - before.mapped);
	mtree_destroy(&tree);
	for (unsigned round = 0; round < 2; round++) {
		expect(fill(MANY, &error) == MANY, "a large tree does not fit");
		if (round)
			mt_set_in_rcu(&tree);
		large = pages_now();
		expect(large.mapped - before.mapped > PAGES_OF(90), "the large tree is not large");
		if (large.mapped - before.mapped > large.resident - before.resident + PAGES_OF(16))
			fail("more is mapped than used", large.mapped - before.mapped);
		mas_set(&mas, MANY / 2);
		expect(mas_walk(&mas) == xa_mk_value(MANY / 2), "an entry is not found");
		mtree_destroy(&tree);
		rcu_barrier();
		after = pages_now();
		if (after.resident > small.resident + PAGES_OF(8))
			fail("a destroyed tree keeps its memory", after.resident);
		expect(fill(100, &error) == 100, "a small tree does not fit after a large one");
		expect(mas_prev(&mas, 0) == xa_mk_value(99), "a state believes a node that is gone");
		mtree_destroy(&tree);
		rcu_barrier();
		mt_init(&tree);
	}
}

int main(int argc, char **argv)
{
	int error = 0;

	expect(argc == 2, "say run, fill or steps");
	if (!strcmp(argv[1], "fill")) {
		fill_and_free();
	} else if (!strcmp(argv[1], "steps")) {
		watch_steps();
	} else {
		expect(fill(20000, &error) == 20000, "a small tree does not fit");
		expect_stored(20000);
	}
	mtree_destroy(&tree);
	printf("ok\n");
	return 0;
}
