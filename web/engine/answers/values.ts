// SPDX-License-Identifier: GPL-2.0-or-later
//
// The values of expressions after a step. The text runs once more, on a core of its own, up to that step: names and
// variables are those of the text at that point.

import type { LiveValue } from '../../model/live';
import { readExpression } from '../../scenario/check/expression';
import { readScenario } from '../../scenario/check/checker';
import { runScenario } from '../../scenario/run/interpreter';
import { machineOver } from '../core/machine';
import type { Core } from '../core/wasm';
import type { Value } from '../../scenario/syntax/syntax';
import type { Answering } from '../time/answer-context';

const ITEMS_A_PIECE = 256;

// A spare core beside each one, left by an earlier question: its memory is not allocated again for every question.
const spare = new WeakMap<Core, Core>();

function coreBeside(core: Core): Core {
  const beside = spare.get(core) ?? core.again();
  spare.delete(core);
  beside.calls.mpl_reset();
  return beside;
}

export const values: Answering<'values'> = function* ({ core, text, steps }, { step, expressions }) {
  const read = expressions.map((one) => readExpression(one));
  const watch = read.flatMap((one): Value[] => (one.kind === 'value' ? [one.value] : []));
  const checked = readScenario(text);
  let found: readonly LiveValue[] | null = null;
  if (checked.kind === 'program' && watch.length > 0) {
    const beside = coreBeside(core);
    const items = runScenario(checked.program, machineOver(beside), {
      sums: 'few',
      watch,
      ...(step === null ? {} : { until: step }),
    });
    let count = 0;
    let done = 0;
    for (const item of items) {
      if (item.kind === 'step') done++;
      if (item.kind === 'end') found = item.watched ?? null;
      else if (++count % ITEMS_A_PIECE === 0) yield { done, of: step ?? steps };
    }
    // Not of a run that was given up, or that trapped.
    spare.set(core, beside);
  }
  let next = 0;
  return read.map((one): LiveValue => {
    if (one.kind === 'refused') return { kind: 'failed', message: one.fault.message };
    return found?.[next++] ?? { kind: 'failed', message: 'the run was stopped before' };
  });
};
