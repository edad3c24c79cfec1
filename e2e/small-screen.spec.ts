// SPDX-License-Identifier: GPL-2.0-or-later
import { expect, test } from './fixtures';
import { CAT_MAPS, CAT_VMAS } from './rooms/maps';
import { pasteMaps, roomsOf } from './rooms/page';

for (const [width, height] of [
  [390, 844],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const) {
  test(`nothing is cut off or scrolls sideways at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const rooms = roomsOf(page);
    await rooms.open();
    const sizes = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      const outside = [...document.querySelectorAll('.header .button, .transport .button, .panes button, .picture-foot button')].filter((node) => {
        const box = node.getBoundingClientRect();
        return box.width > 0 && (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight);
      });
      return { scrollWidth, scrollHeight, outside: outside.map((node) => node.textContent) };
    });
    expect(sizes).toEqual({ scrollWidth: width, scrollHeight: height, outside: [] });
  });
}

test('the story fits a telephone: paste, picture, step, share', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const rooms = roomsOf(page);
  await rooms.open();
  await pasteMaps(rooms, CAT_MAPS);
  await expect(rooms.transport.place).toHaveText(`step ${CAT_VMAS} of ${CAT_VMAS}`);
  await rooms.transport.back.click();
  const panes = page.getByRole('navigation', { name: 'Panes' });
  await panes.getByRole('button', { name: 'Step' }).click();
  await expect(rooms.inspector).toBeVisible();
  await panes.getByRole('button', { name: 'Scenario' }).click();
  await expect(rooms.editor.text).toBeVisible();
  await panes.getByRole('button', { name: 'Picture' }).click();
  await rooms.picture.getByRole('button', { name: 'fork it', exact: true }).click();
  await rooms.settled();
  await expect(rooms.picture).toContainText('nothing leaked');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(rooms.dialog('Share').getByRole('button', { name: 'Copy link' })).toBeInViewport();
});
