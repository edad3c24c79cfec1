// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page as a person meets it, one object a room; and, for what the eye cannot read, the automation surface.

import { expect, type Locator, type Page } from '@playwright/test';
import type { PageState, TreeLayout } from '../../web/app/shell/automation';
import type { Report } from '../../web/model/report';
import type { AuditReport } from '../../web/app/shell/automation';

/** The automation surface, from outside: each call goes into the page and waits for what it gives. */
export interface Inside {
  run(text: string): Promise<Report>;
  seek(step: number): Promise<void>;
  report(): Promise<Report>;
  audit(): Promise<AuditReport>;
  layout(tree?: string): Promise<TreeLayout | null>;
  state(): Promise<PageState>;
  shareUrl(): Promise<string>;
}

export interface Rooms {
  readonly page: Page;
  readonly inside: Inside;
  readonly editor: Editor;
  readonly transport: Transport;
  readonly picture: Locator;
  readonly inspector: Locator;
  readonly problems: Locator;
  readonly announcer: Locator;
  readonly notice: Locator;
  dialog(name: string): Locator;
  open(fragment?: string): Promise<void>;
  /** Resolves when the text has been run and its picture is on the page. Of what begins a run later, see `nextRun`. */
  settled(): Promise<void>;
  /**
   * Does what begins a run, at once or after something that has to be fetched, read or built first, on the page that is
   * open; resolves when that run has ended, or was refused, and its picture is on the page.
   */
  nextRun(begin: () => Promise<unknown>): Promise<void>;
}

export interface Editor {
  readonly text: Locator;
  /** Selects the whole text; what is inserted next takes its place in one edit. */
  selectAll(): Promise<void>;
  /** Replaces the whole text as typing would, without auto-closing getting in the way. */
  write(text: string): Promise<void>;
  /** What the right gutter says, top to bottom. */
  results(): Promise<string[]>;
}

export interface Transport {
  readonly first: Locator;
  readonly back: Locator;
  readonly play: Locator;
  readonly forward: Locator;
  readonly last: Locator;
  /** "step 10 of 15" */
  readonly place: Locator;
}

/** Puts a memory map in through the dialog, as the scenario. */
export async function pasteMaps(rooms: Rooms, maps: string): Promise<void> {
  await rooms.page.getByRole('button', { name: /^Paste (a memory )?map$/ }).click();
  const dialog = rooms.dialog('Paste a memory map');
  await dialog.getByRole('textbox', { name: 'Text of the memory map' }).fill(maps);
  await rooms.nextRun(() => dialog.getByRole('button', { name: 'Show its tree' }).click());
  await expect(dialog).toBeHidden();
}

// Two frames on; a page behind another one paints none, and is not waited for.
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
        setTimeout(done, 500);
      }),
  );
}

/** Gives the open page another size, and resolves when it has been drawn in it. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
  await painted(page);
}

/** As long may a run of a test take, on a machine that has much else to do. */
const RUN_MS = 120_000;
/** What is waited for in nearly every test is looked for often. */
const OFTEN_MS = [50, 50, 100, 100, 100, 200];

/** How many runs have ended on the page since this was first asked. */
async function runsOf(page: Page): Promise<number> {
  await page.waitForFunction(() => globalThis.maplescope !== undefined);
  return page.evaluate(() => {
    const counting = globalThis as { runsEnded?: number };
    if (counting.runsEnded === undefined) {
      counting.runsEnded = 0;
      for (const event of ['run', 'refused'] as const)
        globalThis.maplescope!.on(event, () => (counting.runsEnded = (counting.runsEnded ?? 0) + 1));
    }
    return counting.runsEnded;
  });
}

export function roomsOf(page: Page): Rooms {
  const inside = insideOf(page);
  const time = page.getByRole('region', { name: 'Time' });
  const settled = async (): Promise<void> => {
    // Also of a page that is being loaded.
    await expect
      .poll(() => page.evaluate(() => globalThis.maplescope?.state().settled), { timeout: RUN_MS, intervals: OFTEN_MS })
      .toBe(true);
  };
  const nextRun = async (begin: () => Promise<unknown>): Promise<void> => {
    const before = await runsOf(page);
    await begin();
    // The run before has ended as well, and would be taken for this one.
    await expect.poll(() => runsOf(page), { timeout: RUN_MS, intervals: OFTEN_MS }).toBeGreaterThan(before);
    await settled();
  };
  return {
    page,
    inside,
    settled,
    nextRun,
    editor: editorOf(page),
    transport: {
      first: time.getByRole('button', { name: 'First step' }),
      back: time.getByRole('button', { name: 'Step back' }),
      play: time.getByRole('button', { name: /^(Play|Pause)$/ }),
      forward: time.getByRole('button', { name: 'Step forward' }),
      last: time.getByRole('button', { name: 'Last step' }),
      place: page.locator('.step-count'),
    },
    picture: page.getByRole('region', { name: 'Picture' }),
    inspector: page.getByRole('region', { name: 'Inspector' }),
    problems: page.locator('.problems'),
    announcer: page.getByTestId('announcer'),
    notice: page.locator('.notice'),
    dialog: (name) => page.getByRole('dialog', { name }),
    async open(fragment = '') {
      await page.goto(fragment === '' ? './' : `./#${fragment}`);
      await settled();
      await expect(page.locator('.engine')).toHaveText(/^linux-6\.16\/[0-9a-f]{12}$/);
    },
  };
}

function editorOf(page: Page): Editor {
  const text = page.getByRole('textbox', { name: 'Scenario' });
  const selectAll = async (): Promise<void> => {
    await text.click();
    await page.keyboard.press('ControlOrMeta+a');
    // The first key waits for the part of the editor that it is for; what is inserted is no key, and would not. Nothing
    // is waited for once the text is gone: it would be run.
    await expect.poll(() => page.evaluate(allSelected), { intervals: OFTEN_MS }).toBe(true);
  };
  return {
    text,
    selectAll,
    async write(words) {
      await selectAll();
      await page.keyboard.press('Delete');
      await page.keyboard.insertText(words);
      await expect
        .poll(() => page.evaluate(() => globalThis.maplescope?.state().text), { intervals: OFTEN_MS })
        .toBe(words);
    },
    results: () => page.locator('.cm-results .result').allTextContents(),
  };
}

// A click into the text has left no selection but the whole one.
function allSelected(): boolean {
  return globalThis.maplescope!.state().text === '' || (globalThis.getSelection()?.toString() ?? '') !== '';
}

function insideOf(page: Page): Inside {
  // It is there after the first run of a page.
  const here = (): Promise<unknown> => page.waitForFunction(() => globalThis.maplescope !== undefined);
  return {
    async run(text) {
      await here();
      const report = await page.evaluate((words) => globalThis.maplescope!.run(words), text);
      await painted(page);
      return report;
    },
    async seek(step) {
      await here();
      await page.evaluate((wanted) => globalThis.maplescope!.seek(wanted), step);
      await painted(page);
    },
    report: () => here().then(() => page.evaluate(() => globalThis.maplescope!.report())),
    audit: () => here().then(() => page.evaluate(() => globalThis.maplescope!.audit())),
    layout: (tree) => here().then(() => page.evaluate((name) => globalThis.maplescope!.layout(name), tree)),
    state: () => here().then(() => page.evaluate(() => globalThis.maplescope!.state())),
    shareUrl: () => here().then(() => page.evaluate(() => globalThis.maplescope!.shareUrl())),
  };
}
