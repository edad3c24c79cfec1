// SPDX-License-Identifier: GPL-2.0-or-later

import { index, toHex, type Index } from '../../base/index64';
import { counted } from '../../base/text';
import { PAGE } from '../../model/memory';
import type { ErrorName } from '../../model/status';
import type { Context } from '../effects/operations';
import { addressesEnd, callMemory, whyNotPlace, type Call, type Space } from '../effects/spaces';
import { vmaName } from '../../words/space-reasons';
import { pagesUp, TASK_END, type VmaList } from '../oracle/vma-list';
import { printExpression } from '../syntax/print-parts';
import type { Of } from '../syntax/syntax';
import { evaluate } from '../world/evaluate';
import { expression, part, tree } from './parts';
import { define, type About } from './statement';
import { CALL } from './traits';

declare module '../syntax/syntax' {
  interface Bodies {
    /** Where the heap begins (`at`), or by how many bytes its end moves. */
    brk: { readonly form: 'at' | '+' | '-'; readonly amount: Expression; readonly tree: Word | null };
  }
}

export const about: Record<'brk', About> = {
  brk: {
    form: 'brk at A',
    doc: 'Sets the start of the heap. brk +N and brk -N move its end.',
    call: 'brk()',
    place: 'brk at A, brk +N, brk -N',
    traits: [CALL],
  },
};

export const statements = [
  define<'brk'>({
    kind: 'brk',
    node: 'Brk',
    parts: {
      form: part(
        ({ node }) => (node.children[1]?.name ?? '') as 'at' | '+' | '-',
        (form) => (form === 'at' ? ' at ' : ` ${form}`),
      ),
      amount: { ...expression(), print: (amount) => printExpression(amount) },
      tree,
    },
    run: (statement, context) => callMemory(statement, context, (named) => callOf(statement, named, context)),
  }),
];

function callOf(statement: Of<'brk'>, named: Space, context: Context): Call {
  const { machine } = context.world;
  const { handle, space } = named;
  const amount = evaluate(statement.amount, context);
  const gutter = (): string => `heap ${counted(Number((pagesUp(space.brk) - space.brkStart) / PAGE), 'page')}`;
  if (statement.form === 'at') {
    return {
      first: amount,
      last: amount,
      core: () => machine.mmBrkAt(handle, amount),
      list: (one) => one.brkAt(amount),
      why: (list, error) =>
        error === 'EINVAL' ? whyNotPlace(amount, index(amount | (PAGE - 1n))) : takenText(list, amount, amount),
      gutter,
    };
  }
  const moved = statement.form === '+' ? space.brk + amount : space.brk - amount;
  const end = index(moved < 0n ? 0n : moved > TASK_END ? TASK_END + PAGE : moved);
  const [low, high] = end < space.brk ? [end, space.brk] : [space.brk, end];
  return {
    first: low,
    last: high > low ? index(high - 1n) : low,
    core: () => machine.mmBrk(handle, end),
    list: (one) => one.setBrk(end),
    why: (list, error) => whyNotEnded(list, end, error),
    gutter,
  };
}

function whyNotEnded(list: VmaList, end: Index, error: ErrorName): string {
  if (list.brkStart === 0n) return 'there is no heap yet: `brk at A` says where it begins';
  if (error === 'EINVAL') return `the heap begins at ${toHex(list.brkStart)}, and this would end it below`;
  if (end < list.brk) {
    const given = `${toHex(pagesUp(end))}..${toHex(pagesUp(list.brk) - 1n)}`;
    return `nothing is mapped in the part that the heap would give up, ${given}`;
  }
  return end > TASK_END ? addressesEnd() : takenText(list, pagesUp(list.brk), end - 1n);
}

function takenText(space: VmaList, first: bigint, last: bigint): string {
  const [taken] = space.within(first, last);
  if (taken !== undefined) return `${vmaName(taken)} is in the way`;
  const [above] = space.within(last + 1n, last + PAGE);
  return above === undefined
    ? 'memory that grows downwards lies too near'
    : `one page must stay free below ${vmaName(above)}`;
}
