// SPDX-License-Identifier: GPL-2.0-or-later
//
// The meaning of an error name for the step that ended with it, in a sentence or two, unless another sentence says it.
// Pure.

import { traitsOf } from '../../model/ops';
import type { StepReport } from '../../model/report';
import type { ErrorName } from '../../model/status';

const ERROR_TEXT: Readonly<Record<ErrorName, string>> = {
  // The sentence says which memory is sealed, or which limit was met.
  EPERM: '',
  EAGAIN: '',
  EINTR: 'A signal ended the fork before the child was complete. Everything it had allocated was freed.',
  EFAULT: 'An address was touched that no VMA covers, or whose VMA forbids the access. No page was touched.',
  ENOMEM: 'A request for nodes was refused. The tree is unchanged, and every node allocated for the call was freed.',
  EBUSY: 'A search goes by recorded gaps, and this tree records none: it was made without alloc.',
  // The sentence says what was in the way.
  EEXIST: '',
  EINVAL: 'The arguments are invalid: a reversed range, a size of 0, or an entry that cannot be stored.',
  ERETRY: 'Every retry was refused until Maplescope’s own limit on retries ended the write. The tree is unchanged.',
};

/** Errors of a bulk load that are this tool's own, since Linux trusts its caller there. */
const BULK_ENOMEM =
  'No request was refused: the preallocated nodes ran out, because more was stored than was announced. The error ' +
  'is Maplescope’s own; Linux would stop with a fatal error. The tree is empty again.';
const BULK_EINVAL =
  'A rule of Maplescope, not of the tree: a bulk load needs an empty tree that is not in RCU mode, and stores ' +
  'that ascend and do not overlap.';

/** Only searches end so in Linux. */
const BUSY_TREE = 'A rule of Maplescope, not of the tree.';

/**
 * The gloss of a step's error; empty for a step without one, and where the sentence on why says it all. `alloc`: the
 * tree tracks gaps; null if there is none any more.
 */
export function errorText(
  { op, error, rk, height }: Pick<StepReport, 'op' | 'error' | 'rk' | 'height'>,
  alloc: boolean | null,
): string {
  const { isCall, hasAccount, searches } = traitsOf(op);
  // For address spaces and sweeps, the sentences on why name the refusal and the undo.
  if (isCall === true || hasAccount === true) return '';
  if (op === 'bulk' && error === 'ENOMEM' && !/[A-Z]/.test(rk)) return BULK_ENOMEM;
  if (op === 'bulk' && error === 'EINVAL') return BULK_EINVAL;
  // The sentence gives each refusal, what was freed, and that nothing changed.
  if ((error === 'ENOMEM' || error === 'ERETRY') && /[A-Z]/.test(rk)) return '';
  if (error === 'EBUSY' && searches !== true) return BUSY_TREE;
  // A single leaf is searched by its slots.
  if (error === 'EBUSY' && (alloc !== false || (height ?? 0) < 2)) return '';
  return error === null ? '' : ERROR_TEXT[error];
}
