// SPDX-License-Identifier: GPL-2.0-or-later
//
// For tests of the engine: a text run to its end, and random scenarios.

import { wordedEvents } from '../../../web/engine/scene/event-texts';
import fc from 'fast-check';
import { loadCore } from '../../../web/cli/core-file';
import { decodeScene } from '../../../web/engine/scene/scene';
import { beginSession, type Session, type SessionOptions } from '../../../web/engine/time/session';
import type { Core } from '../../../web/engine/core/wasm';
import { answering } from '../../../web/engine/service/answers';
import type { Answer, Asked, QuestionKind } from '../../../web/model/questions';
import type { Scene } from '../../../web/model/run';

export const seed = Number(process.env['SEED'] ?? 20261121);

/** Runs a text to its end. */
export async function runText(text: string, options: SessionOptions = {}): Promise<Session> {
  const begun = beginSession(text, await loadCore(), options);
  if (begun.kind === 'refused')
    throw new Error(begun.diagnostics.map((one) => `${one.line}:${one.column} ${one.message}`).join('\n'));
  while (!begun.session.advance(1000));
  while (!begun.session.complete(1000));
  return begun.session;
}

/** The scene, decoded afresh. */
export function sceneAt(session: Session, step: number): Scene {
  return decodeScene(session.scene(step), null);
}

/** The answer to a question about a run, without a break. */
export function answerTo<K extends QuestionKind>(
  session: Session,
  kind: K,
  asked: Asked<K>,
  lines: Core | null = null,
): Answer<K> {
  const steps = answering(session.place(), kind, asked, lines);
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}

/** What a step shows, in a few words that compare well: sums, live nodes, sentence, events. */
export function fingerprint(scene: Scene): unknown {
  return {
    step: scene.step,
    why: scene.why,
    live: scene.live,
    waiting: scene.waiting,
    balance: scene.balance,
    trail: scene.trail.map((mark) => [mark.kind, mark.node, mark.slot, mark.visit, mark.text]),
    readers: scene.readers.map(({ node, ...reader }) => ({
      ...reader,
      node: node?.id ?? 0,
      bytes: node === null ? [] : [...node.bytes],
    })),
    events: wordedEvents(scene).map((event) => event.text),
    trees: scene.trees.map((tree) => ({
      name: tree.picture.name,
      sum: tree.sum,
      ids: tree.picture.nodes.map((node) => node.id),
      changes: [...tree.changes.now],
      gone: tree.changes.gone.map((node) => node.id),
      vmas: tree.vmas,
      mm: tree.mm,
      memorySum: tree.memorySum,
    })),
    fork:
      scene.fork === null
        ? null
        : {
            ...scene.fork,
            partial:
              scene.fork.partial === null
                ? null
                : {
                    ...scene.fork.partial,
                    picture: scene.fork.partial.picture.nodes.map(({ id, slots }) => [id, ...slots]),
                  },
          },
  };
}

const low = fc.nat({ max: 300 });
const value = fc.oneof(fc.nat({ max: 9 }).map(String), fc.constant('null'), fc.constantFrom('"a"', '"b"', 'zero'));
const tree = fc.constantFrom('', ' in u', ' in r');
const word = fc.constantFrom('next', 'prev', 'find', 'find_rev', 'next_range', 'prev_range');
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(low, fc.nat({ max: 6 }), value, tree).map(([a, n, v, t]) => `store ${a}..+${n + 1} = ${v}${t}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(low, fc.nat({ max: 200 }), value, tree)
      .map(([a, n, v, t]) => `store ${a}..+${n + 1} = ${v}${t}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(low, fc.nat({ max: 6 }), value, tree)
      .map(([a, n, v, t]) => `insert ${a}..+${n + 1} = ${v}${t}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(low, fc.nat({ max: 30 }), value, tree)
      .map(([a, n, v, t]) => `prealloc ${a}..+${n + 1} = ${v}${t}`),
  },
  { weight: 3, arbitrary: fc.tuple(low, tree).map(([a, t]) => `erase ${a}${t}`) },
  { weight: 1, arbitrary: fc.tuple(low, tree).map(([a, t]) => `load ${a}${t}`) },
  { weight: 1, arbitrary: fc.tuple(low, tree).map(([a, t]) => `gap ${(a % 9) + 1} within 0..400${t}`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(low, value, fc.constantFrom('', ' from top'), tree)
      .map(([a, v, f, t]) => `alloc ${(a % 9) + 1} within ${a}..400 = ${v}${f}${t}`),
  },
  { weight: 1, arbitrary: fc.tuple(low, value, tree).map(([a, v, t]) => `cyclic within ${a % 50}..${a} = ${v}${t}`) },
  { weight: 1, arbitrary: fc.tuple(low, tree).map(([a, t]) => `walk ${a}${t}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(word, low, fc.nat({ max: 40 }), tree)
      .map(
        ([w, a, n, t]) =>
          `${w} ${a} count ` +
          `${n + 1}${n % 3 === 0 ? ` until ${a + (w.includes('prev') || w.includes('rev') ? -(a >> 1) : n)}` : ''}${t}`,
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 3 })).map(([k, n]) => `fail request ${k + 1} times ${n + 1}`),
  },
  { weight: 1, arbitrary: fc.nat({ max: 9 }).map((k) => `fail node ${k + 1}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'dup t as d\ndestroy d',
      'destroy u\ntree u alloc\nuse t',
      'dup r as d\ndestroy d',
      'expect load(5) = 5',
      'fail off',
    ),
  },
);

// Pages of a small part of the addresses, so that calls meet.
const page = fc.nat({ max: 60 });
const pages = fc
  .tuple(page, fc.nat({ max: 9 }))
  .map(([at, more]) => `0x7f0000000000 + ${at}*0x100000 .. 0x7f0000000fff + ${at + more}*0x100000`);
const perms = fc.constantFrom(
  'rw',
  'r',
  'none',
  'rx',
  'rw shared',
  'rw file "/lib/a.so"',
  'r file "/lib/a.so" at 0x3000',
  'rw grows',
);
const way = fc.constantFrom('', ' undo range', ' undo range ceiling wrong', ' by bulk', ' by stores');
const site = fc.constantFrom(
  'request',
  'node',
  'mm',
  'signal',
  'commit',
  'vma',
  'policy',
  'uffd',
  'anon',
  'page',
  'hook',
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
);
// What stays and would soon refuse all else is rare.
const lasting = fc
  .tuple(
    fc.nat(3),
    fc.constantFrom(
      'advise 0x7f0000100000 seal',
      'lockall current',
      'lockall future onfault',
      'limit vmas 30',
      'limit as 200M',
      'limit memlock 4M',
    ),
  )
  .map(([k, one]) => (k === 0 ? one : 'lockall off\nlimit vmas off\nlimit as off\nlimit memlock off'));
const memoryLine = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(pages, perms).map(([r, p]) => `map ${r} ${p}`) },
  { weight: 2, arbitrary: fc.tuple(page, perms).map(([n, p]) => `map any ${n + 1}*0x1000 ${p}`) },
  { weight: 4, arbitrary: pages.map((r) => `unmap ${r}`) },
  {
    weight: 3,
    arbitrary: fc.tuple(pages, fc.constantFrom('r', 'rw', 'none', 'rx')).map(([r, p]) => `protect ${r} ${p}`),
  },
  { weight: 6, arbitrary: fc.tuple(pages, fc.constantFrom('', ' read', ' write')).map(([r, w]) => `touch ${r}${w}`) },
  { weight: 3, arbitrary: fc.tuple(pages, advice).map(([r, a]) => `advise ${r} ${a}`) },
  { weight: 1, arbitrary: lasting },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        pages,
        fc.constantFrom('', ' size 64K', ' size 4M'),
        fc.constantFrom('', ' to 0x7f0003000000', ' to 0x7f0000100000'),
        fc.constantFrom('', ' stay', ' dontunmap'),
      )
      .map((words) => `remap ${words.join('')}`),
  },
  { weight: 2, arbitrary: page.map((n) => `brk +${n + 1}*0x1000`) },
  { weight: 1, arbitrary: fc.constantFrom('brk -0x1000', 'use old', 'use bash') },
  { weight: 4, arbitrary: way.map((how) => `fork bash as kid@${how}`) },
  {
    weight: 1,
    arbitrary: way.map(
      (how) => `fail off\nfork bash as kid@${how}\nuse kid@\ntouch 0x555555554000..0x555555554fff read\nuse bash`,
    ),
  },
  { weight: 1, arbitrary: way.map((how) => `fail off\nfork bash as kid@${how}\nexit kid@`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('', ' vma', ' page', ' signal times 2'), way)
      .map(([s, how]) => `fail off\nsweep${s} {\n  map any 0x3000 rw\n  fork bash as kid@${how}\n}\nexit kid@`),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(site, fc.nat({ max: 9 }), fc.nat({ max: 2 }), fc.nat({ max: 12 }))
      .map(
        ([s, k, n, v]) =>
          `fail ${s}${v % 4 === 0 && v > 0 && s !== 'mm' && s !== 'hook' ? ` at vma ${v}` : ''} ${k + 1} times ` +
          `${n + 1}`,
      ),
  },
  { weight: 1, arbitrary: fc.constantFrom('fail every 3 times 2', 'fail chance 30% seed 7 times 3', 'fail off') },
);

/** A scenario of two address spaces, with calls, forks, failures and exits. */
export const memoryScenario = fc
  .array(memoryLine, { minLength: 10, maxLength: 60, size: 'max' })
  .map((lines) =>
    [
      'mm old',
      'map any 0x5000 rw',
      'mm bash',
      'map 0x555555554000..0x555555558fff rx file "/bin/bash"',
      'brk at 0x555555560000',
      'map 0x7ffffffde000..0x7fffffffefff rw grows',
      'map 0x7f0000000000..0x7f0004ffffff rw',
      ...lines.map((one, k) => one.replaceAll('@', String(k))),
      '',
    ].join('\n'),
  );

// Two readers of the tree in RCU mode, whose stays overlap, with changes between all that they do; in some of them the
// tree is destroyed and made again under their feet.
const change = fc.tuple(low, fc.nat({ max: 40 }), value).map(([a, n, v]) => `store ${a}..+${n + 1} = ${v} in r`);
const changes = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: change },
    { weight: 1, arbitrary: fc.constant('destroy r\ntree r alloc rcu\nuse t') },
  ),
  { maxLength: 6 },
);
const stay = fc
  .tuple(low, low, fc.nat({ max: 9 }), changes, changes, changes, changes)
  .map(([a, b, n, w, x, y, z]) =>
    [
      `read r at ${a} as p`,
      ...w,
      `read r at ${b} as q`,
      ...x,
      `resume p count ${n + 1}`,
      ...y,
      'release p',
      `resume q count ${n}`,
      ...z,
      'resume q',
      'release q',
    ].join('\n'),
  );

/** A scenario of three trees (with gaps, without, in RCU mode), a bulk load, random statements, readers that stay. */
export const scenario = fc
  .array(fc.oneof({ weight: 24, arbitrary: line }, { weight: 1, arbitrary: stay }), { maxLength: 120, size: 'max' })
  .map((lines) =>
    [
      'tree r alloc rcu',
      'repeat 30 as i { store i*10..+5 = i }',
      'tree u',
      'tree t alloc',
      'bulk 60 {',
      '  repeat 60 as i { store i*5..+3 = i }',
      '}',
      ...lines,
      '',
    ].join('\n'),
  );

/** The same on less: small trees with few statements, whose every event can be looked at. */
export const smallScenario = fc
  .array(line, { minLength: 6, maxLength: 14, size: 'max' })
  .map((lines) =>
    [
      'tree r alloc rcu',
      'repeat 18 as i { store i*10..+5 = i }',
      'tree u',
      'tree t alloc',
      'bulk 40 {',
      '  repeat 40 as i { store i*5..+3 = i }',
      '}',
      ...lines,
      '',
    ].join('\n'),
  );
