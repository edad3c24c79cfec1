// SPDX-License-Identifier: GPL-2.0-or-later
//
// A moment within a step, taken away: what the mail says of its link is what the link holds, and the list of what a
// link holds names it.

import { briefsOf } from '../columns';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeText, type Taking } from '../../../web/app/share/export-texts';
import { linkHere } from '../../../web/app/store/links/link-of';
import { chosenView, diagnostics, forkCursor, forkPlace, ran } from '../../../web/app/store/page/state';
import { scene, step, text, view } from '../../../web/app/store/page/state';
import { event, fetchTeller, seekEvent, showSlow, startMotion } from '../../../web/app/store/run/motion';
import { attachEngine, runText, seek } from '../../../web/app/store/run/run';
import { placePhrases } from '../../../web/share/facts';
import { readPlace } from '../../../web/share/place';
import { engineHere } from './engine-here';

const KEEP = { paths: 'keep', addresses: 'keep' } as const;
const BASE = 'https://example.org/maplescope/';
const KINDS = ['mail', 'markdown', 'json', 'c', 'mt_dump'] as const;

let stop: () => void;

beforeEach(async () => {
  await fetchTeller();
  attachEngine(engineHere());
  stop = startMotion();
});

afterEach(() => {
  showSlow(false);
  stop();
  attachEngine(null);
  [ran.value, scene.value, diagnostics.value, text.value, step.value] = [null, null, [], '', 0];
  [chosenView.value, forkPlace.value] = [null, null];
});

async function runOf(name: string, at: number): Promise<void> {
  text.value = readFileSync(new URL(`../../../web/app/examples/${name}.maple`, import.meta.url), 'utf8').trimEnd();
  await runText({ kind: 'end' });
  expect(diagnostics.value).toEqual([]);
  await seek(at);
}

function taking(linked = true): Taking & { readonly fragment: string } {
  const facts = linkHere(KEEP, null, BASE, null);
  const fragment = facts.fragment ?? '';
  return linked
    ? { preparation: KEEP, facts, address: `${BASE}#${fragment}`, fragment }
    : { preparation: KEEP, facts: { ...facts, fragment: null }, address: '', fragment };
}

/** The text without the marks and ends of its lines. */
async function words(kind: 'mail' | 'markdown', from: Taking): Promise<string> {
  const made = await makeText(kind, from);
  return made.kind === 'text' ? made.text.replace(/\n[|\\] /g, ' ') : made.words;
}

test('an event of slow motion', async () => {
  await runOf('first', 10);
  await seekEvent(13);
  expect(event.value).toBe(13);
  const from = taking();
  expect(readPlace(from.fragment).event).toBe(13);
  expect(placePhrases(from.fragment)).toEqual(['event 14 of slow motion']);
  const mail = await words('mail', from);
  expect(mail).toMatch(/ At event 14 of \d+: .* The link opens there\./);
  expect(mail).not.toContain('as a whole');
  expect(await words('markdown', from)).toMatch(/The drawing is of that moment\. The link opens there\.\n/);
  expect(await words('markdown', taking(false))).not.toContain('The link opens');
});

test('a mark of a fork', async () => {
  await runOf('fork-vma', 19);
  expect(view.value).toBe('fork');
  const first = forkCursor.value;
  // Where the page opens the fork by itself, no link says so, and it leads there all the same.
  expect(placePhrases(taking().fragment)).toEqual([]);
  expect(await words('mail', taking())).toMatch(new RegExp(` At mark ${first} of \\d+: .* The link opens there\\.`));
  forkPlace.value = { of: scene.value!, cursor: first - 1 };
  const from = taking();
  expect(readPlace(from.fragment).mark).toBe(first - 1);
  expect(placePhrases(from.fragment)).toEqual([`mark ${first - 1} of the fork`]);
  expect(await words('mail', from)).toMatch(new RegExp(` At mark ${first - 1} of \\d+: .* The link opens there\\.`));
});

test('a step as a whole has no moment, and its link names none', async () => {
  await runOf('first', 10);
  expect(placePhrases(taking().fragment)).toEqual([]);
  expect(await words('mail', taking())).not.toMatch(/The link opens/);
});

test('rules of a fork that were not checked are said so once', async () => {
  text.value = 'mm a\nmap 0x1000..+4K rw\nfork a as b';
  await runText({ kind: 'end' });
  const mail = await words('mail', taking());
  expect(mail).toContain('Rules 1–5 not checked: the fork succeeded, and the child keeps what it allocated');
  expect(mail).not.toContain('Not checked');
  await runOf('fork-vma', 19);
  expect(await words('mail', taking())).toContain('Rules 1 to 6 of the account hold.');
});

test('the mail of a fork that failed has title, line, story, account, rules and link in some 25 lines', async () => {
  let failed = 0;
  for (const name of ['fork-vma', 'copy-fails', 'cat', 'ceiling', 'fork-pages']) {
    await runOf(name, 1);
    for (const [k, { op }] of briefsOf(ran.value!.summary.steps).entries()) {
      if (op !== 'fork' && op !== 'dup') continue;
      await seek(k + 1);
      if ((scene.value?.record?.error ?? null) === null) continue;
      failed++;
      const made = await makeText('mail', taking());
      const text = made.kind === 'text' ? made.text : '';
      // The link of an example is one line on the page; that of a text of one's own is as long as the text.
      const lines = text.replace(/\nlink\n[^]*?\n\n/, '\nlink\n#\n\n').split('\n');
      // What leaked, and the rule that it broke, take their lines.
      const most = text.includes('BROKEN') ? 33 : 29;
      expect(lines.length, `${name}\n${lines.join('\n')}`).toBeLessThanOrEqual(most);
    }
  }
  expect(failed).toBeGreaterThan(4);
});

test('a link says each thing that it opens with, in words', () => {
  expect(placePhrases('ex=first&step=3&mark=2&event=0&view=compare&tree=a%20b&base=hexadecimal&present')).toEqual([
    'event 1 of slow motion',
    'mark 2 of the fork',
    'view compare',
    'tree a b',
    'indexes in hexadecimal',
    'projector mode',
  ]);
});

test('no text is made of a run that the page’s text has left behind', async () => {
  await runOf('first', 10);
  expect((await makeText('mail', taking())).kind).toBe('text');
  text.value += '\nstor 5 = 1';
  for (const kind of KINDS) expect((await makeText(kind, taking())).kind, kind).toBe('none');
});
