// SPDX-License-Identifier: GPL-2.0-or-later
//
// A test in steps that share one page: loading the page takes longer than most steps do. Each step must pass and fail
// for its own reason. So a step begins as if it were alone. What the one before it left behind is put away by the
// page's own means where a person would do so with a key or a press: a dialog, a message, another text and what that
// text shows, a tab. Where anything else is left (a mode, a choice, something kept), or a step failed, the page is
// loaded anew. When a step fails, the steps after it run all the same, and each failure is named.

import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { painted, roomsOf, type Rooms } from './page';

export interface Shared {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Its `open` brings back the page as it opens; what has not changed is not loaded again. */
  readonly rooms: Rooms;
  /** The next step loads the page: for what this one leaves behind unseen, such as folded levels or a zoom. */
  readonly spend: () => void;
}

type Act = (shared: Shared) => Promise<void>;

/** As long as a test of its own may take. */
const STEP_MS = 180_000;
/** Texts that the page keeps, and when: every run changes them. */
const KEPT_OF_TEXTS = /^maplescope\.(text|branches|visits|journal|left)/;

/** All that a person or a step may have chosen or opened, other than the text that runs. */
function leftBehind(page: Page): Promise<string> {
  return page.evaluate((source) => {
    const ofTexts = new RegExp(source);
    const chosen = [
      ...document.querySelectorAll(
        '[aria-pressed=true], [aria-selected=true], [aria-expanded=true], [aria-checked=true]',
      ),
    ]
      .filter((node) => node.closest('.cm-editor, .tree-host, .strip-host, .timeline-host, .inspector-panel') === null)
      .map((node) => node.getAttribute('aria-label') ?? node.textContent);
    const open = [
      ...document.querySelectorAll(
        'dialog[open], .notice, .ms-minimap:not([hidden]), [role=combobox], [role=alertdialog]',
      ),
    ].map((node) => node.className);
    const scrolled = [...document.querySelectorAll('body *')].filter(
      (node) => node.scrollTop > 0 && node.closest('.cm-editor') === null,
    ).length;
    const kept = Object.entries(localStorage).filter(([key]) => !ofTexts.test(key));
    const root = document.documentElement;
    return JSON.stringify({
      chosen,
      open,
      scrolled,
      kept: kept.sort(),
      root: [root.className, root.dataset.theme, document.body.className],
      settings: [...document.querySelectorAll('select')].map((select) => select.value),
      place: location.pathname + location.hash,
      media: ['(forced-colors: active)', '(prefers-color-scheme: dark)', 'print'].filter(
        (query) => matchMedia(query).matches,
      ),
    });
  }, KEPT_OF_TEXTS.source);
}

class SharedPage implements Shared {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly rooms: Rooms;
  readonly spend: () => void;
  private readonly size: readonly [number, number];
  private spent = false;
  /** What was on the page as it opened; empty until then. */
  private fresh = '';
  private first = { text: '', step: 0 };

  constructor(page: Page, context: BrowserContext, size: readonly [number, number]) {
    this.page = page;
    this.context = context;
    this.size = size;
    this.spend = () => {
      this.spent = true;
    };
    const rooms = roomsOf(page);
    this.rooms = { ...rooms, open: (fragment = '') => (fragment === '' ? this.open() : rooms.open(fragment)) };
  }

  /** Before each step. */
  async begin(): Promise<void> {
    for (const other of this.context.pages()) if (other !== this.page) await other.close();
    const [width, height] = this.size;
    await this.page.setViewportSize({ width, height });
    await this.page.mouse.move(0, 0);
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    if (this.fresh === '' || this.spent || !(await this.isAsItOpened())) await this.load();
  }

  private async isAsItOpened(): Promise<boolean> {
    if ((await leftBehind(this.page)) === this.fresh) return true;
    await this.putAway();
    return (await leftBehind(this.page)) === this.fresh;
  }

  private async putAway(): Promise<void> {
    const { page } = this;
    for (let open = await page.locator('dialog[open]').count(); open > 0; open--) {
      await page.keyboard.press('Escape');
      await painted(page);
    }
    await this.open();
    await page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLElement>(
        '.notice button[aria-label="Close this message"], .inspector [role=tab]:first-child[aria-selected=false]',
      ))
        button.click();
      (document.activeElement as HTMLElement | null)?.blur();
    });
    await painted(page);
  }

  private async open(): Promise<void> {
    const { text, step } = await this.rooms.inside.state();
    if (text !== this.first.text) await this.rooms.inside.run(this.first.text);
    if (text !== this.first.text || step !== this.first.step) await this.rooms.inside.seek(this.first.step);
    await painted(this.page);
    await this.rooms.settled();
  }

  private async load(): Promise<void> {
    const { page } = this;
    if (this.fresh !== '') {
      // A page of the same host that keeps nothing when it is left.
      await page.unrouteAll();
      await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light', media: 'screen' });
      await page.goto('./icon.svg');
      await page.evaluate(async () => {
        localStorage.clear();
        sessionStorage.clear();
        for (const { name = '' } of await indexedDB.databases())
          await new Promise((done) => {
            const going = indexedDB.deleteDatabase(name);
            going.onsuccess = going.onerror = going.onblocked = done;
          });
      });
    }
    await roomsOf(page).open();
    const { text, step } = await this.rooms.inside.state();
    this.first = { text, step };
    this.fresh = await leftBehind(page);
    this.spent = false;
  }
}

/** The steps of one test, in the order in which they were added. */
export interface Steps {
  (name: string, act: Act): void;
  /** What the test runs. */
  readonly inTurn: (fixtures: { readonly page: Page; readonly context: BrowserContext }) => Promise<void>;
}

/** `size` is that of the window before each step. */
export function onOnePage(size: readonly [number, number] = [1280, 800]): Steps {
  const steps: { readonly name: string; readonly act: Act }[] = [];
  const inTurn: Steps['inTurn'] = async ({ page, context }) => {
    test.setTimeout(STEP_MS * steps.length);
    const shared = new SharedPage(page, context, size);
    const failures: string[] = [];
    for (const { name, act } of steps) {
      try {
        await test.step(name, async () => {
          await shared.begin();
          await act(shared);
        });
      } catch (error) {
        shared.spend();
        failures.push(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
    }
    expect(failures.length, failures.join('\n\n')).toBe(0);
  };
  return Object.assign((name: string, act: Act) => void steps.push({ name, act }), { inTurn });
}
