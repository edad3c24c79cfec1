// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm run --silent scenario -- FILE [--json] [--at STEP] [--dump] [--sums all] [--vmas [--flags]] [--strict]
// [--redblack] [--defect NAME]`: runs a scenario with the engine of the page. Exit 0: all held; 1: it ran, and
// something did not hold (with --strict: or a step was refused); 2: it could not be read.
//
// Items are printed as they come, so a run of any length needs only the memory of its trees.

import { setNumberBase } from '../base/number-base';
import { textBase } from '../scenario/check/text-base';
import { ENGINE_ID } from '../engine/generated/engine-id';
import { withDefect } from '../engine/core/defect';
import { machineOver } from '../engine/core/machine';
import { counted, lineIndex } from '../base/text';
import type { Diagnostic } from '../model/diagnostic';
import type { RunItem } from '../model/item';
import { readScenario } from '../scenario/check/checker';
import { inputKind } from '../scenario/pasted/detect';
import { runScenario } from '../scenario/run/interpreter';
import { remarksOn, type Remark } from '../scenario/check/quick-fixes';
import { treeDump } from './dump-tree';
import { loadCore } from './core-file';
import { jsonReport } from './json-report';
import { readOptions, USAGE, type Options } from './options';
import { openOutput, type Output } from './output';
import { readFileText } from './read-file';
import { redBlackReport } from './redblack-report';
import { tableReport } from './table-report';
import type { Telling } from './telling';
import { vmasReport } from './vmas-report';
import { optionsGiven } from './words-given';

async function main(): Promise<number> {
  const options = optionsGiven(readOptions, USAGE);
  if (typeof options === 'number') return options;
  const output = openOutput(process.stdout);
  const text = readFileText(options.file);
  if (typeof text !== 'string') {
    process.stderr.write(`${text.message}\n`);
    return 2;
  }
  const read = readScenario(text);
  if (read.kind === 'refused') {
    await refuse(read.diagnostics, text, options, output);
    return 2;
  }
  const core = options.defect === null ? await loadCore() : withDefect(await loadCore('hunt'), options.defect);
  const machine = machineOver(core);
  setNumberBase(textBase(read.program).base);
  const items = runScenario(read.program, machine, {
    sums: options.sums ?? (options.json ? 'page' : 'few'),
    ...(options.at === null ? {} : { until: options.at }),
  });
  const telling: Telling = {
    engine: options.defect === null ? ENGINE_ID : `${ENGINE_ID}+${options.defect}`,
    output,
    options,
    dump: (tree) => treeDump(core, machine, tree),
    remarks: (line) => remarksAt(text, line),
  };
  const refused = { steps: 0 };
  const report =
    options.redblack !== null
      ? redBlackReport(core, await loadCore('cachelines'), options.redblack)
      : options.vmas
        ? vmasReport
        : options.json
          ? jsonReport
          : tableReport;
  const ok = await told(() => report(countingRefused(items, refused), telling), options.defect);
  await output.end();
  if (options.strict && refused.steps > 0)
    process.stderr.write(
      `${counted(refused.steps, 'step')} ${refused.steps === 1 ? 'was' : 'were'} refused, and --strict allows none\n`,
    );
  return ok && !(options.strict && refused.steps > 0) ? 0 : 1;
}

/** A defect may leave memory that the core's own assertions exclude: it comes to a halt there. */
async function told(report: () => Promise<boolean>, defect: string | null): Promise<boolean> {
  try {
    return await report();
  } catch (error) {
    if (defect === null || !(error instanceof WebAssembly.RuntimeError)) throw error;
    process.stderr.write('The core stopped: it met memory that its own assertions rule out.\n');
    return false;
  }
}

function* countingRefused(items: Iterable<RunItem>, refused: { steps: number }): Generator<RunItem> {
  for (const item of items) {
    if (item.kind === 'step' && item.report.error !== null) refused.steps++;
    yield item;
  }
}

function remarksAt(text: string, line: number): Remark[] {
  const lines = lineIndex(text);
  return remarksOn(text).filter(({ from }) => lines.place(from).line === line);
}

// Mistakes go to standard error in the form that editors jump to; with --json also to standard output.
async function refuse(
  diagnostics: readonly Diagnostic[],
  text: string,
  options: Options,
  output: Output,
): Promise<void> {
  const name = options.file === '-' ? 'standard input' : options.file;
  const lines = text.split('\n');
  for (const { line, column, message, hint, from, to } of diagnostics) {
    const source = (lines[line - 1] ?? '').replace(/\r$/, '');
    const marks = '^'.repeat(Math.max(1, Math.min(to - from, source.length - column + 1)));
    const told = [
      `${name}:${line}:${column}: ${message}`,
      `    ${source}`,
      `    ${source.slice(0, column - 1).replace(/[^\t]/g, ' ')}${marks}`,
    ];
    if (hint !== '') told.push(`    ${hint}`);
    process.stderr.write(`${told.join('\n')}\n`);
  }
  const block = { maps: 'maps', strace: 'trace' }[inputKind(text) as string];
  if (block !== undefined) {
    const what = block === 'maps' ? 'the text of /proc/PID/maps' : 'a log of strace';
    process.stderr.write(
      `\nThis looks like ${what}. In a scenario it stands in a block. For example:\n    { echo '${block} process ` +
        `"""'; cat ${options.file === '-' ? 'FILE' : `'${options.file}'`}; echo '"""'; } | npm run --silent ` +
        `scenario -- -\n`,
    );
  }
  if (!options.json) return;
  const errors = diagnostics.map(({ line, column, message, hint }) => ({ line, column, message, hint }));
  const empty = {
    ok: false,
    engine: ENGINE_ID,
    stopped: null,
    steps: [],
    expects: { passed: 0, failed: [] },
    trees: [],
    sweeps: [],
    unreached: [],
    errors,
  };
  await output.write(`${JSON.stringify(empty)}\n`);
  await output.end();
}

process.exitCode = await main();
