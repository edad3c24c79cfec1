// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences about a step. Every number in them is compared with something that does not come from them: what the
// golden vectors recorded (counts of nodes), or the pictures before and after (slots, nodes, levels).

import { indexText } from '../../../web/base/number-base';
import type { Op } from '../../../web/model/ops';
import { describe, expect, test } from 'vitest';
import { fromHex, index, MAX, ZERO, type Index } from '../../../web/base/index64';
import { loadCore } from '../../../web/cli/core-file';
import { decodeTree } from '../../../web/engine/decode/decode';
import { decodeEvents } from '../../../web/engine/decode/events';
import type { CoreEvent } from '../../../web/model/event';
import { nodeFates } from '../../../web/engine/decode/fates';
import { readEvents, readTree } from '../../../web/engine/core/heap';
import { machineOver } from '../../../web/engine/core/machine';
import { whyOf } from '../../../web/words/step';
import type { StepFacts } from '../../../web/words/step-facts';
import type { Outcome } from '../../../web/model/machine';
import { pictureChanges, type NodePicture, type TreePicture } from '../../../web/model/picture';
import type { StepReport } from '../../../web/model/report';
import { runText, sceneAt } from './runs';
import { readVector, vectorNames, vectorPlayer, type VectorOp } from './vectors';
import { regexOf } from '../regex-of';

const WRITES = new Set(['store', 'insert', 'erase', 'prealloc_store']);

function recordOf(op: VectorOp, outcome: Outcome): StepReport {
  const { error, storeType, vh, sh, pre, preVacancy, preWhole, used, requests, rk, freed, deferred, live, height } =
    outcome;
  return {
    line: 1,
    op: op.op === 'prealloc_store' ? 'prealloc' : (op.op as Op),
    tree: 't',
    error,
    result: null,
    storeType,
    vh,
    sh,
    pre,
    preVacancy,
    preWhole,
    used,
    requests,
    rk,
    freed,
    deferred,
    live,
    height,
    sum: null,
  };
}

interface Told {
  readonly place: string;
  readonly op: VectorOp;
  readonly why: string;
  readonly before: TreePicture;
  readonly after: TreePicture;
  readonly events: readonly CoreEvent[];
  readonly touched: StepFacts['touched'];
}

const hex = (text: string | undefined): Index => fromHex(text ?? '');

// What a step's `touched` is: the range of a store, the entry's range of an erase.
function touchedBy(op: VectorOp, before: TreePicture): StepFacts['touched'] {
  if (op.op !== 'erase') return { tree: 't', first: hex(op.a), last: hex(op.z ?? op.a) };
  const at = hex(op.a);
  const leaf = before.nodes.find((one) => one.kind === 'leaf' && one.min <= at && at <= one.max);
  if (leaf === undefined) return { tree: 't', first: at, last: at };
  const slot = leaf.lasts.findIndex((last) => last >= at);
  return { tree: 't', first: slot === 0 ? leaf.min : index(leaf.lasts[slot - 1]! + 1n), last: leaf.lasts[slot]! };
}

/** Every write of a vector, with its sentences and the pictures around it. */
async function tell(name: string): Promise<Told[]> {
  const vector = readVector(name);
  const core = await loadCore();
  const machine = machineOver(core);
  const player = vectorPlayer(machine, vector);
  const picture = (before: TreePicture | null): TreePicture => {
    const facts = machine.facts(player.tree());
    return decodeTree(
      readTree(core, player.tree(), facts.nodes, { nodesMax: 1e6, indexes: [] }),
      { name: 't', kind: 'tree', entries: facts.entries },
      before,
    );
  };
  const told: Told[] = [];
  let before = picture(null);
  for (const [k, op] of vector.ops.entries()) {
    const outcome = player.apply(op);
    if (outcome !== null && WRITES.has(op.op)) {
      const events = decodeEvents(readEvents(core).records, 1e6);
      const touched = touchedBy(op, before);
      const why = whyOf({
        record: recordOf(op, outcome),
        outcome,
        events,
        complete: true,
        passed: [],
        hint: [],
        always: null,
        describedAs: null,
        touched,
        side: null,
        reader: null,
        nodes: new Map(before.nodes.map((one) => [one.id, one])),
        release: '6_16',
        widest: [],
        excused: false,
        waiting: 0,
      });
      const after = picture(before);
      told.push({
        place: `${name} operation ${k + 1} (${op.wr ?? 'no decision'}): ${why}`,
        op,
        why,
        before,
        after,
        events,
        touched,
      });
    }
    before = picture(before);
  }
  return told;
}

const node = (picture: TreePicture, id: string | undefined): NodePicture | undefined =>
  picture.nodes.find((one) => one.id === Number(id));
const VECTORS = [
  ...vectorNames('tut-'),
  ...vectorNames('three-way-h2-'),
  'three-way-rcu-alloc',
  'spanning-h3-thin-alloc',
  'spanning-h3-bulk-range',
];

describe('the sentences about writes', () => {
  test.each(VECTORS)('say what %s recorded', async (name) => {
    for (const told of await tell(name)) {
      const { place, op, why, before, after } = told;
      expectCounts(place, op, why);
      expectLayout(place, why, before, after);
      expectNull(told);
      expectSpan(told);
      expectFates(told);
      expect(why, place).not.toMatch(/undefined|NaN|null|\?/);
      expect(why, place).toMatch(/^$|[.]$/);
    }
  });

  function expectCounts(place: string, op: VectorOp, why: string): void {
    const failed =
      (typeof op.ret === 'number' && op.ret < 0 && op.op !== 'erase') || (op as { err?: number }).err !== undefined;
    if (op.wr === null || op.wr === undefined || failed) return;
    const sizes = op.req ?? [];
    if (sizes.length === 0) expect(why, place).toContain('No node is needed.');
    else expect(why, place).toContain(`${op.pre ?? '?'} ${op.pre === 1 ? 'node' : 'nodes'} needed`);
    expect(why.includes('before 6.16 says'), place).toBe(op.pre !== op.pre_whole);
    if (op.pre !== op.pre_whole) expect(why, place).toContain(`before 6.16 says ${op.pre_whole ?? '?'}`);
    // Requested and granted are named wherever they are not what was needed.
    const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0);
    const granted = sum(sizes.filter((_, k) => /[a-z]/.test((op.rk ?? '').charAt(k))));
    const told = /(\d+) nodes? requested, (all|\d+) granted\./.exec(why);
    expect(told !== null, place).toBe(sizes.length > 0 && (sum(sizes) !== op.pre || granted !== op.pre));
    if (told !== null)
      expect([Number(told[1]), told[2] === 'all' ? sum(sizes) : Number(told[2])], place).toEqual([sum(sizes), granted]);
    const deferred = op.deferred ?? 0;
    expect(why.includes('grace period'), place).toBe(deferred > 0);
    if (deferred > 0 && deferred < (op.freed ?? 0))
      expect(why, place).toContain(`; ${deferred} of them waited for the RCU grace period`);
    if ((op.freed ?? 0) > 0 && op.pre !== 0)
      expect(why, place).toContain(`${op.freed ?? 0} ${op.freed === 1 ? 'node' : 'nodes'} freed`);
    const formula = /\((\d) × \(height (\d+) − (\d+)\) \+ 1:/.exec(why);
    expect(formula !== null, place).toBe(['split_store', 'rebalance', 'spanning_store'].includes(op.wr));
    if (formula !== null) {
      const [factor = 0, height = 0, known = 0] = formula.slice(1).map(Number);
      expect(factor * (height - known) + 1, place).toBe(op.pre);
      // By the formula before 6.16 the height before the operation follows from what was recorded.
      const whole = op.pre_whole ?? 0;
      expect(height, place).toBe(
        op.wr === 'spanning_store' ? (whole - 1) / 3 : op.wr === 'split_store' ? (whole - 1) / 2 : (whole + 1) / 2,
      );
    }
    const refused = (op.rk ?? '').split('').filter((letter) => letter < 'a').length;
    expect(why.includes('refused'), place).toBe(refused > 0);
  }

  function expectLayout(place: string, why: string, before: TreePicture, after: TreePicture): void {
    const uses = /[Ll]eaf (\d+) uses (\d+) of 16|leaf (\d+), which used (\d+)|leaf (\d+), which uses (\d+) of 16/
      .exec(why)
      ?.slice(1)
      .filter((part) => (part as string | undefined) !== undefined);
    if (uses !== undefined) expect((node(before, uses[0])?.end ?? -2) + 1, place).toBe(Number(uses[1]));
    const cut = /[Ii]t is cut into ([\d and]+) slots/.exec(why)?.[1]?.split(' and ').map(Number);
    if (cut !== undefined) {
      expect(madeLeaves(before, after), place).toEqual(cut);
      expectUneven(place, why, cut, before, after);
    }
    expectSplit(place, why, before, after);
    const slots = /The write leaves (\d+) slots?/.exec(why)?.[1];
    if (slots !== undefined)
      expect(
        after.nodes.some((one) => one.kind === 'leaf' && one.end + 1 === Number(slots)),
        place,
      ).toBe(true);
    const levels = /The tree (grows|shrinks) to (\d+) level/.exec(why);
    if (levels !== null) {
      expect(after.height, place).toBe(Number(levels[2]));
      expect(Math.sign(after.height - before.height), place).toBe(levels[1] === 'grows' ? 1 : -1);
    } else if (before.form === 'node' && after.form === 'node') expect(after.height, place).toBe(before.height);
    const exact = /exactly slot (\d+) of leaf (\d+)/.exec(why);
    if (exact !== null) {
      const [was, now] = [node(before, exact[2]), node(after, exact[2])];
      expect(now?.lasts, place).toEqual(was?.lasts);
      expect(
        now?.slots.flatMap((word, k) => (word === was?.slots[k] ? [] : [k])).every((k) => k === Number(exact[1])),
        place,
      ).toBe(true);
    }
  }

  // A cut that is not in the middle is explained with the sizes that half would have had, and with the NULL that is
  // beside it now.
  function expectUneven(
    place: string,
    why: string,
    cut: readonly number[],
    before: TreePicture,
    after: TreePicture,
  ): void {
    const [left = 0, right = 0] = cut;
    const half = Math.ceil((left + right) / 2);
    const told = /Halves would be (\d+) and (\d+), but .* the cut moves one slot (left|right)\./.exec(why);
    expect(told !== null, place).toBe(left !== half);
    if (told === null) return;
    expect(told.slice(1, 3).map(Number), place).toEqual([half, left + right - half]);
    expect(left - half, place).toBe(told[3] === 'right' ? 1 : -1);
    const old = new Set(before.nodes.map(({ id }) => id));
    const made = after.nodes.filter(({ id, kind }) => kind === 'leaf' && !old.has(id));
    const beside = told[3] === 'right' ? made[0]?.slots[left - 2] : made[1]?.slots[0];
    expect(beside, place).toBe(0n);
  }

  // Why a leaf splits, which sibling has room and what is pushed there, against what stood there before and stands
  // there now.
  function expectSplit(place: string, why: string, before: TreePicture, after: TreePicture): void {
    // A push is called so, as often as there is one.
    expect(why.match(/[Aa] push:/g)?.length, place).toBe(why.match(/\d+ are pushed (?:left|right)/g)?.length);
    const split = regexOf(
      /(?:L|A push: l)eaf (\d+) uses (\d+) of 16 slots; the write /,
      /(splits one range in (two|three), which needs|leaves) (\d+)\./,
    ).exec(why);
    if (split !== null) {
      const [, leaf, used, , parts, needs] = split;
      if (parts !== undefined) expect(Number(needs) - Number(used), place).toBe(parts === 'two' ? 1 : 2);
      const sum = madeLeaves(before, after).reduce((total, count) => total + count, 0);
      const taken = /(?:[Ii]ts|the) (?:left|right) sibling, leaf (\d+), uses (\d+) and has room/.exec(why);
      expect(sum - Number(taken?.[2] ?? 0), place).toBe(Number(needs));
      if (!/no sibling|has no sibling/.test(why)) expect(node(before, leaf)?.parent, place).not.toBeNull();
    }
    for (const [, side, kind, id, used] of why.matchAll(/its (left|right) sibling, (leaf|node) (\d+), uses (\d+)/gi)) {
      const was = node(before, id);
      expect([was?.kind === 'leaf' ? 'leaf' : 'node', (was?.end ?? -2) + 1], `${place} ${side ?? ''}`).toEqual([
        kind,
        Number(used),
      ]);
    }
    for (const [, total, most] of why.matchAll(/\((\d+) slots together, and the two hold at most (\d+)\)/g))
      expect(Number(total), place).toBeGreaterThan(Number(most));
    for (const [, id, used, count, side, left, right, items] of why.matchAll(
      regexOf(
        /(?:leaf|node) (\d+), uses (\d+) and has room: (\d+) are pushed (left|right), which leaves (\d+) and (\d+) /g,
        /(slots|children)/g,
      ),
    )) {
      const grown = Number(side === 'left' ? left : right);
      expect(grown - Number(used), place).toBe(Number(count));
      expect(node(after, id), place).toBeUndefined();
      if (items === 'slots') expect(madeLeaves(before, after), place).toEqual([Number(left), Number(right)]);
      else {
        const old = new Set(before.nodes.map((one) => one.id));
        const made = after.nodes.filter(
          (one) =>
            one.kind !== 'leaf' &&
            !old.has(one.id) &&
            one.depth === node(before, id)!.depth + after.height - before.height,
        );
        expect(
          made.map((one) => one.end + 1),
          place,
        ).toEqual([Number(left), Number(right)]);
      }
    }
  }

  // What the leaves hold around a range, read from the picture alone.
  function slotsOf(picture: TreePicture): { first: Index; last: Index; word: Index }[] {
    return picture.nodes
      .filter((one) => one.kind === 'leaf')
      .flatMap((leaf) =>
        leaf.slots.map((word, k) => ({
          first: k === 0 ? leaf.min : index(leaf.lasts[k - 1]! + 1n),
          last: leaf.lasts[k]!,
          word,
        })),
      );
  }

  // NULL is said to join what is free beside it exactly where the tree has a longer free range there now and had less.
  function expectNull({ place, op, why, before, after, touched }: Told): void {
    const failed = op.op === 'erase' ? (op as { err?: number }).err !== undefined : op.ret !== 0;
    const says = why.includes('NULL joins');
    const isNull = op.op === 'erase' ? op.wr !== null && op.wr !== undefined : op.v === null;
    if (failed || !isNull || op.wr === 'store_root' || touched === null) {
      expect(says, place).toBe(false);
      return;
    }
    const was = slotsOf(before).find(
      (slot) => slot.word === 0n && slot.first <= touched.first && touched.last <= slot.last,
    );
    const now =
      after.form === 'empty'
        ? { first: ZERO, last: MAX }
        : slotsOf(after).find((slot) => slot.first <= touched.first && touched.last <= slot.last)!;
    expect(why.includes('free already: nothing changes'), place).toBe(was !== undefined);
    expect(says, place).toBe(was === undefined && (now.first < touched.first || now.last > touched.last));
    if (says) expect(why, place).toContain(`${indexText(now.first)} to ${indexText(now.last)} is now one free range`);
  }

  // Rule "span" says which stores span. What was there before shows which nodes join and which are replaced.
  function expectSpan({ place, op, why, before, after, touched }: Told): void {
    const everything =
      op.wr === 'spanning_store' && (after.form === 'empty' || (after.nodes.length === 1 && after.nodes[0]!.end === 0));
    if (everything) expect(why, place).toMatch(/all (?:earlier )?nodes are destroyed/);
    else if (op.wr === 'spanning_store' && op.ret !== -12 && touched !== null) {
      const leaves = before.nodes.filter(
        (one) => one.kind === 'leaf' && one.min <= touched.last && one.max >= touched.first,
      );
      if (leaves.length === 1) expect(why, place).toContain('would leave a leaf that ends in NULL');
      if (why.includes('several leaves are involved')) expect(leaves.length, place).toBeGreaterThan(1);
    }
    for (const [, from = '', id = '', slot, parent] of why.matchAll(
      regexOf(
        /Both sides meet in (?:the root, )?node (\d+): node (\d+), with \d+ child(?:ren)?, replaces /g,
        /it(?: in slot (\d+) of node (\d+))?/g,
      ),
    )) {
      expect(node(before, from), place).toBeDefined();
      expect(node(after, from), place).toBeUndefined();
      const top = node(after, id)!;
      expect(top.parent, place).toEqual(parent === undefined ? null : { id: Number(parent), slot: Number(slot) });
      if (parent !== undefined)
        expect(node(before, parent)?.slots[Number(slot)], place).not.toBe(node(after, parent)?.slots[Number(slot)]);
      expect(why, place).toContain(`with ${top.end + 1} child`);
    }
    // Who joins stood there before, on the level that is named, and is gone.
    for (const [, up, which = '', kind, id] of why.matchAll(
      regexOf(
        /(One level|\d levels)?(?: up too few children are left: the|The) (right|left) /g,
        /(?:sibling|neighbour under another parent), (leaf|node) (\d+), joins/g,
      ),
    )) {
      const levels = up === undefined ? 0 : up === 'One level' ? 1 : Number(up.charAt(0));
      expect(node(before, id)?.depth, `${place} ${which}`).toBe(before.height - 1 - levels);
      expect(kind, place).toBe(levels === 0 ? 'leaf' : 'node');
      expect(node(after, id), place).toBeUndefined();
    }
    const { wr } = op;
    if (wr === 'rebalance' && op.ret !== -12 && (op as { err?: number }).err === undefined)
      expect(why, place).toMatch(/ sibling, leaf \d+, joins, which makes \d+ slots?\./);
  }

  // Rule "order of disposal" from the ranges alone: what lies inside the range as it was written was destroyed, unless
  // it is the top that was replaced; all the rest was replaced. Prove it for each node that is gone.
  function expectFates({ place, op, before, after, touched, events }: Told): void {
    const { gone } = pictureChanges(before, after);
    const fates = nodeFates(before, gone, events);
    expect(
      [...fates.keys()].sort((a, b) => a - b),
      place,
    ).toEqual(gone.map((one) => one.id).sort((a, b) => a - b));
    if (touched === null) return;
    const whole =
      after.form !== 'node' || op.wr === 'new_root' || (after.nodes.length === 1 && after.nodes[0]!.end === 0);
    const now =
      op.v === null || op.op === 'erase'
        ? slotsOf(after).find((slot) => slot.first <= touched.first && touched.last <= slot.last)
        : undefined;
    const [from, to] = [now?.first ?? touched.first, now?.last ?? touched.last];
    for (const one of gone) {
      const inside = whole || (one.min >= from && one.max <= to);
      const alone = op.wr === 'node_store' || op.wr === 'split_store';
      expect(fates.get(one.id), `${place} node ${one.id}`).toBe(inside && !alone ? 'destroyed' : 'replaced');
    }
  }

  // Slots of the leaves that were made, from left to right.
  function madeLeaves(before: TreePicture, after: TreePicture): number[] {
    const old = new Set(before.nodes.map((one) => one.id));
    return after.nodes.filter((one) => one.kind === 'leaf' && !old.has(one.id)).map((one) => one.end + 1);
  }

  test('speak of every type of store', async () => {
    const seen = new Set<string>();
    for (const name of vectorNames('tut-')) for (const { op } of await tell(name)) seen.add(String(op.wr));
    expect([...seen].sort()).toEqual([
      'append',
      'exact_fit',
      'new_root',
      'node_store',
      'null',
      'rebalance',
      'slot_store',
      'spanning_store',
      'split_store',
      'store_root',
    ]);
  });
});

describe('a sentence for each kind of step', () => {
  test('reads like this', async () => {
    const session = await runText(`tree t alloc
store 10..19 = 1
repeat 8 as i { store 20 + i * 2 .. 20 + i * 2 = 2 }
store 10..19 = 3
erase 10
gap 5 within 0..100
load 24
insert 24 = 1
fail request 1 times 2
store 0..40 = 4
dup t as u
destroy u
`);
    const whys = Array.from({ length: session.steps() }, (_, k) => sceneAt(session, k + 1).why);
    expect(whys[0]).toBe('An empty tree is a NULL root pointer: it needs no node.');
    expect(whys[1]).toBe('The tree had no node: its first leaf is made, with 3 slots. 1 node needed.');
    expect(whys[9]).toMatch(
      regexOf(
        /^Leaf 1 uses 16 of 16 slots; the write splits one range in three, which needs 18\. It is the root, which /,
        /has no sibling: it is cut into \d+ and \d+ slots\. One level up, 2 children fit one node\. The tree grows /,
        /to 2 levels\. 3 nodes needed \(2 × \(height 1 − 0\) \+ 1: the root is a leaf, and no level is above it\)\. /,
        /1 node freed/,
      ),
    );
    expect(whys.at(-1)).toBe('3 nodes freed: the whole tree.');
    expect(whys.at(-2)).toBe(
      '3 nodes copied, by 2 requests: one node for the root, then for each inner node its children in bulk. No ' +
        'entry was read or rewritten.',
    );
    expect(whys.some((why) => why.startsWith('The range is not empty, and an insert overwrites nothing.'))).toBe(true);
    expect(whys.some((why) => why.includes('is the lowest that is free'))).toBe(true);
    expect(whys.at(-3)).toBe(
      'Line 9 injects this failure. ' +
        'Request 1 of this step (1 node) was refused. Request 2 of this step (1 node) was refused. The tree is as it ' +
        'was, and every node granted is freed.',
    );
    expect(whys.some((why) => why.startsWith('The walk looks at one node on each level, 2 in all'))).toBe(true);
  });
});
