// SPDX-License-Identifier: GPL-2.0-or-later
//
// What can be taken away as text: each from the run that is on the page, at its step. Fetched on demand.

import { inOneLine } from '../../base/text';
import { entryDump, entryValue } from '../../model/entry';
import type { Scene, SceneTree } from '../../model/run';
import { cReproducer } from '../../share/c-reproducer';
import type { LinkFacts } from '../../share/facts';
import { DRAWN_COLUMNS, mailText } from '../../share/mail-text';
import { mtDumpLines } from '../../share/mt-dump-text';
import { prepareScript, type Preparation } from '../../share/prepare';
import { LANGUAGE_VERSION } from '../../share/link-state';
import { stepLine, stepLineMarkdown, stepLineText, type StepLine } from '../../share/step-line';
import { treeText } from '../../share/tree-text';
import { groupedRules } from '../../views/fork/balance-sheet';
import type { AskOptions } from '../../engine/service/client';
import { ruleLines } from '../../words/balance';
import { balanceWords } from '../../words/node-balance';
import { moment } from '../store/run/moment-words';
import { event, treeNow } from '../store/run/motion';
import { askRun, fetchReport } from '../store/run/run';
import { briefNow, engineId, labels, mainTree, ran, scene, shownTrees, stale, steps } from '../store/page/state';
import { placeWords, titleOf } from '../store/page/texts';

export type TextKind = 'markdown' | 'mail' | 'json' | 'c' | 'mt_dump';

/** What a text is made of besides the run. */
export interface Taking {
  readonly preparation: Preparation;
  readonly facts: LinkFacts;
  /** The whole address; empty when there is none that others can open. */
  readonly address: string;
  /** What a mail holds besides. */
  readonly mail?: MailParts;
  /** Hears how far it is, and can give it up. */
  readonly asking?: AskOptions;
}

export interface MailParts {
  readonly tree: boolean;
  readonly scenario: boolean;
}

export type Made =
  | { readonly kind: 'text'; readonly text: string; readonly file: string }
  /** Why there is none. */
  | { readonly kind: 'none'; readonly words: string };

const CALLS_MOST = 100_000;
/** Of the dump of a large tree: far more than any mail or log takes, and still a text that a browser keeps. */
const DUMP_LETTERS_MAX = 100_000_000;
/** Nodes that a text draws. */
const NODES_MOST = 60;
/** A longer link is left out of texts that people read. */
const LINK_LETTERS_MAX = 4000;

/** Makes one; rejects when the run that it asks is given up. */
export async function makeText(kind: TextKind, taking: Taking): Promise<Made> {
  const now = scene.value;
  if (now === null || ran.value === null || stale.value)
    return { kind: 'none', words: 'The text on the page has not been run, and this describes a run.' };
  switch (kind) {
    case 'markdown':
      return { kind: 'text', text: markdown(taking), file: fileName('md') };
    case 'mail':
      return { kind: 'text', text: mail(taking), file: fileName('txt') };
    case 'json':
      return {
        kind: 'text',
        text: `${JSON.stringify(await fetchReport(taking.asking), null, 1)}\n`,
        file: fileName('json', false),
      };
    case 'c': {
      const calls = await askRun('calls', { step: now.step, most: CALLS_MOST }, taking.asking);
      return {
        kind: 'text',
        text: cReproducer(calls, {
          title: titleOf(ran.value.text),
          engine: engineId.value ?? 'unknown',
          step: now.step,
          steps: steps.value,
        }),
        file: fileName('c'),
      };
    }
    case 'mt_dump':
      return dumped(taking.asking);
  }
}

/** "bash-forked-step-5.svg"; of what `shown` names, "bash-forked-step-5-fork.svg". */
export function fileName(ending: string, withStep = true, shown = ''): string {
  const stem = titleOf(ran.value?.text ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  const name = stem === '' || stem === 'untitled' ? 'maplescope' : stem;
  return `${name}${withStep ? `-step-${scene.value?.step ?? 0}` : ''}${shown === '' ? '' : `-${shown}`}.${ending}`;
}

async function dumped(asking: AskOptions = {}): Promise<Made> {
  const tree = mainTree.value;
  if (tree === null) return { kind: 'none', words: 'There is no tree at this step.' };
  if (tree.partial !== undefined) {
    const { text, whole } = await askRun(
      'mtDump',
      { step: scene.value?.step ?? 0, tree: tree.picture.name, most: DUMP_LETTERS_MAX },
      asking,
    );
    if (!whole)
      return {
        kind: 'none',
        words:
          `${tree.picture.name} has ${tree.partial.nodes.toLocaleString('en')} nodes: printed they would be more ` +
          `than ${DUMP_LETTERS_MAX.toLocaleString('en')} characters, more than a text of this page may have.`,
      };
    return { kind: 'text', text, file: fileName('txt') };
  }
  const lines = mtDumpLines(tree.picture, {
    engine: engineId.value ?? 'unknown',
    step: scene.value?.step ?? 0,
    steps: steps.value,
    format: tree.picture.kind === 'mm' ? 'hex' : 'decimal',
  });
  return { kind: 'text', text: `${lines.join('\n')}\n`, file: fileName('txt') };
}

// ---- Texts that people read ----

// Trees and sentences name indexes: where these were rebased, or names replaced, only the script is exported.
function isBare({ paths, addresses }: Preparation): boolean {
  return paths === 'keep' && addresses === 'keep';
}

function tell({ vmas }: SceneTree): (word: bigint) => string {
  return (word) => {
    const value = entryValue(word, labels.value);
    if (typeof value === 'object' && value !== null && 'label' in value) return JSON.stringify(value.label);
    const vma = vmas?.find(({ number }) => number === value);
    if (vma === undefined) return entryDump(word);
    const name = vma.path.slice(vma.path.lastIndexOf('/') + 1).replaceAll(/\s/g, '_');
    return vma.path === '' ? vma.perms : `${vma.perms}:${name}`;
  };
}

function drawings(columns: number): string[][] {
  return shownTrees.value
    .map(treeNow)
    .map((tree) =>
      treeText(tree.picture, { columns, nodesMost: NODES_MOST, omitted: tree.partial?.omitted ?? 0, tell: tell(tree) }),
    );
}

interface ToldAs {
  readonly isDrawn: boolean;
  readonly isLinked: boolean;
  readonly isBrief?: boolean;
}

// `isDrawn`: the text has the trees in it; `isLinked`: a link that opens where the page stands; `isBrief`: the story
// alone, for what stands beside the account.
function told({ isDrawn, isLinked, isBrief = false }: ToldAs): string[] {
  const now = scene.value;
  if (now === null || now.why === '') return [];
  const { words, place } = moment();
  const within =
    place === ''
      ? []
      : [
          `At ${place}: ${words}` +
            (isDrawn ? ` The drawing is of ${event.value === null ? 'the end of the step' : 'that moment'}.` : '') +
            (isLinked ? ' The link opens there.' : ''),
        ];
  // A step that another tree was made on, as the exit of one that is gone.
  const of = now.record?.tree ?? null;
  const drawn = shownTrees.value.map(({ picture }) => picture.name);
  return [
    ...within,
    isBrief ? now.story : now.why,
    ...(!isDrawn || of === null || drawn.length === 0 || drawn.includes(of)
      ? []
      : [`What is drawn is ${drawn.join(' and ')}, not ${of}.`]),
  ];
}

// What the step was: none at the start.
function stepWas(sent: string): readonly StepLine[] {
  const now = scene.value;
  if (now === null || now.record === null || ran.value === null) return [];
  const { line, op, tree } = now.record;
  return [
    stepLine({
      run: ran.value.text,
      sent,
      line,
      op,
      tree,
      range: now.touched,
      ended: inOneLine(briefNow.value?.gutter ?? []),
    }),
  ];
}

function linkOf({ facts, address }: Taking): string | null {
  return address === '' || facts.letters > LINK_LETTERS_MAX ? null : address;
}

// What came of the step, and what its account and the rules of a fork say.
function outcome(now: Scene | null): readonly string[] {
  return now === null || now.headline === '' ? [] : [now.headline];
}

function account(now: Scene | null): readonly string[] {
  if (now === null) return [];
  return [balanceWords(now), ...ruleLines(groupedRules(now.fork?.balance.rules ?? []))];
}

function mail(taking: Taking): string {
  const now = scene.value;
  const { tree, scenario } = taking.mail ?? { tree: false, scenario: false };
  const script = prepareScript(ran.value?.text ?? '', taking.preparation);
  const bare = isBare(taking.preparation);
  // Whoever pastes the text back needs no address.
  const link =
    linkOf(taking) ??
    (taking.facts.fragment !== null && taking.facts.letters <= LINK_LETTERS_MAX ? `#${taking.facts.fragment}` : null);
  const within = told({ isDrawn: tree, isLinked: link !== null, isBrief: true });
  return mailText({
    title: titleOf(script),
    script,
    withoutScript: !scenario,
    step: now?.step ?? 0,
    steps: steps.value,
    engine: engineId.value ?? 'unknown',
    language: LANGUAGE_VERSION,
    sums: bare
      ? (now?.trees ?? []).flatMap(({ picture, sum }) => (sum === null ? [] : [{ tree: picture.name, sum }]))
      : [],
    told: bare
      ? [[...stepWas(script).map(stepLineText), ...outcome(now), ...within], account(now)]
          .map((lines) => lines.join('\n'))
          .filter((words) => words !== '')
      : [],
    drawn: bare && tree ? drawings(DRAWN_COLUMNS) : [],
    link,
  });
}

function markdown(taking: Taking): string {
  const script = prepareScript(ran.value?.text ?? '', taking.preparation);
  const bare = isBare(taking.preparation);
  const link = linkOf(taking);
  const place = `${placeWords(scene.value?.step ?? 0, steps.value)}, ${engineId.value ?? 'unknown'}`;
  return [
    `**${escaped(titleOf(script))}** (${place})`,
    ...(bare ? stepWas(script).flatMap((was) => ['', stepLineMarkdown(was)]) : []),
    ...(bare ? told({ isDrawn: true, isLinked: link !== null }).flatMap((words) => ['', escaped(words)]) : []),
    ...(bare ? drawings(76).flatMap((lines) => ['', ...fenced(lines.join('\n'), 'text')]) : []),
    '',
    ...fenced(script.replace(/\n+$/, ''), 'maple'),
    ...(link === null ? [] : ['', `[Open this step in Maplescope](${link})`]),
    '',
  ].join('\n');
}

function fenced(text: string, language: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, text, fence];
}

function escaped(words: string): string {
  return words.replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}
