// SPDX-License-Identifier: GPL-2.0-or-later
//
// A maple tree beside a red-black tree of the same ranges: each figure that was counted as a pair of bars, and as a row
// of a table.

import type { NotCompared, RedBlackComparison, CountedTree } from '../../model/redblack';
import './redblack.css';

interface Row {
  readonly name: string;
  /** The definition of the counted unit, for the tooltip. */
  readonly means: string;
  readonly of: (tree: CountedTree) => number;
  /** Behind the figure: the span or the most; may be empty. */
  readonly more: (tree: CountedTree) => string;
  readonly digits: number;
}

interface Part {
  readonly title: string;
  readonly rows: readonly Row[];
}

const most = (what: number): string => `most ${what.toLocaleString('en')}`;

const PARTS: readonly Part[] = [
  {
    title: 'Shape',
    rows: [
      {
        name: 'Depth',
        means: 'Depth: nodes on the way from the root to a range, both ends included; the mean over all ranges',
        of: ({ depth }) => depth.mean,
        more: ({ depth }) => `${depth.least} to ${depth.most}`,
        digits: 1,
      },
      {
        name: 'Nodes',
        means: 'Nodes: of 256 bytes each in the maple tree; in the red-black tree the records themselves are the nodes',
        of: ({ nodes }) => nodes,
        more: () => '',
        digits: 0,
      },
      {
        name: 'Bytes per range',
        means: 'Bytes per range: nodes in the maple tree, links inside the record in the red-black tree',
        of: ({ bytesPerRange }) => bytesPerRange,
        more: () => '',
        digits: 1,
      },
    ],
  },
  {
    title: 'Cache lines that one operation touches',
    rows: [
      {
        name: 'Lookup',
        means: 'Lookup: distinct cache lines read to find one range; the mean',
        of: ({ lookup }) => lookup.lines.mean,
        more: ({ lookup }) => most(lookup.lines.most),
        digits: 2,
      },
      {
        name: 'Insert',
        means: 'Insert: distinct cache lines that one insert reads or writes; the mean',
        of: ({ insert }) => insert.lines.mean,
        more: ({ insert }) => most(insert.lines.most),
        digits: 2,
      },
      {
        name: 'Erase',
        means: 'Erase: distinct cache lines that one erase reads or writes; the mean',
        of: ({ erase }) => erase.lines.mean,
        more: ({ erase }) => most(erase.lines.most),
        digits: 2,
      },
      {
        name: 'Iteration over all',
        means: 'Iteration: distinct cache lines that one pass over all ranges reads',
        of: ({ iterate }) => iterate.lines,
        more: () => '',
        digits: 0,
      },
    ],
  },
  {
    title: 'Cache misses when the same operations are repeated',
    rows: [
      {
        name: 'Lookup',
        means: 'Lookup: cache misses of one lookup right after all lookups were made once; the mean',
        of: ({ lookup }) => lookup.warm.mean,
        more: ({ lookup }) => most(lookup.warm.most),
        digits: 2,
      },
      {
        name: 'Insert',
        means: 'Insert: cache misses of one insert right after the same changes were made once; the mean',
        of: ({ insert }) => insert.warm.mean,
        more: ({ insert }) => most(insert.warm.most),
        digits: 2,
      },
      {
        name: 'Erase',
        means: 'Erase: cache misses of one erase right after the same changes were made once; the mean',
        of: ({ erase }) => erase.warm.mean,
        more: ({ erase }) => most(erase.warm.most),
        digits: 2,
      },
    ],
  },
];

export function RedBlack({
  tree,
  answer,
}: {
  readonly tree: string;
  readonly answer: RedBlackComparison | NotCompared;
}) {
  if (answer.kind !== 'compared') return <p class="ms-redblack-none">{whyNot(answer)}</p>;
  const { maple, redBlack, cache, ranges, lookups, changes, record, recordLines } = answer;
  return (
    <section class="ms-redblack" aria-label={`${tree} and a red-black tree of the same ranges`}>
      <p class="ms-redblack-verdict">
        A lookup touches <b>{figure(maple.lookup.lines.mean, 2)}</b> cache lines in the maple tree and{' '}
        <b>{figure(redBlack.lookup.lines.mean, 2)}</b>
        {' in a red-black tree of the same '}
        {ranges.toLocaleString('en')} {ranges === 1 ? 'range' : 'ranges'}.
      </p>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col" class="maple">
              maple tree
            </th>
            <th scope="col" class="redblack">
              red-black tree
            </th>
          </tr>
        </thead>
        {PARTS.map(({ title, rows }) => (
          <tbody key={title}>
            <tr class="part">
              <th scope="colgroup" colSpan={3}>
                {title}
              </th>
            </tr>
            {rows.map((row) => (
              <Figures key={row.name} row={row} maple={maple} redBlack={redBlack} />
            ))}
          </tbody>
        ))}
      </table>
      <p class="muted">
        {`Counted in the core: ${lookups.toLocaleString('en')} lookups, ${changes.toLocaleString('en')} erases and ` +
          `as many inserts, with a cache of ${cache.kib} KiB, ${cache.ways} ways and lines of ${cache.line} bytes. ` +
          `The red-black tree was filled in ${answer.order === 'shuffled' ? 'a shuffled' : 'ascending'} order; its ` +
          `links are in records of ${record.bytes} bytes.`}
      </p>
      <p class="muted">
        Reading the record of the range that was found touches {recordLines} more cache{' '}
        {recordLines === 1 ? 'line' : 'lines'} with the maple tree, and none with the red-black tree. Time is not
        measured here.
      </p>
    </section>
  );
}

// The longer bar of a row fills its column.
function Figures({
  row,
  maple,
  redBlack,
}: {
  readonly row: Row;
  readonly maple: CountedTree;
  readonly redBlack: CountedTree;
}) {
  const [a, b] = [row.of(maple), row.of(redBlack)];
  const all = Math.max(a, b);
  return (
    <tr>
      <th scope="row" title={row.means}>
        {row.name}
      </th>
      {(
        [
          ['maple', a, maple, b],
          ['redblack', b, redBlack, a],
        ] as const
      ).map(([name, value, tree, other]) => (
        <td key={name} class={value < other ? `${name} less` : name}>
          <span class="figure">
            {figure(value, row.digits)} <small>{row.more(tree)}</small>
          </span>
          <span class="bar" aria-hidden="true">
            <span style={{ width: `${all === 0 ? 0 : (100 * value) / all}%` }} />
          </span>
        </td>
      ))}
    </tr>
  );
}

function figure(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function whyNot(answer: NotCompared): string {
  switch (answer.kind) {
    case 'missing':
      return 'This tree does not exist at this step. Go to a step that has it.';
    case 'empty':
      return 'Nothing is stored in this tree yet, so there is nothing to compare. Go to a later step.';
    case 'damaged':
      return 'The tree is damaged at this step, so its lookups cannot be compared. Go to an earlier step.';
    case 'too large':
      return (
        `Cache lines are counted for at most ${answer.most.toLocaleString('en')} ranges in ` +
        `${answer.places.toLocaleString('en')} nodes. Go to an earlier step.`
      );
    case 'no such cache':
      return 'A cache has lines of 16 to 256 bytes (a power of 2), 1 to 64 ways and whole sets.';
  }
}
