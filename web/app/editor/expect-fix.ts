// SPDX-License-Identifier: GPL-2.0-or-later
//
// The replacement for an `expect` that failed: the value that was found, or a failure that refuses more. Pure.

import type { ExpectBrief, Instead } from '../../model/run';
import type { Fix } from '../../scenario/check/quick-fixes';

/**
 * The change that makes a failed `expect` hold; null if none is known, or if the line does not spell the value to
 * change.
 */
export function expectFix(text: string, { line, instead }: Pick<ExpectBrief, 'line' | 'instead'>): Fix | null {
  if (instead === undefined) return null;
  return instead.kind === 'value' ? foundFix(text, line, instead) : failsFix(text, instead);
}

function foundFix(text: string, line: number, { spelled, found }: Extract<Instead, { kind: 'value' }>): Fix | null {
  if (!/^(?:0x[0-9a-f]+|[0-9]+|"[^"\\]*"|null|zero)$/.test(found)) return null;
  const lines = text.split('\n');
  const words = lines[line - 1] ?? '';
  const wanted = `= ${spelled}`;
  const at = words.indexOf(wanted);
  if (at < 0 || words.indexOf(wanted, at + 1) >= 0 || /^[\w"]/.test(words.slice(at + wanted.length))) return null;
  const from = lineStart(lines, line) + at + 2;
  return {
    label: `write \`${found}\`, as it was found`,
    changes: [{ from, to: from + spelled.length, insert: found }],
  };
}

// Changes only a `fail` on a line of its own.
function failsFix(text: string, { line, text: insert }: Extract<Instead, { kind: 'fail' }>): Fix | null {
  const lines = text.split('\n');
  const words = lines[line - 1] ?? '';
  const [, before = '', old] = /^(\s*)(fail request(?: \w+)?(?: times \w+)?)(?=\s*(?:#|$))/.exec(words) ?? [];
  if (old === undefined) return null;
  const from = lineStart(lines, line) + before.length;
  return { label: `write \`${insert}\` at line ${line}`, changes: [{ from, to: from + old.length, insert }] };
}

function lineStart(lines: readonly string[], line: number): number {
  return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
}
