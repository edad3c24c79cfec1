// SPDX-License-Identifier: GPL-2.0-or-later
//
// The library in a program whose address space is limited (ulimit -v). `full_slab run` stores, loads and destroys;
// `full_slab fill` stores until memory ends. A full slab is -ENOMEM and leaves the tree as it was; whatever is freed can
// be used again; an empty slab returns its memory. Prints ok.

#include <linux/maple_tree.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static unsigned long resident_pages(void)
{
	unsigned long all = 0, resident = 0;
	FILE *file = fopen("/proc/self/statm", "r");

	expect(file && fscanf(file, "%lu %lu", &all, &resident) == 2, "statm cannot be read");
	fclose(file);
	return resident;
}

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
	expect(count > 1000000, "the slab is full too early");
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

int main(int argc, char **argv)
{
	int error = 0;

	expect(argc == 2, "say run or fill");
	if (!strcmp(argv[1], "fill")) {
		fill_and_free();
	} else {
		expect(fill(20000, &error) == 20000, "a small tree does not fit");
		expect_stored(20000);
	}
	mtree_destroy(&tree);
	printf("ok\n");
	return 0;
}
