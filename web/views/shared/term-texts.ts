// SPDX-License-Identifier: GPL-2.0-or-later
//
// The glossary: what each term of the field means, in one or two sentences. Shown wherever the page uses the word.
// Pure.

import { pointName } from '../../words/failure-points';
import type { TermId } from './terms';

export const TERM_TEXTS: Readonly<Record<TermId, string>> = {
  event:
    'One thing that the core does inside a step: a node looked at, a decision, a request, a word written. In slow ' +
    'motion the tree is drawn as memory was right when the core told it.',
  index: 'A 64-bit key, 0 to 2^64 − 1 (max). In an address space an index is a byte address.',
  last: 'The final index of a range. Ranges include both ends: first and last.',
  range:
    'A run of indexes that carries one entry. Ranges cover the whole index space without holes; what is not ' +
    'stored carries NULL.',
  entry: 'What is stored over a range: a pointer or a value. NULL means that nothing is stored.',
  zeroEntry: 'A reserved entry that keeps a range occupied while an ordinary load still reads NULL.',
  node: 'A block of 256 bytes, aligned to 256, that holds numbered slots and their pivots.',
  leaf: 'A node of the lowest level: up to 16 slots, each with an entry. All leaves are at the same depth.',
  rangeNode: 'An inner node of a tree without gap tracking: up to 16 children, and 15 pivots.',
  arange:
    'An inner node of a tree that tracks gaps: up to 10 children, 9 pivots, and for each child the largest gap ' +
    'below it.',
  sibling: 'The node in the next slot to the left or right under the same parent.',
  slot: 'One of the numbered positions in a node. In a leaf it holds an entry, in an inner node the word of a child.',
  pivot:
    'The last index of a slot; that of the last slot in use is the last index of the node. Only a full node has ' +
    'no room for that one: there it is implied, and drawn in italics.',
  end: 'The offset of the last used slot of a node; one more slot than that is in use.',
  fill: 'How many slots of a node are in use, of how many it has.',
  gap:
    'A range of NULL, counted in indexes. An arange node records for each child the longest one below it; a search ' +
    'for free space skips every child whose recorded gap is too small.',
  nullRange: 'A range with no entry: free for the taking. Neighbouring NULL ranges are always one.',
  gapMetadata:
    'The offset, kept in an arange node, of a child with the largest gap. With equals the choice depends on history.',
  parentWord:
    'The first 8 bytes of a node: the address of its parent and the slot that names it there. A root names its ' +
    'tree; a dead node names itself.',
  metadata:
    'The end, and in an arange node the gap offset. A leaf or range node keeps it over its last slot, as long as ' +
    'that is not used.',
  vma: 'A virtual memory area: one line of /proc/PID/maps. An address space is a maple tree of its VMAs.',
  storeType:
    'The decision taken before anything is written: which of nine ways the write goes. With the two heights it ' +
    'fixes how many nodes are needed.',
  store_root: 'The tree has no node yet: the entry goes into the root pointer, or a first leaf is made.',
  new_root: 'The write covers the whole index space: one new leaf (or nothing) takes the place of the tree.',
  exact_fit: 'The range is exactly that of one slot: only the entry in it changes.',
  spanning_store:
    'The write goes beyond one leaf: its range does, or it would leave a leaf ending in NULL, so that the next ' +
    'leaf must join in. What is left at both ends is gathered in new nodes.',
  split_store:
    'The leaf cannot hold what the write leaves: its slots are dealt to two leaves, or a push moves some of them ' +
    'to a neighbour.',
  rebalance:
    'The leaf would be left with fewer than 7 of its 16 slots in use: it shares with a neighbour, or is merged ' +
    'into it.',
  append: 'The write lies in the last slot and the leaf has room: slots are added at its end, in place.',
  node_store: 'The leaf has room but slots must move: it is written anew, in place, or as a new node in RCU mode.',
  slot_store: 'The number of slots stays: only entries and boundaries of one leaf move, in place.',
  vacantHeight:
    'The deepest level passed on the way down (1 is the root) whose node has room for one more child; 0 if none ' +
    'has. Neither the leaf counts nor the node where a store is seen to span. A split cannot reach above it.',
  sufficientHeight:
    'The deepest level passed, as for the vacant height, whose node has at least two children more than it must ' +
    'keep: 7 + 2 in a range node, 5 + 2 in an arange node, 2 + 2 in the root; 0 if none has. A rebalance cannot ' +
    'reach above it.',
  newEnd:
    'The offset of the leaf’s last used slot after the write: the end before, and two, less the slots that the ' +
    'range reaches beyond its first, less one for each side at which it ends with a slot.',
  height:
    'The number of node levels: 0 for a tree without nodes, 1 for a single leaf. Levels are counted from 1 at the ' +
    'root down to the height at the leaves; vacant and sufficient height are such levels, 0 where there is none.',
  depth:
    'Steps from the root: 0 for the root itself, so a node’s depth is its level less one. Levels are counted from ' +
    '1 at the root down to the tree’s height at the leaves.',
  wholeHeight:
    'What the same write needed before 6.16, by the height alone: 3h + 1 nodes for a spanning_store, 2h + 1 for a ' +
    'split_store, 2h − 1 for a rebalance. Only a rebalance may need more in 6.16: 2h + 1 where either height is ' +
    '0.',
  wholeHeightPolicy:
    'This tree asks for nodes as releases before 6.16 did: for every level up to the root. Layouts are the same; ' +
    'only the requests differ.',
  request:
    'One call to the node allocator, for one node or several at once: granted whole or refused whole. A step’s ' +
    'sentences number its own requests, the allocator’s list those of the run; “fail request K” counts from its ' +
    'line on.',
  neededWhole:
    'Nodes that the whole-height formula, by which this tree goes, says the write may need at most. Requests are ' +
    'made for them before anything is written.',
  vacancyFormula:
    'What the same write needs by the formula of 6.16: nodes for the levels below the vacant height v ' +
    '(split_store) or below the lesser of v and the sufficient height s (the others), and one node more.',
  needed:
    'Nodes that the formula of 6.16 says the write may need at most. Requests are made for them before anything ' +
    'is written.',
  requested:
    'Nodes of all requests that the step made of the allocator, refused ones included. A refused request may be ' +
    'made again.',
  granted: 'Nodes that the allocator handed out: those requested less those refused.',
  singleRequest: 'A request for one node. The first node that a write needs is always requested singly.',
  bulkRequest: 'A request for up to 30 nodes at once: all of them are granted, or none.',
  used:
    'Nodes granted that became part of a tree, also of a copy that failed and was given back. The rest is returned ' +
    'at the end of the write.',
  unused:
    'Nodes granted that the write did not need in the end: they are returned to the allocator, and counted under ' +
    'given back.',
  givenBack:
    'Nodes returned to the allocator: those that the write replaced or destroyed, and those that were granted and ' +
    'not used.',
  replaced: 'A node that is gone, disposed of by itself: new nodes hold what stays of it.',
  destroyed:
    'A node that is gone with a whole subtree, since all of its range was overwritten, or its tree came to an ' +
    'end. Nothing of it is kept.',
  live: 'Nodes that are out of the allocator now, over all trees.',
  preallocation:
    'Requesting all nodes that a later store may need beforehand and holding them in reserve, so that the store ' +
    'itself cannot fail.',
  reserve: 'Nodes that were granted and are held for a write, not yet part of any tree.',
  slab:
    'The memory that all nodes come from: blocks of 256 bytes side by side, its places. “Place 8 of the slab” tells ' +
    'where a node lies. A place that was given back is used again by another node, the last one first.',
  place:
    'Which block of the node allocator the node lies in, counted from 0. A block is used again after its node was ' +
    'given back; the number after # never is.',
  bulkLoad:
    'Loading many ascending entries with a reserve for all of them; leaves are packed, and a closing rebalance ' +
    'fills the last one if it has fewer than 5 slots.',
  rcu:
    'Readers may walk the tree while it changes: nodes that are replaced or destroyed stay readable until the grace ' +
    'period is over.',
  deferred:
    'Given back only after a grace period, because a reader may still be looking at the node. The grace period ' +
    'ends with the step, or when the last reader that was in before has left.',
  waiting:
    'Dead nodes whose grace period lasts, because a parked reader entered before they died. They are live until ' +
    'it leaves.',
  reader:
    'A state that walks a tree in RCU mode without its lock and is parked on a leaf. Writers go on meanwhile; the ' +
    'leaf may die under it.',
  state:
    'A finger in a tree (struct ma_state): a range, the node it stands on, the slot in it, and what it remembers ' +
    'of that node. One that is kept goes on from there, and may believe what is true no more.',
  deadNode:
    'A node that has left the tree: its parent word names itself, so a reader that meets it knows to start again.',
  madeNode:
    'A node that the step took and writes aside. No slot of a tree leads to it yet, so no reader can meet it ' +
    'half-written.',
  cutOff: 'A node that was in a tree, and to which no slot leads any more, but which has not been marked dead yet.',
  push:
    'What a split_store does where a sibling has room: instead of splitting the node, some of its slots move there. ' +
    'Both are written anew, and the number of nodes stays.',
  split: 'A full node becomes two; the parent needs one more slot, which may split it too.',
  duplication:
    'Copying a tree node for node, with its layout, instead of storing every entry again. A fork does this to the ' +
    'VMA tree.',
  invariant:
    'A condition that must hold after every operation, numbered I1 to I39. A second opinion checks them from the ' +
    'node bytes alone.',
  oracle:
    'A simple list of ranges that is fed with the same operations. Contents that differ from it are reported like ' +
    'a broken invariant.',
  sum: 'A 64-bit FNV-1a hash over the canonical dump of the tree: equal sums mean equal layouts.',
  mapCount:
    'How many VMAs the address space has. After a failed fork the exit path must remove exactly as many as it counts.',
  totalVm:
    'Pages of all VMAs together, present or not. A fork copies the parent’s figure and takes off what VM_DONTCOPY ' +
    'leaves out.',
  rss: 'Resident set: pages that are present, anonymous ones and those of files. The zero page counts in neither.',
  pgtables:
    'Pages that hold page tables, below the top one, which every address space has. Linux tells them in bytes, as ' +
    'pgtables_bytes.',
  anonVma:
    'The object by which the kernel finds every VMA that may hold a given anonymous page. Each process of a ' +
    'family of forks may have its own, and a chain leads to those it came from.',
  anonChain:
    'The links from a VMA to its own anon_vma and to each one it took over from its parent. A fork requests one ' +
    'object for each link; any of them may be refused.',
  tableLevels:
    'The levels of page tables, from the top: the PGD, which every address space has; a PUD table for each 512 ' +
    'GiB in use, a PMD table for 1 GiB, a PTE table for 2 MiB. Only the last names pages.',
  exitPath:
    'What runs when a process ends, or a fork has failed: VMAs are removed one by one, their pages and page ' +
    'tables given back, the tree destroyed.',
  hook:
    'The last thing that copying an address space asks: each processor architecture may do work of its own there, ' +
    'and may refuse (F12).',
  ownPage:
    'Obtained for this process alone and to be given back by it; what it still shares with its parent is not counted.',
  impliedPivot:
    'The last index of the last slot of a full node: there is no room to store it, so it is the upper limit that ' +
    'the parent gives the node.',
  grace:
    'The time until every reader that may have seen a node has left. Only then is the node given back to the ' +
    'allocator.',
  commit:
    'The kernel’s tally of memory promised to processes: pages that private writable memory may come to need, ' +
    'charged when it is mapped and given back when it goes. A fork charges them again for the child.',
  brk: 'Where the heap ends; its size stands beside it.',
  mmapBase: 'A mapping without a wanted address is placed in the highest free range below this.',
  marker:
    'A zero entry that Linux 6.16 stores over the first VMA that a failed fork did not duplicate. The teardown ' +
    'stops there: what comes after is the parent’s.',
  ceiling:
    'The address that freeing page tables may not reach over. It is rounded down to 2 MiB, so that a table shared ' +
    'with what lies above stays.',
  site:
    'A place where “fail” can strike: request and node (the allocator), mm, signal, commit, vma, policy, uffd, ' +
    'anon, page, hook. Each arrival there is a pass: “fail vma 2” lets the second one fail.',
  failurePoint: `A place where a fork can fail, F1 to F12. ENOMEM · F7 is an error and its place: ${pointName('F7')}.`,
  thinNode:
    'A node with fewer slots in use than its minimum: 7 in a leaf or range node, 5 in an arange node. The root ' +
    'has none. A bulk load may leave some at the right edge.',
  branch:
    'One of several futures of a text. A change to an earlier line, made after going back, opens one and keeps ' +
    'the text as it was; so does “fail” in the list of requests. The list above time leads to each, and A | B ' +
    'compares them.',
  balance: 'Live nodes minus nodes that can be reached from a tree: 0, unless a node was lost.',
};
