// SPDX-License-Identifier: GPL-2.0-or-later
//
// Going through the steps by the player and by the text. That every step is right, forward and back, is held by
// examples.spec.ts.

import { fitColumn } from '../web/views/timeline/layout';
import { expect, test } from './fixtures';
import { onOnePage } from './rooms/steps';

const it = onOnePage();
test('going through the steps', it.inTurn);

it('play goes step by step to the end and stops at a pause', async ({ page, rooms }) => {
  await rooms.inside.run('tree a\nstore 1 = 1\nstore 2 = 2\npause\nstore 3 = 3\nnote "the last one"\nstore 4 = 4');
  // Faster by a key, slower by another; not beyond the ends.
  const speed = page.getByRole('combobox', { name: 'Speed' });
  const press = (key: string): Promise<void> => page.locator('body').press(key);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect(speed).toHaveValue('2');
  await press('-');
  await press('-');
  await expect(speed).toHaveValue('1');
  for (const faster of ['2', '5', '15', '60']) {
    await press('+');
    await expect(speed).toHaveValue(faster);
  }
  await press('-');
  await expect(speed).toHaveValue('15');
  await rooms.transport.first.click();
  await rooms.transport.play.click();
  await expect(rooms.transport.place).toHaveText('step 3 of 5');
  await expect(rooms.transport.play).toHaveAccessibleName('Play');
  // Not on its way past the pause.
  await expect(rooms.transport.place).toHaveText('step 3 of 5');
  await rooms.transport.play.click();
  await expect(rooms.transport.place).toHaveText('step 5 of 5');
  // On a wide screen a note stands once: with the step.
  await expect(rooms.inspector.getByText('the last one', { exact: true })).toBeVisible();
  await expect(page.locator('.transport').getByText('the last one', { exact: true })).toBeHidden();
});

it('a click on a line shows its step, a drag on the timeline goes through them', async ({ page, rooms }) => {
  await rooms.inside.run('tree a\nstore 1 = 1\nstore 2 = 2\nstore 3 = 3');
  await page.locator('.cm-line', { hasText: 'store 2' }).click();
  await expect(rooms.transport.place).toHaveText('step 3 of 4');
  await page.locator('.cm-lineNumbers .cm-gutterElement', { hasText: /^2$/ }).click();
  await expect(rooms.transport.place).toHaveText('step 2 of 4');
  // One column per step, the start included; what is dragged stays held outside of the timeline.
  const slider = page.getByRole('slider', { name: 'Step' });
  const box = (await slider.locator('canvas').boundingBox())!;
  const column = fitColumn(4, box.width);
  const to = (step: number, y = 0.5): Promise<void> =>
    page.mouse.move(box.x + (step + 0.5) * column, box.y + box.height * y);
  await to(1);
  await page.mouse.down();
  await expect(rooms.transport.place).toHaveText('step 1 of 4');
  for (const [step, y] of [
    [2, 0.5],
    [4, -1],
    [3, 0.5],
  ] as const) {
    await to(step, y);
    await expect(rooms.transport.place).toHaveText(`step ${step} of 4`);
  }
  await page.mouse.up();
  await to(0);
  await expect(rooms.transport.place).toHaveText('step 3 of 4');
  await expect(slider).toHaveAttribute('aria-valuetext', /^step 3 of 4: store/);
});
