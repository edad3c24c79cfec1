// SPDX-License-Identifier: GPL-2.0-or-later
//
// The examples of Help: each runs as it stands when it is pasted into the editor. Plain text.

export const LANGUAGE_EXAMPLE = `tree notes alloc                   # an empty tree that tracks gaps
store 0x1000..0x1fff = "text"      # both ends included; ..+L gives a length
insert 5 = 1                       # only where all is empty
repeat 20 as i { store i*10 = i }  # blocks, numbers with K M G, hex
erase 0x1800                       # the whole range that holds it
next 0 count 5                     # five visits from index 0 on; prev, find, walk
alloc 4K within 0..1M = 2          # the first free range that fits
fail request 1                     # the next request for nodes is refused …
dup notes as copy                  # … so this copy fails, and nothing of it remains
expect valid notes                 # a failed expect marks its line`;

export const SPACES_EXAMPLE = `mm app                             # an empty address space
map 0x10000..+64K rw               # mmap; also unmap, protect, brk, advise
map any 8K rw                      # where there is room, from the top down
touch 0x10000..+8K write           # makes pages present, and their page tables
fork app as child                  # other ways: by bulk, by stores, undo range
fail vma at vma 2                  # room for VMA 2 is refused when it is copied …
fork app as unborn                 # … so this fork fails, and everything is freed
sweep page { fork app as other }   # each page table of a fork fails in turn
exit child                         # frees all that it holds
exit other
exit app                           # and nothing is left`;
