// SPDX-License-Identifier: GPL-2.0-or-later
//
// The shortest text that still fails in the same way as a run on the page. It is looked for on an engine of its own, so
// the page stays as it is meanwhile.

import { createClient } from '../../engine/service/client';
import { spawnWorker } from '../../engine/service/spawn';
import { engineOver } from '../../lesson/over-client';
import { shrink, type Shrunk } from '../../lesson/shrink';
import { troubleSign } from '../../lesson/trouble-sign';

const TRIES_MOST = 500;

/** Rejects when the signal is aborted. `told` is called after each run. */
export async function shrinkRun(text: string, signal: AbortSignal, told: (tries: number) => void): Promise<Shrunk> {
  const client = createClient({ spawn: spawnWorker, session: { sums: 'asked' } });
  signal.addEventListener('abort', () => client.dispose());
  try {
    const engine = engineOver(client);
    const sign = async (one: string): Promise<string> => troubleSign(await engine.run(one), one);
    const wanted = await sign(text);
    const fails = async (one: string): Promise<boolean> => wanted !== '' && (await sign(one)) === wanted;
    return await shrink(text, fails, { most: TRIES_MOST, onTry: told });
  } finally {
    client.dispose();
  }
}
