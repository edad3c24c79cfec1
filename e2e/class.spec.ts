// SPDX-License-Identifier: GPL-2.0-or-later
//
// A class without a server: a learner hands in a code; the teacher's page takes it with others, grades all again, keeps
// them, and saves the table.

import { readFileSync } from 'node:fs';
import { digestOf, encodeCode, type ClassCode } from '../web/classroom/code';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';
import { savedBy } from './rooms/saved';

const NODES = readFileSync(new URL('../web/lesson/track/02-nodes.md', import.meta.url), 'utf8');

/** A learner who was wrong, and whose page claims that they were right. */
const BEN: ClassCode = {
  learner: 'bbbbbbbbbbbb',
  serial: 1,
  name: '=Ben',
  pack: '',
  lessons: [
    {
      name: '02-nodes',
      digest: digestOf(NODES),
      screen: 4,
      answers: [
        {
          id: '5-predict-1',
          tries: 2,
          hints: 0,
          told: false,
          first: { seed: null, typed: ['slot 1'] },
          last: { seed: null, typed: ['slot 1'] },
          best: { seed: null, typed: ['slot 1'] },
        },
      ],
    },
  ],
};

test('answers become a code; the teacher sees them graded again in a table, kept and saved as CSV @story', async ({
  page,
}) => {
  const rooms = roomsOf(page);
  await page.goto('./#lesson=02-nodes&screen=5');
  const card = page.getByRole('region', { name: 'Question' });
  const field = card.getByRole('textbox');
  await field.fill('slot 1');
  await card.getByRole('button', { name: 'Check' }).click();
  await expect(card.getByText('Not yet.')).toBeVisible();
  await field.fill('slot 4');
  await card.getByRole('button', { name: 'Check' }).click();
  await expect(card.getByText('Right.')).toBeVisible();
  await page.getByRole('button', { name: 'Lessons', exact: true }).last().click();
  await page.getByRole('button', { name: 'Hand in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand in your answers' });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Ada');
  const code = await dialog.getByRole('textbox', { name: 'Your code' }).inputValue();
  expect(code).toMatch(/^c1\./);
  // It is seen whole as the dialog opens, on a laptop and on a phone.
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await dialog.evaluate((element) => element.querySelectorAll('*').forEach((one) => one.scrollTo(0, 0)));
    const qr = dialog.getByRole('img', { name: 'QR code of your answers' });
    await expect(qr, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
  }
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Collect a class' }).click();
  const teacher = page.getByRole('dialog', { name: 'Class' });
  const ben = encodeCode(BEN) ?? '';
  const paste = teacher.getByRole('textbox', { name: /^Paste the codes/ });
  await paste.fill(`Ada: ${code}\nBen: ${ben}\n> c1.AAAAAAAAAAAA\n`);
  await teacher.getByRole('button', { name: 'Add' }).click();
  await expect(teacher.getByText('Added 2 learners.')).toBeVisible();
  await expect(teacher.getByText(/^Line 3, column 3, “c1\.AAAAAAAAA…”: /)).toBeVisible();
  const row = (name: string) => teacher.getByRole('row', { name: new RegExp(`^${name} `) });
  await expect(row('Ada')).toContainText('right later, 2 tries');
  await expect(row('=Ben')).toContainText('wrong, 2 tries');
  await expect(row('=Ben')).toContainText('0 of ');
  await expect(teacher.getByText('2 of 2 not right at the first try, 1 of 2 solved it.')).toBeVisible();
  await expect(teacher.getByText('slot 1 (2)')).toBeVisible();

  await page.reload();
  await rooms.settled();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('Collect the answers');
  await page.keyboard.press('Enter');
  await expect(row('Ada')).toContainText('right later, 2 tries');
  const table = await savedBy(page, teacher.getByRole('button', { name: 'Save as CSV' }));
  const lines = table.toString().split('\r\n');
  // It is saved when all is graded.
  expect(table.toString()).not.toContain('not graded yet');
  expect(lines.find((line) => line.includes('Ben'))).toMatch(/^'=Ben,bbbbbbbbbbbb,"?2\. Nodes/);
  await row('Ada').getByRole('button', { name: 'Remove Ada' }).click();
  await expect(row('Ada')).toHaveCount(0);
  await teacher.getByRole('button', { name: 'Undo' }).click();
  await expect(row('Ada')).toBeVisible();

  // Another pack of Ben's as a link: a row of its own, which the page explains; Share leads to the class too.
  await page.goto('about:blank');
  await page.goto(`./#${encodeCode({ ...BEN, pack: '0123abcd' }) ?? ''}`);
  await expect(teacher.getByText('Added 1 learner.')).toBeVisible();
  await expect(row('=Ben')).toHaveCount(2);
  await expect(teacher.locator('header')).toContainText('2 learners');
  await expect(row('=Ben').last()).toContainText('in pack 0123abcd');
  await expect(teacher).toContainText('has a row for each pack');
  await teacher.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const share = page.getByRole('dialog', { name: 'Share' });
  await share.getByRole('tab', { name: 'Class' }).click();
  await share.getByRole('button', { name: 'Collect a class' }).click();
  await expect(row('=Ben')).toHaveCount(2);
});
