// SPDX-License-Identifier: GPL-2.0-or-later
//
// For tests of the engine: a text run to its end, and random scenarios.

import fc from 'fast-check';
import { loadCore } from '../../../web/cli/core-file';
import { decodeScene } from '../../../web/engine/scene';
import { beginSession, type Session, type SessionOptions } from '../../../web/engine/session';
import type { Scene } from '../../../web/model/run';

export const seed = Number(process.env['SEED'] ?? 20261121);

/** Runs a text to its end. */
export async function runText(text: string, options: SessionOptions = {}): Promise<Session> {
  const begun = beginSession(text, await loadCore(), options);
  if (begun.kind === 'refused') throw new Error(begun.diagnostics.map((one) => `${one.line}:${one.column} ${one.message}`).join('\n'));
  while (!begun.session.advance(1000));
  while (!begun.session.complete(1000));
  return begun.session;
}

/** The scene, decoded afresh. */
export function sceneAt(session: Session, step: number): Scene {
  return decodeScene(session.scene(step), null);
}

/** What a step shows, in a few words that compare well: sums, live nodes, sentence, events. */
export function fingerprint(scene: Scene): unknown {
  return {
    step: scene.step,
    why: scene.why,
    live: scene.live,
    balance: scene.balance,
    events: scene.events.map((event) => event.text),
    trees: scene.trees.map((tree) => ({
      name: tree.picture.name,
      sum: tree.sum,
      ids: tree.picture.nodes.map((node) => node.id),
      changes: [...tree.changes.now],
      gone: tree.changes.gone.map((node) => node.id),
    })),
  };
}

const low = fc.nat({ max: 300 });
const value = fc.oneof(fc.nat({ max: 9 }).map(String), fc.constant('null'), fc.constantFrom('"a"', '"b"', 'zero'));
const tree = fc.constantFrom('', ' in u', ' in r');
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(low, fc.nat({ max: 6 }), value, tree).map(([a, n, v, t]) => `store ${a}..+${n + 1} = ${v}${t}`) },
  { weight: 2, arbitrary: fc.tuple(low, fc.nat({ max: 200 }), value, tree).map(([a, n, v, t]) => `store ${a}..+${n + 1} = ${v}${t}`) },
  { weight: 2, arbitrary: fc.tuple(low, fc.nat({ max: 6 }), value, tree).map(([a, n, v, t]) => `insert ${a}..+${n + 1} = ${v}${t}`) },
  { weight: 2, arbitrary: fc.tuple(low, fc.nat({ max: 30 }), value, tree).map(([a, n, v, t]) => `prealloc ${a}..+${n + 1} = ${v}${t}`) },
  { weight: 3, arbitrary: fc.tuple(low, tree).map(([a, t]) => `erase ${a}${t}`) },
  { weight: 1, arbitrary: fc.tuple(low, tree).map(([a, t]) => `load ${a}${t}`) },
  { weight: 1, arbitrary: fc.tuple(low, tree).map(([a, t]) => `gap ${(a % 9) + 1} within 0..400${t}`) },
  { weight: 2, arbitrary: fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 3 })).map(([k, n]) => `fail request ${k + 1} times ${n + 1}`) },
  { weight: 1, arbitrary: fc.nat({ max: 9 }).map((k) => `fail node ${k + 1}`) },
  { weight: 1, arbitrary: fc.constantFrom('dup t as d\ndestroy d', 'destroy u\ntree u alloc\nuse t', 'dup r as d\ndestroy d', 'expect load(5) = 5', 'fail off') },
);

/** A scenario of three trees (with gaps, without, in RCU mode), a bulk load and random statements. */
export const scenario = fc.array(line, { maxLength: 120, size: 'max' }).map((lines) =>
  ['tree r alloc rcu', 'tree u', 'tree t alloc', 'bulk 60 {', '  repeat 60 as i { store i*5..+3 = i }', '}', ...lines, ''].join('\n'),
);
