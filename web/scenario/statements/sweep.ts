// SPDX-License-Identifier: GPL-2.0-or-later

import type { Site } from '../../model/memory';
import { siteOf } from './fail';
import { block, optional, part } from './parts';
import { define, type About } from './statement';
import { SPACE } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    /** `site` null: request; `times` null: 1. */
    sweep: { readonly site: Site | null; readonly times: Expression | null; readonly body: readonly Statement[] };
  }
}

export const about: Record<'sweep', About> = {
  sweep: {
    form: 'sweep [SITE] [times N] { … }',
    doc:
      'Runs the block again and again from the same state, with request 1, 2, 3 … failing in turn, ' +
      'until a run meets no failure. One step.',
    traits: [SPACE],
  },
};

export const statements = [
  define<'sweep'>({
    kind: 'sweep',
    node: 'Sweep',
    parts: {
      site: part(
        ({ node }) => siteOf(node),
        (site) => (site === null ? '' : ` ${site}`),
      ),
      times: optional('Times', 'times'),
      body: block,
    },
    check(statement, checker) {
      checker.expression(statement.times);
      if (checker.inSweep) checker.cannotSweep(statement);
      checker.sweepBody(statement.body);
    },
    steps: () => 1,
  }),
];
