// SPDX-License-Identifier: GPL-2.0-or-later
//
// A state that a scenario keeps: the picture shows where it stands, the inspector what it believes beside what is true.

import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures';
import { onOnePage } from './rooms/steps';

const EXAMPLE = readFileSync(new URL('../web/app/examples/moved-state.maple', import.meta.url), 'utf8');

const it = onOnePage();
test('a kept state stands in the picture, and its beliefs beside it', it.inTurn);

for (const [name, width, height, scheme] of [
  ['wide', 1440, 900, 'light'],
  ['dark', 1440, 900, 'dark'],
  ['narrow', 390, 844, 'light'],
] as const) {
  it(name, async ({ page, rooms }) => {
    const info = test.info();
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    const report = await rooms.inside.run(EXAMPLE);
    expect(report.ok).toBe(true);

    // Aimed at 42..44, it stands on the slot before, and holds the nodes of its prepared store.
    await rooms.inside.seek(14);
    const kept = page.locator('.ms-readers', { hasText: 'Kept states' });
    await expect(kept).toContainText('s in t since step 10: active');
    await expect(kept).toContainText('range 42..44');
    await expect(kept).toContainText('slot 3 of #');
    await expect(kept).toContainText('which is correct');
    await expect(kept).toContainText('holds 1 node for node_store');
    await expect(rooms.picture.locator('.trail .pill-text.reader')).toHaveText(['s']);
    expect(await rooms.inside.state()).toMatchObject({ states: ['s'], held: 1, balance: 0, live: 2 });
    await info.attach('aimed', {
      body: await page.screenshot({ path: info.outputPath('aimed.png') }),
      contentType: 'image/png',
    });

    // The slot that it stands on is where its sign is.
    const tree = await rooms.inside.layout('t');
    expect(tree!.nodes[0]!.lasts[report.steps[13]!.state!.offset]).toBe('0x27');

    // After the first store it believes that the leaf ends at slot 0.
    await rooms.inside.seek(20);
    await expect(kept).toContainText('its last slot is 0');
    await expect(kept.locator('.refused')).toHaveText('in fact its last slot is 2');
    await info.attach('stale', {
      body: await page.screenshot({ path: info.outputPath('stale.png') }),
      contentType: 'image/png',
    });
    await rooms.inside.seek(21);
    await expect(kept.locator('.refused')).toHaveCount(0);

    // Back before it was made there is none.
    await rooms.inside.seek(9);
    await expect(kept).toHaveCount(0);
    await rooms.inside.seek(14);
    await expect(kept).toContainText('slot 3 of #');
  });
}
