// SPDX-License-Identifier: GPL-2.0-or-later
//
// A statement for each way in which one can use a name.

/** Statements that use a name, which stands as `@`. */
export const USES: readonly string[] = [
  'use @', 'tree @', 'mm @', 'store 1 = 1 in @', 'store @ = 1', 'store @..9 = @', 'store @', 'insert @ = 1', 'insert 1 = 1 in @', 'prealloc 1 = @', 'erase @', 'erase 1 in @', 'load @', 'load 1 in @',
  'bulk @ { store 1 = 1 }', 'bulk 2 in @ { store 1 = 1 }', 'bulk 2 { store @ = @ }', 'bulk 2 { store 1 = 1 in @ }', 'bulk 2 { let @ = 1 }', 'bulk 2 { repeat 2 as @ { store @ = 1 } }', 'bulk 2 { for @ in @..2 { store 1 = null } }', 'bulk 2 { erase @ }', 'bulk 2 { store @ }',
  'gap @ within 0..9', 'gap 1 within @..9 in @', 'alloc @ within 0..@ = @ in @', 'cyclic within @..9 = @ in @', 'dup @ as z', 'dup t as @', 'destroy @', 'exit @', 'fork @ as z', 'fork p as @', 'fork p as z by bulk undo range',
  'walk @', 'walk @ in t', 'walk 1 in @', 'next @', 'next @ in t', 'next 1 count @ until @', 'prev_range @ until 3', 'find 1 in @', 'read @ at 1 as z', 'read t at @ as z', 'read t at 1 as @', 'resume @', 'resume r count @', 'release @',
  'state @', 'state z in @', 'set @ 1', 'set s @..9', 'aim @ 1', 'reset @', 'pause @', 'prepare @ = 1', 'prepare s = @', 'search @ 1 within 0..9', 'search s @ within @..9', 'corrupt @ node 0 end = 1', 'corrupt t node @ pivot @ = @',
  'map 0x1000 rw in @', 'map @ rw', 'map any @ rw', 'map 0x1000 rw file "a" at @', 'map 0x1000 rw shared grows', 'map 0x1000 rw file "a" grows', 'unmap @ in @', 'protect @ r', 'brk at @', 'brk +@ in @', 'touch @', 'advise @ lock in @', 'remap @ size @ to @', 'lockall current in @', 'limit as @ in @',
  'maps @ """\n1000-2000 r--p\n"""', 'trace @ """\nbrk(NULL) = 0x1000\n"""', 'fail request @ times @', 'fail vma at vma @', 'fail mm at vma 1', 'fail hook at vma @', 'fail every @ times @', 'fail chance @% seed @ times @', 'fail chance 101% seed 1', 'fail off', 'sweep { fork @ as z }', 'sweep vma times @ { fail off }', 'sweep { sweep { load 1 } }', 'sweep { fail request }',
  'let @ = 1', 'let z = @', 'repeat @ { pause }', 'repeat 2 as @ { load @ }', 'for @ in 0..1 { load @ }', 'for z in @..9 step @ { load z }', 'for z in shuffle(0..@, @) { load z }', 'seed @', 'note "@"', 'ask "@" = 1', 'repeat 2 { tree @ }', 'repeat 1 { tree @ }', 'repeat x { tree @ }', 'for i in 0..0 { destroy @ }', 'for i in 0..1 { destroy @ }', 'for i in 3..+1 { destroy @ }', 'for i in 3..+2 { release @ }', 'repeat 0 { exit @ }',
  'expect exists @', 'expect absent @', 'expect valid @', 'expect same @ t', 'expect identical t @', 'expect @ = 1', 'expect 1 < @', 'expect null < @', 'expect "a" >= @', 'expect zero != @', 'expect error @', 'expect load(@) = 1', 'expect load(1, @) = 1', 'expect load() = 1', 'expect height(@) = 1', 'expect height(1) = 1', 'expect height(t, t) = 1', 'expect vmas(@) = 1', 'expect vmas() = 1', 'expect index(@) = 1', 'expect index(1) = 1', 'expect index() = 1', 'expect rand(@) = 1', 'expect live(@) = 1', 'expect @(1) = 1', 'expect status(s, s) = @',
];
