// SPDX-License-Identifier: GPL-2.0-or-later
//
// The link from a frame to the whole page: the same text, step and place, or the same screen of a lesson.

import { withoutEmbed } from '../../share/embed';
import { EXAMPLES } from '../store/kept/examples-list';
import { linkHere } from '../store/links/link-of';
import { fragmentNow } from '../store/links/links';
import { learning } from '../store/run/source';
import { text } from '../store/page/state';

/** The fragment, without `#`. */
export async function fragmentHere(): Promise<string> {
  const came = withoutEmbed(fragmentNow());
  if (learning.value) {
    const link = (await import('../store/lessons/lesson-state')).lessonLink();
    return link?.kind === 'link' ? link.fragment : came;
  }
  const example = came.startsWith('ex=') ? EXAMPLES.find((one) => one.text === text.value) : undefined;
  const { fragment } = linkHere({ paths: 'keep', addresses: 'keep' }, null, './', example?.name ?? null);
  return fragment ?? came;
}
