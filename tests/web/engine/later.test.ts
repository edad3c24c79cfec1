// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the engine fetches only where it is needed: every example and every scenario of the vectors goes the worker's way,
// each through modules that are as new, so that nothing is at hand but what was fetched for it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Later } from '../../../web/base/later';
import { loadCore } from '../../../web/cli/core-file';
import type { Reply, Request } from '../../../web/engine/service/protocol';

const project = fileURLToPath(new URL('../../..', import.meta.url));

/** The texts of a folder, by path. */
function texts(folder: string): [string, string][] {
  const found = readdirSync(join(project, folder), { recursive: true, withFileTypes: true }).filter((one) => one.isFile() && one.name.endsWith('.maple'));
  return found.map((one) => [join(one.parentPath, one.name).slice(project.length), readFileSync(join(one.parentPath, one.name), 'utf8')]);
}

/** A service whose modules nothing has used before, asked one thing after the other. */
async function newService(): Promise<(request: Request) => Promise<Reply>> {
  vi.resetModules();
  const { createService } = await import('../../../web/engine/service/service');
  let reply: (one: Reply) => void = () => undefined;
  const service = createService({
    startCore: async () => ({ kind: 'core', core: await loadCore() }),
    post: (one) => {
      if (one.kind !== 'progress' && one.kind !== 'answering') reply(one);
    },
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
    now: () => performance.now(),
  });
  return (request) =>
    new Promise((resolve) => {
      reply = resolve;
      service.take(request);
    });
}

/** Which of the worker's parts are at hand. */
async function atHand(): Promise<boolean[]> {
  const { WORKER_PARTS } = await import('../../../web/engine/service/prepare');
  return WORKER_PARTS.map(isHere);
}

function isHere(part: Later<unknown>): boolean {
  try {
    part.now();
    return true;
  } catch {
    return false;
  }
}

const ran = (text: string): Request => ({ kind: 'run', id: 1, text, options: {} });

describe('a text runs with what it needs and no more', () => {
  beforeEach(() => {
    vi.resetModules();
  });

  test('the opening example needs nothing that is not there from the beginning, to run, to be looked at, to be told', async () => {
    const ask = await newService();
    const [, text] = texts('web/app/examples').find(([path]) => path.endsWith('/first.maple'))!;
    expect((await ask(ran(text))).kind).toBe('ran');
    const { decodeScene, FORK_SCENE } = await import('../../../web/engine/scene/scene');
    const { WHY_MEMORY, WHY_READ } = await import('../../../web/engine/scene/why');
    for (let step = 0; step <= 14; step++) {
      const reply = await ask({ kind: 'scene', id: 2, step });
      if (reply.kind !== 'scene') throw new Error(reply.kind);
      expect(decodeScene(reply.scene, null).step).toBe(step);
    }
    expect((await atHand()).filter(Boolean)).toEqual([]);
    expect([FORK_SCENE, WHY_MEMORY, WHY_READ].map(isHere)).toEqual([false, false, false]);
  });

  const all = [...texts('web/app/examples'), ...texts('tests/scenarios')];
  test.each(all)('%s', async (_path, text) => {
    const ask = await newService();
    const reply = await ask(ran(text));
    expect(reply.kind).toBe('ran');
    if (reply.kind !== 'ran' || reply.outcome.kind !== 'ran') return;
    const { withParts } = await import('../../../web/base/later');
    const { decodeScene } = await import('../../../web/engine/scene/scene');
    const last = reply.outcome.summary.steps.of.length;
    for (const step of new Set([0, Math.min(1, last), last >> 1, last])) {
      const scene = await ask({ kind: 'scene', id: 2, step });
      if (scene.kind !== 'scene') throw new Error(JSON.stringify(scene));
      expect((await withParts(() => decodeScene(scene.scene, null))).step).toBe(step);
    }
  });

  test('a text with mistakes is refused with what is said of them, and one that cannot be fetched for fails before it runs', async () => {
    const ask = await newService();
    const refused = await ask(ran('tree t\nstor 1 = 2'));
    expect(refused).toMatchObject({ kind: 'ran', outcome: { kind: 'refused', diagnostics: [{ line: 2, message: expect.stringContaining('does not begin a statement') as string }] } });
    const { SEARCHING } = await import('../../../web/scenario/statements/later-running');
    const fetching = vi.spyOn(SEARCHING, 'fetch').mockRejectedValue(new Error('A part of the page could not be fetched.'));
    expect(await ask(ran('tree t alloc\ngap 1 within 0..9'))).toEqual({ kind: 'failed', id: 1, message: 'A part of the page could not be fetched.' });
    fetching.mockRestore();
    expect((await ask(ran('tree t alloc\ngap 1 within 0..9'))).kind).toBe('ran');
  });

  test('fetching ahead puts every part at hand', async () => {
    await newService();
    expect((await atHand()).some(Boolean)).toBe(false);
    const { fetchAhead } = await import('../../../web/engine/service/prepare');
    await fetchAhead();
    expect((await atHand()).every(Boolean)).toBe(true);
  });
});

describe('a part that cannot be fetched', () => {
  test('is told in plain words, and asked for again the next time', async () => {
    const { later, NotAtHand, withParts } = await import('../../../web/base/later');
    let times = 0;
    const part = later(() => (times++ === 0 ? Promise.reject(new Error('net::ERR')) : Promise.resolve({ value: 7 })));
    expect(() => part.now()).toThrow(NotAtHand);
    await expect(withParts(() => part.now().value)).rejects.toThrow(/^A part of the page could not be fetched\./);
    expect(await withParts(() => part.now().value)).toBe(7);
    expect(times).toBe(2);
  });
});
