// SPDX-License-Identifier: GPL-2.0-or-later
//
// The ground that nodes stand on: which memory belongs to which place of the slab. Knows no request, no counter and no
// state of a node.
//
// Three kinds of ground, chosen when the core is compiled:
//
//     wasm32           the end of linear memory, from __heap_base on, grown by the module itself (no import is needed);
//                      an address is made up, MPL_NODE_BASE + 256 * place
//     64-bit host      one area of address space that grows at its end, step by step. It begins far below what the
//                      system maps by itself, so that nothing is in its way. The table of places stands before it,
//                      and grows with it:
//
//                          | table ->         | nodes ->
//
//     under ASan       a heap block for each node, so that ASan reports a use after free together with the free
//
// On the first two a place has always the same memory. On all of them an address is a multiple of 256.

#ifndef MPL_GROUND_H
#define MPL_GROUND_H

#include "node.h"

#include <string.h>

// Most places: 512 MiB of nodes.
#define MPL_PLACES_MAX (UINT32_C(1) << 21)

// The record that places.h keeps of each.
#define MPL_GROUND_RECORD_BYTES 16u

#define MPL_NODE_BASE UINT64_C(0xffff888000000000)

#if defined(__SANITIZE_ADDRESS__)
#define MPL_GROUND_HEAP 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MPL_GROUND_HEAP 1
#endif
#endif
#ifndef MPL_GROUND_HEAP
#define MPL_GROUND_HEAP 0
#endif

// Makes places 0 ... 'places' - 1 and their records usable; false if memory runs out.
bool mpl_ground_reach(uint32_t places);
// Returns the memory of places 0 ... 'places' - 1 to the system; none of them may be open. They stay mapped and read as
// zeros, so that code that still reads a freed node does not fault. Does nothing on the other grounds.
void mpl_ground_release(uint32_t places);
// The place whose node is at 'word', its low byte ignored; false if no place has such a node. 'word' may be anything.
bool mpl_ground_find(uint64_t word, uint32_t *place);

#if defined(__wasm__)

extern unsigned char __heap_base;

static inline struct mpl_node *mpl_ground_base(void)
{
	return (struct mpl_node *)(((uintptr_t)&__heap_base + MPL_NODE_BYTES - 1) & ~(uintptr_t)(MPL_NODE_BYTES - 1));
}
static inline struct mpl_node *mpl_ground_node(uint32_t place) { return mpl_ground_base() + place; }
static inline uint32_t mpl_ground_place(const struct mpl_node *node) { return (uint32_t)(node - mpl_ground_base()); }

// The node that a word names, its low byte ignored; and the bare address of a node.
static inline struct mpl_node *mpl_node_at(uint64_t word)
{
	return (struct mpl_node *)((uintptr_t)mpl_ground_base() + (uint32_t)(word & MPL_ADDRESS_MASK));
}
static inline uint64_t mpl_node_address(const struct mpl_node *node)
{
	return MPL_NODE_BASE + ((uintptr_t)node - (uintptr_t)mpl_ground_base());
}

static_assert((uint32_t)MPL_NODE_BASE == 0, "the low half of an address is the distance from the base");

#else

#if MPL_GROUND_HEAP
struct mpl_node *mpl_ground_node(uint32_t place);
uint32_t mpl_ground_place(const struct mpl_node *node);
#else
// Both NULL until the first place is reached.
extern struct mpl_node *mpl_ground_start;
extern unsigned char *mpl_ground_table;

static inline struct mpl_node *mpl_ground_node(uint32_t place) { return mpl_ground_start + place; }
static inline uint32_t mpl_ground_place(const struct mpl_node *node) { return (uint32_t)(node - mpl_ground_start); }
#endif

static inline struct mpl_node *mpl_node_at(uint64_t word)
{
	return (struct mpl_node *)(uintptr_t)(word & MPL_ADDRESS_MASK);
}
static inline uint64_t mpl_node_address(const struct mpl_node *node) { return (uint64_t)(uintptr_t)node; }

#endif

// The memory of a place just taken, its content undefined (all bytes MPL_FILL, if that is defined), and its return.
#if MPL_GROUND_HEAP
struct mpl_node *mpl_ground_open(uint32_t place);
void mpl_ground_close(uint32_t place);
#else
static inline struct mpl_node *mpl_ground_open(uint32_t place)
{
	struct mpl_node *node = mpl_ground_node(place);

#ifdef MPL_FILL
	memset(node, MPL_FILL, sizeof(*node));
#endif
	return node;
}
static inline void mpl_ground_close(uint32_t place) { (void)place; }
#endif

#endif
