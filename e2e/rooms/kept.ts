// SPDX-License-Identifier: GPL-2.0-or-later
//
// What is kept beside the pictures (e2e/pictures): marks as text, and the letters that they were taken with.
// `--update-snapshots` writes them anew.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page, TestInfo } from '@playwright/test';
import { coarseDifferences, differences, kindsOf, parseMarks, writeMarks, type Mark } from './marks';

const fileOf = (name: string): string => fileURLToPath(new URL(`../pictures/${name}`, import.meta.url));

function taken(info: TestInfo): boolean {
  return info.config.updateSnapshots === 'all' || info.config.updateSnapshots === 'changed';
}

function keep(name: string, text: string): void {
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), name.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text);
}

function kept(name: string): string {
  if (!existsSync(fileOf(name)))
    throw new Error(`e2e/pictures/${name} is not there: look at the page, then run with --update-snapshots`);
  const bytes = readFileSync(fileOf(name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Widths in px of a line of 100 px letters, in each family that the page names. */
function lettersOf(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const probe = document.createElement('span');
    probe.textContent = 'Maple tree 0x7f1234567890 – pivots WiIl 12,345';
    document.body.append(probe);
    const widths = ['words', 'mono'].flatMap((family) =>
      ['400', '700'].map((weight): [string, number] => {
        const font = `${weight} 100px var(--${family})`;
        probe.style.cssText = `position: fixed; visibility: hidden; white-space: pre; font: ${font}`;
        return [`${family} ${weight}`, Math.round(probe.getBoundingClientRect().width)];
      }),
    );
    probe.remove();
    return Object.fromEntries(widths);
  });
}

/** The families whose letters are not those that the pictures were taken with, and how wide they are. */
export async function otherLetters(page: Page): Promise<string[]> {
  const now = await lettersOf(page);
  const then = Object.entries(JSON.parse(kept('letters.json')) as Record<string, number>);
  return then
    .filter(([family, width]) => Math.abs((now[family] ?? 0) - width) > width / 200)
    .map(([family, width]) => `${family}: ${now[family] ?? 0} px wide, not ${width}`);
}

/** Fails unless this browser uses the fonts of the pictures, which tests/setup/fonts.mjs gives to every browser. */
export async function requireSameLetters(page: Page, info: TestInfo): Promise<void> {
  if (taken(info)) keep('letters.json', `${JSON.stringify(await lettersOf(page))}\n`);
  const others = await otherLetters(page);
  if (others.length > 0)
    throw new Error(`The browser does not use the fonts that tests/setup/fonts.mjs sets: ${others.join('; ')}.`);
}

/** What differs from the kept marks of that name, mark by mark. */
export function markDifferences(name: string, now: readonly Mark[], info: TestInfo): string[] {
  const file = `${name}.txt.gz`;
  if (taken(info)) keep(file, writeMarks(now));
  return differences(parseMarks(kept(file)), now);
}

/** What differs from the kept kinds of marks of that name, coarsely. */
export function kindDifferences(name: string, marks: readonly Mark[], info: TestInfo): string[] {
  const file = `${name}.txt`;
  const now = kindsOf(marks);
  if (taken(info))
    keep(
      file,
      `${[...now]
        .map(([kind, count]) => `${count} ${kind}`)
        .sort()
        .join('\n')}\n`,
    );
  const then = kept(file)
    .trimEnd()
    .split('\n')
    .map((line): [string, number] => [line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 10)]);
  return coarseDifferences(new Map(then), now);
}
