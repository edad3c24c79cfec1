// SPDX-License-Identifier: GPL-2.0-or-later
//
// The glossary: what each term of the field means, in one or two sentences. Shown wherever the page uses the word.
// Pure.

import { pointName } from '../../words/failure-points';
import type { TermId } from './terms';
import { DEFAULT_RELEASE, releaseRow } from '../../model/releases';

export const TERM_TEXTS: Readonly<Record<TermId, string>> = {
  event:
    'One thing that the core does inside a step: it reads a node, decides, makes a request or writes a word. ' +
    'Slow motion draws the tree as memory was at that moment.',
  index: 'A 64-bit key, 0 to 2^64 − 1 (max). In an address space an index is a byte address.',
  last: 'The final index of a range. Ranges include both ends: first and last.',
  range:
    'Consecutive indexes with one entry. Ranges cover the whole index space without holes; where nothing is ' +
    'stored, the entry is NULL.',
  entry: 'What is stored over a range: a pointer or a value. NULL means that nothing is stored.',
  zeroEntry: 'A reserved entry that occupies a range although a load reads NULL.',
  node: 'A block of 256 bytes, aligned to 256, that holds numbered slots and their pivots.',
  leaf: 'A node of the lowest level: up to 16 slots, each with an entry. All leaves are at the same depth.',
  rangeNode: 'An inner node of a tree without gap tracking: up to 16 children, and 15 pivots.',
  arange:
    'An inner node of a tree that tracks gaps: up to 10 children, 9 pivots, and for each child the largest gap ' +
    'below it.',
  sibling: 'The node in the next slot to the left or right under the same parent.',
  slot: 'One of the numbered positions in a node. In a leaf it holds an entry, in an inner node the word of a child.',
  pivot:
    'The last index of a slot. The pivot of the last slot in use is the last index of the node. A full node has ' +
    'no room for it: there it is implied, and drawn in italics.',
  end: 'The offset of the last used slot of a node. The number of used slots is one more.',
  fill: 'The slots of a node in use, out of the slots it has.',
  gap:
    'A range of NULL, counted in indexes. An arange node records for each child the longest one below it; a ' +
    'search for free space skips every child whose recorded gap is too small.',
  nullRange: 'A range without an entry, free to be used. Adjacent NULL ranges are always merged.',
  gapMetadata:
    'The offset of a child with the largest gap, kept in an arange node. Among equal gaps the choice depends on ' +
    'history.',
  parentWord:
    'The first 8 bytes of a node: the address of its parent and its slot there. A root names its tree; a dead ' +
    'node names itself.',
  metadata:
    'The end, and in an arange node the gap offset. A leaf or range node keeps it in the place of its last slot ' +
    'while that is unused.',
  vma: 'A virtual memory area: one line of /proc/PID/maps. An address space is a maple tree of its VMAs.',
  storeType:
    'One of nine kinds of write, chosen before anything is written. Together with the two heights it determines ' +
    'how many nodes are needed.',
  store_root: 'The tree has no node yet: the entry goes into the root pointer, or a first leaf is made.',
  new_root: 'The write covers the whole index space: one new leaf (or nothing) replaces the tree.',
  exact_fit: 'The range is exactly that of one slot: only its entry changes.',
  spanning_store:
    'The write crosses leaves, because its range does, or because it would leave a leaf that ends in NULL. The ' +
    'remains at both ends go into new nodes.',
  split_store:
    'The leaf cannot hold the result: its slots are split over two leaves, or a push moves some of them to a ' +
    'neighbour.',
  rebalance:
    'A leaf other than the root would keep fewer than 7 of its 16 slots in use: it takes slots from a neighbour, ' +
    'or merges with it.',
  append:
    'The write lies in the last slot of a leaf that will have 7 to 16 slots in use: one or two slots are added at ' +
    'its end, in place. Not in RCU mode.',
  node_store:
    'The leaf has room, and no simpler type applies: it is rewritten, in place or, in RCU mode, as a new node.',
  slot_store:
    'The number of slots stays the same, 7 or more: only entries and boundaries of one leaf change, in place. In ' +
    'RCU mode only one boundary may move.',
  vacantHeight:
    'The deepest level passed on the way down (1 is the root) whose node has room for one more child; 0 if none ' +
    'has. The leaf does not count, and neither does the node where a store is seen to span. A split cannot reach ' +
    'above it.',
  sufficientHeight:
    'The deepest level passed, as for the vacant height, whose node has at least two children more than its ' +
    'minimum: 7 + 2 in a range node, 5 + 2 in an arange node, 2 + 2 in the root; 0 if none has. A rebalance ' +
    'cannot reach above it.',
  newEnd:
    'The offset of the leaf’s last used slot after the write: the old end plus 2, minus the slots that the range ' +
    'covers beyond its first, minus 1 for each side on which the range ends with a slot.',
  height:
    'The number of node levels: 0 for a tree without nodes, 1 for a single leaf. Levels are counted from 1 at ' +
    'the root down to the height at the leaves; vacant and sufficient height are such levels, 0 where there is ' +
    'none.',
  depth:
    'Steps from the root: 0 for the root itself. A node’s depth is its level minus one; levels are counted from ' +
    '1 at the root down to the tree’s height at the leaves.',
  wholeHeight:
    'The nodes that the same write needed before 6.16, by the height alone: 3h + 1 nodes for a spanning_store, ' +
    '2h + 1 for a split_store, 2h − 1 for a rebalance. Only a rebalance may need more in 6.16: 2h + 1 where ' +
    'either height is 0.',
  release:
    'The Linux release whose policies a tree follows: how many nodes a store requests, in which requests, and when. ' +
    `A tree that names none follows ${releaseRow(DEFAULT_RELEASE).name}.`,
  request:
    'One call to the node allocator, for one node or several at once: granted whole or refused whole. A step’s ' +
    'sentences number its own requests, the allocator’s list those of the run; “fail request K” counts from its ' +
    'line on.',
  neededWhole:
    'The most nodes that the write may need by the whole-height formula, which this tree follows. They are ' +
    'requested before anything is written.',
  vacancyFormula:
    'The nodes that the same write needs by the formula of 6.16: for the levels below the vacant height v ' +
    '(split_store) or below the lesser of v and the sufficient height s (the others), and one node more.',
  needed:
    'The most nodes that the write may need by the formula of 6.16. They are requested before anything is written.',
  requested: 'The nodes of all requests of the step, refused ones included. A refused request may be repeated.',
  granted: 'Nodes that the allocator supplied: those requested minus those refused.',
  singleRequest: 'A request for one node. The first node that a write needs is always requested singly.',
  bulkRequest: 'A request for up to 30 nodes at once: all of them are granted, or none.',
  used: 'Granted nodes that went into a tree. The others are freed at the end of the write.',
  undoneCopy:
    'Granted nodes that a fork or dup had filled when it failed. The undo freed all of them, so the report of ' +
    'the run counts none as used.',
  unused:
    'Granted nodes that were not used or, in a copy that failed, not filled. They are freed, and counted ' + 'as such.',
  givenBack: 'Nodes freed: those that the write replaced or destroyed, and those that were granted but not used.',
  replaced: 'A single node that left the tree; new nodes hold what remains of its contents.',
  destroyed:
    'A node that left the tree with a whole subtree, because its whole range was overwritten or its tree was ' +
    'destroyed. None of its contents remain.',
  live: 'Nodes allocated now, over all trees.',
  preallocation: 'Requesting in advance all nodes that a later store may need, so that the store itself cannot fail.',
  reserve: 'Nodes that a write was granted in advance and holds, and that are not yet part of a tree.',
  slab:
    'The memory that all nodes come from: consecutive blocks of 256 bytes, its places. “Place 8 of the slab” ' +
    'says where a node lies. Another node reuses a freed place; the place freed last is reused first.',
  place:
    'The block of the node allocator in which the node lies, counted from 0. A block is reused after its node ' +
    'was freed; the number after # is never reused.',
  bulkLoad:
    'Loading many ascending entries with all nodes preallocated. Leaves are packed, and a closing rebalance ' +
    'fills the last one if it has fewer than 5 slots.',
  rcu:
    'Readers may walk the tree while it changes: replaced and destroyed nodes stay readable until the grace ' +
    'period ends.',
  deferred:
    'Freed only after a grace period, because a reader may still use the node. The grace period ends with the ' +
    'step, or when the last reader that entered before has left.',
  waiting:
    'Dead nodes whose grace period continues because a parked reader entered before they died. They stay live ' +
    'until it leaves.',
  reader:
    'A state that walks a tree in RCU mode without its lock and is parked on a leaf. Writers continue meanwhile, ' +
    'and the leaf may die under the reader.',
  state:
    'A cursor in a tree (struct ma_state): a range, a node, a slot of it, and what the state remembers of that ' +
    'node. A kept state continues from there, and what it remembers may be out of date.',
  deadNode:
    'A node that has left the tree: its parent word names itself, so a reader that meets it knows to start again.',
  madeNode:
    'A node that the step allocated and builds aside. No slot of a tree leads to it yet, so no reader can meet ' +
    'it half-written.',
  cutOff: 'A node that was in a tree and to which no slot leads any more, but that is not yet marked dead.',
  push:
    'What a split_store does when a sibling has room: instead of splitting the node, it moves some slots to the ' +
    'sibling. Both are rewritten, and the number of nodes stays the same.',
  split: 'A node that cannot hold the result becomes two; the parent needs one more slot, which may split it too.',
  duplication:
    'Copying a tree node for node, with its layout, instead of storing every entry again. A fork does this to ' +
    'the VMA tree.',
  invariant:
    'A condition that must hold after every operation, numbered I1 to I39. A separate validator checks them from ' +
    'the bytes of the nodes alone.',
  oracle:
    'A simple list of ranges that receives the same operations. Contents that differ from it are reported like a ' +
    'broken invariant.',
  sum: 'A 64-bit FNV-1a hash over the canonical dump of the tree: equal checksums mean equal layouts.',
  mapCount: 'The number of VMAs of the address space. After a failed fork the exit path must remove exactly this many.',
  totalVm:
    'Pages of all VMAs together, present or not. A fork copies the parent’s figure and subtracts what ' +
    'VM_DONTCOPY leaves out.',
  rss: 'Resident set: pages that are present, anonymous ones and those of files. The zero page counts in neither.',
  pgtables:
    'Pages that hold page tables, below the top one, which every address space has. Linux reports them in bytes, ' +
    'as pgtables_bytes.',
  anonVma:
    'The object by which the kernel finds every VMA that may hold a given anonymous page. Each process of a ' +
    'family of forks may have its own, and a chain leads to those it came from.',
  anonChain:
    'The links from a VMA to its own anon_vma and to each one inherited from its parent. A fork requests one ' +
    'object for each link; any of them may be refused.',
  tableLevels:
    'The levels of page tables, from the top: the PGD, which every address space has; a PUD table for each 512 ' +
    'GiB in use, a PMD table for 1 GiB, a PTE table for 2 MiB. Only the last names pages.',
  exitPath:
    'The code that runs when a process ends or a fork has failed. It frees the pages of all VMAs, then the page ' +
    'tables, then the VMAs one by one, and last it destroys the tree.',
  hook:
    'The last call of copying an address space: each processor architecture may do work of its own there, and ' +
    'may fail (F12).',
  ownPage: 'Allocated for this process alone, which must free it. What it shares with its parent is not counted.',
  impliedPivot:
    'The last index of the last slot of a full node. There is no room to store it; it is the upper limit that ' +
    'the parent gives the node.',
  grace: 'The time until every reader that may have seen a node has left. Only then is the node freed.',
  commit:
    'The kernel’s count of memory promised to processes: pages that private writable memory may need. They are ' +
    'charged when it is mapped and uncharged when it is unmapped. A fork charges them again for the child.',
  brk: 'The end of the heap; its size stands beside it.',
  mmapBase: 'A mapping without an address is placed in the highest free range below this one.',
  marker:
    'A zero entry that Linux 6.16 stores over the first VMA that a failed fork did not duplicate. The exit path ' +
    'stops there: everything after it belongs to the parent.',
  ceiling:
    'The address above which freeing page tables must not reach. It is rounded down to 2 MiB, so that a table ' +
    'shared with memory above stays.',
  site:
    'A place where “fail” can make a call fail: request and node (the allocator), mm, signal, commit, vma, ' +
    'policy, uffd, anon, page, hook. Each arrival there is a pass: “fail vma 2” makes the second one fail.',
  failurePoint: `A place where a fork can fail, F1 to F12. ENOMEM · F7 is an error and its place: ${pointName('F7')}.`,
  thinNode:
    'A node with fewer slots in use than its minimum: 7 in a leaf or range node, 5 in an arange node. The root ' +
    'has none. A bulk load may leave some at the right edge.',
  branch:
    'One of several continuations of a text. Going back and changing an earlier line opens a branch and keeps ' +
    'the old text; so does “fail” in the list of requests. The list above the timeline opens each; A | B ' +
    'compares them.',
  balance: 'Live nodes minus nodes that a tree leads to: 0, unless a node was lost.',
};
