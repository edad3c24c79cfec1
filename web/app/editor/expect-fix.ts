// SPDX-License-Identifier: GPL-2.0-or-later
//
// What could be written where an `expect` failed: the value that was found, or the failure that it waited for. Pure.

import type { Fix } from '../../scenario/check/quick-fixes';

/** Says what was found in place of what was wanted; null where the line does not spell it as the message does. */
export function foundFix(text: string, line: number, message: string): Fix | null {
  const [, found = '', right = '', spelled = right] = /^(?:.* is )?([^,]+), wanted = (.+?)(?: \((.+)\))?$/.exec(message) ?? [];
  if (!/^(?:0x[0-9a-f]+|[0-9]+|"[^"\\]*"|null|zero)$/.test(found)) return null;
  const lines = text.split('\n');
  const words = lines[line - 1] ?? '';
  const wanted = `= ${spelled}`;
  const at = words.indexOf(wanted);
  if (at < 0 || words.indexOf(wanted, at + 1) >= 0 || /^[\w"]/.test(words.slice(at + wanted.length))) return null;
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + at + 2;
  return { label: `write \`${found}\`, as it was found`, changes: [{ from, to: from + spelled.length, insert: found }] };
}

/** Has one request more refused, as the message says that it takes; null where the `fail` does not stand in a line of its own. */
export function failsFix(text: string, message: string): Fix | null {
  const [, insert, at] = / asked again: `(fail request \d+ times \d+)` \(line (\d+)\) refuses that too$/.exec(message) ?? [];
  if (insert === undefined) return null;
  const lines = text.split('\n');
  const words = lines[Number(at) - 1] ?? '';
  const [, before = '', old] = /^(\s*)(fail request(?: \w+)?(?: times \w+)?)(?=\s*(?:#|$))/.exec(words) ?? [];
  if (old === undefined) return null;
  const from = lines.slice(0, Number(at) - 1).reduce((sum, one) => sum + one.length + 1, 0) + before.length;
  return { label: `write \`${insert}\` at line ${at}`, changes: [{ from, to: from + old.length, insert }] };
}
