// SPDX-License-Identifier: GPL-2.0-or-later
//
// What happens to the branches of a text as a person types, goes through time, pastes, reloads and goes back.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBrowser, openPage, type Browser } from './branch-page';

const LINES = ['tree t', 'store 1 = 1', 'store 2 = 2', 'store 3 = 3'];
/** The text that pasting LINES gives, and the same with its first store changed: line 3 of the text. */
const TEXT = `# mine\n${LINES.join('\n')}\n`;
const CHANGED = TEXT.replace('1 = 1', '1 = 5');
const OTHER = ['tree u', 'store 7 = 7', 'store 8 = 8'];
const OTHER_TEXT = `# other\n${OTHER.join('\n')}\n`;

let browser: Browser;
let page: Awaited<ReturnType<typeof openPage>>;

/** The page with TEXT on it, at its last step, 4. */
async function opened(): Promise<void> {
  page = await openPage();
  await page.paste('mine', LINES);
}

/** The same with a second branch, CHANGED, which is on the page. */
async function withTwoBranches(): Promise<void> {
  await opened();
  await page.type(CHANGED, 3);
  expect(page.texts()).toEqual([TEXT, CHANGED]);
}

async function reload(): Promise<void> {
  browser.fire('pagehide');
  page.close();
  page = await openPage();
}

beforeEach(() => {
  vi.useFakeTimers();
  browser = openBrowser();
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('typing opens a branch', () => {
  test('after a text was put on the page and shown', async () => {
    await opened();
    expect(page.blank).toMatchObject([{ text: '' }]);
    await page.type(CHANGED, 3);
    expect(page.branches.currentBranch.value).toMatchObject({
      text: CHANGED,
      name: 'from line 3',
      parent: 'b1',
      step: 1,
    });
  });

  test('after a reload', async () => {
    await opened();
    await reload();
    expect(page.texts()).toEqual([TEXT]);
    await page.type(CHANGED, 3);
    expect(page.texts()).toEqual([TEXT, CHANGED]);
  });

  test('after another branch was shown', async () => {
    await withTwoBranches();
    await page.branches.goToBranch('b1');
    await page.type(TEXT.replace('1 = 1', '1 = 6'), 3);
    expect(page.branches.currentBranch.value).toMatchObject({ id: 'b3', parent: 'b1' });
  });

  test('after a requested branch was shown', async () => {
    await opened();
    await page.branches.forkFuture(TEXT.replace('3 = 3', '3 = 4'));
    await page.type(TEXT.replace('1 = 1', '1 = 6'), 3);
    expect(page.branches.currentBranch.value).toMatchObject({ id: 'b3', parent: 'b2' });
  });

  test('after the text of a branch was put on the page again', async () => {
    await withTwoBranches();
    await page.paste('mine', LINES);
    expect(page.branches.currentBranch.value.id).toBe('b1');
    expect(page.texts()).toEqual([TEXT, CHANGED]);
    await page.type(TEXT.replace('1 = 1', '1 = 6'), 3);
    expect(page.branches.currentBranch.value).toMatchObject({ id: 'b3', parent: 'b1' });
  });

  test('after a step with the focus outside the editor', async () => {
    await opened();
    await page.type(`${TEXT}store 4 = 4\n`, 6);
    browser.focus = 'elsewhere';
    await page.look(2);
    await page.type(`${CHANGED}store 4 = 4\n`, 3);
    expect(page.texts()).toHaveLength(2);
  });
});

test('an edit makes one branch, which is said once, however often it pauses', async () => {
  await opened();
  await page.type(CHANGED, 3);
  expect(page.notice()).toBe(
    'Your text before this edit is kept as the branch “first text”. The edited one is “from line 3”.',
  );
  page.forget();
  // Looked at between, with the focus outside the editor: the line is still the same edit.
  browser.focus = 'elsewhere';
  for (const value of ['1 = 51', '1 = 512', '1 = 5120']) {
    await page.look(4);
    await page.look(2);
    await page.type(TEXT.replace('1 = 1', value), 3);
    expect(page.texts()).toEqual([TEXT, TEXT.replace('1 = 1', value)]);
  }
  expect(page.notice()).toBe('');
  // Another line is another edit.
  await page.look(4);
  await page.type(TEXT.replace('1 = 1', '1 = 5120').replace('2 = 2', '2 = 3'), 4);
  expect(page.texts()).toHaveLength(3);
});

describe('typing stays in the branch', () => {
  test('while the cursor in the editor leads through time', async () => {
    await opened();
    await page.type(`${TEXT}store 4 = 4\n`, 6);
    browser.focus = 'editor';
    await page.look(2);
    await page.type(`${CHANGED}store 4 = 4\n`, 3);
    expect(page.texts()).toEqual([`${CHANGED}store 4 = 4\n`]);
  });

  test('after “keep and go on”, which opened one', async () => {
    await opened();
    page.branches.keepAndGoOn();
    expect(page.state.notice.value).toMatchObject({
      tone: 'plain',
      text: expect.stringContaining('kept as “first text”') as string,
      offer: null,
      over: true,
    });
    await page.type(CHANGED, 3);
    expect(page.texts()).toEqual([TEXT, CHANGED]);
    expect(page.branches.branches.value[1]).toMatchObject({ name: 'from step 4', step: 4 });
  });

  test('when a step of the old text is shown before the new one has run', async () => {
    await opened();
    await page.type(`${TEXT}store 4 = 4\n`, 6);
    page.edit(`${TEXT}store 4 = 5\n`, 6);
    await page.look(2);
    await page.type(`${CHANGED}store 4 = 5\n`, 3);
    expect(page.texts()).toHaveLength(1);
  });

  test('when a longer text before had shown later steps, but this one has not', async () => {
    await opened();
    await page.paste('short', ['tree u', 'store 7 = 7']);
    await page.type('# short\ntree u\nstore 7 = 8\n', 3);
    expect(page.texts()).toHaveLength(1);
  });

  test('of a text with mistakes, which has no steps', async () => {
    await opened();
    const wrong = `# mine\n${LINES.join('\n')}\nstroe 4\n`.replace('2 = 2', '2 = 9');
    await page.paste('wrong', [...LINES.slice(0, 1), ...wrong.split('\n').slice(2, 6)]);
    expect(page.branches.currentBranch.value.outcome).toBeNull();
    await page.type(page.state.text.value.replace('1 = 1', '1 = 5'), 3);
    expect(page.texts()).toHaveLength(1);
    expect(page.branches.currentBranch.value.outcome).toBeNull();
    await page.type(page.state.text.value.replace('stroe 4\n', ''), 6);
    expect(page.branches.currentBranch.value.outcome).toEqual({ steps: 4, failures: 0, ok: true });
  });

  test('when lines are added by a button', async () => {
    await withTwoBranches();
    await page.append('store 4 = 4');
    expect(page.texts()).toEqual([TEXT, `${CHANGED}store 4 = 4\n`]);
    expect(page.branches.currentBranch.value.outcome?.steps).toBe(5);
  });

  test('once the page is closed', async () => {
    await opened();
    page.close();
    await page.type(CHANGED, 3);
    browser.tab.clear();
    browser.fire('pagehide');
    expect(page.texts()).toEqual([TEXT]);
    expect(browser.tab.has('maplescope.branches')).toBe(false);
  });
});

describe('a requested branch', () => {
  test('is shown at its first different line, or where one asks', async () => {
    await opened();
    await page.look(1);
    await page.branches.forkFuture(TEXT.replace('2 = 2', '2 = 9'));
    expect(page.branches.currentBranch.value).toMatchObject({ name: 'from line 4', step: 2 });
    expect(page.state.step.value).toBe(3);
    await page.branches.forkFuture(TEXT.replace('2 = 2', '2 = 8'), 'other', { kind: 'step', step: 1 });
    expect(page.state.step.value).toBe(1);
  });

  test('leaves the other at its last step, at its first, or at none, by where they differ', async () => {
    await opened();
    await page.branches.forkFuture(`${TEXT}store 4 = 4\n`);
    expect(page.branches.currentBranch.value.step).toBe(4);
    await page.branches.forkFuture(TEXT.replace('tree t', 'tree t alloc'));
    expect(page.branches.currentBranch.value.step).toBe(0);
  });

  test('is none if the text is the same', async () => {
    await opened();
    await page.branches.forkFuture(TEXT);
    expect(page.texts()).toEqual([TEXT]);
    expect(page.branches.currentBranch.value.name).toBe('first text');
  });

  test('begins at no step before the first run', async () => {
    page = await openPage();
    page.state.ran.value = null;
    await page.branches.forkFuture('tree t\n');
    expect(page.branches.currentBranch.value).toMatchObject({ text: 'tree t\n', step: 0 });
  });
});

describe('going to a branch', () => {
  test('shows the step that was shown there', async () => {
    await opened();
    await page.look(2);
    await page.branches.forkFuture(CHANGED);
    await page.branches.goToBranch('b1');
    await page.settled();
    expect([page.state.text.value, page.state.step.value]).toEqual([TEXT, 2]);
    await page.branches.goToBranch('b2');
    await page.settled();
    expect([page.state.text.value, page.state.step.value]).toEqual([CHANGED, 2]);
  });

  test('changes nothing for the branch that is there, and for one that does not exist', async () => {
    await withTwoBranches();
    const { value } = page.state.textRevision;
    await page.branches.goToBranch('b2');
    await page.branches.goToBranch('b9');
    expect(page.state.textRevision.value).toBe(value);
    expect(page.branches.currentBranch.value.id).toBe('b2');
  });

  test('is possible again after typing, each time with the text as it was left', async () => {
    await withTwoBranches();
    await page.branches.goToBranch('b1');
    await page.type(`${TEXT}store 4 = 4\n`, 6);
    await page.branches.goToBranch('b2');
    expect(page.texts()).toEqual([`${TEXT}store 4 = 4\n`, CHANGED]);
  });
});

describe('names and removal', () => {
  test('a name loses spaces around it, has at most 60 characters, and is never empty', async () => {
    await opened();
    page.branches.renameBranch('b1', '  the good one ');
    expect(page.branches.currentBranch.value.name).toBe('the good one');
    page.branches.renameBranch('b1', '   ');
    expect(page.branches.currentBranch.value.name).toBe('the good one');
    page.branches.renameBranch('b1', 'x'.repeat(99));
    expect(page.branches.currentBranch.value.name).toBe('x'.repeat(60));
  });

  test('the last branch, and one that does not exist, cannot be removed', async () => {
    await opened();
    page.branches.removeBranch('b1');
    await page.settled();
    expect([page.texts(), page.state.notice.value]).toEqual([[TEXT], null]);
    await page.branches.forkFuture(CHANGED);
    page.branches.removeBranch('b9');
    await page.settled();
    expect([page.texts(), page.state.notice.value]).toEqual([[TEXT, CHANGED], null]);
  });

  test('removing the branch shown shows its parent where it was left; Undo restores text and step', async () => {
    await opened();
    await page.look(2);
    await page.branches.forkFuture(CHANGED, 'bad', { kind: 'step', step: 3 });
    page.branches.removeBranch('b2');
    await page.settled();
    expect([page.state.text.value, page.state.step.value]).toEqual([TEXT, 2]);
    expect(page.state.notice.value).toMatchObject({
      tone: 'plain',
      text: 'The branch “bad” was removed.',
      offer: { label: 'Undo' },
    });
    page.state.notice.value!.offer!.act();
    await page.settled();
    expect([page.state.text.value, page.state.step.value, page.state.notice.value]).toEqual([CHANGED, 3, null]);
  });

  test('removing another branch leaves text and step alone, and so does Undo', async () => {
    await withTwoBranches();
    await page.look(2);
    const { value } = page.state.textRevision;
    page.branches.removeBranch('b1');
    await page.settled();
    expect([page.texts(), page.state.step.value]).toEqual([[CHANGED], 2]);
    page.state.notice.value!.offer!.act();
    await page.settled();
    expect([page.texts(), page.state.step.value, page.state.textRevision.value]).toEqual([[TEXT, CHANGED], 2, value]);
  });
});

describe('what was typed since a branch was removed stays when Undo brings the branch back', () => {
  test('of another branch', async () => {
    await withTwoBranches();
    page.branches.removeBranch('b1');
    await page.settled();
    const more = `${CHANGED}store 4 = 4\n`;
    await page.type(more, 6);
    page.state.notice.value!.offer!.act();
    await page.settled();
    expect([page.state.text.value, page.texts()]).toEqual([more, [TEXT, more]]);
    expect(page.branches.currentBranch.value).toMatchObject({ id: 'b2', parent: 'b1', step: 1 });
  });

  test('of the one on the page', async () => {
    await withTwoBranches();
    page.branches.removeBranch('b2');
    await page.settled();
    const more = `${TEXT}store 4 = 4\n`;
    await page.type(more, 6);
    page.state.notice.value!.offer!.act();
    await page.settled();
    expect([page.state.text.value, page.texts()]).toEqual([CHANGED, [more, CHANGED]]);
  });

  test('also of one that had left another, which is left by that one’s children meanwhile', async () => {
    await withTwoBranches();
    await page.branches.forkFuture(`${CHANGED}store 4 = 4\n`);
    page.branches.removeBranch('b2');
    await page.settled();
    expect(page.branches.currentBranch.value).toMatchObject({ id: 'b3', parent: 'b1' });
    page.state.notice.value!.offer!.act();
    await page.settled();
    expect(page.branches.branches.value.map(({ id, parent, step }) => [id, parent, step])).toEqual([
      ['b1', null, null],
      ['b2', 'b1', 1],
      ['b3', 'b2', 4],
    ]);
  });
});

describe('another text', () => {
  test('begins a tree of its own; the gallery lists the branches before it by name', async () => {
    await withTwoBranches();
    await page.paste('other', OTHER);
    expect(page.branches.branches.value).toMatchObject([{ name: 'first text', text: OTHER_TEXT, parent: null }]);
    expect(page.gallery()).toEqual(
      expect.arrayContaining([
        [TEXT, 'first text'],
        [CHANGED, 'from line 3'],
      ]),
    );
    expect(page.state.notice.value?.text).toBe(
      'The gallery keeps the 2 branches of the previous text, each by its name, under “Your other texts”.',
    );
  });

  test('in place of a single branch says nothing, and lists it without the name of a branch', async () => {
    await opened();
    await page.paste('other', OTHER);
    expect(page.gallery()).toEqual([[TEXT, null]]);
    expect(page.state.notice.value).toBeNull();
  });

  test('counts no empty branch, and not the text that it is itself', async () => {
    await opened();
    page.branches.keepAndGoOn();
    await page.type(' \n', 1);
    expect(page.branches.branches.value).toHaveLength(2);
    await page.paste('other', OTHER);
    expect(page.gallery()).toEqual([[TEXT, 'first text']]);
    expect(page.state.notice.value).toBeNull();
  });

  test('beside an empty branch lists the text without the name of a branch', async () => {
    await opened();
    page.branches.keepAndGoOn();
    await page.type(' \n', 1);
    await page.branches.goToBranch('b1');
    await page.paste('other', OTHER);
    expect(page.gallery()).toEqual([[TEXT, null]]);
  });

  test('typed over a viewed text leaves that one in the gallery', async () => {
    await opened();
    await page.type('tree z\n', 1);
    expect(page.texts()).toEqual(['tree z\n']);
    expect(page.gallery()).toEqual([[TEXT, null]]);
  });

  test('typed over in one edit leaves a text of several lines, and nothing of a single line', async () => {
    await opened();
    await page.type(`${TEXT}store 4 = 4\n`, 6);
    await page.type('tree z\n', 1);
    expect(page.gallery().map(([words]) => words)).toEqual([`${TEXT}store 4 = 4\n`]);
    await page.look(0);
    await page.type('tree y\n', 1);
    expect(page.gallery().map(([words]) => words)).toEqual([`${TEXT}store 4 = 4\n`]);
  });

  test('pasted over everything at once leaves what was there, though it never ran', async () => {
    await opened();
    await page.type(`${TEXT}store 4 = 4\n`, 6);
    page.edit(`${TEXT}store 4 = 4\nstore 5 = 5\n`, 7);
    page.edit(OTHER_TEXT, 1);
    await page.settled();
    expect(page.gallery().map(([words]) => words)).toContain(`${TEXT}store 4 = 4\nstore 5 = 5\n`);
  });

  test('deleted and pasted over in the same moment leaves what was there', async () => {
    await opened();
    page.edit('', 1);
    page.edit(OTHER_TEXT, 1);
    await page.settled();
    expect(page.gallery().map(([words]) => words)).toContain(TEXT);
  });

  test('typed from the second step on is a branch, and not in the gallery', async () => {
    await withTwoBranches();
    expect(page.gallery()).toEqual([]);
  });

  test('leaves its other branches in the gallery, below the text on the page, when the tab closes', async () => {
    await withTwoBranches();
    await reload();
    await reload();
    expect(page.texts()).toEqual([TEXT, CHANGED]);
    browser.fire('pagehide');
    page.close();
    browser.tab.clear();
    page = await openPage();
    expect(page.gallery()).toEqual([
      [CHANGED, null],
      [TEXT, 'first text'],
    ]);
  });

  test('leaves its other branches in the gallery when the tab is put away', async () => {
    await withTwoBranches();
    browser.visibility = 'hidden';
    browser.fire('visibilitychange');
    await page.settled();
    expect(page.gallery()).toEqual([[TEXT, 'first text']]);
  });

  test('of a program leaves the person’s text in the gallery, and none of the program’s own', async () => {
    await opened();
    for (const line of ['tree p', 'tree q', 'tree r']) await page.program.putProgram(line);
    await page.settled();
    expect(page.gallery()).toEqual([[TEXT, null]]);
    await page.type('tree r\nstore 1 = 1\n', 2);
    await page.program.putProgram('tree s');
    await page.settled();
    expect(page.gallery().map(([words]) => words)).toEqual(['tree r\nstore 1 = 1\n', TEXT]);
  });

  test('that no storage takes is named, and leaving is asked about, until it is discarded', async () => {
    vi.unstubAllGlobals();
    browser = openBrowser(true);
    await opened();
    await page.session.newText();
    await page.settled();
    expect(page.lost.value).toMatchObject([{ text: TEXT, why: 'blocked', kind: 'scenario' }]);
    expect(browser.fire('beforeunload')).toBe(true);
    await page.session.loadRecent({ id: '', text: TEXT, when: 0 });
    expect(page.lost.value).toEqual([]);
    await page.session.newText();
    await page.settled();
    page.lost.value[0]?.discard();
    expect(page.lost.value).toEqual([]);
    expect(browser.fire('beforeunload')).toBe(false);
  });

  test('of a program has the line ends of the editor, as a text from the list has', async () => {
    await opened();
    for (const put of [
      () => page.program.putProgram('tree t\r\nstore 1 = 1\r\nbad\r\n'),
      () => page.session.loadRecent({ id: 'x', text: 'tree t\r\nstore 1 = 1\r\nbad\r\n', when: 0 }),
    ]) {
      await put();
      await page.settled();
      expect(page.state.text.value).toBe('tree t\nstore 1 = 1\nbad\n');
      const [first] = page.state.diagnostics.value;
      expect([first?.line, first?.column, first?.from]).toEqual([3, 1, 19]);
      await page.program.putProgram('tree s');
      await page.settled();
    }
    // A program's text with other line ends is still the program's own.
    expect(page.gallery().map(([words]) => words)).toEqual(['tree t\nstore 1 = 1\nbad\n', TEXT]);
  });

  test('typed over a long line in one edit leaves that line, however few its lines are', async () => {
    const long = `tree t\n${'repeat 9 as i { store i*10..+4 = i } '.repeat(3)}\n`;
    page = await openPage();
    await page.type(long, 2);
    await page.type('tree t\nx\n', 2);
    expect(page.gallery().map(([words]) => words)).toEqual([long]);
  });

  test('leaves no example in the gallery when the tab is closed, though a branch began at it', async () => {
    page = await openPage();
    const example = page.state.text.value;
    await page.branches.forkFuture(`${example}# mine\n`);
    await page.settled();
    expect(page.texts()[0]).toBe(example);
    browser.fire('pagehide');
    expect(page.gallery().map(([words]) => words)).not.toContain(example);
  });

  test('shown after a reload that lost this tab’s text leaves the text of its branches in the gallery', async () => {
    await opened();
    await page.look(2);
    browser.fire('pagehide');
    page.close();
    browser.tab.delete('maplescope.tab');
    browser.all.clear();
    page = await openPage();
    expect(page.texts()).not.toContain(TEXT);
    expect(page.gallery()).toEqual([[TEXT, null]]);
  });
});

describe('Back and Forward', () => {
  test('bring a text’s branches back, and the branches that are left into the gallery', async () => {
    await withTwoBranches();
    await page.paste('other', OTHER);
    await page.type(OTHER_TEXT.replace('7 = 7', '7 = 9'), 3);
    page.branches.keepAndGoOn();
    await page.type(' \n', 1);
    expect(page.texts()).toHaveLength(3);
    browser.go(-1);
    await page.settled();
    expect(page.texts()).toEqual([TEXT, CHANGED]);
    expect(page.branches.currentBranch.value).toMatchObject({ text: CHANGED, parent: 'b1' });
    const listed = page.gallery().filter(([text]) => text!.includes('tree u') || text!.trim() === '');
    expect(listed).toHaveLength(2);
    expect(listed).toEqual(
      expect.arrayContaining([
        [OTHER_TEXT, 'first text'],
        [OTHER_TEXT.replace('7 = 7', '7 = 9'), 'from line 3'],
      ]),
    );
    browser.go(1);
    await page.settled();
    expect(page.texts()).toEqual([OTHER_TEXT, OTHER_TEXT.replace('7 = 7', '7 = 9'), ' \n']);
  });

  test.each([
    ['damaged', () => '{'],
    ['of another text', (packed: string) => packed.replaceAll('1 = 5', '1 = 6')],
  ])('show the text alone if its branches are %s', async (_, damage) => {
    await withTwoBranches();
    await page.paste('other', OTHER);
    page.close();
    const visits = JSON.parse(browser.tab.get('maplescope.visits')!) as [string, { branches: string }][];
    browser.tab.set(
      'maplescope.visits',
      JSON.stringify(visits.map(([name, visit]) => [name, { ...visit, branches: damage(visit.branches) }])),
    );
    page = await openPage();
    browser.go(-1);
    await page.settled();
    expect(page.state.text.value).toBe(CHANGED);
    expect(page.texts()).toEqual([CHANGED]);
  });
});

describe('the storage of the tab', () => {
  test('has the branches as soon as the page is left', async () => {
    await opened();
    page.edit(CHANGED, 3);
    browser.fire('pagehide');
    expect(browser.tab.get('maplescope.branches')).toContain('1 = 5');
  });

  test('without room for all keeps the latest; the others go to the gallery, and the page says so', async () => {
    await withTwoBranches();
    const long = `${CHANGED}# ${'x'.repeat(600)}\n`;
    await page.type(long, 6);
    browser.room = browser.tab.get('maplescope.branches')!.length - 50;
    page.branches.keepAndGoOn();
    await page.type(`${long}store 4 = 4\n`, 7);
    browser.fire('pagehide');
    expect(page.texts()).toEqual([`${long}store 4 = 4\n`]);
    expect(page.gallery()).toEqual(
      expect.arrayContaining([
        [TEXT, 'first text'],
        [long, 'from line 3'],
      ]),
    );
    expect(page.state.notice.value).toMatchObject({
      tone: 'warning',
      text:
        'There is no more room for 2 branches: “first text”, “from line 3”. The gallery still has each text, ' +
        'under “Your other texts”.',
    });
  });

  test('without room for long texts leaves them in the gallery', async () => {
    await opened();
    await page.branches.forkFuture(`${TEXT}# ${'x'.repeat(500_000)}\n`, 'long');
    await page.branches.forkFuture(`${TEXT}# ${'y'.repeat(500_000)}\n`, 'longer');
    await page.settled();
    browser.fire('pagehide');
    expect(page.branches.branches.value.map(({ name }) => name)).toEqual(['longer']);
    expect(page.state.notice.value?.text).toBe(
      'There is no more room for 2 branches: “first text”, “long”. The gallery still has each text, under “Your ' +
        'other texts”.',
    );
    expect(page.gallery().map(([, branch]) => branch)).toContain('long');
  });

  test('if it is full for even one branch takes nothing from the page', async () => {
    await opened();
    browser.room = 10;
    await page.type(`${TEXT}store 4 = 4\n`, 6);
    browser.fire('pagehide');
    expect(page.texts()).toEqual([`${TEXT}store 4 = 4\n`]);
    expect(page.state.notice.value).toBeNull();
  });

  test('if the browser forbids it takes no branch from the page', async () => {
    vi.unstubAllGlobals();
    browser = openBrowser(true);
    await withTwoBranches();
    browser.fire('pagehide');
    expect(page.texts()).toEqual([TEXT, CHANGED]);
  });
});

test('a text that no tab has room for is not written out at each change', async () => {
  await opened();
  const long = `${TEXT}${`#${'x'.repeat(998)}\n`.repeat(5301)}`;
  const lengths: number[] = [];
  const { stringify } = JSON;
  const write = vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown) => {
    const json = stringify(value);
    // The branches, not the text in the list of texts.
    if (typeof value === 'object' && value !== null && 'list' in value) lengths.push(json.length);
    return json;
  });
  await page.paste('long', long.split('\n'));
  lengths.length = 0;
  await page.type(`${page.state.text.value}# more\n`, 5310);
  browser.fire('pagehide');
  expect(page.texts()).toHaveLength(1);
  write.mockRestore();
  expect(lengths).toEqual([]);
});
