// SPDX-License-Identifier: GPL-2.0-or-later
//
// A core that gives one wrong answer, and what a run says of it, kept: of every call that a scenario makes each part of
// the answer is changed in turn, always or in the last call only. What is found wrong is written out; what only looks
// otherwise is a sum; what nobody notices is a list. `npx vitest run tests/web/scenario/lies -u` writes it anew; look
// at the difference before it is committed.

import { expect, test } from 'vitest';
import { troubleText } from '../../../web/words/trouble';
import type { RunItem } from '../../../web/model/item';
import type { Machine } from '../../../web/model/machine';
import { readScenario } from '../../../web/scenario/check/checker';
import { runScenario } from '../../../web/scenario/run/interpreter';
import type { Program } from '../../../web/scenario/syntax/syntax';
import { hintsOf, plainItem, sumOf } from './kept-items';
import { freshMachine } from './run';

const SPACE = 'mm p\nmap 0x10000..0x13fff rw\nmap 0x14000..0x15fff r file "/a" at 4K\ntouch 0x10000..0x11fff write\n';

const TEXTS: Readonly<Record<string, string>> = {
  stores:
    'tree t alloc rcu\nstore 5..9 = 1\nstore 9..5 = 1\ninsert 20..29 = 2\ninsert 25 = 3\ninsert 9..5 = 1\nprealloc 40..49 = "x"\nerase 22\nerase 22\nload 5\nload 15\nstore 7 = null\nfail request 1\nstore 60 = 1\n',
  'a tree of several nodes':
    'tree t alloc rcu\nrepeat 20 as i { store i * 10..+5 = i }\nstore 33..77 = 1\nerase 90\ndup t as u\nexpect same t u\nexpect identical t u\nexpect valid\ndestroy t\ndestroy u\n',
  'a bulk load': 'tree t\nbulk 20 { repeat 20 as i { store i * 10..+5 = i } }\nexpect height() = 2\n',
  searches:
    'tree t alloc\nstore 5..9 = 1\nstore 20..29 = 2\ngap 3 within 0..100\ngap 3 within 0..100 from top\ngap 30 within 0..40\nalloc 3 within 0..100 = 3\nalloc 3 within 0..100 = 4 from top\nalloc 99 within 0..40 = 5\ncyclic within 0..3 = 6\ncyclic within 0..3 = 7\ncyclic within 0..3 = 8\n',
  iterations:
    'tree t\nrepeat 9 as i { store i * 10..+5 = i }\nwalk 12\nwalk 7\nnext 3 count 3\nprev 80 count 2 until 50\nfind 7 count 2\nfind_rev 88\nnext_range 12 count 3\nprev_range 50\n',
  readers:
    'tree t rcu\nrepeat 9 as i { store i * 10..+5 = i }\nread t at 12 as r\nstore 13 = 1\nresume r\nresume r count 3\nrelease r\n',
  states:
    'tree t alloc\nrepeat 9 as i { store i * 10..+5 = i }\nstate s\nset s 12..13\nwalk s\nnext s count 2\nprev s\nprepare s = 1\nset s 26..28\nprepare s = 2\nstore s\nstore s = 3\nreset s\nsearch s 4 within 0..100\nsearch s 4 within 0..100 from top\nrelease s\n',
  'calls of an address space': `${SPACE}map any 12K rw shared\nunmap 0x12000..0x12fff\nprotect 0x10000..0x10fff r\nadvise 0x11000..0x11fff dontfork\nbrk at 0x40000\nbrk +8K\nbrk -4K\nremap 0x11000..+4K size 8K\nlockall current\nlimit as 1M\nexit p\n`,
  'refused calls of an address space': `${SPACE}map 0x10001..0x11fff rw\nunmap 0x1..0x1fff\nprotect 0x13000..0x18fff r\nadvise 0x14000..0x14fff wipeonfork\nbrk +4K\ntouch 0x30000\nremap 0x30000..+4K size 8K\nmap any 0 rw\nlockall onfault\nfail vma\nmap 0x40000..+4K rw\n`,
  forks: `${SPACE}fork p as c\nexpect same p c\nfork p as d by bulk\nfork p as e by stores\nexit c\nexit d\nexit e\n`,
  'failed forks': `${SPACE}fail vma 2\nfork p as c\nfail off\nfail page\nfork p as d undo range\nfail off\nfail request 1\nfork p as e by stores\nfail off\nfail mm\nfork p as f\nexpect absent f\n`,
  maps: 'maps p """\n1000-3000 r--p 00000000 00:00 0 /a\n5000-6000 rw-p 00000000 00:00 0 [heap]\n"""\nfork p as c\nexit c\n',
  'a log':
    'trace p """\nbrk(NULL) = 0x40000\nmmap(0x10000, 16384, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = 0x10000\nmprotect(0x11000, 4096, PROT_READ) = 0\nmunmap(0x12000, 4096) = 0\nbrk(0x42000) = 0x42000\nmremap(0x13000, 4096, 8192, MREMAP_MAYMOVE) = 0x20000\n"""\n',
  'a sweep of stores': 'tree t\nrepeat 9 as i { store i * 10..+5 = i }\nsweep {\n  store 3..77 = 1\n  dup t as u\n}\n',
  'a sweep of a fork': `${SPACE}sweep vma { fork p as c }\nexit c\n`,
  damage: 'tree t\nrepeat 9 as i { store i * 10..+5 = i }\ncorrupt t node 0 pivot 1 = 3\nexpect valid\ndestroy t\n',
};

type Answer = unknown;
/** Where in an answer something is changed, and what is put there. */
interface Change {
  readonly path: readonly (string | number)[];
  readonly told: string;
  readonly put: (was: unknown) => unknown;
}

function changesOf(answer: Answer, path: readonly (string | number)[] = []): Change[] {
  const at = path.length === 0 ? 'the answer' : path.join('.');
  if (typeof answer === 'bigint') return [{ path, told: `${at} + 1`, put: (was) => (was as bigint) + 1n }];
  if (typeof answer === 'number') return [{ path, told: `${at} + 1`, put: (was) => (was as number) + 1 }];
  if (typeof answer === 'boolean') return [{ path, told: `${at} turned`, put: (was) => was !== true }];
  if (typeof answer === 'string')
    return path.at(-1) === 'error'
      ? [{ path, told: `no ${at}`, put: () => null }]
      : [{ path, told: `${at} changed`, put: (was) => `${was as string}x` }];
  if (answer === null)
    return path.at(-1) === 'error'
      ? ['ENOMEM', 'EINVAL', 'EBUSY'].map((name): Change => ({ path, told: `${at} ${name}`, put: () => name }))
      : [];
  if (Array.isArray(answer))
    return answer.length === 0
      ? []
      : [
          { path, told: `${at} one less`, put: (was) => (was as unknown[]).slice(0, -1) },
          ...changesOf(answer.at(-1), [...path, answer.length - 1]),
        ];
  if (typeof answer !== 'object') return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    isUnused(key, value) ? [] : changesOf(value, [...path, key]),
  );
}

function changed(answer: Answer, path: readonly (string | number)[], put: (was: unknown) => unknown): Answer {
  const [key, ...rest] = path;
  if (key === undefined) return put(answer);
  if (answer === null || typeof answer !== 'object') return answer;
  const list: readonly unknown[] | null = Array.isArray(answer) ? answer : null;
  if (list !== null)
    return Number(key) < list.length ? list.with(Number(key), changed(list[Number(key)], rest, put)) : answer;
  const known = (answer as Record<string, unknown>)[key];
  return known === undefined || (rest.length > 0 && known === null)
    ? answer
    : { ...answer, [key]: changed(known, rest, put) };
}

type Watch = (name: string, answer: Answer) => Answer;

function watched(machine: Machine, watch: Watch): Machine {
  const entries = Object.entries(machine as unknown as Record<string, unknown>).map(([name, call]) => {
    if (typeof call !== 'function') return [name, call];
    // A list that is read on as it is iterated is shown whole.
    return [
      name,
      (...given: unknown[]) => {
        const answer = (call as (...all: unknown[]) => unknown)(...given);
        return watch(name, name === 'ranges' ? [...(answer as Iterable<unknown>)] : answer);
      },
    ];
  });
  const lying: unknown = Object.fromEntries(entries);
  return lying as Machine;
}

const MOST = 400;

function programOf(text: string): Program {
  const read = readScenario(text);
  if (read.kind === 'refused')
    throw new Error(read.diagnostics.map(({ line, message }) => `${line} ${message}`).join());
  return read.program;
}

function run(program: Program, watch: Watch): RunItem[] {
  const items: RunItem[] = [];
  for (const item of runScenario(program, watched(freshMachine(), watch), { sums: 'all' })) {
    items.push(item);
    if (items.length > MOST) break;
  }
  return items;
}

interface Noticed {
  /** The first thing that is found wrong, and why the run stopped; empty if nothing is. */
  readonly wrong: string;
  readonly sum: string;
}

function noticed(items: readonly RunItem[]): Noticed {
  const troubles = items.flatMap((item) =>
    item.kind === 'step'
      ? item.troubles
          .filter(({ cause }) => cause?.by !== 'corrupt')
          .map((one) => `line ${item.report.line}: ${troubleText(one)}`)
      : [],
  );
  const end = items.at(-1);
  const stopped = end?.kind === 'end' && end.stopped !== null ? [`stopped: ${end.stopped.message}`] : [];
  return {
    wrong: [...troubles.slice(0, 1), ...stopped].join(' / '),
    sum: sumOf([items.map(plainItem), hintsOf(items)]),
  };
}

// What the core itself refuses later because of a lie is an error of ours, and thrown.
function lied(program: Program, watch: Watch): Noticed {
  try {
    return noticed(run(program, watch));
  } catch (error) {
    return { wrong: String(error), sum: '' };
  }
}

/** Numbers that only name things, and parts of an outcome that most calls leave at nothing. */
const NAMES: ReadonlySet<string> = new Set(['tree', 'mm', 'state', 'reader', 'child']);
const UNUSED: ReadonlySet<string> = new Set(['value', 'reserved', 'keptTo', 'copied', 'wrapped']);
const isUnused = (key: string, value: unknown): boolean =>
  NAMES.has(key) || (UNUSED.has(key) && (value === false || Number(value) === 0));

test.each(Object.entries(TEXTS))('%s', (_, text) => {
  const calls = new Map<string, { changes: Map<string, Change>; count: number }>();
  const program = programOf(text);
  const items = run(program, (name, answer) => {
    const known = calls.get(name) ?? { changes: new Map<string, Change>(), count: 0 };
    known.count++;
    if (name !== 'create' && name !== 'save')
      for (const one of changesOf(answer)) if (!known.changes.has(one.told)) known.changes.set(one.told, one);
    calls.set(name, known);
    return answer;
  });
  const honest = noticed(items);
  expect(honest.wrong).toBe('');
  const wrong: string[] = [];
  const shown: string[] = [];
  const unseen: string[] = [];
  for (const [name, { changes, count }] of [...calls].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const { path, told, put } of changes.values()) {
      for (const [when, from] of [
        ['', 1],
        [' at last', count],
      ] as const) {
        let left = from;
        const lie = `${name}, ${told}${when}`;
        const found = lied(program, (called, answer) =>
          called !== name || --left > 0 ? answer : changed(answer, path, put),
        );
        if (found.wrong !== '') wrong.push(`${lie}: ${found.wrong}`);
        else if (found.sum === honest.sum) unseen.push(lie);
        shown.push(found.sum);
        if (count === 1) break;
      }
    }
  }
  expect(
    [...wrong, `${shown.length} lies: ${sumOf(shown)}`, `not noticed: ${unseen.join('; ')}`].join('\n'),
  ).toMatchSnapshot();
});
