// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is copied is what the browser is given for its clipboard, word for word; where it refuses, the field with the
// words is selected for the older way. A saved file has the name and the words that it was saved with.

import { afterEach, expect, test, vi } from 'vitest';
import { copyWords, fileName, saveFile } from '../../../web/app/ui/saving';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const WORDS = 'https://page.example/#m1.abc\nand “more”';

test('words come to the clipboard as they are', async () => {
  const given: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: (words: string) => Promise.resolve(void given.push(words)) } });
  expect(await copyWords(WORDS, null)).toBe(true);
  expect(given).toEqual([WORDS]);
});

test('a refused clipboard, or none, gives false, and the field is selected', async () => {
  for (const clipboard of [{ writeText: () => Promise.reject(new Error('denied')) }, undefined]) {
    vi.stubGlobal('navigator', { clipboard });
    const field = { focus: vi.fn(), select: vi.fn() };
    expect(await copyWords(WORDS, field as unknown as HTMLTextAreaElement)).toBe(false);
    expect([field.focus, field.select].map((act) => act.mock.calls.length)).toEqual([1, 1]);
    expect(await copyWords(WORDS, null)).toBe(false);
  }
});

test('a file is saved under its name with its text, and its object URL is revoked afterwards', async () => {
  vi.useFakeTimers();
  const anchor = { href: '', download: '', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => anchor });
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  const back = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  saveFile('a.maple', 'tree t\n');
  expect(anchor).toMatchObject({ href: 'blob:1', download: 'a.maple' });
  expect(anchor.click).toHaveBeenCalledOnce();
  expect(await blobs[0]?.text()).toBe('tree t\n');
  expect(back).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(back).toHaveBeenCalledExactlyOnceWith('blob:1');
  vi.restoreAllMocks();
});

test('a file’s name is made of the letters of its title', () => {
  expect(fileName('My Lesson: “2”!', 'lesson')).toBe('my-lesson-2');
  expect(fileName('…', 'lesson')).toBe('lesson');
});
