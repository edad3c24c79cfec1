// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the statements say of themselves. Written by `node web/cli/grammar.mjs`; not to be edited.

import type { Definition } from '../statements/statement';
import { statements as treeStatements } from '../statements/tree';
import { statements as useStatements } from '../statements/use';
import { statements as storeStatements } from '../statements/store';
import { statements as insertStatements } from '../statements/insert';
import { statements as eraseStatements } from '../statements/erase';
import { statements as loadStatements } from '../statements/load';
import { statements as preallocStatements } from '../statements/prealloc';
import { statements as bulkStatements } from '../statements/bulk';
import { statements as gapStatements } from '../statements/gap';
import { statements as allocStatements } from '../statements/alloc';
import { statements as cyclicStatements } from '../statements/cyclic';
import { statements as walkStatements } from '../statements/walk';
import { statements as nextStatements } from '../statements/next';
import { statements as eachStatements } from '../statements/each';
import { statements as readStatements } from '../statements/read';
import { statements as resumeStatements } from '../statements/resume';
import { statements as releaseStatements } from '../statements/release';
import { statements as stateStatements } from '../statements/state';
import { statements as setStatements } from '../statements/set';
import { statements as resetStatements } from '../statements/reset';
import { statements as prepareStatements } from '../statements/prepare';
import { statements as searchStatements } from '../statements/search';
import { statements as corruptStatements } from '../statements/corrupt';
import { statements as dupStatements } from '../statements/dup';
import { statements as destroyStatements } from '../statements/destroy';
import { statements as mapsStatements } from '../statements/maps';
import { statements as mmStatements } from '../statements/mm';
import { statements as traceStatements } from '../statements/trace';
import { statements as mapStatements } from '../statements/map';
import { statements as unmapStatements } from '../statements/unmap';
import { statements as protectStatements } from '../statements/protect';
import { statements as brkStatements } from '../statements/brk';
import { statements as touchStatements } from '../statements/touch';
import { statements as adviseStatements } from '../statements/advise';
import { statements as remapStatements } from '../statements/remap';
import { statements as lockallStatements } from '../statements/lockall';
import { statements as limitStatements } from '../statements/limit';
import { statements as forkStatements } from '../statements/fork';
import { statements as exitStatements } from '../statements/exit';
import { statements as failStatements } from '../statements/fail';
import { statements as sweepStatements } from '../statements/sweep';
import { statements as letStatements } from '../statements/let';
import { statements as repeatStatements } from '../statements/repeat';
import { statements as forStatements } from '../statements/for';
import { statements as seedStatements } from '../statements/seed';
import { statements as expectStatements } from '../statements/expect';
import { statements as noteStatements } from '../statements/note';
import { statements as pauseStatements } from '../statements/pause';
import { statements as askStatements } from '../statements/ask';

/** Every kind of statement, in the order of the grammar. */
export const STATEMENTS: readonly Definition[] = [
  ...treeStatements,
  ...useStatements,
  ...storeStatements,
  ...insertStatements,
  ...eraseStatements,
  ...loadStatements,
  ...preallocStatements,
  ...bulkStatements,
  ...gapStatements,
  ...allocStatements,
  ...cyclicStatements,
  ...walkStatements,
  ...nextStatements,
  ...eachStatements,
  ...readStatements,
  ...resumeStatements,
  ...releaseStatements,
  ...stateStatements,
  ...setStatements,
  ...resetStatements,
  ...prepareStatements,
  ...searchStatements,
  ...corruptStatements,
  ...dupStatements,
  ...destroyStatements,
  ...mapsStatements,
  ...mmStatements,
  ...traceStatements,
  ...mapStatements,
  ...unmapStatements,
  ...protectStatements,
  ...brkStatements,
  ...touchStatements,
  ...adviseStatements,
  ...remapStatements,
  ...lockallStatements,
  ...limitStatements,
  ...forkStatements,
  ...exitStatements,
  ...failStatements,
  ...sweepStatements,
  ...letStatements,
  ...repeatStatements,
  ...forStatements,
  ...seedStatements,
  ...expectStatements,
  ...noteStatements,
  ...pauseStatements,
  ...askStatements,
];
