// SPDX-License-Identifier: GPL-2.0-or-later
//
// Exhibits of time: timelines of few, many and very many steps, and the branches of a run.

import { stepsLike } from '../model/run';
import { troubleText } from '../words/trouble';
import { h, render } from 'preact';
import '../views/branches/style.css';
import { Branches } from '../views/branches/view';
import type { BranchLine } from '../views/branches/types';
import type { Exhibit } from './exhibit';
import { example, ran, SIXTY, type Ran } from './runs';
import type { TimelineViewData } from '../views/timeline/types';
import { createTimelineView } from '../views/timeline/view';

type Extra = Partial<Pick<TimelineViewData, 'ticks' | 'breakpoints' | 'changes' | 'marks'>>;

function timeline(
  name: string,
  text: string,
  current: number,
  extra: (run: Ran) => Extra = () => ({}),
  height = 104,
): Exhibit {
  return {
    name,
    height,
    async mount(stage) {
      const run = await ran(text);
      const { steps, expects, notes } = run.summary;
      const marks: TimelineViewData['marks'] = [
        ...expects.map(({ step, held, message }) =>
          held ? { step, kind: 'expect-held' as const } : { step, kind: 'expect-failed' as const, text: message },
        ),
        ...notes.map(({ step, text: words, pause }) =>
          pause ? { step, kind: 'pause' as const } : { step, kind: 'note' as const, text: words },
        ),
        ...run.summary.troubles.map((one) => ({ step: one.step, kind: 'trouble' as const, text: troubleText(one) })),
      ];
      let at = Math.min(current, steps.length);
      const view = createTimelineView({
        host: stage,
        onSeek: (step) => {
          at = step;
          show();
        },
      });
      const more = extra(run);
      const show = (): void =>
        view.update({ steps, current: at, marks, hovered: null, ticks: [], breakpoints: [], changes: [], ...more });
      show();
    },
  };
}

// Where a label is found, where one node changes, and where somebody stopped.
const found = ({ summary, ask }: Ran): Extra => ({
  ticks: ask('findSteps', { query: { about: 'slots', term: { kind: 'text', text: 'needle' } } }),
  breakpoints: [Math.floor(summary.steps.length * 0.4)],
  changes: ask('nodeChanges', { node: 1, from: 1, to: summary.steps.length }),
});

const FAILURES =
  `tree t alloc\nrepeat 30 as i { store i*10..+5 = i }\nrepeat 6 as i {\n  fail request i + 1\n  store i*40 + 6 = ` +
  `1\n}\npause\nexpect nodes(t) = 1\nexpect valid t\nnote "All of them were refused something."`;
const THOUSANDS =
  'tree t alloc\nfor i in shuffle(0..19999, 7) { store i*8..+5 = i }\nfor i in shuffle(0..9999, 8) { erase i*16 }';

const NAMED = [
  { text: example('copy-fails'), name: 'first text', depth: 0, step: null, current: false },
  {
    text: `${example('copy-fails')}\nerase 0x100`,
    name: 'request 3 of the run fails',
    depth: 1,
    step: 12,
    current: false,
  },
  { text: example('fork-vma'), name: 'and what comes of it in a long name', depth: 2, step: 13, current: true },
] as const;

const branches: Exhibit = {
  name: 'branches',
  height: 100,
  async mount(stage) {
    const lines: BranchLine[] = [];
    for (const { text, ...line } of NAMED) {
      const { steps, expects } = (await ran(text)).summary;
      lines.push({
        id: line.name,
        ...line,
        outcome: {
          steps: steps.length,
          failures: stepsLike(steps, ({ error }) => error !== null).length,
          ok: expects.every(({ held }) => held),
        },
      });
    }
    // One that has not been run.
    lines.push({ id: 'b', name: 'from line 12', depth: 1, step: 70, outcome: null, current: false });
    const nothing = (): void => undefined;
    render(h(Branches, { lines, onGo: nothing, onRename: nothing, onRemove: nothing }), stage);
  },
};

export const timeExhibits: readonly Exhibit[] = [
  branches,
  timeline('timeline', SIXTY, 62, found),
  timeline('timeline-failures', FAILURES, 34),
  timeline('timeline-corrupt', example('corrupt'), 42),
  timeline('timeline-6425', example('fork-6421'), 700),
  timeline('timeline-30k', THOUSANDS, 14_890),
  timeline('timeline-low', THOUSANDS, 1_234, () => ({}), 30),
  timeline('timeline-empty', '# nothing', 0),
];
