// SPDX-License-Identifier: GPL-2.0-or-later
//
// The trees after the run, or after the step of --at, each beside a red-black tree of the same ranges. Standard output
// has nothing else. Failed expectations go to standard error.

import { counted } from '../base/text';
import { comparedWithRedBlack } from '../engine/answers/redblack';
import type { Core } from '../engine/core/wasm';
import type { NamedTree } from '../model/item';
import type { CacheShape, CountedTree, LinesUsed, NotCompared, RedBlackComparison } from '../model/redblack';
import { lastTrees } from './last-trees';
import type { Teller } from './telling';

/** `core` holds the run; `lines` is the module that counts. */
export function redBlackReport(core: Core, lines: Core, cache: CacheShape): Teller {
  return async (items, { output, options }) => {
    const { trees, ok, reached } = lastTrees(items, options.at);
    if (!reached) return false;
    let compared = 0;
    for (const tree of trees) {
      const answer = answerOn(core, lines, tree, cache);
      if (answer.kind === 'compared') compared++;
      if (options.json) await output.write(`${JSON.stringify({ tree: tree.name, ...answer })}\n`);
      else if (answer.kind === 'compared') await output.write(`${tableOf(tree.name, answer).join('\n')}\n`);
      else process.stderr.write(`${tree.name}: ${whyNot(answer)}\n`);
    }
    if (trees.length === 0) process.stderr.write('No tree exists at this step.\n');
    return ok && compared > 0;
  };
}

function answerOn(core: Core, lines: Core, tree: NamedTree, cache: CacheShape): RedBlackComparison | NotCompared {
  const steps = comparedWithRedBlack(core, lines, tree.handle, { cache });
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}

function whyNot(answer: NotCompared): string {
  switch (answer.kind) {
    case 'missing':
    case 'empty':
      return 'nothing is stored, so there is nothing to compare.';
    case 'damaged':
      return 'the tree is damaged, so its lookups cannot be compared.';
    case 'too large':
      return (
        `lines are counted for at most ${answer.most.toLocaleString('en')} ranges in ` +
        `${answer.places.toLocaleString('en')} nodes.`
      );
    case 'no such cache':
      return (
        'a cache has lines of 16 to 256 bytes (a power of 2), 1 to 64 ways, whole sets, ' + 'and at most 131,072 lines.'
      );
  }
}

// ---- The table ----

type Row = readonly [name: string, maple: string, redBlack: string];

function tableOf(name: string, answer: RedBlackComparison): string[] {
  const { maple, redBlack, cache } = answer;
  const rows: readonly Row[] = [
    ['', 'maple tree', 'red-black tree'],
    row('nodes', maple, redBlack, ({ nodes }) => nodes.toLocaleString('en')),
    row('bytes per range', maple, redBlack, ({ bytesPerRange }) => bytesPerRange.toFixed(1)),
    row(
      'depth: least, mean, most',
      maple,
      redBlack,
      ({ depth }) => `${depth.least}, ${depth.mean.toFixed(1)}, ${depth.most}`,
    ),
    ...usedRows('lookup', maple, redBlack, ({ lookup }) => lookup),
    ...usedRows('insert', maple, redBlack, ({ insert }) => insert),
    ...usedRows('erase', maple, redBlack, ({ erase }) => erase),
    row(
      'iteration: lines, misses',
      maple,
      redBlack,
      ({ iterate }) => `${iterate.lines.toLocaleString('en')}, ${iterate.misses.toLocaleString('en')}`,
    ),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const lines = rows.map(
    (cells) => `  ${cells[0].padEnd(widths[0]!)}  ${cells[1].padStart(widths[1]!)}  ${cells[2].padStart(widths[2]!)}`,
  );
  return [
    `${name}: ${counted(answer.ranges, 'range')}, ${counted(answer.lookups, 'lookup')}, ` +
      `${counted(answer.changes, 'erase')} and as many inserts`,
    `cache: ${cache.kib} KiB, ${cache.ways} ways, lines of ${cache.line} bytes`,
    ...lines,
    `The links stand in records of ${answer.record.bytes} bytes, inserted in a ` +
      `${answer.order === 'shuffled' ? 'shuffled' : 'ascending'} order. Reading the record of a range that was ` +
      `found takes ${answer.recordLines} line more with the maple tree, and none with the red-black tree.`,
  ];
}

function row(name: string, maple: CountedTree, redBlack: CountedTree, of: (tree: CountedTree) => string): Row {
  return [name, of(maple), of(redBlack)];
}

function usedRows(
  name: string,
  maple: CountedTree,
  redBlack: CountedTree,
  of: (tree: CountedTree) => LinesUsed,
): Row[] {
  return [
    row(
      `${name}: lines, mean and most`,
      maple,
      redBlack,
      (tree) => `${of(tree).lines.mean.toFixed(2)}, ${of(tree).lines.most}`,
    ),
    row(
      `${name}: misses, cold and warm`,
      maple,
      redBlack,
      (tree) => `${of(tree).cold.mean.toFixed(2)}, ${of(tree).warm.mean.toFixed(2)}`,
    ),
  ];
}
