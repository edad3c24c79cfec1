// SPDX-License-Identifier: GPL-2.0-or-later
//
// A step as text for a mail: where it stands, what happened there, its link; on request how the tree looks, and the
// scenario, without which only the link leads back. Pure. It is read again by readMismatch (mismatch-report.ts), quoted
// or broken into lines as it may be.
//
// No line has more than 66 letters, so that two rounds of `> ` stay under the 72 at which most programs break lines.
// The link at the end, where there is one, comes through even these.

import { checkOf, marked, scriptLines } from './marked-lines';
import { MAIL_END, MAIL_TITLE } from './mismatch-report';
import { wrapWords } from './tree-text';

export interface MailFacts {
  readonly title: string;
  readonly script: string;
  /** The scenario is left out; where there is no link it never is. */
  readonly withoutScript?: boolean;
  readonly step: number;
  readonly steps: number;
  readonly engine: string;
  /** Version of the language. */
  readonly language: number;
  readonly sums: readonly { readonly tree: string; readonly sum: string }[];
  /** The step's sentences, a paragraph each; a line feed begins another line of it. */
  readonly told: readonly string[];
  /** Trees, drawn in lines of `DRAWN_COLUMNS` at most. */
  readonly drawn: readonly (readonly string[])[];
  /** The whole address; null when it is too long to be sent. */
  readonly link: string | null;
}

/** Letters of a line without its mark. */
export const DRAWN_COLUMNS = 64;
const COLUMNS = 66;

/** The text; a reader finds script and step in it again. Blanks at the end of lines are not kept. */
export function mailText({
  title,
  script,
  withoutScript = false,
  step,
  steps,
  engine,
  language,
  sums,
  told,
  drawn,
  link,
}: MailFacts): string {
  const bare = scriptLines(script);
  const hasScript = !withoutScript || link === null;
  const inMarks = (line: string): string[] => marked(line, '| ', '\\ ', DRAWN_COLUMNS);
  return [
    MAIL_TITLE,
    // A title that a reader would take for something else does no harm behind its mark.
    ...wrapWords(title, DRAWN_COLUMNS, '').flatMap(inMarks),
    `engine    ${engine}`,
    ...(hasScript ? [`language  ${language}`] : []),
    `step      ${step} of ${steps}`,
    ...sums.flatMap((one) => marked(`sum ${one.sum} of ${one.tree}`, '', '', COLUMNS)),
    ...told.flatMap((words) => [
      '',
      ...words.split('\n').flatMap((line) => wrapWords(line, DRAWN_COLUMNS, '').flatMap(inMarks)),
    ]),
    ...drawn.flatMap((lines) => ['', ...lines.flatMap(inMarks)]),
    '',
    ...(!hasScript ? [] : [`scenario  ${checkOf(bare)}`, ...bare.flatMap(inMarks), '']),
    ...(link === null ? [] : ['link', ...link.match(new RegExp(`.{1,${COLUMNS}}`, 'gsu'))!, '']),
    MAIL_END,
    '',
  ].join('\n');
}
