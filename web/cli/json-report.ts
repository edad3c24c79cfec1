// SPDX-License-Identifier: GPL-2.0-or-later
//
// The report as one JSON object, written during the run. Its keys are in the order in which their values are known.

import { troubleText } from '../words/trouble';
import type { RunItem } from '../model/item';
import { reportedSweep } from '../words/sweep';
import { stoppedReport, type Report, type StepReport } from '../model/report';
import type { Teller } from './telling';

/** Tells the report; with --dump each tree, or with --dump alone each step, has its `dump`. */
export const jsonReport: Teller = async (items, { engine, output, options, dump }) => {
  const failed: { line: number; message: string }[] = [];
  const troubles: { step: number; message: string }[] = [];
  const sweeps: Report['sweeps'][number][] = [];
  let passed = 0;
  let steps = 0;
  let end: Extract<RunItem, { kind: 'end' }> | null = null;
  let dumps: ReadonlyMap<string, readonly string[]> = new Map();
  // One step is held back: the last one may still get its sum.
  let held: (StepReport & { dump?: readonly string[] }) | null = null;
  await output.write(`{"engine":${JSON.stringify(engine)},"steps":[`);
  const tell = async (step: StepReport): Promise<void> =>
    output.write(`${steps++ === 0 ? '\n' : ',\n'}${JSON.stringify(step)}`);
  for (const item of items) {
    if (item.kind === 'step') {
      if (held !== null) await tell(held);
      held = item.report;
      if (item.sweep !== undefined) sweeps.push(reportedSweep(item.sweep));
      for (const one of item.troubles) troubles.push({ step: steps + 1, message: troubleText(one) });
      if (!options.dump) continue;
      const tree = item.trees.find((one) => one.name === item.report.tree);
      if (options.at === null && tree !== undefined) held = Object.assign(item.report, { dump: dump(tree) });
      if (options.at !== null) dumps = new Map(item.trees.map((one) => [one.name, dump(one)]));
    } else if (item.kind === 'expect') {
      if (item.expect.held) passed++;
      else failed.push({ line: item.expect.line, message: item.expect.message });
    } else if (item.kind === 'end') end = item;
  }
  if (held !== null) await tell(held);
  const trees = (end?.trees ?? []).map((tree) =>
    dumps.has(tree.name) ? { ...tree, dump: dumps.get(tree.name) } : tree,
  );
  const rest = {
    expects: { passed, failed },
    trees,
    sweeps,
    unreached: end?.unreached ?? [],
    troubles,
    stopped: stoppedReport(end?.stopped ?? null),
    ok: end?.ok ?? false,
  };
  await output.write(`\n],${JSON.stringify(rest).slice(1)}\n`);
  return rest.ok;
};
