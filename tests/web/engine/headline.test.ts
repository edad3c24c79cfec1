// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a headline says of a step, held against the trees before and after it, in every step of the examples and of the
// scenarios of the tests.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Scene } from '../../../web/model/run';
import { stepsOf } from '../../../web/scenario/check/step-count';
import { parse } from '../../../web/scenario/language/parser';
import { runText, sceneAt } from './runs';

/** Longer runs are left out. */
const STEPS_MOST = 130;

const project = fileURLToPath(new URL('../../..', import.meta.url));
const TEXTS = ['web/app/examples', 'tests/scenarios'].flatMap((folder) =>
  readdirSync(project + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.maple'))
    .map((name) => readFileSync(`${project}${folder}/${name}`, 'utf8'))
    .filter((text) => (stepsOf(parse(text).program.statements) ?? 0) <= STEPS_MOST),
);

interface Told {
  readonly headline: string;
  readonly leaves: { readonly before: number; readonly after: number };
  readonly height: { readonly before: number; readonly after: number };
  readonly goneLeaves: number;
  readonly error: string | null;
  /** Of an address space; null of a plain tree. */
  readonly vmas: number | null;
}

function told(before: Scene | null, now: Scene): Told | null {
  const name = now.record?.tree ?? null;
  const at = (scene: Scene | null) =>
    scene?.trees.find(({ picture }) => picture.name === name && picture.form === 'node')?.picture ?? null;
  const leaves = (scene: Scene | null): number => at(scene)?.nodes.filter(({ kind }) => kind === 'leaf').length ?? 0;
  const [was, is] = [at(before), at(now)];
  if (now.headline === '' || now.trees.some(({ partial }) => partial !== undefined)) return null;
  return {
    headline: now.headline,
    leaves: { before: leaves(before), after: leaves(now) },
    height: { before: was?.height ?? 0, after: is?.height ?? 0 },
    goneLeaves:
      now.trees.find(({ picture }) => picture.name === name)?.changes.gone.filter(({ kind }) => kind === 'leaf')
        .length ?? 0,
    error: now.record?.error ?? null,
    vmas: now.trees.find(({ picture }) => picture.name === name)?.vmas?.length ?? null,
  };
}

/** By the words of a headline: what must be so. */
const HOLDS: readonly (readonly [words: RegExp, holds: (step: Told) => boolean])[] = [
  [/wrote the root pointer alone/, ({ leaves, height }) => leaves.after === 0 && height.after === 0],
  [/made the first leaf/, ({ leaves }) => leaves.before === 0 && leaves.after === 1],
  [
    /added slots at the end of its leaf|changed slots of its leaf in place|rewrote its leaf in place/,
    ({ leaves, goneLeaves }) => leaves.after === leaves.before && goneLeaves === 0,
  ],
  [
    /put a new leaf in place of its leaf/,
    ({ leaves, goneLeaves }) => leaves.after === leaves.before && goneLeaves === 1,
  ],
  [/split its leaf in two/, ({ leaves, goneLeaves }) => leaves.after === leaves.before + 1 && goneLeaves === 1],
  [
    /moved slots of its leaf to the (left|right) sibling/,
    ({ leaves, goneLeaves }) => leaves.after === leaves.before && goneLeaves === 2,
  ],
  [/joined two leaves/, ({ leaves, goneLeaves }) => leaves.after === leaves.before - 1 && goneLeaves === 2],
  [
    /shared the slots of two leaves out anew/,
    ({ leaves, goneLeaves }) => leaves.after === leaves.before && goneLeaves === 2,
  ],
  [/and the tree grew/, ({ height }) => height.after > height.before],
  [/and the tree shrank/, ({ height }) => height.after < height.before],
  [
    /^(?!.*(grew|shrank))The (store|insert|preallocated store|erase|allocation) .*(split|joined|moved slots|shared)/,
    ({ height }) => height.after === height.before,
  ],
  [/failed/, ({ error }) => error !== null],
  [/out of memory/, ({ error }) => error === 'ENOMEM'],
  [/^The fork failed at VMA \d+/, ({ error }) => error !== null],
  [
    /^The fork made [\d,]+ VMAs? for the child/,
    ({ headline, error, vmas }) => error === null && vmas === Number(headline.replace(/\D/g, '')),
  ],
  [/^The copy failed/, ({ error }) => error !== null],
  [/^The entry was found|^Nothing is stored there/, ({ error }) => error === null],
];

test('every headline says what the trees show', async () => {
  const seen = new Set<RegExp>();
  const wrong: string[] = [];
  for (const text of TEXTS) {
    const session = await runText(text).catch(() => null);
    // A text with mistakes has no steps.
    if (session === null) continue;
    let before: Scene | null = null;
    for (let step = 1; step <= session.steps(); step++) {
      const now = sceneAt(session, step);
      const one = told(before, now);
      before = now;
      if (one === null) continue;
      const about = HOLDS.filter(([words]) => words.test(one.headline));
      if (about.length === 0) wrong.push(`nobody looks at “${one.headline}”`);
      for (const [words, holds] of about) {
        seen.add(words);
        if (!holds(one)) wrong.push(`${text.split('\n', 1)[0]}, step ${step}: ${JSON.stringify(one)}`);
      }
    }
  }
  expect([...new Set(wrong)]).toEqual([]);
  expect(HOLDS.filter(([words]) => !seen.has(words)).map(([words]) => words.source)).toEqual([]);
}, 180_000);

test('a refusal is told of the call that met it, and a leaf of 15 slots is not called full', async () => {
  const begins = 'tree t alloc\nrepeat 15 as i { store 2 * i = i }';
  const headline = async (call: string): Promise<string> => {
    const session = await runText(`${begins}\nfail request 1 times 2\n${call}`);
    return sceneAt(session, session.steps()).headline;
  };
  // What was preallocated is stored without a request: what fails for want of memory is the preallocation.
  expect(await headline('prealloc 100 = 1')).toBe('The preallocation failed: out of memory.');
  expect(await headline('alloc 8 within 100..200 = 1')).toBe('The allocation failed: out of memory.');
  expect(await headline('cyclic within 100..200 = 1')).toBe('The allocation failed: out of memory.');
  expect(await headline('store 100 = 1')).toBe('The store failed: out of memory.');
  // The fourteenth entry goes into a leaf that uses 15 of its 16 slots (step 14 of the stores of `begins`).
  const pushed = sceneAt(await runText(begins), 14);
  expect(pushed.why).toContain('uses 15 of 16 slots');
  expect(pushed.headline).toBe('The store moved slots of its leaf to the left sibling.');
});
