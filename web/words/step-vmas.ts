// SPDX-License-Identifier: GPL-2.0-or-later
//
// The fates of the VMAs in a call, read from the order of the core's events, and the sentences on them. Pure. The rules
// are rule "fork"; the order is that of core/mm:
//
//   cut            made (the part), changed (what keeps the object, next to it)
//   both sides     freed (the upper one), changed (the lower one, which covers it now)
//   other flags    changed, with the range that it had
//   border moved   changed (the one that grows), changed or freed (the one that loses its head, its tail, all)
//   unmapped       freed, after what the range was given to has been stored

import { indexText } from '../base/number-base';
import { counted } from '../base/text';
import type { CoreEvent } from '../model/event';
import { opsWith } from '../model/ops';
import type { StepFacts } from './step-facts';

// One thing that became of a VMA; `at` counts the events about VMAs.
export type Fate =
  | { readonly kind: 'cut'; readonly at: number; readonly vma: CoreEvent; readonly part: CoreEvent }
  | { readonly kind: 'made' | 'grown' | 'shrunk' | 'reflagged' | 'gone'; readonly at: number; readonly vma: CoreEvent }
  | { readonly kind: 'absorbed'; readonly at: number; readonly vma: CoreEvent; readonly heir: number };

const OF_VMAS: ReadonlySet<CoreEvent['name']> = new Set(['vma_made', 'vma_changed', 'vma_freed']);
/** Calls that unmap nothing: who is freed has been joined to another. */
const OF_FLAGS = opsWith(({ setsFlags }) => setsFlags === true);

const range = ({ a, b }: CoreEvent): string => `${indexText(a)} to ${indexText(b)}`;
const touches = (one: CoreEvent, other: CoreEvent): boolean => one.b + 1n === other.a || other.b + 1n === one.a;
const within = (inner: CoreEvent, { a, b }: CoreEvent): boolean => inner.a >= a && inner.b <= b;

// ---- What became of them ----

export function fatesOf(facts: StepFacts): Fate[] {
  const told = facts.events.filter(({ name }) => OF_VMAS.has(name));
  const fates: Fate[] = [];
  for (let at = 0; at < told.length; at++) {
    const vma = told[at]!;
    const next = told[at + 1];
    if (vma.name === 'vma_changed') fates.push({ kind: changeOf(facts, vma, next), at, vma });
    else if (vma.name === 'vma_freed') {
      const heir = heirOf(facts, told, at);
      fates.push(heir === null ? { kind: 'gone', at, vma } : { kind: 'absorbed', at, vma, heir });
    } else if (next?.name === 'vma_changed' && touches(vma, next)) {
      fates.push({ kind: 'cut', at, vma: next, part: vma });
      at++;
    } else fates.push({ kind: 'made', at, vma });
  }
  return fates;
}

// Only if flags are given may a range stay as it is, or a neighbour lose what another gains. The loser keeps the part
// outside the call's range, and is named right after the gainer.
function changeOf(facts: StepFacts, vma: CoreEvent, next: CoreEvent | undefined): 'grown' | 'shrunk' | 'reflagged' {
  if (!OF_FLAGS.has(facts.record.op)) return 'grown';
  if (isLeft(facts, vma)) return 'shrunk';
  if (next?.name === 'vma_freed') return within(next, vma) ? 'grown' : 'reflagged';
  return next?.name === 'vma_changed' && isLeft(facts, next) && touches(vma, next) ? 'grown' : 'reflagged';
}

const isLeft = ({ touched }: StepFacts, { a, b }: CoreEvent): boolean =>
  touched !== null && (b < touched.first || a > touched.last);

// The VMA that has swallowed one that is freed; null if that is unmapped.
function heirOf({ record }: StepFacts, told: readonly CoreEvent[], at: number): number | null {
  const freed = told[at]!;
  const next = told[at + 1];
  if (next?.name === 'vma_changed' && within(freed, next)) return next.count;
  if (!OF_FLAGS.has(record.op)) return null;
  return told.findLast((one, k) => k < at && one.name === 'vma_changed' && within(freed, one))?.count ?? null;
}

// ---- Sentences ----

interface Said {
  readonly at: number;
  readonly text: string;
}

/** The fates of the VMAs, in the order of events. */
export function vmaSentences(facts: StepFacts): string[] {
  const fates = fatesOf(facts);
  const said = [
    ...cuts(facts, fates),
    ...joined(facts, fates),
    ...made(fates),
    ...gone(facts, fates),
    ...reflagged(facts, fates),
    ...shrunk(facts, fates),
  ];
  return said.sort((a, b) => a.at - b.at).map(({ text }) => text);
}

/** The VMA that an address lies in after the call; null if the call's events name none. */
export function vmaAfter({ events }: StepFacts, address: bigint): number | null {
  return (
    events.findLast(({ name, a, b }) => (name === 'vma_made' || name === 'vma_changed') && a <= address && address <= b)
      ?.count ?? null
  );
}

const PARTS: Readonly<Record<string, string>> = {
  unmap: 'only a part of it is unmapped',
  map: 'only a part of it makes room',
  protect: 'a VMA has one set of permissions',
  brk: 'only a part of it is unmapped',
};

function cuts({ record }: StepFacts, fates: readonly Fate[]): Said[] {
  const failed = record.error !== null && !OF_FLAGS.has(record.op);
  const why = failed
    ? 'the call was going to begin there'
    : (PARTS[record.op] ??
      (OF_FLAGS.has(record.op) ? 'a VMA has one set of flags' : 'the call covers only a part of it'));
  return fates.flatMap((fate) => {
    if (fate.kind !== 'cut') return [];
    const { at, vma, part } = fate;
    const [border, side] = part.a < vma.a ? [vma.a, 'below'] : [part.a, 'above'];
    return [
      {
        at,
        text:
          `VMA ${vma.count} is split at ${indexText(border)}, since ${why}: the part ${side} becomes ` +
          `VMA ${part.count}.`,
      },
    ];
  });
}

const REST = 'the same file or none, offsets that continue, and at most one anon_vma';
const CHANGED = `the changed range and its neighbour now have the same permissions and flags, ${REST}`;
const MAPPED = `the new mapping and its neighbour have the same permissions and flags, ${REST}`;
const EXTENDED = `the new part and its neighbour have the same permissions and flags, ${REST}`;
const JOIN_REASONS: Readonly<Record<string, string>> = {
  touch: 'a stack grows down to where it is touched',
  remap: `the moved mapping and its neighbour have the same permissions and flags, ${REST}`,
};

// Where mremap leaves the old place as it is, a part is new, and nothing else need have moved.
function joinReason({ op }: StepFacts['record'], fates: readonly Fate[]): string {
  if (op === 'remap' && !fates.some(({ kind }) => kind === 'gone' || kind === 'cut')) return EXTENDED;
  return JOIN_REASONS[op] ?? (OF_FLAGS.has(op) ? CHANGED : MAPPED);
}

// VMAs that absorbed others, and those that grew beyond the call's range: each as it was at the end.
function joined({ record }: StepFacts, fates: readonly Fate[]): Said[] {
  const grown = fates.filter(({ kind }) => kind === 'grown');
  const last = [...new Map(grown.map((fate) => [fate.vma.count, fate])).values()];
  if (last.length === 0) return [];
  const parts = last.map(({ at, vma }) => {
    // A move within a VMA: the old place is cut out of the VMA that it was joined to.
    const when = fates.some((fate) => fate.kind === 'cut' && fate.at > at && fate.vma.count === vma.count)
      ? 'then'
      : 'now';
    const inside = fates.flatMap((fate) => (fate.kind === 'absorbed' && fate.heir === vma.count ? [fate.vma] : []));
    return inside.length === 0
      ? `VMA ${vma.count} grows to cover ${range(vma)}`
      : `${numbers(inside)} ${inside.length === 1 ? 'is' : 'are'} merged into VMA ${vma.count}, ` +
          `which ${when} covers ${range(vma)}`;
  });
  return [
    {
      at: last.at(-1)!.at,
      text: `${parts.join('; ')}: ${joinReason(record, fates)}.`,
    },
  ];
}

function made(fates: readonly Fate[]): Said[] {
  const fresh = fates.filter(({ kind }) => kind === 'made');
  const at = fresh.at(-1)?.at;
  if (at === undefined) return [];
  if (fresh.length > 3) return [{ at, text: `${counted(fresh.length, 'VMA')} created.` }];
  return [{ at, text: `${fresh.map(({ vma }) => `VMA ${vma.count} is created for ${range(vma)}`).join('; ')}.` }];
}

// VMAs that were unmapped as a whole: by an unmapping, for a new mapping that was placed over them, or because what was
// in them has moved.
function gone(facts: StepFacts, fates: readonly Fate[]): Said[] {
  const all = fates.filter(({ kind }) => kind === 'gone');
  const placed = fates.some(({ kind }) => kind === 'made' || kind === 'grown');
  const moves = facts.record.op === 'remap' && placed;
  const left = moves ? all.filter(({ vma }) => isLeft(facts, vma)) : [];
  const moved = facts.events.some(({ name }) => name === 'pages_moved');
  return [
    ...goneAs(
      all.filter((fate) => !left.includes(fate)),
      placed
        ? [
            'lies within the range and is unmapped for the new mapping, with all that it holds',
            'lie within the range and are unmapped for the new mapping, with all that they hold',
          ]
        : [
            'lies within the range and is unmapped, with all that it holds',
            'lie within the range and are unmapped, with all that they hold',
          ],
    ),
    ...goneAs(
      left,
      moved
        ? [
            'is unmapped at the old place, without the pages that have moved',
            'are unmapped at the old place, without the pages that have moved',
          ]
        : ['is unmapped at the old place', 'are unmapped at the old place'],
    ),
  ];
}

function goneAs(fates: readonly Fate[], [one, several]: readonly [string, string]): Said[] {
  const at = fates.at(-1)?.at;
  return at === undefined
    ? []
    : [{ at, text: `${numbers(fates.map(({ vma }) => vma))} ${fates.length === 1 ? one : several}.` }];
}

const what = ({ record }: StepFacts): string => (record.op === 'protect' ? 'permissions' : 'flags');

function reflagged(facts: StepFacts, fates: readonly Fate[]): Said[] {
  const changed = fates.filter(({ kind }) => kind === 'reflagged');
  const at = changed.at(-1)?.at;
  return at === undefined
    ? []
    : [
        {
          at,
          text:
            `${numbers(changed.map(({ vma }) => vma))} now ${changed.length === 1 ? 'has' : 'have'} different ` +
            `${what(facts)}.`,
        },
      ];
}

// The other side of a border that has moved.
function shrunk(facts: StepFacts, fates: readonly Fate[]): Said[] {
  return fates
    .filter(({ kind }) => kind === 'shrunk')
    .map(({ at, vma }) => ({ at, text: `VMA ${vma.count} keeps ${range(vma)}, with its old ${what(facts)}.` }));
}

/** `VMA 1`, `VMAs 1, 2 and 4`, `12 VMAs`. */
export function numbers(events: readonly CoreEvent[]): string {
  if (events.length > 3) return counted(events.length, 'VMA');
  const list = events.map(({ count }) => String(count));
  return list.length === 1 ? `VMA ${list[0]!}` : `VMAs ${list.slice(0, -1).join(', ')} and ${list.at(-1)!}`;
}
