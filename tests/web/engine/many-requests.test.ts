// SPDX-License-Identifier: GPL-2.0-or-later
//
// A step may ask for nodes tens of thousands of times: all of its requests are counted.

import { expect, test } from 'vitest';
import { loadCore } from '../../../web/cli/core-file';
import { STEP } from '../../../web/engine/generated/tables';
import { outcomeReader } from '../../../web/engine/core/outcome';
import { beginSession } from '../../../web/engine/time/session';

const VMAS = 50_000;

test('a fork by one store for each VMA lists every request that the core has counted', async () => {
  const core = await loadCore();
  const text = `mm app\nrepeat ${VMAS} as i { map 64K + i*64K..+48K rw }\nfork app as child by stores`;
  const begun = beginSession(text, core);
  if (begun.kind === 'refused') throw new Error(begun.diagnostics[0]?.message);
  while (!begun.session.advance(1000));
  const record = core.calls.mpl_record();
  const counted = core.view().getUint32(record + STEP.requestCount, true);
  const { sizes, rk, granted } = outcomeReader(core).requests();
  expect(counted).toBeGreaterThan(20_000);
  expect(sizes).toHaveLength(counted);
  expect(rk).toHaveLength(counted);
  expect(granted).toBe(sizes.reduce((sum, size) => sum + size, 0));
});
