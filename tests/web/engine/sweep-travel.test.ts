// SPDX-License-Identifier: GPL-2.0-or-later
//
// Going through time over sweeps and traces: what their step left must stand there again, whatever was shown before.

import { expect, test } from 'vitest';
import { fixture } from '../scenario/replayed-list';
import { fingerprint, runText, sceneAt } from './runs';

const SPACE = 'mm p\nrepeat 20 as i { map 0x100000 + i * 0x3000..+0x2000 rw }\ntouch 0x100000..+0x2000 write\n';

const TEXTS = {
  'a fork swept, and what follows': `${SPACE}sweep vma { fork p as c }\nunmap 0x103000..+0x2000 in c\nsweep page {\n  fork c as d\n  touch 0x109000 write in d\n}\nexit p\nexit c\n`,
  'sweeps of stores in a loop':
    'tree t rcu\nrepeat 3 as k {\n  sweep times 2 {\n    repeat 12 as i { store (k * 12 + i) * 3 = i }\n  }\n  erase k * 36\n}\n',
  'with a reader parked':
    'tree t rcu\nrepeat 40 as i { store i = i }\nread t at 5 as r\nsweep {\n  store 3..30 = 2\n  resume r count 2\n}\nrelease r\nstore 7 = 7\n',
  'a trace': `maps p """\n${fixture('cat.begin')}"""\ntrace p """\n${fixture('cat.strace')}"""\nsweep request { fork p as c }\n`,
};

test.each(Object.entries(TEXTS))('%s', async (_, text) => {
  const session = await runText(text, { keyframeInterval: 4 });
  expect(session.summary().troubles).toEqual([]);
  const steps = session.steps();
  const forward = Array.from({ length: steps + 1 }, (_none, step) => fingerprint(sceneAt(session, step)));
  for (let step = steps; step >= 0; step--) expect(fingerprint(sceneAt(session, step))).toEqual(forward[step]);
  for (let jump = 1; jump < 200; jump += 37)
    expect(fingerprint(sceneAt(session, (jump * 7919) % (steps + 1)))).toEqual(forward[(jump * 7919) % (steps + 1)]);
  const again = await runText(text, { keyframeInterval: 1000 });
  expect(fingerprint(sceneAt(again, steps))).toEqual(forward[steps]);
});
