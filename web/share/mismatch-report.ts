// SPDX-License-Identifier: GPL-2.0-or-later
//
// A report of a mismatch, as text for a mail: the scenario, the step, the engine, the sums and the dump of the tree
// there. Pure. The reader finds scenario and step again in whatever a mail has made of the text, be it this one or the
// text of a step (mail-text.ts). Scenario and dump stand in marked lines (marked-lines.ts).

import { decodeLink } from './decode';
import { checkOf, marked, readMarked, scriptLines } from './marked-lines';
import { readExampleLink } from './place';

export interface MismatchReport {
  /** The engine that gave it. */
  readonly engine: string;
  /** Version of the language. */
  readonly language: number;
  readonly step: number;
  readonly steps: number;
  /** The sum of each tree at the step. */
  readonly sums: readonly { readonly tree: string; readonly sum: string }[];
  /** The findings of the page's checks, a sentence each; none if there are none. */
  readonly found: readonly string[];
  /** The tree shown, and its canonical dump. */
  readonly tree: string;
  readonly dump: readonly string[];
  readonly script: string;
}

/** A report found in a text. */
export type MismatchRead =
  | { readonly kind: 'none' }
  | { readonly kind: 'damaged'; readonly message: string }
  | {
      readonly kind: 'report';
      readonly sent: 'mismatch' | 'scenario';
      /** Null: the text of the scenario of the gallery to which `fragment` leads. */
      readonly script: string | null;
      readonly step: number;
      readonly engine: string;
      readonly sums: MismatchReport['sums'];
      /** The fragment of the link, which may say more of the place than the step; null where there is no link. */
      readonly fragment: string | null;
    };

const TITLE = 'Maplescope mismatch report 1';
const END = 'end of report';
/** Below it the person writes; nothing of it is read back. */
export const EXPECTED_HEAD = 'What I expected instead, and why:';
/** First and last line of the text of a step. */
export const MAIL_TITLE = 'Maplescope scenario 1';
export const MAIL_END = 'end of scenario';
/** Lines of the dump; what is longer is cut, and says so. */
const DUMP_LINES_MAX = 1000;

/** The text of a report. */
export function writeMismatch({
  engine,
  language,
  step,
  steps,
  sums,
  found,
  tree,
  dump,
  script,
}: MismatchReport): string {
  const bare = scriptLines(script);
  const shown = dump.slice(0, DUMP_LINES_MAX);
  return [
    TITLE,
    '',
    EXPECTED_HEAD,
    '',
    '',
    `engine    ${engine}`,
    `language  ${language}`,
    `step      ${step} of ${steps}`,
    ...sums.flatMap((one) => marked(`sum ${one.sum} of ${one.tree}`, '', '')),
    ...(found.length === 0 ? [] : ['', 'found by its own checks', ...found.flatMap((one) => marked(one, '| ', '\\ '))]),
    '',
    `scenario  ${checkOf(bare)}`,
    ...bare.flatMap((line) => marked(line, '| ', '\\ ')),
    '',
    ...marked(`dump of ${tree === '' ? 'no tree' : tree}`, '', ''),
    ...shown.flatMap((line) => marked(line, '| ', '\\ ')),
    ...(shown.length < dump.length ? [`and ${dump.length - shown.length} more lines`] : []),
    END,
    '',
  ].join('\n');
}

/** Whether a text has a report, or the text of a step, in it. */
export function looksLikeMismatch(text: string): boolean {
  return /^[> \t]*Maplescope (?:mismatch report|scenario) 1[ \t]*$/m.test(text);
}

/** Reads a report or the text of a step, wherever it stands in the text and however often it was quoted. */
export function readMismatch(text: string): MismatchRead {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replace(/^(?:\s*>\s?)+/, '').trim());
  const start = lines.findIndex((line) => line === TITLE || line === MAIL_TITLE);
  if (start < 0) return { kind: 'none' };
  const sent = lines[start] === TITLE ? 'mismatch' : 'scenario';
  const end = lines.findIndex((line, k) => k > start && line === (sent === 'mismatch' ? END : MAIL_END));
  const all = lines.slice(start + 1, end < 0 ? undefined : end);
  const read = readLines(all, sent);
  return read.kind === 'damaged' ? (fromLink(all) ?? read) : read;
}

function readLines(all: readonly string[], sent: 'mismatch' | 'scenario'): Exclude<MismatchRead, { kind: 'none' }> {
  const what = sent === 'mismatch' ? 'report' : 'text';
  const head = all.findIndex((line) => /^scenario {2}[0-9a-f]{16}$/.test(line));
  // The last line of its word: what a person wrote stands above the facts.
  const fact = (word: string): string =>
    all
      .slice(0, head + 1)
      .findLast((line) => line.startsWith(`${word} `))
      ?.slice(word.length)
      .trim() ?? '';
  if (head < 0)
    return {
      kind: 'damaged',
      message: `the ${what} has no scenario: its line \`scenario\` and the sum behind it are missing`,
    };
  const step = /^(\d+) of \d+$/.exec(fact('step'))?.[1];
  if (step === undefined) return { kind: 'damaged', message: `the ${what} does not say at which step` };
  const script = readMarked(all.slice(head + 1), fact('scenario'));
  if (script === null)
    return {
      kind: 'damaged',
      message: `the scenario of the ${what} has been changed on its way: its sum is not the one that was sent`,
    };
  return {
    kind: 'report',
    sent,
    script: script.join('\n'),
    step: Number(step),
    engine: fact('engine'),
    sums: sumsIn(all),
    fragment: sent === 'mismatch' ? null : fragmentIn(all),
  };
}

function sumsIn(lines: readonly string[]): MismatchReport['sums'] {
  return lines.flatMap((line) => {
    const found = /^sum ([0-9a-f]{16}) of (\S+)$/.exec(line);
    return found === null ? [] : [{ sum: found[1]!, tree: found[2]! }];
  });
}

// Behind the word `link`, over as many lines as a mail made of it.
function fragmentIn(lines: readonly string[]): string | null {
  const at = lines.findLastIndex((line) => line === 'link');
  if (at < 0) return null;
  const behind = lines.slice(at + 1);
  const end = behind.indexOf('');
  const address = behind.slice(0, end < 0 ? undefined : end).join('');
  return /(?:^|#)((?:ex=|m\d+\.).*)$/.exec(address)?.[1] ?? null;
}

// The text of a step ends with its link, where there is one: that comes through whatever breaks lines.
function fromLink(lines: readonly string[]): MismatchRead | null {
  const at = lines.findLastIndex((line) => line === 'link');
  if (at < 0) return null;
  const fragment = fragmentIn(lines);
  const sums = sumsIn(lines);
  if (fragment !== null && (readExampleLink(fragment)?.name ?? '') !== '') {
    const said = (form: RegExp): string | undefined => lines.map((line) => form.exec(line)?.[1]).find(Boolean);
    const step = said(/^step\s+(\d+) of \d+$/);
    const engine = said(/^engine\s+(\S+)$/) ?? '';
    return step === undefined
      ? null
      : { kind: 'report', sent: 'scenario', script: null, step: Number(step), engine, sums, fragment };
  }
  const read = decodeLink(lines.slice(at + 1).join('\n'));
  if (read.kind !== 'link') return null;
  const { script, step, engine } = read.state;
  return { kind: 'report', sent: 'scenario', script, step, engine: engine ?? '', sums, fragment };
}
