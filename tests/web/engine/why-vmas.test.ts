// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is said of VMAs, held against the list of VMAs before and after the call.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vma } from '../../../web/model/vma';
import { runText, sceneAt, seed } from './runs';
import { regexOf } from '../regex-of';

interface Told {
  readonly why: string;
  readonly before: readonly Vma[];
  readonly after: readonly Vma[];
}

async function told(text: string): Promise<Told> {
  const session = await runText(`mm p\n${text}\n`);
  expect(session.summary().stopped).toBeNull();
  const vmas = (step: number): readonly Vma[] => sceneAt(session, step).trees[0]?.vmas ?? [];
  return {
    why: sceneAt(session, session.steps()).why,
    before: vmas(session.steps() - 1),
    after: vmas(session.steps()),
  };
}

const listed = (vmas: readonly Vma[]): string[] =>
  vmas.map(({ number, first, last, perms }) => `${number} 0x${first.toString(16)}..0x${last.toString(16)} ${perms}`);

describe('what a new mapping is placed over is unmapped, not joined', () => {
  const NEW = 'the new mapping and its neighbour have the same permissions and flags';

  test('as a whole: the neighbour grows, and the pages of what was there go', async () => {
    const { why, before, after } = await told(
      'map 0x10000..0x1ffff rw\nmap 0x20000..0x2ffff r file "/lib/x"\ntouch 0x20000..0x2ffff\nmap 0x20000..0x2ffff rw',
    );
    expect(listed(before)).toEqual(['1 0x10000..0x1ffff rw-p', '2 0x20000..0x2ffff r--p']);
    expect(listed(after)).toEqual(['1 0x10000..0x2ffff rw-p']);
    expect(why).toContain(`VMA 1 grows to cover 0x10000 to 0x2ffff: ${NEW}`);
    expect(why).toContain('VMA 2 lies within the range and is unmapped for the new mapping, with all that it holds.');
    expect(why).toContain('16 pages no longer present.');
    expect(why).not.toContain('joined');
  });

  test('in part: what is cut keeps its number, and goes', async () => {
    const { why, after } = await told(
      'map 0x10000..0x1ffff rw\nmap 0x20000..0x2ffff r\nmap 0x30000..0x3ffff x\nmap 0x18000..0x37fff rw',
    );
    expect(listed(after)).toEqual(['4 0x10000..0x37fff rw-p', '5 0x38000..0x3ffff --xp']);
    expect(why).toContain(`the part above becomes VMA 5. VMA 4 grows to cover 0x10000 to 0x37fff: ${NEW}`);
    expect(why).toContain(
      'VMAs 1, 2 and 3 lie within the range and are unmapped for the new mapping, with all that they hold.',
    );
    expect(why).not.toContain('joined');
  });

  test('in the middle of its like: the part above is joined to the part below, the middle goes', async () => {
    const { why, after } = await told('map 0x10000..0x2ffff rw\nmap 0x18000..0x1ffff rw');
    expect(listed(after)).toEqual(['2 0x10000..0x2ffff rw-p']);
    expect(why).toContain(`VMA 3 is merged into VMA 2, which now covers 0x10000 to 0x2ffff: ${NEW}`);
    expect(why).toContain('VMA 1 lies within the range and is unmapped for the new mapping, with all that it holds.');
  });

  test('a call that meets sealed memory tells of the cut that stays, and of nothing gone', async () => {
    const { why, after } = await told(
      'map 0x10000..0x1ffff rw\nmap 0x20000..0x2ffff r\nadvise 0x20000..0x2ffff seal\nunmap 0x18000..0x27fff',
    );
    expect(why).toBe(
      'A VMA was split at 0x18000, then EPERM: Linux keeps the changes that a call made before its error. VMA 1 is ' +
        'split at 0x18000, since the call was going to begin there: the part below becomes VMA 3. VMA 2 ' +
        '(0x20000..0x2ffff) is sealed: it stays mapped, where and as it is. The split at 0x18000 stays.',
    );
    expect(listed(after)).toEqual(['3 0x10000..0x17fff rw-p', '1 0x18000..0x1ffff rw-p', '2 0x20000..0x2ffff r--p']);
  });

  test('also in a trace', async () => {
    const { why } = await told(
      'map 0x10000..0x1ffff rw\nmap 0x20000..0x2ffff r\ntrace p """\n' +
        'mmap(0x20000, 65536, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS|MAP_FIXED, -1, 0) = 0x20000\n"""',
    );
    expect(why).toContain('VMA 2 lies within the range and is unmapped for the new mapping');
    expect(why).not.toContain('joined');
  });
});

describe('where a border moves, only one side has different permissions or flags', () => {
  test('the head of a VMA goes to the one below', async () => {
    const { why, before, after } = await told(
      'map 0x10000..0x1ffff rw\nmap 0x20000..0x2ffff r\nprotect 0x20000..0x23fff rw',
    );
    expect(listed(before)).toEqual(['1 0x10000..0x1ffff rw-p', '2 0x20000..0x2ffff r--p']);
    expect(listed(after)).toEqual(['1 0x10000..0x23fff rw-p', '2 0x24000..0x2ffff r--p']);
    expect(why).toMatch(
      regexOf(
        /^VMA 1 grows to cover 0x10000 to 0x23fff: the changed range and its neighbour now have the same /,
        /permissions and flags, .*VMA 2 keeps 0x24000 to 0x2ffff, with its old permissions\. 4 pages/,
      ),
    );
    expect(why).not.toContain('other permissions');
  });

  test('its tail to the one above', async () => {
    const { why, after } = await told('map 0x10000..0x1ffff rw\nmap 0x20000..0x2ffff r\nprotect 0x1c000..0x1ffff r');
    expect(listed(after)).toEqual(['1 0x10000..0x1bfff rw-p', '2 0x1c000..0x2ffff r--p']);
    expect(why).toMatch(
      /^VMA 2 grows to cover 0x1c000 to 0x2ffff: .* VMA 1 keeps 0x10000 to 0x1bfff, with its old permissions\./,
    );
    expect(why).not.toContain('other permissions');
  });

  test('and so with flags', async () => {
    const { why, before, after } = await told(
      'map 0x10000..0x1bfff rw\nadvise 0x10000..0x13fff dontfork\nadvise 0x14000..0x17fff dontfork',
    );
    expect(listed(after)).toEqual(['1 0x10000..0x17fff rw-p', '2 0x18000..0x1bfff rw-p']);
    expect(after[1]!.flags).toBe(before[1]!.flags);
    expect(after[0]!.flags).not.toBe(after[1]!.flags);
    expect(why).toContain('VMA 2 keeps 0x18000 to 0x1bfff, with its old flags.');
    expect(why).not.toContain('other flags');
  });

  test('who had the permissions already and takes in a neighbour within the range has no others now', async () => {
    const { why, before, after } = await told(
      'map 0x10000..0x1ffff r\nmap 0x20000..0x2ffff rw\nmap 0x30000..0x3ffff x\nprotect 0x10000..0x37fff r',
    );
    expect(listed(before)).toEqual(['1 0x10000..0x1ffff r--p', '2 0x20000..0x2ffff rw-p', '3 0x30000..0x3ffff --xp']);
    expect(listed(after)).toEqual(['1 0x10000..0x37fff r--p', '3 0x38000..0x3ffff --xp']);
    expect(why).toContain('VMA 2 is merged into VMA 1, which now covers 0x10000 to 0x37fff');
    expect(why).toContain('VMA 3 keeps 0x38000 to 0x3ffff, with its old permissions.');
    expect(why).not.toContain('other permissions');
  });

  test('also where another address space has a VMA of that number', async () => {
    const { why } = await told(
      'map 0x10000..0x1ffff rw\nmap 0x20000..0x2ffff r\nfork p as c\nunmap 0x10000..0x1ffff in c\n' +
        'protect 0x20000..0x2ffff rw in c',
    );
    expect(why).toMatch(/^VMA 2 now has different permissions\./);
  });
});

describe('what is moved', () => {
  const moving = (args: string, now: string): string => `trace p """\nmremap(${args}) = ${now}\n"""`;

  test('its pages do not go with the old VMA', async () => {
    const { why, before, after } = await told(
      'map 0x10000..0x1ffff rw\ntouch 0x10000..0x17fff\n' +
        moving('0x10000, 65536, 65536, MREMAP_MAYMOVE|MREMAP_FIXED, 0x40000000', '0x40000000'),
    );
    expect(listed(before)).toEqual(['1 0x10000..0x1ffff rw-p']);
    expect(listed(after)).toEqual(['2 0x40000000..0x4000ffff rw-p']);
    expect(why).toContain(
      'VMA 2 is created for 0x40000000 to 0x4000ffff. VMA 1 is unmapped at the old place, without the pages that ' +
        'have moved.',
    );
    expect(why).toContain('8 pages moved to VMA 2.');
    expect(why).not.toContain('all that it holds');
  });

  test('what was at the new place does go, in the order of it', async () => {
    const { why, after } = await told(
      'map 0x10000..0x1ffff rw\ntouch 0x10000..0x17fff\nmap 0x40000000..0x4000ffff r\n' +
        moving('0x14000, 16384, 65536, MREMAP_MAYMOVE|MREMAP_FIXED, 0x40008000', '0x40008000'),
    );
    expect(listed(after)).toEqual([
      '5 0x10000..0x13fff rw-p',
      '6 0x18000..0x1ffff rw-p',
      '3 0x40000000..0x40007fff r--p',
      '4 0x40008000..0x40017fff rw-p',
    ]);
    const order = [
      'VMA 2 is split at 0x40008000',
      'VMA 4 is created for',
      'VMA 2 lies within the range and is unmapped for the new mapping, with all that it holds.',
      'VMA 1 is split at 0x14000',
      'VMA 1 is split at 0x18000',
      'VMA 1 is unmapped at the old place, without the pages that have moved.',
      '4 pages moved to VMA 4.',
    ];
    expect(order.map((part) => why.indexOf(part)).sort((a, b) => a - b)).toEqual(
      order.map((part) => why.indexOf(part)),
    );
    expect(Math.min(...order.map((part) => why.indexOf(part)))).toBe(0);
  });

  test('within one VMA: it is joined to what is beside it, and then the old place is cut out', async () => {
    const { why, after } = await told(
      `map 0x10000..0x1ffff rw\n${moving('0x14000, 16384, 16384, MREMAP_MAYMOVE|MREMAP_FIXED, 0x18000', '0x18000')}`,
    );
    expect(listed(after)).toEqual(['4 0x10000..0x13fff rw-p', '5 0x18000..0x1ffff rw-p']);
    expect(why).toMatch(
      regexOf(
        /VMA 3 is merged into VMA 2, which then covers 0x10000 to 0x1ffff: .* VMA 1 lies within the range and is /,
        /unmapped for the new mapping.* VMA 2 is split at 0x14000.*VMA 4\. VMA 2 is split at 0x18000.*VMA 5\. VMA 2 /,
        /is unmapped at the old place\./,
      ),
    );
  });

  test('an end that is cut off goes with its pages; an old place that stays is not unmapped', async () => {
    const cut = await told(
      `map 0x10000..0x1ffff rw\ntouch 0x10000..0x1ffff\n${moving('0x10000, 65536, 16384, MREMAP_MAYMOVE', '0x10000')}`,
    );
    expect(cut.why).toContain(
      'VMA 1 lies within the range and is unmapped, with all that it holds. 12 pages no longer present.',
    );
    const kept = await told(
      'map 0x10000..0x1ffff rw\ntouch 0x10000..0x1ffff\n' +
        moving('0x10000, 65536, 65536, MREMAP_MAYMOVE|MREMAP_DONTUNMAP, 0', '0x40000000'),
    );
    expect(listed(kept.after)).toEqual(['1 0x10000..0x1ffff rw-p', '2 0x40000000..0x4000ffff rw-p']);
    expect(kept.why).toMatch(/^VMA 2 is created for .* 16 pages moved to VMA 2\./);
    expect(kept.why).not.toContain('unmapped');
  });
});

const OTHER = { perms: 'permissions', flags: 'flags' } as const;

// Each sentence on VMAs of one call, against the lists. `over`: what a new mapping was placed over.
function untrue(
  { why, before, after }: Told,
  over: { readonly first: bigint; readonly last: bigint } | null,
): string[] {
  const was = new Map(before.map((vma) => [vma.number, vma]));
  const is = new Map(after.map((vma) => [vma.number, vma]));
  const numbersIn = (list: string): number[] => (list.match(/\d+/g) ?? []).map(Number);
  const wrong: string[] = [];
  const claim = (holds: boolean, text: string): void => {
    if (!holds) wrong.push(text);
  };
  const covers = (vma: Vma | undefined, first: string, last: string): boolean =>
    vma !== undefined && vma.first === BigInt(first) && vma.last === BigInt(last);
  for (const [text, list, , word] of why.matchAll(/VMAs? ([\d, and]+) now (has|have) other (permissions|flags)/g)) {
    for (const n of numbersIn(list!))
      claim(
        word === OTHER.perms ? was.get(n)?.perms !== is.get(n)?.perms : was.get(n)?.flags !== is.get(n)?.flags,
        `${n}: ${text}`,
      );
  }
  for (const [text, n, first, last] of why.matchAll(/VMA (\d+) keeps (0x[0-9a-f]+) to (0x[0-9a-f]+), with its old/g)) {
    const [then, now] = [was.get(Number(n)), is.get(Number(n))];
    claim(
      covers(now, first!, last!) && then?.flags === now?.flags && then!.last - then!.first > now!.last - now!.first,
      text,
    );
  }
  for (const [text, n, first, last] of why.matchAll(/VMA (\d+) grows to cover (0x[0-9a-f]+) to (0x[0-9a-f]+)/g))
    claim(covers(is.get(Number(n)), first!, last!), text);
  for (const [text, n, first, last] of why.matchAll(/VMA (\d+) is created for (0x[0-9a-f]+) to (0x[0-9a-f]+)/g))
    claim(!was.has(Number(n)) && covers(is.get(Number(n)), first!, last!), text);
  for (const [text, list, , heir, first, last] of why.matchAll(
    /VMAs? ([\d, and]+) (is|are) merged into VMA (\d+), which now covers (0x[0-9a-f]+) to (0x[0-9a-f]+)/g,
  )) {
    claim(covers(is.get(Number(heir)), first!, last!), text);
    for (const n of numbersIn(list!)) {
      const then = was.get(n);
      claim(
        !is.has(n) && !(over !== null && then !== undefined && then.first >= over.first && then.last <= over.last),
        `${n}: ${text}`,
      );
    }
  }
  for (const [text, list] of why.matchAll(/VMAs? ([\d, and]+) (?:lies?) within the range/g))
    for (const n of numbersIn(list!)) claim(was.has(n) && !is.has(n), `${n}: ${text}`);
  for (const [text, n, , part] of why.matchAll(
    /VMA (\d+) is split at (0x[0-9a-f]+), since [^:]+: the part (?:below|above) becomes VMA (\d+)/g,
  ))
    claim(was.has(Number(n)) && !was.has(Number(part)), text);
  // And nothing is left out: who is new, who has gone, whose range or flags are others.
  for (const vma of after) {
    const then = was.get(vma.number);
    const same = then !== undefined && then.first === vma.first && then.last === vma.last && then.flags === vma.flags;
    claim(same || new RegExp(`\\b${vma.number}\\b`).test(why) || /\d VMAs /.test(why), `nothing on VMA ${vma.number}`);
  }
  for (const { number } of before)
    claim(
      is.has(number) || new RegExp(`\\b${number}\\b`).test(why) || /\d VMAs /.test(why),
      `nothing on VMA ${number}, which has gone`,
    );
  return wrong;
}

test('what is said of VMAs holds of the lists, in runs of calls at random', async () => {
  const page = fc.nat({ max: 15 });
  const spot = fc.tuple(page, fc.nat({ max: 7 })).map(([from, more]) => ({
    first: 0x10000n + BigInt(from) * 0x1000n,
    last: 0x10fffn + BigInt(from + more) * 0x1000n,
  }));
  const call = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom('rw', 'r', 'rw', 'rx', 'r file "/x"').map((what) => ['map', what] as const),
    },
    { weight: 1, arbitrary: fc.constant(['unmap', ''] as const) },
    { weight: 3, arbitrary: fc.constantFrom('rw', 'r', 'rx').map((what) => ['protect', what] as const) },
    { weight: 2, arbitrary: fc.constantFrom('dontfork', 'dofork', 'lock').map((what) => ['advise', what] as const) },
    { weight: 1, arbitrary: fc.constant(['touch', 'read'] as const) },
    { weight: 1, arbitrary: fc.constant(['touch', ''] as const) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(call, spot), { minLength: 4, maxLength: 24 }), async (calls) => {
      const lines = calls.map(([[op, what], { first, last }]) =>
        `${op} 0x${first.toString(16)}..0x${last.toString(16)} ${what}`.trim(),
      );
      const session = await runText(`mm p\nmap 0x10000..0x1ffff rw\n${lines.join('\n')}\n`);
      for (let step = 3; step <= session.steps(); step++) {
        const [earlier, now] = [sceneAt(session, step - 1), sceneAt(session, step)];
        if (now.record?.error !== null) continue;
        const facts = { why: now.why, before: earlier.trees[0]?.vmas ?? [], after: now.trees[0]?.vmas ?? [] };
        const [[op], over] = calls[step - 3]!;
        expect(untrue(facts, op === 'map' ? over : null), `${lines.slice(0, step - 2).join('\n')}\n${now.why}`).toEqual(
          [],
        );
      }
    }),
    { seed, numRuns: 25 },
  );
});
