// SPDX-License-Identifier: GPL-2.0-or-later
//
// The expectations of `expect`, and the sentence on the value that was found.

import { troubleText } from '../../words/trouble';
import { isOnPurpose } from '../../model/trouble';
import { assertNever } from '../../base/assert';
import type { StepReport } from '../../model/report';
import { contentsTroubles, structureTroubles } from './audit';
import { comparison, identical, same } from './comparing';
import type { Context } from './operations';
import type { Expectation } from '../syntax/syntax';
import type { Verdict } from './verdict';
import type { Named } from '../world/world';

/** Decides one expectation; `last` is the step before it. */
export function judge(what: Expectation, last: StepReport | null, context: Context): Verdict {
  const { world } = context;
  switch (what.kind) {
    case 'ok':
    case 'error': {
      if (last === null) return { held: false, message: 'no step has been done yet' };
      const wanted = what.kind === 'ok' ? null : what.name.text;
      const found = last.error ?? 'ok';
      const message = `\`${last.op}\` gave ${found}, wanted ${wanted ?? 'ok'}`;
      return last.error === null && wanted === 'ENOMEM'
        ? survived(message, last, context)
        : { held: last.error === wanted, message };
    }
    case 'exists':
    case 'absent': {
      const exists = world.has(what.name.text);
      return {
        held: exists === (what.kind === 'exists'),
        message: `\`${what.name.text}\` ${exists ? 'exists' : 'does not exist'}`,
      };
    }
    case 'valid': {
      const trees = what.tree === null ? [...world.names.values()] : [world.find(what.tree)];
      return valid(trees, context);
    }
    case 'same':
      return same(world.find(what.left), world.find(what.right), context);
    case 'identical':
      return identical(world.find(what.left), world.find(what.right), context);
    case 'compare':
      return comparison(what, context);
    default:
      return assertNever(what);
  }
}

// Why a call that was refused nodes is no failure, and what would have made it one, where that is known.
function survived(message: string, { op, rk }: StepReport, { world }: Context): Verdict {
  const refused = rk.replace(/[a-z]/g, '').length;
  if (refused === 0) return { held: false, message };
  const more = world.armings.oneMore(rk);
  const told =
    `${message}: ${refused === 1 ? 'a request was refused' : `${refused} requests were refused`}, ` +
    `and the \`${op}\` asked again`;
  if (more === null) return { held: false, message: told };
  return {
    held: false,
    message: `${told}: \`${more.text}\` (line ${more.line}) refuses that too`,
    instead: { kind: 'fail', ...more },
  };
}

function valid(trees: readonly Named[], { world }: Context): Verdict {
  const troubles = trees.flatMap((named) => {
    const fresh: Named = { ...named, differs: false, broken: new Set() };
    return [...structureTroubles(world.machine, fresh), ...contentsTroubles(world.machine, fresh)];
  });
  if (troubles.length > 0)
    return { held: false, onPurpose: troubles.every(isOnPurpose), message: troubles.map(troubleText).join('; ') };
  return {
    held: true,
    message: trees.length === 1 ? `${trees[0]?.name} is valid` : `all ${trees.length} trees are valid`,
  };
}
