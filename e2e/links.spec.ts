// SPDX-License-Identifier: GPL-2.0-or-later
import { encodeLink } from '../web/share/encode';
import type { LinkState } from '../web/share/link-state';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const SCRIPT = '# a shared text\ntree a\nrepeat 20 as i { store i = i }';

function fragmentOf(state: Partial<LinkState>): string {
  const encoded = encodeLink({ script: SCRIPT, language: 1, step: 5, engine: null, sum: null, ...state });
  if (encoded.kind !== 'link') throw new Error(encoded.message);
  return encoded.fragment;
}

// Asked of the page itself: what the driver knows of the address comes later.
function hashOf(page: Page): Promise<string> {
  return page.evaluate(() => location.hash);
}

test('a link opens its text at its step, and stays in the bar until the text is edited @story', async ({ page }) => {
  await page.addInitScript(() => {
    for (const event of ['hashchange', 'popstate'])
      window.addEventListener(event, (heard) => {
        if ((globalThis as { deaf?: boolean }).deaf === true) heard.stopImmediatePropagation();
      });
  });
  const rooms = roomsOf(page);
  const fragment = fragmentOf({});
  await rooms.open(fragment);
  await expect(rooms.transport.place).toHaveText('step 5 of 21');
  expect((await rooms.inside.state()).text).toBe(SCRIPT);
  await rooms.transport.forward.click();
  await expect.poll(() => hashOf(page)).toBe(`#${fragment}`);
  await rooms.editor.text.press('ControlOrMeta+End');
  await rooms.nextRun(() => page.keyboard.insertText('\nstore 99 = 1'));
  await expect.poll(() => hashOf(page)).toBe('');
  // A browser that is reloaded right after an edit may still load the address of before.
  await page.evaluate((link) => history.replaceState(history.state, '', `#${link}`), fragment);
  await page.reload();
  await rooms.settled();
  expect((await rooms.inside.state()).text).toBe(`${SCRIPT}\nstore 99 = 1`);
  expect(await hashOf(page)).toBe('');
  // The link is followed again in the same tab, and the page reloaded before it hears of that.
  await page.evaluate((link) => {
    (globalThis as { deaf?: boolean }).deaf = true;
    location.hash = link;
  }, fragment);
  await page.reload();
  await expect(rooms.transport.place).toHaveText('step 5 of 21');
  expect((await rooms.inside.state()).text).toBe(SCRIPT);
  // Reloaded while its step is still to come, a link opens there all the same.
  await page.evaluate(() => (location.hash = 'ex=first&step=3'));
  await page.reload();
  await rooms.settled();
  await expect(rooms.transport.place).toHaveText('step 3 of 11');
});

test('a link that was given out when its format was fixed opens in the page', async ({ page }) => {
  const rooms = roomsOf(page);
  // One of those in tests/web/share/golden-links.test.ts, where the sum was made up.
  await rooms.open(
    'm1.UUHcYWUNARH_______9UhvKKoMOMrIMBY1BWcAUOnDslluYqPGqYrJALnK0Kzc1JLC1' +
      'JzbNSOLzk8LbDexQ-zO_ZjDlcjW_EG2WMHjRCj3XqAjJNAQAA',
  );
  await expect(rooms.transport.place).toHaveText('step 17 of 21');
  expect((await rooms.inside.state()).text).toBe(
    '# Ein Baum – mit Umlauten: äöü 🌳\ntree t alloc rcu\nrepeat 20 as i {\n  store i*10..i*10+9 = i\n}\n' +
      'fail request 2\nexpect valid\n',
  );
  await expect(page.locator('.cm-line.current-step')).toHaveText('  store i*10..i*10+9 = i');
  // After sixteen stores as many values stand in the leaves.
  const { nodes } = (await rooms.inside.layout())!;
  expect(nodes.flatMap(({ entries }) => entries ?? []).filter((entry) => entry !== null)).toEqual(
    Array.from({ length: 16 }, (_, k) => k),
  );
  await expect(rooms.notice).toContainText('differs today: at step 17');
});

test('a link that was cut off opens with a message beside the last text', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.editor.write('tree mine\nstore 1 = 2');
  await rooms.settled();
  await expect(page.locator('.saved')).toHaveText('saved');
  const fragment = fragmentOf({});
  await page.evaluate(
    (cut) => {
      location.hash = cut;
    },
    fragment.slice(0, -20),
  );
  await expect(rooms.notice).toContainText('its end is missing');
  await expect.poll(async () => (await rooms.inside.state()).text).toBe('tree mine\nstore 1 = 2');
  // The same in a tab that comes with nothing but the cut link: never blank.
  const other = roomsOf(await page.context().newPage());
  await other.open(fragment.slice(0, -20));
  await expect(other.notice).toContainText('its end is missing');
  expect((await other.inside.state()).text).toBe('tree mine\nstore 1 = 2');
});

test('a damaged link says so', async ({ page }) => {
  const rooms = roomsOf(page);
  const fragment = fragmentOf({});
  await rooms.open(`${fragment.slice(0, 20)}${fragment[20] === 'x' ? 'y' : 'x'}${fragment.slice(21)}`);
  await expect(rooms.notice).toContainText('damaged');
  expect((await rooms.inside.state()).steps).toBeGreaterThan(0);
});

test('a text that is no link of Maplescope is reported as well, and the page stays as it was', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open('v1.garbage');
  await expect(rooms.notice).toContainText('not a Maplescope link');
  await rooms.editor.write('tree mine\nstore 1 = 2');
  await rooms.settled();
  await page.evaluate(() => {
    location.hash = 'n1.abc';
  });
  await expect(rooms.notice).toContainText('not a Maplescope link');
  expect(await rooms.inside.state()).toMatchObject({ trees: ['mine'], stale: false });
  // The message belongs to the link: the next one, which opens, takes it away.
  await rooms.nextRun(() => page.evaluate((fragment) => void (location.hash = fragment), fragmentOf({})));
  await expect(rooms.notice).toContainText(/^Your text “.*” is in the gallery\./);
  await rooms.nextRun(() => rooms.notice.getByRole('button', { name: 'Go back to it' }).click());
  expect(await rooms.inside.state()).toMatchObject({ trees: ['mine'] });
  await expect(rooms.notice).toBeHidden();
});

test('who comes back in another tab is offered the text that was left', async ({ page, context }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await expect(rooms.notice).toBeHidden();
  await rooms.editor.write('# Mine\ntree mine\nstore 1 = 2');
  await rooms.settled();
  await expect(page.locator('.saved')).toHaveText('saved');
  const other = await context.newPage();
  await page.close();
  const again = roomsOf(other);
  await again.open();
  await expect(again.notice).toContainText('You were writing “Mine”');
  await again.notice.getByRole('button', { name: 'Go on with it' }).click();
  await again.settled();
  expect(await again.inside.state()).toMatchObject({ trees: ['mine'] });
  await expect(again.notice).toBeHidden();
});

test('a link whose result differs today says at which step', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open(fragmentOf({ sum: '0123456789abcdef', engine: 'linux-6.16/000000000000' }));
  await expect(rooms.notice).toContainText('differs today: at step 5');
  await expect(rooms.notice).toContainText('linux-6.16/000000000000');
});

test('another engine’s id alone is no error', async ({ page, context }) => {
  const rooms = roomsOf(page);
  await rooms.open(fragmentOf({}));
  const url = await rooms.inside.shareUrl();
  const { decodeLink } = await import('../web/share/decode');
  const decoded = decodeLink(url);
  if (decoded.kind !== 'link') throw new Error('the page’s own link cannot be read');
  expect(decoded.state).toMatchObject({ script: SCRIPT, step: 5 });
  expect(decoded.state.sum).toMatch(/^[0-9a-f]{16}$/);
  const other = roomsOf(await context.newPage());
  await other.open(fragmentOf({ sum: decoded.state.sum, engine: 'linux-6.16/ffffffffffff' }));
  await expect(other.transport.place).toHaveText('step 5 of 21');
  await expect(other.notice).toBeHidden();
});

test('on this machine’s own address the panel asks for a public home, and the link then opens there', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = rooms.dialog('Share');
  await expect(dialog).toContainText('only this machine can open it');
  await dialog.getByRole('textbox', { name: 'Public address' }).fill('not an address');
  await expect(dialog).toContainText('https://');
  await dialog.getByRole('textbox', { name: 'Public address' }).fill('https://example.org/maplescope/');
  await expect(dialog.getByRole('textbox', { name: 'The link' })).toHaveValue(
    /^https:\/\/example\.org\/maplescope\/#ex=first&step=10$/,
  );
});

test('the panel tells what a map gives away, and rebasing hides it without changing the shape of the tree', async ({
  page,
  context,
}) => {
  const rooms = roomsOf(page);
  await rooms.open();
  await rooms.inside.run(
    'maps a """\n5628a2b5e000-5628a2b60000 r--p 00000000 00:00 0 /home/jane/a.out\n' +
      '7f2b0e600000-7f2b0e8eb000 rw-p 00000000 00:00 0\n"""',
  );
  const shape = (await rooms.inside.layout())?.nodes.map(({ kind, entries }) => [kind, entries]);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = rooms.dialog('Share');
  await expect(dialog).toContainText('jane');
  await dialog.getByRole('checkbox', { name: /rebase addresses/ }).check();
  await expect(dialog).not.toContainText('jane');
  await expect(dialog.locator('dd').last()).toHaveText(/^[0-9a-f]{16}$/);
  const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
  const other = roomsOf(await context.newPage());
  await other.open(new URL(link).hash.slice(1));
  const state = await other.inside.state();
  expect(state.text).not.toMatch(/jane|5628a2b5e000/);
  expect((await other.inside.layout())?.nodes.map(({ kind, entries }) => [kind, entries])).toEqual(shape);
  await expect(other.notice).toBeHidden();
});

test('two tabs keep their own texts, and a reload brings text and step back @story', async ({ page, context }) => {
  const first = roomsOf(page);
  await first.open();
  await first.editor.write('tree one\nstore 1 = 1\nstore 2 = 2');
  await first.settled();
  // A tab is written in while it is the one in front.
  const second = roomsOf(await context.newPage());
  await second.open();
  await second.editor.write('tree two\nstore 1 = 1');
  await second.settled();
  await first.transport.back.click();
  await expect(page.locator('.saved')).toHaveText('saved');
  await page.reload();
  await second.page.reload();
  await first.settled();
  await second.settled();
  await expect(first.transport.place).toHaveText('step 2 of 3');
  expect((await first.inside.state()).text).toContain('tree one');
  expect((await second.inside.state()).text).toContain('tree two');
  // The other tab's text is offered, not forced.
  await second.page.getByRole('button', { name: 'Gallery' }).click();
  await expect(second.page.locator('#gallery')).toContainText('tree one');
});

test('inside a frame the address is never rewritten @story', async ({ page }) => {
  const fragment = fragmentOf({});
  const body =
    `<!doctype html><link rel="icon" href="data:,"><iframe name="inner" src="/#${fragment}" ` +
    'style="width:1200px;height:700px"></iframe>';
  await page.route('**/frame.html', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/frame.html');
  const frame = page.frame('inner')!;
  await expect.poll(() => frame.evaluate(() => globalThis.maplescope?.state().settled)).toBe(true);
  await frame.getByRole('textbox', { name: 'Scenario' }).click();
  await page.keyboard.insertText('#');
  await expect.poll(() => frame.evaluate(() => globalThis.maplescope!.state().text)).toContain('}#');
  expect(await frame.evaluate(() => location.hash)).toBe(`#${fragment}`);
});

test('another text is a new history entry: Back restores the text before, its step, branches and link @story', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  const openExample = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Gallery' }).click();
    await rooms.nextRun(() => page.locator('#gallery .examples').getByRole('button').nth(3).click());
    return (await rooms.inside.state()).text;
  };
  const onPage = async (): Promise<readonly [string, string | null, string]> => [
    (await rooms.inside.state()).text,
    await rooms.transport.place.textContent(),
    await page.evaluate(() => location.hash),
  ];
  // Not page.goBack(): with Firefox it waits for a load, and there is none.
  const go = (by: number): Promise<void> => page.evaluate((steps) => history.go(steps), by);
  const fragment = fragmentOf({});
  await rooms.open(fragment);
  await rooms.inside.seek(9);
  await expect.poll(() => hashOf(page)).toBe(`#${fragment}`);
  const example = await openExample();
  expect(example).not.toBe(SCRIPT);
  await expect.poll(() => hashOf(page)).toMatch(/^#ex=[a-z-]+&step=\d+$/);
  await go(-1);
  await expect.poll(onPage).toEqual([SCRIPT, 'step 9 of 21', `#${fragment}`]);
  await go(1);
  await expect.poll(async () => (await onPage())[0]).toBe(example);

  // A text of one's own in two branches, then an address that is followed, and a reload before one goes back.
  const own = 'tree mine\nstore 1 = 2\nstore 3 = 4';
  await rooms.editor.write(own);
  await rooms.settled();
  await rooms.transport.back.click();
  await page.locator('.cm-line', { hasText: 'store 1' }).click();
  await page.keyboard.press('End');
  await rooms.nextRun(() => page.keyboard.type('0'));
  const branches = page.getByRole('tree', { name: 'Branches' }).getByRole('treeitem');
  await expect(branches).toHaveCount(2);
  await rooms.inside.seek(2);
  await page.evaluate((link) => {
    location.hash = link;
  }, fragment);
  await expect.poll(onPage).toEqual([SCRIPT, 'step 5 of 21', `#${fragment}`]);
  await expect(branches).toHaveCount(0);
  await page.reload();
  await expect.poll(onPage).toEqual([SCRIPT, 'step 5 of 21', `#${fragment}`]);
  await go(-1);
  await expect.poll(onPage).toEqual([own.replace('1 = 2', '1 = 20'), 'step 2 of 3', '']);
  await expect(branches).toHaveCount(2);
  // Of these, a link holds the one that is shown, and says so.
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(rooms.dialog('Share')).toContainText('the other one is not in it');
  await page.keyboard.press('Escape');
  // Further back is what was there before: the link of the beginning.
  await go(-1);
  await expect.poll(onPage).toEqual([SCRIPT, 'step 9 of 21', `#${fragment}`]);
});

test.describe('without the network', () => {
  // The console reports each request that fails.
  test.use({ loud: true });
  for (const [name, fragment] of [
    ['a text', fragmentOf({})],
    ['a scenario of the gallery', 'ex=cat'],
  ] as const) {
    test(`a link to ${name} that is typed into the bar is refused, and opens later`, async ({ page, context }) => {
      const troubles: string[] = [];
      context.on('weberror', (error) => troubles.push(error.error().message));
      const rooms = roomsOf(page);
      await rooms.open();
      await rooms.editor.write('tree mine\nstore 1 = 2');
      await rooms.settled();
      await context.setOffline(true);
      await page.evaluate((hash) => {
        location.hash = hash;
      }, fragment);
      await expect(rooms.notice).toContainText('The link did not open: part of this page could not be fetched.');
      expect((await rooms.inside.state()).text).toBe('tree mine\nstore 1 = 2');
      const again = rooms.notice.getByRole('button', { name: 'Try again' });
      await again.click();
      await expect(again).toBeVisible();
      await context.setOffline(false);
      await again.click();
      await expect.poll(async () => (await rooms.inside.state()).text).not.toContain('tree mine');
      await expect(rooms.notice).toHaveText(/^Your text “tree mine” is in the gallery\./);
      await expect.poll(() => hashOf(page)).toMatch(/^#(m1|ex=cat)/);
      expect(troubles).toEqual([]);
    });
  }
});
