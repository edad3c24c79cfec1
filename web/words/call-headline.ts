// SPDX-License-Identifier: GPL-2.0-or-later
//
// The outcome of a call on an address space, in a few words with the numbers of its VMAs. Pure; from the same fates of
// VMAs as the sentences on why.

import { ZERO } from '../base/index64';
import { indexText } from '../base/number-base';
import { counted } from '../base/text';
import type { CoreEvent } from '../model/event';
import { traitsOf, type Op } from '../model/ops';
import { hasReason } from '../model/reason';
import type { StepFacts } from './step-facts';
import { fatesOf, numbers, type Fate } from './step-vmas';

const CALLS: Partial<Record<Op, string>> = {
  map: 'mmap',
  unmap: 'munmap',
  protect: 'mprotect',
  remap: 'mremap',
  lockall: 'mlockall',
  advise: 'madvise',
  touch: 'access',
  trace: 'trace',
};

export function callHeadline(told: StepFacts): string {
  const op = told.describedAs ?? told.record.op;
  const facts = { ...told, record: { ...told.record, op } };
  const call = `The ${CALLS[op] ?? op}`;
  const { error } = facts.record;
  const injected = hasReason(told.hint, 'injected') ? ' (injected)' : '';
  if (error !== null) return `${call} failed with ${error}${injected}${kept(facts)}.`;
  if (!facts.complete) return '';
  if (op === 'limit') return 'A limit of the process was set.';
  const did = [...vmasOf(fatesOf(facts), op), ...pagesOf(facts)];
  if (did.length === 0) return `${call} changed no VMA.`;
  return `${call} ${[did.slice(0, -1).join(', '), did.at(-1)].filter((part) => part !== '').join(' and ')}.`;
}

// The changes kept by a call that failed half-way.
function kept({ record, outcome }: StepFacts): string {
  const to = outcome?.keptTo ?? ZERO;
  if (to === ZERO) return '';
  return traitsOf(record.op).setsFlags === true
    ? `; changes up to ${indexText(to - 1n)} stay`
    : `; the split at ${indexText(to)} stays`;
}

const PARTS = ['two', 'three', 'four'];

function vmasOf(fates: readonly Fate[], op: Op): string[] {
  const did: string[] = [];
  const cuts = fates.flatMap((fate) => (fate.kind === 'cut' ? [fate] : []));
  // A part that is cut once more is one of the VMA that was there before.
  const roots = new Map<number, CoreEvent>();
  for (const { vma, part } of cuts) roots.set(part.count, roots.get(vma.count) ?? vma);
  const cut = byNumber([...roots.values()]);
  if (cut.length > 0)
    did.push(`split ${numbers(cut)}${cut.length === 1 ? ` in ${PARTS[cuts.length - 1] ?? cuts.length + 1}` : ''}`);
  const say = (verb: string, vmas: readonly CoreEvent[], after = ''): void => {
    if (vmas.length > 0) did.push(`${verb} ${numbers(vmas)}${after}`);
  };
  // The changes to the parts of a VMA that was cut, and to whole VMAs: a part may have the number of the whole.
  const both = (verb: string, vmas: readonly CoreEvent[]): void => {
    const isPart = ({ count }: CoreEvent): boolean => roots.has(count) || cut.some((root) => root.count === count);
    const parts = vmas.filter(isPart);
    const name = partsName(parts.length, cuts.length, cut.length);
    const whole = name === '' ? vmas : vmas.filter((vma) => !isPart(vma));
    const named = [...(name === '' ? [] : [name]), ...(whole.length === 0 ? [] : [numbers(whole)])];
    if (named.length > 0) did.push(`${verb} ${named.join(' and ')}`);
  };
  const each = (kind: Fate['kind']): CoreEvent[] =>
    byNumber(fates.filter((fate) => fate.kind === kind).map(({ vma }) => vma));
  both('unmapped', each('gone'));
  both(`changed the ${op === 'protect' ? 'permissions' : 'flags'} of`, each('reflagged'));
  const heirs = new Map<number, CoreEvent[]>();
  for (const fate of fates)
    if (fate.kind === 'absorbed') heirs.set(fate.heir, [...(heirs.get(fate.heir) ?? []), fate.vma]);
  for (const [heir, absorbed] of heirs) say('merged', byNumber(absorbed), ` into VMA ${heir}`);
  say(
    'extended',
    each('grown').filter(({ count }) => !heirs.has(count)),
  );
  say('created', each('made'));
  return did;
}

// Each once, as it was last, in the order of their numbers.
function byNumber(vmas: readonly CoreEvent[]): CoreEvent[] {
  return [...new Map(vmas.map((vma) => [vma.count, vma])).values()].sort((a, b) => a.count - b.count);
}

// A call is about one range: of two cuts in one VMA, it is about what lies between them.
function partsName(parts: number, cuts: number, cut: number): string {
  if (parts === 1 && cut === 1) return cuts === 1 ? 'one part' : cuts === 2 ? 'the middle part' : '';
  return parts > 1 && parts === cuts && parts === cut ? 'a part of each' : '';
}

function pagesOf({ record: { op }, events }: StepFacts): string[] {
  const sum = (name: CoreEvent['name']): number =>
    events.reduce((total, event) => total + (event.name === name ? event.count : 0), 0);
  if (op === 'touch') {
    const [present, written] = [sum('mapped_page'), sum('pages_written')];
    return [
      ...(present > 0 ? [`made ${counted(present, 'page')} present`] : []),
      ...(written > 0 ? [`changed ${counted(written, 'page')} that ${written === 1 ? 'was' : 'were'} present`] : []),
    ];
  }
  const gone = sum('pages_unmapped');
  return op === 'advise' && gone > 0 ? [`freed ${counted(gone, 'page')}`] : [];
}
