// SPDX-License-Identifier: GPL-2.0-or-later
//
// The header in C++17: what it defines by macros, and a call into the library. Exits with 0 if all is as it should be.

#include <linux/maple_tree.h>

static DEFINE_MTREE(names);
static struct maple_tree numbers = MTREE_INIT(numbers, MT_FLAGS_ALLOC_RANGE);

int main()
{
	MA_STATE(mas, &names, 0, 0);
	MA_WR_STATE(wr_mas, &mas, xa_mk_value(1));
	MA_TOPIARY(topiary, &names);
	char word[] = "a";
	unsigned long id = 0, seen = 0, index = 0;
	void *entry;

	if (mtree_store_range(&names, 10, 19, word, GFP_KERNEL) || wr_mas.mas != &mas || topiary.mtree != &names)
		return 1;
	mas_for_each(&mas, entry, ULONG_MAX)
		seen += mas.last - mas.index + 1;
	mt_for_each(&names, entry, index, ULONG_MAX)
		seen += entry == word;
	if (mtree_alloc_range(&numbers, &id, xa_mk_value(7), 5, 100, 200, GFP_KERNEL) || MT_WARN_ON(&numbers, id != 100))
		return 1;
	MT_BUG_ON(&names, seen != 11);
	mtree_destroy(&names);
	mtree_destroy(&numbers);
	return mt_nr_allocated() != 0;
}
