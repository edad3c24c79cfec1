// SPDX-License-Identifier: GPL-2.0-or-later
//
// The messages about a pack that could not be read, or only in part.

import type { PackProblem } from '../../pack/pack';

/** The problem, its place, and what to do. */
export function packProblemWords(problem: PackProblem): string {
  switch (problem.code) {
    case 'not json':
      return 'This file is no pack: it is not JSON. Choose a file that “Save as file” of a pack wrote.';
    case 'no pack':
      return 'This file is no pack. Choose a file that “Save as file” of a pack wrote.';
    case 'newer':
      return `The pack is of version ${problem.version}, which a newer page made. Reload this page to update it.`;
    case 'too large':
      return `The pack is larger than ${problem.most.toLocaleString('en')} bytes, the most that is read. Split it.`;
    case 'cut':
      return 'The pack’s link is not complete: its end is missing. Copy it again, or ask for the pack as a file.';
    case 'flags':
      return 'The pack was made by a newer version of this page. Reload this page to update it.';
    case 'damaged':
    case 'none':
      return 'The pack’s link is damaged: some characters were changed on the way. Copy it again.';
    case 'no items':
      return 'The pack holds nothing that can be opened. Ask whoever made it for it again.';
    case 'too many':
      return `A pack holds at most ${problem.most} items. The others were left out: make a second pack of them.`;
    case 'kind':
      return `Item ${problem.item} was left out: its kind “${problem.written}” is unknown.`;
    case 'no text':
      return `Item ${problem.item} was left out: it has no text.`;
    case 'long text':
      return (
        `Item ${problem.item} was left out: it has ${problem.letters.toLocaleString('en')} characters; at most ` +
        `${problem.most.toLocaleString('en')} are read.`
      );
  }
}
