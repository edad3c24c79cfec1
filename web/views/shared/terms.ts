// SPDX-License-Identifier: GPL-2.0-or-later
//
// The glossary: each term of the field, one meaning, one or two sentences. Shown wherever the page uses the word. Pure.

export interface TermText {
  readonly name: string;
  readonly text: string;
}

export const TERMS = {
  index: { name: 'index', text: 'A 64-bit key, 0 to 2^64 − 1 (max). In an address space an index is a byte address.' },
  last: { name: 'last', text: 'The final index of a range. Ranges include both ends: first and last.' },
  range: { name: 'range', text: 'A run of indexes that carries one entry. Ranges cover the whole index space without holes; what is not stored carries NULL.' },
  entry: { name: 'entry', text: 'What is stored over a range: a pointer or a value. NULL means that nothing is stored.' },
  zeroEntry: { name: 'zero entry', text: 'A reserved entry that keeps a range occupied while an ordinary load still reads NULL.' },
  node: { name: 'node', text: 'A block of 256 bytes, aligned to 256, that holds slots and the pivots between them.' },
  leaf: { name: 'leaf', text: 'A node of the lowest level: up to 16 slots, each with an entry. All leaves are at the same depth.' },
  rangeNode: { name: 'range node', text: 'An inner node of a tree without gap tracking: up to 16 children and the 15 pivots between them.' },
  arange: { name: 'arange node', text: 'An inner node of a tree that tracks gaps: up to 10 children, 9 pivots, and for each child the largest gap below it.' },
  slot: { name: 'slot', text: 'One of the numbered positions in a node. In a leaf it holds an entry, in an inner node the word of a child.' },
  pivot: { name: 'pivot', text: 'The last index of a slot. A full node has a slot more than pivots: there the last slot ends with the node, whose limit the parent knows.' },
  end: { name: 'end', text: 'The offset of the last used slot of a node; one more slot than that is in use.' },
  fill: { name: 'fill', text: 'How many slots of a node are in use, of how many it has.' },
  gap: { name: 'gap', text: 'A number that an arange node records for each child: the size of the longest NULL range below it. A search for free space skips every child whose gap is too small.' },
  nullRange: { name: 'NULL range', text: 'A range with no entry: free for the taking. Neighbouring NULL ranges are always one.' },
  gapMetadata: { name: 'gap metadata', text: 'The offset, kept in an arange node, of a child with the largest gap. With equals the choice depends on history.' },
  parentWord: { name: 'parent word', text: 'The first 8 bytes of a node: the address of its parent and the slot that names it there. A root names its tree; a dead node names itself.' },
  metadata: { name: 'metadata', text: 'The end, and in an arange node the gap offset. A leaf or range node keeps it over its last slot, as long as that is not used.' },
  vma: { name: 'VMA', text: 'A virtual memory area: one line of /proc/PID/maps. An address space is a maple tree of its VMAs.' },
  storeType: { name: 'store type', text: 'The decision taken before anything is written: which of nine ways the write goes. With the two heights it fixes how many nodes are needed.' },
  store_root: { name: 'store_root', text: 'The tree has no node yet: the entry goes into the root pointer, or a first leaf is made.' },
  new_root: { name: 'new_root', text: 'The write covers the whole index space: one new leaf (or nothing) takes the place of the tree.' },
  exact_fit: { name: 'exact_fit', text: 'The range is exactly that of one slot: only the entry in it changes.' },
  spanning_store: { name: 'spanning_store', text: 'The write goes beyond one leaf: its range does, or it would leave a leaf ending in NULL, so that the next leaf must join in. What is left at both ends is gathered in new nodes.' },
  split_store: { name: 'split_store', text: 'The leaf cannot hold what the write leaves: its slots are dealt to two leaves, or some are pushed to a neighbour.' },
  rebalance: { name: 'rebalance', text: 'The leaf would be left with too few slots: it shares with a neighbour, or is merged into it.' },
  append: { name: 'append', text: 'The write lies in the last slot and the leaf has room: slots are added at its end, in place.' },
  node_store: { name: 'node_store', text: 'The leaf has room but slots must move: it is written anew, in place, or as a new node in RCU mode.' },
  slot_store: { name: 'slot_store', text: 'The number of slots stays: only entries and boundaries of one leaf move, in place.' },
  vacantHeight: { name: 'vacant height', text: 'The deepest level on the way down (1 is the root) whose node has room for one more child; 0 if none has. A split cannot reach above it.' },
  sufficientHeight: { name: 'sufficient height', text: 'The deepest level on the way down (1 is the root) whose node has at least two children more than its minimum: 9 in a range node, 7 in an arange node, 4 in the root. 0 if none has. A rebalance cannot reach above it.' },
  height: { name: 'height', text: 'The number of node levels: 0 for a tree without nodes, 1 for a single leaf.' },
  depth: { name: 'depth', text: 'Steps from the root: 0 for the root itself. Levels are counted from 1, so the depth is the level less one.' },
  wholeHeight: { name: 'whole-height formula', text: 'What the same write was said to need before 6.16, when every level up to the root was provided for.' },
  wholeHeightPolicy: { name: 'whole height', text: 'This tree asks for nodes as releases before 6.16 did: for every level up to the root. Layouts are the same; only the requests differ.' },
  request: { name: 'request', text: 'One call to the node allocator: for a single node, or for several at once. It is granted whole or refused whole.' },
  neededWhole: { name: 'needed', text: 'Nodes that the whole-height formula, by which this tree goes, says the write may need at most. Requests are made for them before anything is written.' },
  vacancyFormula: { name: 'formula of 6.16', text: 'What the same write needs by the formula of 6.16, which provides only for the levels below the vacant or sufficient height.' },
  needed: { name: 'needed', text: 'Nodes that the formula of 6.16 says the write may need at most. Requests are made for them before anything is written.' },
  requested: { name: 'requested', text: 'Nodes of all requests that the step made of the allocator, refused ones included. A refused request may be made again.' },
  granted: { name: 'granted', text: 'Nodes that the allocator handed out: those requested less those refused.' },
  singleRequest: { name: 'single request', text: 'A request for one node. The first node that a write needs is always requested singly.' },
  bulkRequest: { name: 'bulk request', text: 'A request for up to 30 nodes at once: all of them are granted, or none.' },
  used: { name: 'used', text: 'Nodes granted that became part of the tree. The rest is returned at the end of the write.' },
  unused: { name: 'not used', text: 'Nodes granted that the write did not need in the end: they are returned to the allocator, and counted under given back.' },
  givenBack: { name: 'given back', text: 'Nodes returned to the allocator: those that the write replaced or destroyed, and those that were granted and not used.' },
  replaced: { name: 'replaced', text: 'A node that is gone, disposed of by itself: new nodes hold what stays of it.' },
  destroyed: { name: 'destroyed', text: 'A node that is gone with a whole subtree, since all of its range was overwritten, or its tree came to an end. Nothing of it is kept.' },
  live: { name: 'live nodes', text: 'Nodes that are out of the allocator now, over all trees.' },
  preallocation: { name: 'preallocation', text: 'Requesting all nodes that a later store may need beforehand and holding them in reserve, so that the store itself cannot fail.' },
  reserve: { name: 'reserve', text: 'Nodes that were granted and are held for a write, not yet part of any tree.' },
  place: { name: 'place', text: 'Which block of the node allocator the node lies in, counted from 0. A block is used again after its node was given back; the number after # never is.' },
  bulkLoad: { name: 'bulk load', text: 'Loading many ascending entries with a reserve for all of them; leaves are packed, and a closing rebalance repairs the last one.' },
  rcu: { name: 'RCU mode', text: 'Readers may walk the tree while it changes: nodes that are replaced or destroyed stay readable until the grace period is over.' },
  deferred: { name: 'deferred', text: 'Given back only after a grace period, because a reader may still be looking at the node. The grace period ends with the step, or when the last reader that was in before has left.' },
  waiting: { name: 'waiting for readers', text: 'Dead nodes whose grace period lasts, because a parked reader entered before they died. They are live until it leaves.' },
  reader: { name: 'reader', text: 'A state that walks a tree in RCU mode without its lock and is parked on a leaf. Writers go on meanwhile; the leaf may die under it.' },
  deadNode: { name: 'dead node', text: 'A node that has left the tree: its parent word names itself, so a reader that meets it knows to start again.' },
  push: { name: 'push', text: 'Instead of splitting, slots move to a neighbour with room; the number of nodes stays.' },
  split: { name: 'split', text: 'A full node becomes two; the parent needs one more slot, which may split it too.' },
  duplication: { name: 'duplication', text: 'Copying a tree node for node, with its layout, instead of storing every entry again. A fork does this to the VMA tree.' },
  invariant: { name: 'invariant', text: 'A condition that must hold after every operation, numbered I1 to I39. A second opinion checks them from the node bytes alone.' },
  oracle: { name: 'plain range map', text: 'A simple list of ranges that is fed with the same operations. Contents that differ from it are reported like a broken invariant.' },
  sum: { name: 'sum', text: 'A 64-bit FNV-1a hash over the canonical dump of the tree: equal sums mean equal layouts.' },
  mapCount: { name: 'map_count', text: 'How many VMAs the address space has. After a failed fork the exit path must remove exactly as many as it counts.' },
  totalVm: { name: 'total_vm', text: 'Pages of all VMAs together, present or not. A fork copies the parent’s figure and takes off what VM_DONTCOPY leaves out.' },
  rss: { name: 'rss', text: 'Resident set: pages that are present, anonymous ones and those of files. The zero page counts in neither.' },
  pgtables: { name: 'page tables', text: 'Pages that hold page tables, below the top one, which every address space has. Linux tells them in bytes, as pgtables_bytes.' },
  commit: { name: 'commit account', text: 'Pages that private writable memory may come to need, charged when it is mapped and given back when it goes. A fork charges them again for the child.' },
  brk: { name: 'brk', text: 'Where the heap ends; its size stands beside it.' },
  mmapBase: { name: 'mmap_base', text: 'A mapping without a wanted address is placed in the highest free range below this.' },
  marker: { name: 'marker', text: 'A zero entry that Linux 6.16 stores over the first VMA that a failed fork did not duplicate. The teardown stops there: what comes after is the parent’s.' },
  ceiling: { name: 'ceiling', text: 'The address that freeing page tables may not reach over. It is rounded down to 2 MiB, so that a table shared with what lies above stays.' },
  failurePoint: { name: 'failure points', text: 'The places at which a fork can fail. F1 address space, F2 and F5 signal, F3 tree copy, F4 leaving a VMA out, F6 commit, F7 VMA, F8 policy, F9 userfaultfd, F10 anon_vma, F11 page table, F12 architecture.' },
  thinNode: { name: 'thin node', text: 'A node with fewer slots in use than its minimum. A bulk load may leave some at the right edge.' },
  balance: { name: 'balance', text: 'Live nodes minus nodes that can be reached from a tree: 0, unless a node was lost.' },
} as const satisfies Readonly<Record<string, TermText>>;

export type TermId = keyof typeof TERMS;

/** The term of a name as the core spells it (`split_store`); null for an unknown one. */
export function termOf(name: string): TermId | null {
  return name in TERMS ? (name as TermId) : null;
}
