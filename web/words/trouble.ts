// SPDX-License-Identifier: GPL-2.0-or-later
//
// Every sentence about a trouble, with what the text did on purpose at its end. Pure.

import { toHex } from '../base/index64';
import { linesText } from '../base/line-list';
import { indexText, spanText } from '../base/number-base';
import { counted } from '../base/text';
import { VMA_FLAGS, type VmaRecord } from '../model/memory';
import type { StoredRange } from '../model/machine';
import type { Cause, Found, Returned, RunTrouble, Trouble } from '../model/trouble';
import { flagWords, permsText } from '../model/vma-flags';
import { accountText } from './balance';
import { brokenText } from './finding';
import { countedObjects } from './objects';

/** ``damaged by `corrupt` at lines 3, 4``. */
export function causeWords({ by, lines }: Cause): string {
  return by === 'corrupt' ? `damaged by \`corrupt\` at ${linesText(lines)}` : `\`${by}\` at ${linesText(lines)}`;
}

/** A trouble in full, with its cause, if any, in parentheses. */
export function troubleText(trouble: Pick<Trouble, 'found' | 'tree' | 'cause'>): string {
  const { cause } = trouble;
  return cause === null ? foundText(trouble) : `${foundText(trouble)} (${causeWords(cause)})`;
}

/** A trouble without its cause. */
export function foundText({ found, tree }: Pick<Trouble, 'found' | 'tree'>): string {
  return (WORDS[found.code] as (of: Found, name: string) => string)(found, tree ?? '');
}

/** The trouble of a sweep's run; empty if it has none. */
export function wrongText(wrong: RunTrouble | null): string {
  if (wrong === null) return '';
  return `${wrong.line === null ? '' : `line ${wrong.line}: `}${troubleText(wrong.trouble)}`;
}

const WORDS: { readonly [C in Found['code']]: (found: Extract<Found, { code: C }>, tree: string) => string } = {
  contents: ({ held, wanted }, tree) =>
    `contents of ${tree}: the tree holds ${rangeText(held)} where the range map holds ${rangeText(wanted)}`,
  hash: (_, tree) => `contents of ${tree}: the hash of the contents differs`,
  vma: ({ held, wanted }, tree) =>
    `contents of ${tree}: the core has ${vmaText(held)} where the list of VMAs has ${vmaText(wanted)}`,
  counter: ({ counter, held, wanted }, tree) =>
    `contents of ${tree}: ` +
    (counter === 'brk'
      ? `the heap ends at ${toHex(BigInt(held))} in the core, and at ${toHex(BigInt(wanted))} by the list of VMAs`
      : `${counter} is ${held} in the core, and ${wanted} by the list of VMAs`),
  finding: ({ finding }, tree) => `${tree}: ${brokenText(finding)}`,
  nodes: ({ out, reached }, tree) => `${tree}: I32: ${out} nodes are allocated for it, ${reached} can be reached`,
  rule: ({ rule: { rule, text } }) => `rule ${rule} of conservation is broken: ${text}`,
  account: ({ row }) => accountText(row),
  'not freed': ({ nodes }, tree) => `${nodes} nodes of ${tree} were not freed`,
  waiting: ({ nodes }) => `${counted(nodes, 'node')} ${nodes === 1 ? 'waits' : 'wait'} though no reader is parked`,
  more: ({ object, more }) => {
    const were = Math.abs(more) === 1 ? 'was' : 'were';
    return `${countedObjects(Math.abs(more), object)} ${more > 0 ? `${were} not freed` : `too many ${were} freed`}`;
  },
  out: ({ out, reached }) =>
    `${counted(out, 'node')} ${out === 1 ? 'is' : 'are'} allocated, ${reached} of them in trees`,
  error: ({ op, held, wanted }, tree) =>
    `${op} in ${tree} returned ${held ?? 'no error'} instead of ${wanted ?? 'no error'}`,
  value: ({ op, visit, held, wanted }, tree) =>
    `${visit === undefined ? '' : `visit ${visit} of `}${op} in ${tree} returned ${returnedText(held)}, ` +
    `the range map ${returnedText(wanted)}`,
  layout: () => 'the refused operation changed the layout of the tree',
  run: ({ site, k, outcome, wrong }) => `sweep of ${site}, run ${k}: ${outcome}: ${wrongText(wrong)}`,
  'more runs': ({ count }) => `${count} more runs of this sweep went wrong`,
};

function rangeText(range: StoredRange | null): string {
  if (range === null) return 'nothing more';
  const { first, last, word } = range;
  return `${spanText(first, last)} = ${(word & 1n) === 1n ? word >> 1n : `the entry word ${toHex(word)}`}`;
}

function returnedText(value: Returned): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'a wrap' : 'no wrap';
  if (typeof value === 'bigint') return indexText(value);
  const word = value.word === undefined ? '' : `word ${toHex(value.word)}`;
  return 'first' in value ? `${spanText(value.first, value.last)} ${word}`.trimEnd() : word;
}

// Which anon_vma is the core's own business; that there is one is not.
function vmaText(vma: VmaRecord | null): string {
  if (vma === null) return 'no more VMAs';
  const { number, first, last, flags, file, offset, anon, chain } = vma;
  const account = (flags & VMA_FLAGS.account) === 0 ? '' : ' account';
  const words = flagWords(flags);
  return (
    `VMA ${number} ${toHex(first)}..${toHex(last)} ${permsText(flags)}${account}${words === '' ? '' : ` ${words}`} ` +
    `file ${file} offset ${toHex(offset)}, ${anon === 0 ? 'no anon_vma' : `a chain of ${chain}`}`
  );
}
