// SPDX-License-Identifier: GPL-2.0-or-later
//
// Arbitrary pieces of scenarios for the property tests of the language.

import fc from 'fast-check';
import type { BinaryOperator, Expression } from '../../../web/scenario/syntax/syntax';

/** The seed of this run; printed by fast-check when a property fails, and set by SEED=n. */
export const SEED = Number(process.env['SEED'] ?? 20261121);

const OPERATORS: readonly BinaryOperator[] = ['*', '/', '%', '+', '-', '<<', '>>', '&', '^', '|'];
const spelled = fc.constantFrom(
  '0',
  '1',
  '7',
  '4K',
  '2M',
  '1_000',
  '0xff',
  '0x7fff_f000',
  '18446744073709551615',
  '1E',
);

/** Expressions over the variables a and b, without places. */
export const expression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    spelled.map((spelling): Expression => ({ kind: 'number', value: 0n, spelling, from: 0, to: 0 })),
    fc.constantFrom('a', 'b').map((name): Expression => ({ kind: 'name', name, from: 0, to: 0 })),
    fc.constant<Expression>({ kind: 'max', from: 0, to: 0 }),
    fc
      .constantFrom('live', 'requests')
      .map((text): Expression => ({ kind: 'call', callee: { text, from: 0, to: 0 }, args: [], from: 0, to: 0 })),
    fc
      .tuple(fc.constantFrom(...OPERATORS), tie('tree'), tie('tree'))
      .map(([operator, left, right]): Expression => ({ kind: 'binary', operator, left, right, from: 0, to: 0 })),
  ),
})).tree;

const small = fc.integer({ min: 0, max: 400 });
const range = fc.oneof(
  small.map(String),
  fc.tuple(small, fc.integer({ min: 0, max: 60 })).map(([first, more]) => `${first}..${first + more}`),
  fc.tuple(small, fc.integer({ min: 1, max: 9 })).map(([first, length]) => `${first}..+${length}`),
  fc.constantFrom('0..max', 'max', '5..2', '0x1000..0xffff_ffff', 'max - 3..max'),
);
const value = fc.oneof(
  fc.integer({ min: 0, max: 9 }).map(String),
  fc.constantFrom('null', 'zero', '"heap"', '"stack"', '4G'),
);

const place = fc.oneof(small.map(String), fc.constantFrom('0', 'max', '0x1000', '2'));
const iteration = fc
  .tuple(
    fc.constantFrom('next', 'prev', 'find', 'find_rev', 'next_range', 'prev_range'),
    place,
    fc.constantFrom('', ' count 2', ' count 7', ' count 1000'),
    fc.option(place),
  )
  .map(([word, at, count, limit]) => `${word} ${at}${count}${limit === null ? '' : ` until ${limit}`}`);

/** A statement about the tree t that any tree may meet. */
const operation = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(range, value).map(([r, v]) => `store ${r} = ${v}`) },
  { weight: 2, arbitrary: fc.tuple(range, value).map(([r, v]) => `insert ${r} = ${v}`) },
  { weight: 2, arbitrary: small.map((at) => `erase ${at}`) },
  { weight: 1, arbitrary: small.map((at) => `load ${at}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        range.filter((r) => r !== '5..2'),
        value,
      )
      .map(([r, v]) => `prealloc ${r} = ${v}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 20 }), small, fc.boolean())
      .map(([size, first, top]) => `gap ${size} within ${first}..${first + 100}${top ? ' from top' : ''}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 20 }), small, value, fc.constantFrom('', ' from top'))
      .map(([size, first, v, top]) => `alloc ${size} within ${first}..${first + 100} = ${v}${top}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom('', ' from top'))
      .map(([size, top]) => `alloc ${size} within 0..max = 3${top}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(small, fc.integer({ min: 0, max: 30 }), value)
      .map(([first, more, v]) => `cyclic within ${first}..${first + more} = ${v}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('cyclic within max - 1..max = 5', 'cyclic within 0..max = 5') },
  { weight: 1, arbitrary: fc.oneof(small.map(String), fc.constantFrom('0', 'max')).map((at) => `walk ${at}`) },
  { weight: 5, arbitrary: iteration },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
      .map(([k, n]) => `fail request ${k} times ${n}`),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }).map((k) => `fail node ${k}`) },
  { weight: 1, arbitrary: fc.constant('fail off') },
  { weight: 1, arbitrary: fc.constant('dup t as u') },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 12 }).map((n) => `repeat ${n} as i {\n  store i * 7..+5 = i\n}`) },
  { weight: 1, arbitrary: fc.nat(1000).map((seed) => `for i in shuffle(0..30, ${seed}) { store i * 11 = i }`) },
);

/**
 * A scenario of a plain tree t in any mode, whose every statement can be run. A copy is gone before the next is made.
 */
export const treeScenario: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', ' alloc', ' rcu', ' alloc rcu', ' whole_height', ' alloc rcu whole_height'),
    fc.array(operation, { minLength: 1, maxLength: 60, size: 'max' }),
  )
  .map(([mode, operations]) => {
    const lines = operations.flatMap((one) =>
      one === 'dup t as u' ? ['fail off', one, 'expect identical t u', 'store 17..90 = 3 in u', 'destroy u'] : [one],
    );
    return [`tree t${mode}`, ...lines, ''].join('\n');
  });

const moves = fc.oneof(
  { weight: 4, arbitrary: operation },
  { weight: 3, arbitrary: fc.tuple(fc.nat(3), place).map(([k, at]) => `read ${k} ${at}`) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.nat(3), fc.constantFrom('', ' count 3', ' count 100'))
      .map(([k, count]) => `resume ${k}${count}`),
  },
  { weight: 2, arbitrary: fc.nat(3).map((k) => `release ${k}`) },
  { weight: 1, arbitrary: fc.constant('destroy t') },
);

/** A tree in RCU mode, changed and destroyed under at most four readers, which all leave in the end. */
export const readerScenario: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(' rcu', ' alloc rcu'), fc.array(moves, { minLength: 5, maxLength: 80, size: 'max' }))
  .map(([mode, all]) => {
    const lines = [`tree t${mode}`, 'repeat 30 as i { store i * 13..+9 = i }'];
    const parked = new Set<string>();
    for (const one of all) {
      const [word = '', k = '', rest = ''] = /^(read|resume|release) (\d+)(.*)$/.exec(one)?.slice(1) ?? [one];
      if (word === 'read' && !parked.has(k)) lines.push(`read t at${rest} as r${k}`);
      else if (word === 'resume' && parked.has(k)) lines.push(`resume r${k}${rest}`);
      else if (word === 'release' && parked.has(k)) lines.push(`release r${k}`);
      else if (word === 'destroy t') lines.push('destroy t', `tree t${mode}`, 'store 3..90 = 1');
      else if (word !== 'dup t as u' && !/^(?:read|resume|release)$/.test(word)) lines.push(one);
      if (word === 'read') parked.add(k);
      if (word === 'release') parked.delete(k);
    }
    return [...lines, ...[...parked].map((k) => `release r${k}`), 'expect live() = nodes()', 'expect valid', ''].join(
      '\n',
    );
  });

const damage = fc
  .tuple(
    fc.nat(12),
    fc.oneof(
      fc.tuple(fc.constantFrom('pivot', 'slot', 'gap'), fc.nat(17)).map(([field, k]) => `${field} ${k}`),
      fc.constantFrom('end', 'gapmeta', 'parent'),
    ),
    fc.oneof(
      fc.nat(300),
      fc.constantFrom(
        'max',
        '0',
        '1',
        '2',
        '0x406',
        '0xffff_8880_0000_0000',
        '0xffff_8880_0000_0116',
        '0xffff_8880_0000_010c',
        '0xffff_8880_0000_0600',
      ),
    ),
  )
  .map(([node, field, word]) => `corrupt t node ${node} ${field} = ${word}`);

/** A tree that is damaged in some places and then asked everything that a damaged tree answers. */
export const damageScenario: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', ' alloc', ' alloc rcu'),
    fc.integer({ min: 1, max: 90 }),
    fc.array(damage, { minLength: 1, maxLength: 6 }),
  )
  .map(([mode, entries, all]) =>
    [
      `tree t${mode}`,
      `repeat ${entries} as i { store i * 7..+5 = i }`,
      ...all,
      'store 3 = 3',
      'walk 9',
      'let h = height() + nodes() + leaves() + entries()',
      'expect valid',
      '',
    ].join('\n'),
  );

/** Ascending VMAs, some of them next to each other. */
export const mapsText: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 40 }), fc.constantFrom('r--p', 'rw-p', 'r-xp', '---p')), {
    minLength: 1,
    maxLength: 80,
  })
  .map((vmas) => {
    let at = 0x5000;
    return vmas
      .map(([gap, pages, perms]) => {
        const first = at + gap * 4096;
        at = first + pages * 4096;
        return `${first.toString(16)}-${at.toString(16)} ${perms} 00000000 00:00 0`;
      })
      .join('\n');
  });

// Addresses in a few pages on both sides of a border between two page tables, and sizes in pages.
const page = fc.integer({ min: 0, max: 40 }).map((k) => 0x1f_0000 + 4096 * k);
const pages = fc.integer({ min: 1, max: 14 }).map((k) => 4096 * k);
const addresses = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(page, pages).map(([first, size]) => `0x${first.toString(16)}..+${size}`) },
  { weight: 1, arbitrary: page.map((first) => `0x${first.toString(16)}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0x1f0001..+4K',
      '0x7fffffffe000..+8K',
      '0x7fffffffe000',
      '0..0x7fffffffefff',
      '0xffff_ffff_ffff_f000',
      '0x1f0000..0x217fff',
    ),
  },
);
const perms = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('rw', 'r') },
  { weight: 1, arbitrary: fc.constantFrom('none', 'rx', 'rwx', 'x') },
);
const kinds = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(' shared', ' grows') },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('', ' shared'),
        fc.constantFrom('/a', '/b'),
        fc.constantFrom('', ' at 0x1f0000', ' at 4K', ' at 3'),
      )
      .map(([shared, path, at]) => `${shared} file "${path}"${at}`),
  },
);
const advice = fc.constantFrom(
  'dontfork',
  'dofork',
  'wipeonfork',
  'keeponfork',
  'policy',
  'policy off',
  'uffd',
  'uffd off',
  'lock',
  'lock off',
  'lock onfault',
  'hugepage',
  'nohugepage',
  'dontdump',
  'dodump',
  'mergeable',
  'unmergeable',
  'dontneed',
  'free',
  'seal',
);

/** A call of the current address space, which it may refuse. */
const memoryCall = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(addresses, perms, kinds).map(([r, perm, kind]) => `map ${r} ${perm}${kind}`) },
  {
    weight: 2,
    arbitrary: fc.tuple(pages, perms, kinds).map(([size, perm, kind]) => `map any ${size - 5} ${perm}${kind}`),
  },
  { weight: 3, arbitrary: addresses.map((r) => `unmap ${r}`) },
  { weight: 5, arbitrary: fc.tuple(addresses, perms).map(([r, perm]) => `protect ${r} ${perm}`) },
  {
    weight: 6,
    arbitrary: fc.tuple(addresses, fc.constantFrom('', ' read', ' write')).map(([r, access]) => `touch ${r}${access}`),
  },
  { weight: 5, arbitrary: fc.tuple(addresses, advice).map(([r, one]) => `advise ${r} ${one}`) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('current', 'future', 'current future', 'current onfault', 'onfault', 'off')
      .map((how) => `lockall ${how}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('as', 'data', 'memlock', 'stack'), fc.constantFrom('0', '100', '32K', '300K', 'off'))
      .map(([which, most]) => `limit ${which} ${most}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        addresses,
        fc.constantFrom('', ' size 8K', ' size 300K', ' size 1P', ' size 0'),
        fc.constantFrom('', '', ' to 0x1f5000', ' to 0x210000', ' to 5'),
        fc.constantFrom('', '', ' stay', ' dontunmap'),
      )
      .map((words) => `remap ${words.join('')}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('3', '9', 'off').map((most) => `limit vmas ${most}`) },
  { weight: 1, arbitrary: fc.tuple(page, fc.constantFrom(0, 0, 7)).map(([first, off]) => `brk at ${first + off}`) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('+', '+', '-'), pages).map(([sign, size]) => `brk ${sign}${size - 100}`),
  },
);

/** Calls of one address space p, in any order. */
export const memoryCalls: fc.Arbitrary<readonly string[]> = fc.array(memoryCall, {
  minLength: 1,
  maxLength: 50,
  size: 'max',
});

/** Statements that make something fail. */
export const armings = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('request', 'node', 'signal', 'commit', 'vma', 'policy', 'uffd', 'anon', 'page'),
      fc.constantFrom('', ' at vma 1', ' at vma 2', ' at vma 4'),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([site, where, k, n]) => `fail ${site}${where} ${k} times ${n}`),
  fc
    .tuple(fc.constantFrom('mm', 'hook', 'signal'), fc.integer({ min: 1, max: 2 }))
    .map(([site, k]) => `fail ${site} ${k}`),
  fc.integer({ min: 1, max: 4 }).map((k) => `fail every ${k} times 9`),
  fc.nat(99).map((seed) => `fail chance 40% seed ${seed} times 9`),
);

/** Ways to fork. */
export const ways = fc.constantFrom('', ' by dup undo range', ' undo marker', ' by bulk', ' by stores');

/**
 * A scenario of two address spaces, some of whose forks fail, as text only: what it names may not exist when it is run.
 */
export const memoryText: fc.Arbitrary<string> = fc
  .tuple(memoryCalls, armings, ways, memoryCalls, fc.constantFrom('sweep', 'sweep vma', 'sweep page times 3'))
  .map(([calls, arming, way, more, sweep]) =>
    [
      'mm p',
      ...calls,
      arming,
      `fork p as c${way}`,
      'fail off',
      `${sweep} {`,
      ...more.map((one) => `  ${one}`),
      `  fork p as d${way}`,
      '}',
      ...more.map((one) => `${one} in p`),
      'exit p',
      '',
    ].join('\n'),
  );

const stateRange = fc.oneof(
  fc.tuple(small, fc.nat(60)).map(([first, more]) => `${first}..${first + more}`),
  small.map(String),
  fc.constantFrom('0..max', 'max', '0', '400..max'),
);
const stateMove = fc
  .tuple(
    fc.constantFrom('next', 'prev', 'find', 'find_rev', 'next_range', 'prev_range'),
    fc.constantFrom('', ' count 2', ' count 30'),
    fc.option(place),
  )
  .map(([word, count, limit]) => `${word} @${count}${limit === null ? '' : ` until ${limit}`}`);
/** A statement of a kept state, whose name stands as `@`. */
const stateStep = fc.oneof(
  { weight: 4, arbitrary: stateRange.map((r) => `set @ ${r}`) },
  { weight: 2, arbitrary: stateRange.map((r) => `aim @ ${r}`) },
  { weight: 1, arbitrary: fc.constantFrom('reset @', 'pause @') },
  { weight: 3, arbitrary: fc.constant('walk @') },
  { weight: 6, arbitrary: stateMove },
  { weight: 4, arbitrary: value.map((v) => `set @ 40..49\nprepare @ = ${v}\nstore @`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(value, stateRange, stateMove)
      .map(([v, r, move]) => `set @ ${r}\nprepare @ = ${v}\n${move}\nstore @`),
  },
  { weight: 3, arbitrary: fc.tuple(stateRange, value).map(([r, v]) => `set @ ${r}\nstore @ = ${v}`) },
  { weight: 1, arbitrary: value.map((v) => `store @ = ${v}`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 30 }), small, fc.constantFrom('', ' from top'))
      .map(([size, first, top]) => `search @ ${size} within ${first}..${first + 150}${top}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('search @ 3 within 0..max from top', 'reset @\nsearch @ 500 within 0..max') },
  { weight: 1, arbitrary: fc.constant('release @\nstate @') },
  { weight: 1, arbitrary: fc.constant('expect index(@) + offset(@) + end(@) + held(@) < last(@)') },
);

/** Two kept states in a tree that other statements change as well. A store through a backward range ends the run. */
export const stateScenario: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', ' alloc', ' alloc rcu', ' rcu', ' whole_height'),
    fc.nat(40),
    fc.array(
      fc.oneof(
        {
          weight: 3,
          arbitrary: fc.tuple(stateStep, fc.constantFrom('s', 'q')).map(([step, name]) => step.replaceAll('@', name)),
        },
        { weight: 1, arbitrary: operation },
      ),
      { minLength: 4, maxLength: 40, size: 'max' },
    ),
  )
  .map(([mode, entries, steps]) => {
    const all = steps.filter((one) => !/^(?:dup|fail)/.test(one));
    return [
      `tree t${mode}`,
      ...(entries === 0 ? [] : [`repeat ${entries} as i { store i * 10..+7 = i }`]),
      'state s',
      'state q in t',
      ...all,
      'expect status(s) = "active"',
      'expect valid',
      '',
    ].join('\n');
  });

// The same pages as a log of strace has them; what a call returns may be wrong, which the replay says.
const pageHex = page.map((first) => `0x${first.toString(16)}`);
const protection = fc.constantFrom('PROT_READ', 'PROT_READ|PROT_WRITE', 'PROT_NONE', 'PROT_READ|PROT_EXEC');
const failure = fc.constantFrom(
  'ENOMEM (Cannot allocate memory)',
  'EINVAL (Invalid argument)',
  'EACCES (Permission denied)',
  'EPERM (Operation not permitted)',
  'EAGAIN (Resource temporarily unavailable)',
  'EFAULT (Bad address)',
);
const outcome = fc.oneof(
  { weight: 4, arbitrary: fc.constant('0') },
  { weight: 1, arbitrary: failure.map((one) => `-1 ${one}`) },
);
const tracedCall = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        pageHex,
        pages,
        protection,
        fc.constantFrom(
          'MAP_PRIVATE|MAP_ANONYMOUS, -1, 0',
          'MAP_SHARED|MAP_ANONYMOUS, -1, 0',
          'MAP_PRIVATE, 3</lib/a.so>, 0x2000',
          'MAP_SHARED, 4</b>, 0',
          'MAP_PRIVATE|MAP_ANONYMOUS|MAP_GROWSDOWN, -1, 0',
          'MAP_PRIVATE|MAP_ANONYMOUS|MAP_NORESERVE|MAP_POPULATE, -1, 0',
        ),
        fc.constantFrom('', '|MAP_FIXED'),
      )
      .map(
        ([at, size, prot, rest, fixed]) => `mmap(${at}, ${size}, ${prot}, ${rest.replace(',', `${fixed},`)}) = ${at}`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(pageHex, pages, failure)
      .map(
        ([at, size, error]) =>
          `mmap(${at}, ${size}, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS|MAP_FIXED, -1, 0) = -1 ${error}`,
      ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(pageHex, pages, outcome).map(([at, size, done]) => `munmap(${at}, ${size}) = ${done}`),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(pageHex, pages, protection, outcome)
      .map(([at, size, prot, done]) => `mprotect(${at}, ${size}, ${prot}) = ${done}`),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        pageHex,
        pages,
        fc.constantFrom(
          'DONTFORK',
          'DOFORK',
          'WIPEONFORK',
          'HUGEPAGE',
          'DONTDUMP',
          'MERGEABLE',
          'DONTNEED',
          'FREE',
          'RANDOM',
          'COLD',
        ),
        outcome,
      )
      .map(([at, size, one, done]) => `madvise(${at}, ${size}, MADV_${one}) = ${done}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('mlock', 'munlock'), pageHex, pages, outcome)
      .map(([name, at, size, done]) => `${name}(${at}, ${size}) = ${done}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('MCL_CURRENT', 'MCL_FUTURE', 'MCL_CURRENT|MCL_ONFAULT'), outcome)
      .map(([how, done]) => `mlockall(${how}) = ${done}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'munlockall() = 0',
      'execve("/bin/true", ["true"], 0x1) = 0',
      'shmget(IPC_PRIVATE, 9000, IPC_CREAT|0600) = 7',
      'shmat(7, NULL, 0) = 0x1f8000',
      'shmat(7, NULL, SHM_RDONLY) = 0x205000',
      'shmdt(0x1f8000) = 0',
      'shmdt(0x205000) = 0',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(pageHex, pages, outcome).map(([at, size, done]) => `mseal(${at}, ${size}, 0) = ${done}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('NULL', '0x2f3000', '0x2f5001'),
        fc.constantFrom('0x2f1000', '0x2f1000', '0x2f3000', '0x2f4800', '0x2f5001'),
      )
      .map(([asked, end]) => `brk(${asked}) = ${end}`),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        pageHex,
        pages,
        pages,
        fc.option(pageHex),
        fc.constantFrom('MREMAP_MAYMOVE', 'MREMAP_MAYMOVE|MREMAP_DONTUNMAP', '0'),
        fc.nat(8),
      )
      .map(
        ([at, size, more, to, flags, odd]) =>
          `mremap(${at}, ${odd === 0 ? 0 : size}, ${more}, ` +
          `${flags}${to === null || flags === '0' ? '' : `|MREMAP_FIXED, ${to}`}) = ` +
          (to === null || flags === '0' ? at : to),
      ),
  },
);

/** A log of strace whose calls meet, replayed over a small map. */
export const tracedScenario: fc.Arbitrary<string> = fc
  .array(tracedCall, { minLength: 5, maxLength: 40, size: 'max' })
  .map((calls) =>
    [
      'maps p """',
      '1f0000-1f3000 rw-p 00000000 00:00 0',
      '1f3000-1f8000 r--p 00001000 fe:00 12 /lib/a.so',
      '2f0000-2f1000 rw-p 00000000 00:00 0 [heap]',
      '"""',
      'trace p """',
      ...calls,
      '"""',
      '',
    ].join('\n'),
  );
