// SPDX-License-Identifier: GPL-2.0-or-later
//
// `globalThis.maplescope` does what web/README.md says.

import { expect, test } from './fixtures';
import { onOnePage } from './rooms/steps';

const it = onOnePage();
test('the automation surface does what is documented', it.inTurn);

it('run gives the report, seek shows a step, layout gives the tree there', async ({ rooms }) => {
  const report = await rooms.inside.run('tree t\nrepeat 20 as i { store i = i }\nstore 0x10000 = "far"');
  expect(report).toMatchObject({ ok: true, stopped: null, sweeps: [] });
  expect(report.steps).toHaveLength(22);
  expect(await rooms.inside.report()).toEqual(report);
  const full = await rooms.inside.layout('t');
  expect(full?.nodes[0]?.parent).toBeNull();
  expect(full?.nodes.flatMap(({ entries }) => entries ?? [])).toContainEqual({ label: 'far' });
  expect(full?.sum).toBe(report.trees[0]?.sum);
  await rooms.inside.seek(2);
  expect(await rooms.inside.layout('t')).toMatchObject({ form: 'single', single: 0, nodes: [] });
  await rooms.inside.seek(3);
  const small = await rooms.inside.layout();
  expect(small?.nodes).toHaveLength(1);
  expect(small?.nodes[0]).toMatchObject({
    kind: 'leaf',
    min: '0x0',
    max: '0xffffffffffffffff',
    entries: [0, 1, null],
    lasts: ['0x0', '0x1', '0xffffffffffffffff'],
  });
  await rooms.inside.seek(99);
  expect((await rooms.inside.state()).step).toBe(22);
  expect(await rooms.inside.layout('nowhere')).toBeNull();
});

it('after run the bar shows no link of another text, and the same link opens again', async ({ page, rooms }) => {
  await rooms.inside.run('tree linked\nstore 1 = 1');
  const link = `#${(await rooms.inside.shareUrl()).split('#')[1] ?? ''}`;
  const open = (): Promise<void> => page.evaluate((fragment) => void (location.hash = fragment), link);
  const text = async (): Promise<string> => (await rooms.inside.state()).text;
  await open();
  await expect.poll(text).toContain('tree linked');
  await rooms.inside.run('tree other\nstore 2 = 2');
  expect(await page.evaluate(() => location.hash)).toBe('');
  await open();
  await expect.poll(text).toContain('tree linked');
});

it('errors, events and sums are reported as they are', async ({ page, rooms }) => {
  await rooms.open();
  await test.step('a text with errors is refused with its places, and nothing runs', async () => {
    const refused = await page.evaluate(async () => {
      try {
        await globalThis.maplescope!.run('tree t\nstroe 1 = 2');
        return null;
      } catch (error) {
        return {
          message: (error as Error).message,
          places: (error as { diagnostics?: { line: number; column: number }[] }).diagnostics?.map(
            ({ line, column }) => [line, column],
          ),
        };
      }
    });
    expect(refused?.message).toContain('2:1');
    expect(refused?.places).toEqual([[2, 1]]);
  });
  await test.step('events are reported until the listener is removed', async () => {
    const heard = await page.evaluate(async () => {
      const surface = globalThis.maplescope!;
      const words: string[] = [];
      const ends = [
        surface.on('run', (summary) => words.push(`run ${summary.steps.length}`)),
        surface.on('step', (step) => words.push(`step ${step}`)),
        surface.on('refused', (found) => words.push(`refused ${found.length}`)),
      ];
      await surface.run('tree t\nstore 1 = 2');
      await surface.seek(1);
      await surface.run('nonsense').catch(() => undefined);
      for (const end of ends) end();
      await surface.run('tree t');
      return words;
    });
    expect(heard).toEqual(['run 2', 'step 2', 'step 1', 'refused 1']);
  });
  await test.step('an event of a step comes with its sentence and its place in the core', async () => {
    const event = await page.evaluate(async () => {
      await globalThis.maplescope!.run('tree t\nstore 1 = 2\nstore 2 = 3');
      return globalThis.maplescope!.seek(3, 0);
    });
    expect(event?.file).toMatch(/\.c$/);
    expect(event?.line).toBeGreaterThan(0);
    expect(event?.text).not.toBe('');
  });
  await test.step('the same text gives the same sums each time', async () => {
    const text = 'tree t alloc\nfor i in shuffle(0..499, 5) { store i*7..i*7+3 = i }';
    expect(await rooms.inside.run(text)).toEqual(await rooms.inside.run(text));
  });
});
