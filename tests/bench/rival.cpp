// SPDX-License-Identifier: GPL-2.0-or-later
//
// std::map, memcpy and dependent reads. See rival.h.

#include "rival.h"

#include "workloads.h"

#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <map>
#include <vector>

namespace {

struct Range {
	uint64_t last;
	uint64_t value;
};
using Map = std::map<uint64_t, Range>;

// As long as a node of the core. 'next' is what a chase reads.
struct Block {
	uint64_t next;
	uint64_t rest[31];
};

rival rival_kind;
uint32_t workload;
uint32_t size;
uint32_t nodes;
bool used;
uint64_t seed;
uint64_t seen;
const uint32_t *order;
Map map;
std::vector<Map> copies;
std::vector<Block> blocks;
std::vector<void *> memory;

Range range_of(uint32_t i) { return {bench_last(workload, i), i}; }

// One cycle through all blocks, in random order.
void link_blocks()
{
	const uint32_t *cycle = bench_order(nodes, 4);

	for (uint32_t i = 0; i < nodes; i++)
		blocks[cycle[i]].next = cycle[i + 1 < nodes ? i + 1 : 0];
}

uint32_t run_build()
{
	for (uint32_t i = 0; i < size; i++)
		map.emplace(bench_first(workload, order[i]), range_of(order[i]));
	return size;
}

uint32_t run_ascend()
{
	for (uint32_t i = 0; i < size; i++)
		map.emplace_hint(map.end(), bench_first(workload, i), range_of(i));
	return size;
}

uint32_t run_lookup()
{
	uint64_t sum = 0;
	uint64_t width = bench_first(workload, size);

	for (uint32_t i = 0; i < size; i++) {
		uint64_t index = (bench_random(&seed) >> 32) * width >> 32;
		auto behind = map.upper_bound(index);

		if (behind == map.begin())
			continue;
		--behind;
		if (index <= behind->second.last)
			sum += behind->second.value << 1 | 1; // As an entry of the tree.
	}
	seen = sum;
	return size;
}

uint32_t run_iterate()
{
	uint64_t sum = 0;

	for (const auto &at : map)
		sum += at.second.value << 1 | 1;
	seen = sum;
	return size;
}

uint32_t run_erase()
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < size; i++) {
		auto at = map.find(bench_first(workload, order[i]));

		sum += at->second.value << 1 | 1;
		map.erase(at);
	}
	seen = sum;
	return size;
}

uint32_t run_copy()
{
	for (uint32_t i = 0; i < bench_copies(size); i++)
		copies[i] = map;
	return bench_copies(size) * size;
}

uint32_t run_memcpy()
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < bench_copies(size); i++) {
		for (uint32_t k = 0; k < nodes; k++) {
			void *copy = std::malloc(sizeof(Block));

			std::memcpy(copy, &blocks[k], sizeof(Block));
			memory.push_back(copy);
			sum += *static_cast<uint64_t *>(copy);
		}
	}
	seen = sum;
	return bench_copies(size) * size;
}

uint32_t run_chase()
{
	uint64_t at = 0;

	for (uint32_t i = 0; i < size; i++)
		at = blocks[at].next;
	seen = at;
	return size;
}

// Joins all free pieces of the heap, so that what comes next lies in one stretch, and keeps its pages.
void smooth_memory()
{
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	std::free(std::malloc(1 << 20));
}

uint64_t contents(const Map &of)
{
	uint64_t sum = 0;

	for (const auto &at : of)
		sum = bench_mix(sum, at.first, at.second.last, at.second.value);
	return sum;
}

} // namespace

void rival_use(uint32_t entries)
{
	used = entries > 0;
	workload = BENCH_RANDOM_BUILD;
	size = entries;
	order = bench_order(size, 1);
	run_build();
	order = bench_order(size, 2);
	run_erase();
}

int rival_prepare(rival kind, uint32_t which, uint32_t n, uint32_t count)
{
	rival_kind = kind;
	workload = which;
	size = n;
	nodes = count;
	seed = 1;
	seen = 0;
	if (!used)
		smooth_memory();
	if (kind == RIVAL_BUILD || kind == RIVAL_ERASE)
		order = bench_order(n, 3);
	if (kind == RIVAL_LOOKUP || kind == RIVAL_ITERATE || kind == RIVAL_ERASE || kind == RIVAL_COPY)
		run_ascend();
	if (kind == RIVAL_COPY)
		copies.resize(bench_copies(n));
	if (kind == RIVAL_MEMCPY || kind == RIVAL_CHASE)
		blocks.resize(nodes);
	if (kind == RIVAL_MEMCPY)
		memory.reserve(static_cast<size_t>(bench_copies(n)) * nodes);
	if (kind == RIVAL_CHASE)
		link_blocks();
	return kind <= RIVAL_NONE || kind >= RIVALS;
}

uint32_t rival_run()
{
	switch (rival_kind) {
	case RIVAL_BUILD:
		return run_build();
	case RIVAL_ASCEND:
		return run_ascend();
	case RIVAL_LOOKUP:
		return run_lookup();
	case RIVAL_ITERATE:
		return run_iterate();
	case RIVAL_ERASE:
		return run_erase();
	case RIVAL_COPY:
		return run_copy();
	case RIVAL_MEMCPY:
		return run_memcpy();
	case RIVAL_CHASE:
		return run_chase();
	default:
		return 0;
	}
}

uint64_t rival_sum()
{
	switch (rival_kind) {
	case RIVAL_LOOKUP:
	case RIVAL_ITERATE:
		return seen;
	case RIVAL_ERASE:
		return bench_mix(contents(map), 0, 0, seen);
	case RIVAL_COPY:
		return contents(copies.back());
	case RIVAL_BUILD:
	case RIVAL_ASCEND:
		return contents(map);
	default:
		return 0;
	}
}

void rival_finish()
{
	map.clear();
	copies.clear();
	blocks.clear();
	for (void *copy : memory)
		std::free(copy);
	memory.clear();
}
