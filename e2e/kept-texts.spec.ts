// SPDX-License-Identifier: GPL-2.0-or-later
//
// The person's texts: what reloads, Back, other tabs, and storage that is full or blocked do to them.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { savedBy } from './rooms/saved';

async function type(page: Page, words: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(words);
}

const header = (page: Page) => page.locator('.header .saved');
const own = (page: Page) => page.locator('.kept .gallery-card strong');

async function openGallery(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await expect(page.locator('#recent-head')).toBeVisible();
}

test('twelve reloads and edits are one text; others stay; names, deleting and files work @story', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await type(page, '# Alpha\ntree a\nstore a 1 = 1\n');
  await expect(header(page)).toHaveText('saved');
  await openGallery(page);
  await page.locator('.examples .gallery-card').first().click();
  // What is typed before the example stands here would be typed into Alpha.
  await expect(page.locator('.cm-content')).not.toContainText('# Alpha');
  await type(page, '# Beta\ntree b\n');
  await expect(page.locator('.cm-content')).toContainText('# Beta');
  for (let k = 0; k < 12; k++) {
    await page.reload();
    await expect(page.locator('.cm-content')).toContainText('# Beta');
    if (k % 4 === 0) await page.locator('.cm-line').last().click();
    if (k % 4 === 0) await page.keyboard.insertText(`# ${k}\n`);
  }
  await page.goBack();
  await page.goForward();
  await expect(page.locator('.cm-content')).toContainText('# Beta');

  const other = await context.newPage();
  await other.goto('/');
  await openGallery(other);
  await expect(own(other)).toHaveText(['Beta', 'Alpha']);
  await other.getByRole('button', { name: 'Rename “Alpha”' }).click();
  await other.keyboard.insertText('My experiment');
  await other.keyboard.press('Enter');
  await expect(own(other)).toHaveText(['Beta', 'My experiment']);
  const file = await savedBy(other, other.getByRole('button', { name: 'Export all' }));
  await other.getByRole('button', { name: 'Delete “My experiment”' }).click();
  await expect(own(other)).toHaveText(['Beta']);
  await other.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(own(other)).toHaveText(['Beta', 'My experiment']);
  await other.getByRole('button', { name: 'Delete “My experiment”' }).click();
  await expect(own(other)).toHaveText(['Beta']);
  await other
    .getByLabel('Import texts')
    .setInputFiles({ name: 'texts.json', mimeType: 'application/json', buffer: file });
  await expect(other.locator('.kept-message')).toHaveText('Imported 1 text. 1 text was here already.');
  await expect(own(other)).toHaveText(['Beta', 'My experiment']);
  // The first tab, which shows Beta, does not go on saying that it is saved.
  await other.getByRole('button', { name: 'Delete “Beta”' }).click();
  await expect(header(page)).toHaveText('not saved');
  await page.getByRole('button', { name: 'Keep this version' }).click();
  await expect(header(page)).toHaveText('saved');
  await expect(own(other)).toHaveText(['Beta', 'My experiment']);
});

test('letters typed right before the tab closes are kept @story', async ({ page, context }) => {
  await page.goto('/');
  await type(page, '# Alpha\ntree a\n');
  await expect(header(page)).toHaveText('saved');
  await page.keyboard.insertText('# the last words\n');
  await page.close({ runBeforeUnload: true });
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Go on with it' }).click();
  await expect(other.locator('.cm-content')).toContainText('# the last words');
});

test('a text of 500,000 letters is saved', async ({ page, context }) => {
  await page.goto('/');
  await page.locator('.cm-content').waitFor();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([`# Long\ntree a\n${`# ${'x'.repeat(98)}\n`.repeat(5000)}`], 'long.maple'));
    for (const kind of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.locator('.scenario-title')).toHaveText('Long');
  await expect(header(page)).toHaveText('saved');
  const other = await context.newPage();
  await other.goto('/');
  await openGallery(other);
  await expect(own(other)).toHaveText(['Long']);

  // The list begins with twelve texts; a button shows the others.
  const texts = Array.from({ length: 13 }, (_, k) => ({ text: `# Text ${k}\ntree a\n`, when: 1000 + k }));
  await other.getByLabel('Import texts').setInputFiles({
    name: 'texts.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'maplescope-texts', version: 1, texts })),
  });
  await expect(other.locator('.kept-message')).toHaveText('Imported 13 texts.');
  await expect(own(other)).toHaveCount(12);
  await other.getByRole('button', { name: 'Show all 14 texts' }).click();
  await expect(own(other)).toHaveText(['Long', ...texts.map((_, k) => `Text ${12 - k}`)]);
  await expect(other.getByRole('button', { name: /^Show all/ })).toHaveCount(0);
});

test('what is typed while a link is fetched does not replace the text that the tab had', async ({ page }) => {
  await page.goto('/');
  await type(page, '# Alpha\ntree a\n');
  await expect(header(page)).toHaveText('saved');
  await page.goto('about:blank');
  let letCome = (): void => undefined;
  const held = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(/\/open-link-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/#ex=corrupt', { waitUntil: 'commit' });
  await page.locator('.cm-content').click();
  await page.keyboard.insertText('# Typed meanwhile');
  await expect(header(page)).toHaveText('saved');
  letCome();
  await expect(page.locator('.cm-content')).toContainText('# A corrupt node');
  await openGallery(page);
  await expect(own(page)).toHaveText(['Typed meanwhile', 'Alpha']);
});

test('the browser asks before a tab closes whose text is not saved', { tag: '@chromium' }, async ({ page }) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.goto('/');
  await type(page, '# Alpha\ntree a\n');
  await expect(header(page)).toHaveText('saved');
  await page.reload();
  expect(asked).toEqual([]);
  await page.locator('.cm-content').click();
  await page.evaluate(() => {
    const refuse = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  });
  await page.keyboard.insertText('# more\n');
  await expect(header(page)).not.toHaveText('saved');
  const gone = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await gone;
  expect(asked).toEqual(['beforeunload']);
});

test('a database that another page deletes takes no text unsaid @story', async ({ page, context }) => {
  await page.goto('/');
  await type(page, '# Alpha\ntree a\n');
  await expect(header(page)).toHaveText('saved');
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('button', { name: 'Go on with it' })).toBeVisible();
  const deleted = await other.evaluate(
    () =>
      new Promise<string>((done) => {
        const request = indexedDB.deleteDatabase('maplescope');
        request.onsuccess = () => done('deleted');
      }),
  );
  expect(deleted).toBe('deleted');
  await expect(header(page)).toHaveText('not saved');
  await page.getByRole('button', { name: 'Keep this version' }).click();
  await expect(header(page)).toHaveText('saved');
  await openGallery(other);
  await expect(own(other)).toHaveText(['Alpha']);
});

test('site data that are cleared under an open tab take no text unsaid @chromium', async ({ page, context }) => {
  await page.goto('/');
  await type(page, '# Alpha\ntree a\n');
  await expect(header(page)).toHaveText('saved');
  const browser = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await expect(header(page)).toHaveText('not saved');
  await page.getByRole('button', { name: 'Keep this version' }).click();
  await expect(header(page)).toHaveText('saved');
  const other = await context.newPage();
  await other.goto('/');
  await openGallery(other);
  await expect(own(other)).toHaveText(['Alpha']);
});

test('a note and codes that are not added yet outlive their tab', async ({ page, context }) => {
  await page.goto('/');
  const inLessons = async (of: Page, name: string) => {
    await of.getByRole('button', { name: 'Lessons', exact: true }).click();
    await of.getByRole('tabpanel', { name: 'Lessons' }).getByRole('button', { name }).click();
  };
  const note = (of: Page) => of.getByRole('textbox', { name: 'A note' });
  const codes = (of: Page) => of.getByRole('textbox', { name: /^Paste the codes/ });
  await inLessons(page, 'Make a pack');
  await note(page).fill('# Break');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Collect a class' }).click();
  await codes(page).fill('c1.AA');
  await page.close();
  const other = await context.newPage();
  await other.goto('/');
  await inLessons(other, 'Make a pack');
  await expect(note(other)).toHaveValue('# Break');
  await other.keyboard.press('Escape');
  await other.getByRole('button', { name: 'Collect a class' }).click();
  await expect(codes(other)).toHaveValue('c1.AA');
});

test('a pack that a new one took the place of outlives its tab', async ({ page, context }) => {
  const make = async (of: Page) => {
    await of.goto('/');
    await of.getByRole('button', { name: 'Lessons', exact: true }).click();
    await of.getByRole('tabpanel', { name: 'Lessons' }).getByRole('button', { name: 'Make a pack' }).click();
  };
  const title = (of: Page) => of.getByRole('textbox', { name: 'Title' });
  await make(page);
  await title(page).fill('Two hours');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.close();
  const other = await context.newPage();
  await make(other);
  await expect(title(other)).toHaveValue('');
  await other.getByText('1 earlier pack').click();
  await other.getByRole('button', { name: 'Bring back' }).click();
  await expect(title(other)).toHaveValue('Two hours');
});

test('the text of the Paste dialog outlives its tab until it is used', async ({ page, context }) => {
  const LOG = 'mmap(0x500000000000, 4096, PROT_READ, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = 0x500000000000\n';
  const open = (of: Page) => of.getByRole('button', { name: /^Paste (a memory )?map$/ }).click();
  const field = (of: Page) => of.getByRole('textbox', { name: 'Text of the memory map' });
  await page.goto('/');
  await open(page);
  await field(page).fill(LOG);
  await page.close();
  const other = await context.newPage();
  await other.goto('/');
  await open(other);
  await expect(field(other)).toHaveValue(LOG);
  // A text that is pasted onto the page takes the field, and the one of before can be brought back.
  await other.keyboard.press('Escape');
  await expect(field(other)).toHaveCount(0);
  const pasteOnPage = (text: string) =>
    other.evaluate((words) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', words);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  const MAP = '00400000-00401000 r-xp 0 00:00 0 /bin/x\n00402000-00403000 r--p 0 00:00 0 /bin/x\n';
  await pasteOnPage(MAP);
  await expect(field(other)).toHaveValue(MAP);
  await other.reload();
  await open(other);
  await expect(field(other)).toHaveValue(MAP);
  await other.getByRole('button', { name: 'Bring back the earlier text' }).click();
  await expect(field(other)).toHaveValue(LOG);
  await other.getByRole('button', { name: 'Bring back the earlier text' }).click();
  await expect(field(other)).toHaveValue(MAP);
  await other.getByRole('button', { name: 'Show its tree' }).click();
  await expect(field(other)).toHaveCount(0);
  await open(other);
  await expect(field(other)).toHaveValue('');
  await other.getByRole('button', { name: 'Bring back the earlier text' }).click();
  await expect(field(other)).toHaveValue(LOG);
  await field(other).fill('');
  await other.reload();
  await open(other);
  await expect(field(other)).toHaveValue('');
  await expect(other.getByRole('button', { name: 'Bring back the earlier text' })).toHaveCount(0);
  // One that is too large to be kept says so.
  await other.keyboard.press('Escape');
  await expect(field(other)).toHaveCount(0);
  await pasteOnPage(MAP.repeat(3000));
  await expect(other.getByRole('group', { name: /too large/ })).toContainText('Not kept: a reload loses it.');
});

test('the text of a lab outlives its tab until it is emptied', async ({ page, context }) => {
  const script = (of: Page) => of.getByRole('textbox', { name: 'Your scenario' });
  await page.goto('/#lab=failure&work=own');
  await script(page).fill('tree mine\nsweep node { store 1 = 1 }\n');
  await page.close();
  const other = await context.newPage();
  await other.goto('/#lab=failure&work=own');
  await expect(script(other)).toHaveValue('tree mine\nsweep node { store 1 = 1 }\n');
  await script(other).fill('');
  await other.reload();
  await expect(script(other)).toHaveValue('');
});

test('a prediction that is typed and not checked outlives its tab', async ({ page, context }) => {
  const question = async (of: Page, next: number) => {
    await of.goto('/');
    const lesson = of.getByRole('tabpanel', { name: 'Lessons' });
    await of.getByRole('button', { name: 'Lessons', exact: true }).click();
    await lesson.getByRole('button', { name: /^2 Nodes, slots, pivots/ }).click();
    for (let k = 0; k < next; k++) await lesson.getByRole('button', { name: 'Next', exact: true }).click();
    return lesson.getByRole('region', { name: 'Question' });
  };
  const card = await question(page, 4);
  await card.getByRole('textbox').fill('slot 3');
  await page.close();
  const other = await context.newPage();
  const again = await question(other, 0);
  await expect(again.getByRole('textbox')).toHaveValue('slot 3');
  await again.getByRole('button', { name: 'Tell me' }).click();
  await expect(again.getByText('This is what happens.')).toBeVisible();
  await other.reload();
  await expect((await question(other, 0)).getByRole('textbox')).toHaveValue('');
});

test('blocked storage is named, and the text can be saved as a file @story', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('refused', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: refuse });
  });
  await page.goto('/');
  await type(page, '# Alpha\ntree a\n');
  await expect(header(page)).toHaveText('not saved');
  const message = page.getByRole('alert');
  await expect(message).toContainText('blocks storage');
  const file = await savedBy(page, message.getByRole('button', { name: 'Save as file' }));
  expect(file.toString('utf8')).toContain('# Alpha\ntree a\n');
});

test('without a database the texts are in localStorage, and the list says so @story', async ({ page, context }) => {
  await context.addInitScript(() =>
    Object.defineProperty(window, 'indexedDB', {
      value: {
        open: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      },
    }),
  );
  await page.goto('/');
  await type(page, '# Alpha\ntree a\n');
  await expect(header(page)).toHaveText('saved');
  const other = await context.newPage();
  await other.goto('/');
  await openGallery(other);
  await expect(own(other)).toHaveText(['Alpha']);
  await expect(other.getByText('This browser refused to open its database')).toBeVisible();
});

test('a database that is slow is not called blocked', async ({ page, context }) => {
  await context.addInitScript(() =>
    Object.defineProperty(window, 'indexedDB', { value: { open: () => new EventTarget() } }),
  );
  await page.goto('/');
  await openGallery(page);
  const place = page.getByText(/database|when you close the tab/);
  await expect(place).toHaveText(/^The database of this browser has not answered yet\./);
});

test('full storage is named', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  });
  await page.goto('/');
  await type(page, '# Alpha\ntree a\n');
  await expect(header(page)).toHaveText('not saved');
  await expect(page.getByRole('alert')).toContainText('storage is full');
  // Whoever goes on with another text still sees which one is not saved.
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await page.getByRole('button', { name: /^New/ }).first().click();
  const left = page.getByRole('alert').filter({ hasText: '“Alpha” is not saved' });
  const file = await savedBy(page, left.getByRole('button', { name: 'Save as file' }));
  expect(file.toString('utf8')).toContain('# Alpha\ntree a\n');
  await left.getByRole('button', { name: 'Discard' }).click();
  await expect(left).toHaveCount(0);
  await page
    .getByRole('status')
    .filter({ hasText: '“Alpha” was discarded.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(left).toHaveCount(1);
  await expect(page.getByText('“Alpha” was discarded.')).toHaveCount(0);
});

test('room that runs out is named for texts and answers; deleting a text makes room for both @chromium', async ({
  page,
}) => {
  await page.addInitScript(`
    window.disk = { isFull: false };
    const { setItem } = Storage.prototype;
    const { put, delete: remove } = IDBObjectStore.prototype;
    const room = () => {
      if (disk.isFull) throw new DOMException('full', 'QuotaExceededError');
    };
    Storage.prototype.setItem = function (...of) {
      room();
      return setItem.apply(this, of);
    };
    IDBObjectStore.prototype.put = function (...of) {
      room();
      return put.apply(this, of);
    };
    IDBObjectStore.prototype.delete = function (...of) {
      disk.isFull = false;
      return remove.apply(this, of);
    };
  `);
  const fill = (): Promise<void> =>
    page.evaluate(() => {
      (window as unknown as { disk: { isFull: boolean } }).disk.isFull = true;
    });
  await page.goto('/');
  await type(page, '# Alpha\ntree a\n');
  await expect(header(page)).toHaveText('saved');
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await page.getByRole('button', { name: /^New/ }).first().click();
  await type(page, '# Beta\ntree b\n');
  await expect(header(page)).toHaveText('saved');
  await fill();
  await type(page, '# Beta, longer\ntree b\n');
  await expect(header(page)).toHaveText('not saved');
  await openGallery(page);
  await page.getByRole('button', { name: 'Delete “Alpha”' }).click();
  await expect(header(page)).toHaveText('saved');
  await page.keyboard.press('Escape');

  await fill();
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  const lessons = page.getByRole('tabpanel', { name: 'Lessons' });
  await lessons.getByRole('button', { name: /^2 Nodes, slots, pivots/ }).click();
  const warning = lessons.getByRole('alert').filter({ hasText: 'Your answers are not saved' });
  await expect(warning).toBeVisible();
  await lessons.getByRole('button', { name: 'Lessons', exact: true }).click();
  await expect(warning).toContainText('storage is full');
  await page.evaluate(() => {
    (window as unknown as { disk: { isFull: boolean } }).disk.isFull = false;
  });
  await lessons.getByRole('button', { name: /^1 / }).click();
  await expect(warning).toHaveCount(0);
});
