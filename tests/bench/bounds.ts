// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the built page is held to, row by row: the figure, its bound, and whether it is kept. Knows no browser; what is
// measured comes from the files that measure.

import type { FirstTree } from './first-tree';
import type { Growth } from './growth';
import type { LargeTree } from './large-tree';
import type { SeekTimes } from './seek';
import { untilFirstTree, type FirstView } from './weigh';

/** Kilobytes are thousands of bytes as a server sends them, mebibytes what the tab's process shares with nobody. */
export const BOUNDS = {
  /** HTML, style sheets, scripts of page and worker, and the core: until the first tree stands. */
  firstTreeKb: 320,
  /** The editor, which is fetched beside the page. */
  editorKb: 130,
  /** Files of page and worker together. */
  files: 12,
  /** Each module of the core. */
  moduleKb: 60,
  /** Script time of a frame: 95 of 100 are shorter. */
  frameMs: 16,
  /** From wanting a step of 100,000 to having it: 95 of 100 are shorter. */
  seekMs: 50,
  /** From the text to the last step: 65,530 VMAs read and forked, and as many calls. */
  readAndForkedMs: 3000,
  callsMs: 10_000,
  /** From the text to a report with a sum at each of 30,000 stores. */
  reportedMs: 10_000,
  /** Memory of the tab, at rest and while the run is under way. */
  mebibytes: 512,
} as const;

export interface PageFigures {
  readonly first: FirstView;
  readonly firstTree: FirstTree;
  readonly seeks: SeekTimes;
  readonly large: readonly LargeTree[];
}

const GROWTH_BOUNDS: Readonly<Record<Growth['name'], number>> = {
  'lines of maps, forked': BOUNDS.readAndForkedMs,
  'calls of map': BOUNDS.callsMs,
  'stores, reported': BOUNDS.reportedMs,
};

/** The largest size of each kind is held to its bound. */
export function growthRows(growth: readonly Growth[]): Row[] {
  return growth.map(({ name, size, ms }, k) => {
    const row = `${size.toLocaleString('en')} ${name}`;
    if (growth[k + 1]?.name === name) return told(row, ms);
    return atMost(row, ms, 'ms', GROWTH_BOUNDS[name]);
  });
}

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: 'KB' | 'ms' | 'MiB';
  /** Null: the row is printed, and held to nothing. */
  readonly bound: number | null;
  /** False, too, of a figure that could not be found. */
  readonly kept: boolean;
}

export function pageRows({ first, firstTree, seeks, large }: PageFigures): Row[] {
  const steps = seeks.steps.toLocaleString('en');
  return [
    atMost('until the first tree: page, worker, core', untilFirstTree(first) / 1000, 'KB', BOUNDS.firstTreeKb),
    atMost('the editor', first.editor / 1000, 'KB', BOUNDS.editorKb),
    ...first.modules.map(({ path, gzipBytes }) => atMost(path, gzipBytes / 1000, 'KB', BOUNDS.moduleKb)),
    ...firstTree.speeds.flatMap(({ name, treeMs, letterMs }) => [
      told(`time to the first tree, ${name}`, treeMs),
      told(`time to the first letter in the editor, ${name}`, letterMs),
    ]),
    under(`seek to any of ${steps} steps, 95 of 100`, seeks.anywhere.p95, BOUNDS.seekMs),
    under(`one step back in ${steps}, 95 of 100`, seeks.back.p95, BOUNDS.seekMs),
    ...large.flatMap(largeRows),
  ];
}

function largeRows({ name, entries, openMs, stepMs, frameMs, mebibytes, peakMebibytes }: LargeTree): Row[] {
  const title = `${entries.toLocaleString('en')} entries, ${name}`;
  return [
    told(`${title}: open`, openMs),
    told(`${title}: a step`, stepMs),
    under(`${title}: script of a frame, 95 of 100`, frameMs.p95, BOUNDS.frameMs),
    atMost(`${title}: tab memory at rest`, mebibytes, 'MiB', BOUNDS.mebibytes),
    atMost(`${title}: tab memory while running`, peakMebibytes, 'MiB', BOUNDS.mebibytes),
  ];
}

function told(name: string, ms: number): Row {
  return { name, value: ms, unit: 'ms', bound: null, kept: !Number.isNaN(ms) };
}

function atMost(name: string, value: number, unit: Row['unit'], bound: number): Row {
  return { name, value, unit, bound, kept: value <= bound };
}

function under(name: string, ms: number, bound: number): Row {
  return { name, value: ms, unit: 'ms', bound, kept: ms < bound };
}
