// SPDX-License-Identifier: GPL-2.0-or-later
//
// How what was taken in came out: the layout of a dump beside the one built from it, the lines of a second map beside
// the VMAs that its calls led to, the sums of a report beside those of this engine. Said in the message above the
// picture; the list opens from there.

import { missedLines } from '../../scenario/pasted/maps-difference';
import type { MismatchRead } from '../../share/mismatch-report';
import { openDialog, say } from '../store/actions/actions';
import { keepDifferences, type Differences } from '../store/page/differences';
import { dumpOutcome, type Built } from './differences-dump';
import { dumpName, type DifferenceIntake, type DumpIntake, type Taken } from './intake';
import { sumsOf } from '../store/run/run';
import { diagnostics, engineId, ran, scene, stale, step } from '../store/page/state';
import { counted } from '../../base/text';

/** Says how it came out, once what was taken in has been run and is on the page. */
export function tellOutcome(taken: Taken, name: string): void {
  if (ran.value === null || stale.value || diagnostics.value.length > 0) return;
  if (taken.kind === 'dump') tellDump(taken, name);
  else if (taken.kind === 'difference') tellMaps(taken, name);
  else if (taken.kind === 'mismatch' && taken.report.kind === 'report') void tellReport(taken.report);
}

function tell(same: string, list: Differences): void {
  keepDifferences(list.rows.length === 0 ? null : list);
  if (list.rows.length === 0) say('plain', same);
  else say('warning', `${list.about} `, { label: 'Show the list', act: () => openDialog('differences') });
}

function tellDump({ dumps }: DumpIntake, name: string): void {
  const built: Built[] = [];
  for (const [k, dump] of dumps.entries()) {
    const tree = scene.value?.trees.find(({ picture }) => picture.name === dumpName(name, k));
    if (tree === undefined) continue;
    // Of a tree too large to be pictured whole there is nothing to compare with.
    if ((tree.partial ?? null) !== null) {
      say('plain', 'The tree is too large to be compared with the dumped one here.');
      return;
    }
    built.push({ dump, picture: tree.picture });
  }
  const { same, list } = dumpOutcome(built);
  tell(same, list);
}

function tellMaps({ after }: DifferenceIntake, name: string): void {
  const vmas = scene.value?.trees.find(({ picture }) => picture.name === name)?.vmas ?? null;
  if (vmas === null) return;
  const rows = missedLines(after, vmas).map(({ wanted: { first, last, perms, path }, why }) => [
    `${first.toString(16)}-${(last + 1n).toString(16)}`,
    `${perms} ${path}`.trim(),
    why,
  ]);
  const about = `${counted(rows.length, 'line')} of the second map ${rows.length === 1 ? 'is' : 'are'} not reached.`;
  tell(`These calls lead exactly to the second map: ${counted(after.length, 'VMA')}.`, {
    title: 'Lines of the second map that are not reached',
    about,
    columns: ['line', 'wanted', 'why'],
    rows,
  });
}

async function tellReport(report: Extract<MismatchRead, { kind: 'report' }>): Promise<void> {
  const now = scene.value;
  const trees = now?.trees ?? [];
  const sums = now === null ? [] : await sumsOf(now);
  const rows = report.sums.flatMap(({ tree, sum }) => {
    const here = sums[trees.findIndex(({ picture }) => picture.name === tree)] ?? 'no such tree';
    return here === sum ? [] : [[tree, sum, here]];
  });
  const engines =
    report.engine === engineId.value
      ? 'The same engine'
      : `${report.engine} made the report; this is ${engineId.value ?? 'another'}, and it`;
  const about = `${engines} gives other checksums at step ${step.value}.`;
  tell(`${engines} gives the reported checksums at step ${step.value}.`, {
    title: 'Checksums reported and checksums here',
    about,
    columns: ['tree', 'reported', 'here'],
    rows,
  });
}
