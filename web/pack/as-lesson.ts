// SPDX-License-Identifier: GPL-2.0-or-later
//
// The scenarios and notes of a pack as lessons, so that all of a pack opens beside the picture in one way. Pure.

import type { PackItem } from './pack';

/** The Markdown of an item; of a built-in lesson null: its text comes from the track. */
export function markdownOf(item: PackItem): string | null {
  switch (item.kind) {
    case 'track':
      return null;
    case 'lesson':
      return item.text;
    case 'note':
      return /^ {0,3}#/.test(item.text) ? item.text : `# ${headingOf(item.title, 'Note')}\n\n${item.text}\n`;
    case 'scenario': {
      const fence = fenceFor(item.text);
      const step = item.step === null ? '' : ` step=${item.step}`;
      return `# ${headingOf(item.title, 'Scenario')}\n\n${fence}maple${step}\n${item.text.trimEnd()}\n${fence}\n`;
    }
  }
}

// Longer than any run of marks in the text, so that no text ends its fence.
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(longest + 1);
}

// Marks of Markdown in a title are text.
function headingOf(title: string, otherwise: string): string {
  return title === '' ? otherwise : title.replace(/[\\`*_[\]{}<>#|~!]/g, '\\$&');
}
