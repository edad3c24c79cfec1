// SPDX-License-Identifier: GPL-2.0-or-later
//
// The editor's undo across texts: the page's store with the editor's own history. Undo leads back through branches and
// texts, and none of them takes the place of another.

import { history, redo, undo } from '@codemirror/commands';
import { EditorState, type Transaction } from '@codemirror/state';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acrossTexts, changedBy, takeOverSpec } from '../../../web/app/editor/take-over';
import { openBrowser, openPage } from './branch-page';

const LINES = ['tree t', 'store 1 = 1', 'store 2 = 2', 'store 3 = 3'];
const TEXT = `# mine\n${LINES.join('\n')}\n`;
const CHANGED = TEXT.replace('1 = 1', '1 = 5');
/** Another text of which only the last step differs. */
const ALIKE = TEXT.replace('3 = 3', '3 = 9');

let page: Awaited<ReturnType<typeof openPage>>;
let editor: ReturnType<typeof editorOn>;

/** What editor.ts does, without a view. */
function editorOn({ state: store, branches, edit, settled }: typeof page) {
  let state = EditorState.create({ doc: store.text.value, extensions: [history(), acrossTexts()] });
  const took = (transaction: Transaction): void => {
    state = transaction.state;
    const [by, words] = [changedBy([transaction]), state.doc.toString()];
    if (by === 'person') edit(words, state.doc.lineAt(state.selection.main.head).number);
    else if (by === 'history') void branches.returnTo(words);
  };
  store.textRevision.subscribe(() => {
    const spec = takeOverSpec(state, store.text.value, store.continues.value);
    if (spec !== null) took(state.update(spec));
  });
  const press = async (command: typeof undo): Promise<void> => {
    vi.advanceTimersByTime(1000);
    command({ state, dispatch: took });
    await settled();
    expect(state.doc.toString()).toBe(store.text.value);
  };
  return {
    async type(from: string, to: string) {
      vi.advanceTimersByTime(1000);
      const at = state.doc.toString().indexOf(from);
      expect(at, from).toBeGreaterThanOrEqual(0);
      const changes = { from: at, to: at + from.length, insert: to };
      took(state.update({ changes, selection: { anchor: at }, userEvent: 'input.type' }));
      await settled();
    },
    undo: () => press(undo),
    redo: () => press(redo),
    text: () => state.doc.toString(),
  };
}

const gallery = (): (string | null)[] => page.gallery().map(([words]) => words ?? null);

beforeEach(async () => {
  vi.useFakeTimers();
  openBrowser();
  page = await openPage();
  editor = editorOn(page);
  await page.paste('mine', LINES);
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('undo after going to another branch leads back to the branch before, and redo to the other', async () => {
  await editor.type('1 = 1', '1 = 5');
  await page.branches.goToBranch('b1');
  await page.settled();
  await editor.undo();
  expect(page.branches.currentBranch.value).toMatchObject({ id: 'b2', text: CHANGED });
  await editor.redo();
  expect(page.branches.currentBranch.value).toMatchObject({ id: 'b1', text: TEXT });
  expect(page.texts()).toEqual([TEXT, CHANGED]);
});

test('a branch of which only the last step differs is not overwritten by what undo brings', async () => {
  await page.branches.forkFuture(ALIKE);
  await page.settled();
  await editor.undo();
  expect(page.branches.currentBranch.value).toMatchObject({ id: 'b1' });
  await editor.type('store 3 = 3', 'store 3 = 33');
  expect(page.texts()).toEqual([TEXT.replace('3 = 3', '3 = 33'), ALIKE]);
});

test('undo through two branches changes each as typing there would', async () => {
  await editor.type('1 = 1', '1 = 5');
  await editor.type('store 3 = 3', 'store 3 = 4');
  await page.branches.goToBranch('b1');
  await page.settled();
  await editor.type('store 3 = 3', 'store 3 = 8');
  await editor.undo();
  await editor.undo();
  expect(editor.text()).toBe(CHANGED.replace('3 = 3', '3 = 4'));
  await editor.undo();
  expect(page.texts()).toEqual([TEXT, CHANGED]);
  expect(page.branches.currentBranch.value.id).toBe('b2');
});

test('undo after another text was opened opens the one before again, and keeps the other', async () => {
  await page.paste('mine', ALIKE.split('\n').slice(1, -1));
  expect(gallery()).toEqual([TEXT]);
  await editor.undo();
  expect([editor.text(), gallery()]).toEqual([TEXT, [ALIKE]]);
  await editor.type('store 3 = 3', 'store 3 = 33');
  expect(gallery()).toEqual([ALIKE]);
});

test('undo to an example, then an edit of it, leaves the text that was opened over it', async () => {
  await page.session.newText();
  await page.settled();
  const fresh = editor.text();
  await page.paste('mine', [...fresh.trimEnd().split('\n'), 'store 1 = 1']);
  const own = editor.text();
  await editor.undo();
  expect(editor.text()).toBe(fresh);
  await editor.type('"first"', '"second"');
  expect(gallery()).toContain(own);
  expect(gallery()).toContain(TEXT);
});

test('undo of the edit that opened a branch takes back its message and the mark of what changed', async () => {
  await editor.type('1 = 1', '1 = 5');
  expect(page.state.notice.value?.text).toContain('from line 3');
  expect(page.state.editedAt.value).not.toBeNull();
  await editor.undo();
  expect(page.texts()).toEqual([TEXT]);
  expect([page.state.notice.value, page.state.editedAt.value]).toEqual([null, null]);
});

test('undo takes lines back that a button wrote, as an edit of the same text', async () => {
  await page.append('store 4 = 4');
  await editor.undo();
  expect([editor.text(), page.texts(), gallery()]).toEqual([TEXT, [TEXT], []]);
});

test('what is typed right after a text was opened is undone by itself', async () => {
  await page.paste('mine', ALIKE.split('\n').slice(1, -1));
  await editor.type('# mine', '# mine!');
  await editor.undo();
  expect(editor.text()).toBe(ALIKE);
});
