// SPDX-License-Identifier: GPL-2.0-or-later
//
// The shortest text that still fails in the same way as a run on the page. It is looked for on an engine of its own, so
// the page does not change in the meantime.

import { counted } from '../../base/text';
import { createClient } from '../../engine/service/client';
import { spawnWorker } from '../../engine/service/spawn';
import { engineOver } from '../../lesson/over-client';
import { shrink, type Shrunk } from '../../lesson/shrink';
import { troubleSign } from '../../lesson/trouble-sign';
import { say } from '../store/actions/actions';
import { keepInRecents, putBack, putText } from '../store/actions/session';
import { text } from '../store/page/state';
import { lineCount } from '../store/page/texts';

const TRIES_MOST = 500;

/** Rejects when the signal is aborted. `told` is called after each run. */
export async function shrinkRun(longer: string, signal: AbortSignal, told: (tries: number) => void): Promise<Shrunk> {
  const client = createClient({ spawn: spawnWorker, session: { sums: 'on demand' } });
  signal.addEventListener('abort', () => client.dispose());
  try {
    const engine = engineOver(client);
    const sign = async (one: string): Promise<string> => troubleSign(await engine.run(one), one);
    const wanted = await sign(longer);
    const fails = async (one: string): Promise<boolean> => wanted !== '' && (await sign(one)) === wanted;
    return await shrink(longer, fails, { most: TRIES_MOST, onTry: told });
  } finally {
    client.dispose();
  }
}

/** Puts the shorter text on the page, unless the longer one is not on it any more; a notice brings that one back. */
export async function showShrunk(before: string, { text: shorter, done }: Shrunk): Promise<void> {
  if (text.peek() !== before) return;
  if (shorter === before) {
    say('plain', 'Every part of this scenario is needed for the failure: nothing was cut.');
    return;
  }
  keepInRecents(before);
  await putText(shorter, { kind: 'end' });
  const lines = `${counted(lineCount(before), 'line')} cut to ${lineCount(shorter).toLocaleString('en')}`;
  say('plain', `${lines}; the failure is the same.${done ? '' : ' A shorter scenario may exist.'}`, {
    label: 'Bring the longer one back',
    act: () => void putBack(before, Infinity),
  });
}
