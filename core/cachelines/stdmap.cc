// SPDX-License-Identifier: GPL-2.0-or-later
//
// Ranges in a std::map. See stdmap.h.

#include "stdmap.h"

#include "fold.h"
#include "redblack.h"

#include "../include/maple_tree_linux.h"

#include <cstddef>
#include <iterator>
#include <map>
#include <new>
#include <type_traits>
#include <utility>

alignas(256) unsigned char mpl_map_places[MPL_MAP_NODES_MAX * MPL_MAP_PLACE_BYTES];

namespace {

uint32_t free_places[MPL_MAP_NODES_MAX];
uint32_t free_count;
uint32_t used; // Places ever given out.

bool has_room(uint32_t nodes) { return nodes <= free_count + (MPL_MAP_NODES_MAX - used); }

// ---- Links of 64 bits where pointers are shorter ----

template <class T> class Wide {
	uint64_t address = 0;

public:
	using element_type = T;
	using value_type = std::remove_cv_t<T>;
	using pointer = Wide;
	using reference = std::add_lvalue_reference_t<T>;
	using difference_type = std::ptrdiff_t;
	using iterator_category = std::random_access_iterator_tag;

	Wide() = default;
	Wide(std::nullptr_t) {}
	explicit Wide(T *to) : address(reinterpret_cast<uintptr_t>(to)) {}
	template <class U, class = std::enable_if_t<std::is_convertible_v<U *, T *>>>
	Wide(const Wide<U> &other) : Wide(static_cast<T *>(other.get()))
	{
	}
	template <class U, class = std::enable_if_t<!std::is_convertible_v<U *, T *>>, class = void>
	explicit Wide(const Wide<U> &other) : Wide(static_cast<T *>(other.get()))
	{
	}
	template <class U = T> static Wide pointer_to(U &to) { return Wide(&to); }

	T *get() const { return reinterpret_cast<T *>(static_cast<uintptr_t>(address)); }
	T *operator->() const { return get(); }
	reference operator*() const { return *get(); }
	explicit operator bool() const { return address != 0; }
	friend bool operator==(Wide one, Wide other) { return one.address == other.address; }
	friend bool operator!=(Wide one, Wide other) { return one.address != other.address; }
};

// ---- Places ----

template <class T> struct Places {
	using value_type = T;
	using pointer = std::conditional_t<sizeof(void *) == 8, T *, Wide<T>>;

	Places() = default;
	template <class U> Places(const Places<U> &) {}

	// Whoever inserts has looked for room.
	pointer allocate(std::size_t)
	{
		static_assert(sizeof(T) == MPL_MAP_NODE_BYTES, "a node is the same on every host");
		uint32_t place = free_count ? free_places[--free_count] : used++;

		return pointer(reinterpret_cast<T *>(mpl_map_places + place * MPL_MAP_PLACE_BYTES));
	}
	void deallocate(pointer at, std::size_t)
	{
		auto *byte = reinterpret_cast<unsigned char *>(&*at);

		free_places[free_count++] = static_cast<uint32_t>(byte - mpl_map_places) / MPL_MAP_PLACE_BYTES;
	}
	friend bool operator==(Places, Places) { return true; }
	friend bool operator!=(Places, Places) { return false; }
};

// ---- The map ----

struct Range {
	uint64_t first;
	uint64_t last;
};

// Asks for the depth of the node of a range: nodes that the search has compared until it met this one.
struct Probe {
	uint64_t first;
	uint32_t *compared;
	uint32_t *depth;
};

// Ranges that overlap count as equal, so that a lookup is a search for a range of one index.
struct Before {
	using is_transparent = void;

	bool operator()(const Range &one, const Range &other) const { return one.last < other.first; }
	bool operator()(const Range &one, const Probe &probe) const
	{
		++*probe.compared;
		if (one.first == probe.first)
			*probe.depth = *probe.compared;
		return one.last < probe.first;
	}
	bool operator()(const Probe &probe, const Range &one) const { return probe.first < one.first; }
};

using Map = std::map<Range, uint64_t, Before, Places<std::pair<const Range, uint64_t>>>;

alignas(Map) unsigned char held[2][sizeof(Map)];
bool made[2];

// The map, and its copy: never destroyed at exit, made at first use.
Map &map_at(unsigned which)
{
	auto *map = reinterpret_cast<Map *>(held[which]);

	if (!made[which])
		new (map) Map();
	made[which] = true;
	return *map;
}

template <class Word> uint64_t folded(const Map &map, Word word_of)
{
	uint64_t fold = 0;

	for (const auto &[range, word] : map)
		fold = mpl_fold_range(fold, range.first, range.last, word_of(word));
	return fold;
}

uint64_t same(uint64_t word) { return word; }

} // namespace

void mpl_map_clear()
{
	mpl_map_copy_drop();
	map_at(0).clear();
	free_count = used = 0;
}

int32_t mpl_map_insert(uint64_t first, uint64_t last, uint64_t word)
{
	if (first > last || !word)
		return -MPL_EINVAL;
	if (!has_room(1))
		return -MPL_ENOMEM;
	return map_at(0).try_emplace(Range{first, last}, word).second ? 0 : -MPL_EEXIST;
}

uint64_t mpl_map_load(uint64_t index)
{
	const Map &map = map_at(0);
	auto found = map.find(Range{index, index});

	return found == map.end() ? 0 : found->second;
}

uint64_t mpl_map_erase(uint64_t index)
{
	Map &map = map_at(0);
	auto found = map.find(Range{index, index});
	uint64_t word;

	if (found == map.end())
		return 0;
	word = found->second;
	map.erase(found);
	return word;
}

uint64_t mpl_map_iterate() { return folded(map_at(0), same); }

uint64_t mpl_map_iterate_records()
{
	return folded(map_at(0), [](uint64_t word) { return mpl_rb_records[word >> 1].word; });
}

uint32_t mpl_map_count() { return static_cast<uint32_t>(map_at(0).size()); }

uint32_t mpl_map_depth(uint32_t of)
{
	const Map &map = map_at(0);
	uint32_t least = 0, most = 0, sum = 0;

	for (const auto &at : map) {
		uint32_t compared = 0, depth = 0;

		map.lower_bound(Probe{at.first.first, &compared, &depth});
		least = least && least < depth ? least : depth;
		most = most > depth ? most : depth;
		sum += depth;
	}
	return of == MPL_RB_LEAST ? least : of == MPL_RB_MOST ? most : sum;
}

int32_t mpl_map_copy()
{
	const Map &map = map_at(0);

	if (made[1] || !has_room(mpl_map_count()))
		return -MPL_ENOMEM;
	new (held[1]) Map(map);
	made[1] = true;
	return 0;
}

void mpl_map_copy_drop()
{
	if (made[1])
		map_at(1).~Map();
	made[1] = false;
}

uint64_t mpl_map_copy_iterate() { return folded(map_at(1), same); }
