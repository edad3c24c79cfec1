// SPDX-License-Identifier: GPL-2.0-or-later
//
// A step in plain text: what it was, why it happened so, its events one by one. Pure. Lines stay under 78
// columns, so that the text survives being quoted in a mail.

import { indexText } from '../../../base/number-base';
import type { Scene, WordedEvent } from '../../../model/run';

const COLUMNS = 76;

/** `events`: those of the step. */
export function stepText(now: Scene, events: readonly WordedEvent[]): string {
  const { record, step, steps, why, touched, eventsDropped } = now;
  if (record === null) return `Step ${step} of ${steps}: nothing has happened yet.\n`;
  const range = touched === null ? '' : ` ${indexText(touched.first)}..${indexText(touched.last)}`;
  const head = [
    `Step ${step} of ${steps}, line ${record.line}:`,
    record.op,
    record.tree ?? '',
    range,
    record.storeType === null ? '' : `(${record.storeType})`,
    record.error ?? '',
  ];
  const lines = wrap(
    head
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join(' '),
    '',
    '  ',
  );
  if (why !== '') lines.push('', ...wrap(why, '', ''));
  if (events.length > 0) lines.push('');
  const width = String(events.length).length;
  events.forEach(({ text, file, line }, k) => {
    const number = `${String(k + 1).padStart(width)}  `;
    lines.push(
      ...wrap(`${text} [${file.slice(file.lastIndexOf('/') + 1)}:${line}]`, number, ' '.repeat(number.length)),
    );
  });
  if (eventsDropped > 0) lines.push(`${eventsDropped} more events were not kept.`);
  return `${lines.join('\n')}\n`;
}

// Words in lines; a word longer than a line is cut.
function wrap(text: string, first: string, rest: string): string[] {
  const lines: string[] = [];
  let line = first;
  let begun = false;
  for (const word of text
    .split(' ')
    .flatMap((one) => one.match(new RegExp(`.{1,${COLUMNS - rest.length}}`, 'gu')) ?? [])) {
    if (begun && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = rest + word;
      continue;
    }
    line += begun ? ` ${word}` : word;
    begun = true;
  }
  return [...lines, line];
}
