// SPDX-License-Identifier: GPL-2.0-or-later
//
// Windows of every size, as one table: states of the page × sizes × rules. Each state is opened once, in the first
// of its sizes, and the open page then gets the others; nearly every size is the first of a state. Two rules hold
// for all of them: nothing scrolls sideways, and every control can be brought into the window. A state may name more.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { resize, roomsOf, type Rooms } from './rooms/page';

const SIZES = {
  phone: [390, 844],
  /** A window of 1440 × 900 at 200 %. */
  twice: [720, 450],
  tablet: [1024, 768],
  strip: [1100, 768],
  low: [1280, 720],
  laptop: [1440, 900],
  wide: [1920, 1080],
} as const;

type Size = keyof typeof SIZES;

/** What is wrong in the window as it stands; nothing, if all is well. */
type Rule = (rooms: Rooms, size: Size) => Promise<unknown[]>;

interface State {
  readonly name: string;
  readonly show: (rooms: Rooms) => Promise<unknown>;
  /** It is opened in the first. */
  readonly sizes: readonly [Size, ...Size[]];
  readonly rules?: Readonly<Record<string, Rule>>;
}

// --- What holds everywhere ---

const sideways: Rule = ({ page }) =>
  page.evaluate(() =>
    [document.documentElement, document.body, document.querySelector('#app')!, document.querySelector('main')!]
      .map((one) => {
        // Tried as well: what is hidden beyond an edge can be scrolled to by a focus.
        one.scrollLeft = 40;
        const moved = one.scrollLeft;
        one.scrollLeft = 0;
        return `${one.tagName} ${Math.max(one.scrollWidth - innerWidth, 0)} wider, scrolled by ${moved}`;
      })
      .concat(`page ${document.documentElement.scrollHeight - innerHeight} higher`)
      .filter((said) => !/ 0 wider, scrolled by 0$|^page 0 higher$/.test(said)),
  );

const CONTROLS = ['.header .button', '.transport .button', '.transport-row button', '.panes button']
  .concat('.picture-head button', '.picture-foot button')
  .join();

/** Controls outside of the window; what lies below may be scrolled to, unless `asItStands`. */
const controlsOutside = ({ page }: Rooms, asItStands: boolean): Promise<unknown[]> =>
  page.evaluate(
    ([all, still]) =>
      [...document.querySelectorAll(all)]
        .filter((node) => {
          if (!still && node.getBoundingClientRect().bottom > innerHeight) node.scrollIntoView({ block: 'nearest' });
          const { width, left, right, bottom } = node.getBoundingClientRect();
          return width > 0 && (left < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5);
        })
        .map((node) => node.textContent),
    [CONTROLS, asItStands] as const,
  );

const controls: Rule = (rooms) => controlsOutside(rooms, false);

// --- What a state names ---

const views = (page: Page) => page.getByRole('group', { name: 'View' });

/** Every control is in the window as it opens, without a scroll. */
const controlsAtOnce: Rule = (rooms) => controlsOutside(rooms, true);

/** The names of the views can be read, all of them. */
const viewNames: Rule = ({ page }) =>
  views(page).evaluate((row) => (row.scrollWidth > row.clientWidth ? [row.scrollWidth - row.clientWidth] : []));

const HOSTS = '.fork-host > *, .sweep-host > *, .vmas-host > *';

/** At each of these steps, each view is as wide as the window at most, and so are the buttons above and below. */
const viewsOfSteps =
  (...steps: readonly number[]): Rule =>
  async (rooms, size) => {
    const found: unknown[] = [];
    for (const step of steps) {
      await rooms.inside.seek(step);
      const buttons = views(rooms.page).getByRole('button');
      for (let k = 0; k < (await buttons.count()); k++) {
        await buttons.nth(k).click();
        await rooms.settled();
        const wide = await rooms.page.evaluate(
          (all) =>
            [...document.querySelectorAll(all)]
              .filter((node) => {
                const { width, left, right } = node.getBoundingClientRect();
                return width > 0 && (left < 0 || right > innerWidth + 0.5);
              })
              .map((node) => node.className),
          HOSTS,
        );
        const all = [...wide, ...(await sideways(rooms, size)), ...(await controls(rooms, size))];
        found.push(...all.map((one) => `step ${step}, view ${k}: ${String(one)}`));
      }
    }
    return found;
  };

const NOTE = 'The leaf is full and its parent as well, so that the next store has to split both of them. '
  .repeat(4)
  .trim();

/** A long note widens nothing, and can be read. */
const note: Rule = async ({ page, inspector }, size) => {
  await expect(page.locator('.note-text')).toHaveAttribute('title', NOTE);
  // The panel tells the note whole; where it is not on the page, the line above the bars tells it.
  if (SIZES[size][0] > 900) await expect(inspector.locator('.ms-note')).toContainText('so that the next store');
  else await expect(page.locator('.note-text')).toBeVisible();
  return page.evaluate(() => {
    const boxOf = (place: string) => document.querySelector(place)!.getBoundingClientRect();
    const rooms = ['.middle', '.picture-pane', '.transport', '.timeline-host', '.inspector', '.header'];
    const outside = [...rooms, '.header .primary'].filter((place) => boxOf(place).right > innerWidth + 0.5);
    return boxOf('.middle').width === boxOf('.transport').width ? outside : [...outside, 'the transport'];
  });
};

/** The tab of the address space, and the number of the step, are within their rooms. */
const spaceTab: Rule = async ({ page, inspector }) => {
  await inspector.getByRole('tab', { name: 'Space' }).click();
  return page.evaluate(() => {
    const right = (place: string): number => document.querySelector(place)!.getBoundingClientRect().right;
    return [
      ...(right('#tab-space') <= innerWidth ? [] : ['the tab']),
      ...(right('.step-count') <= right('.picture-pane') ? [] : ['the number of the step']),
    ];
  });
};

/** The player of a fork stays over what scrolls. */
const player: Rule = async ({ page, inside }) => {
  await inside.seek(18);
  const play = page.getByRole('group', { name: 'Marks of this step' });
  const legend = page.getByRole('list', { name: 'What the picture shows' });
  await expect(play).toBeInViewport({ ratio: 1 });
  const apart = async (): Promise<number> => {
    const dock = (await page.locator('.ms-fork .dock').boundingBox())!;
    return (await page.locator('.ms-fork .stand').boundingBox())!.y - dock.y - dock.height;
  };
  await expect.poll(apart).toBeGreaterThanOrEqual(0);
  // At the end of what scrolls the legend is there, and so is the player.
  await legend.scrollIntoViewIfNeeded();
  await expect(legend).toBeInViewport();
  await expect(play).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.step-count, .step-place').filter({ visible: true })).toHaveCount(1);
  return [];
};

/** The range of each node stands within it, in letters that can be read. */
const ranges: Rule = async ({ page, inside }) => {
  await inside.seek(16);
  const nodes = page.locator('.tree-host .ms-tree-frame .ms-node');
  await expect(nodes).toHaveCount(3);
  const heads = await nodes.evaluateAll((all) =>
    all.map((node) => {
      const bounds = node.querySelector<SVGTextElement>('.bounds')!;
      const [box, frame] = [bounds.getBoundingClientRect(), node.querySelector('.frame')!.getBoundingClientRect()];
      return {
        words: bounds.textContent,
        within: box.left >= frame.left && box.right <= frame.right + 0.5,
        // The size of the letters on the screen; how high the box of a text is, each browser says in its own way.
        size: parseFloat(getComputedStyle(bounds).fontSize) * (bounds.getScreenCTM()?.a ?? 0),
      };
    }),
  );
  return heads.filter(
    ({ words, within, size }) => !within || size < 7 || !/^[0-9a-f\s]+–([0-9a-f\s]+|\s?max)$/.test(words),
  );
};

/** What was switched on is switched off at the same place, and the search pushes nothing. */
const toggles: Rule = async ({ page }) => {
  const found: string[] = [];
  const place = async (of: string): Promise<string> => {
    const { x, y } = (await page.locator(of).boundingBox())!;
    return `${of} at ${Math.round(x)}, ${Math.round(y)}`;
  };
  const stays = async (of: string, before: string, when: string): Promise<void> => {
    const now = await place(of);
    if (now !== before) found.push(`${when}: ${now}, not ${before}`);
  };
  for (const [toggle, shows] of [
    ['.slow-toggle', '.ms-event-strip'],
    ['.differ-toggle', '.ms-differ-verdict'],
  ] as const) {
    const before = await place(toggle);
    await page.locator(toggle).click();
    await expect(page.locator(shows)).toBeVisible();
    await stays(toggle, before, 'on');
    await expect(page.locator('.picture-foot')).toHaveCount(toggle === '.differ-toggle' ? 0 : 1);
    await page.locator(toggle).click();
    await expect(page.locator(shows)).toBeHidden();
    await stays(toggle, before, 'off');
  }
  const [find, strip] = [await place('.find-toggle'), await place('.strip-host')];
  await page.locator('.find-toggle').click();
  const field = page.getByRole('combobox', { name: 'Find' });
  await field.fill('leaf where used < 12');
  await page.getByRole('button', { name: 'list', exact: true }).click();
  const list = (await page.getByRole('list', { name: 'Results' }).locator('..').boundingBox())!;
  await stays('.find-toggle', find, 'searching');
  await stays('.strip-host', strip, 'searching');
  // Beside the tree, or under it.
  await expect
    .poll(async () => {
      const tree = (await page.locator('.tree-host').boundingBox())!;
      return tree.x + tree.width <= list.x + 1 || tree.y + tree.height <= list.y + 1;
    })
    .toBe(true);
  // Escape closes the list, then the search.
  await field.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  return found;
};

const MAPPED =
  'mm cat\nrepeat 16 as i { map 0x555555554000 + i*64K..+48K rw }\nfail vma at vma 8\nfork cat as unborn\n';
const FORKED = [
  'mm app',
  'repeat 40 as i { map 64K + i*64K..+48K rw }',
  'touch 64K..+48K',
  'note "The fork fails at its ninth VMA, and the marker stands there."',
  'fail vma at vma 9',
  'fork app as unborn',
  'sweep vma { fork app as child }',
].join('\n');
const TWO_FORKS =
  'mm cat\nrepeat 20 as i { map 64K + i*64K..+48K rw }\nfork cat as child\nfail request 2\nfork cat as unborn\n';

const STATES: readonly State[] = [
  {
    name: 'the first view',
    show: () => Promise.resolve(),
    sizes: ['laptop', 'wide', 'low', 'tablet', 'twice', 'phone'],
    rules: { controlsAtOnce, toggles },
  },
  {
    name: 'each view of a fork, of one that failed, and of a sweep',
    show: ({ inside }) => inside.run(FORKED),
    sizes: ['tablet', 'laptop', 'phone'],
    rules: { views: viewsOfSteps(42, 43, 44) },
  },
  {
    name: 'the tree of a fork that failed',
    show: async (rooms) => {
      const { page, picture } = rooms;
      await rooms.open('ex=cat');
      await views(page).getByRole('button', { name: 'Tree' }).click();
      await expect(picture.locator('.tree-host')).toBeVisible();
    },
    sizes: ['phone'],
    rules: { viewNames },
  },
  {
    name: 'a long note',
    show: async ({ inside }) => {
      await inside.run(`# ${NOTE}\ntree a\nnote "${NOTE}"\nstore 1 = 2`);
      await inside.seek(2);
    },
    sizes: ['low', 'strip', 'tablet', 'phone'],
    rules: { note },
  },
  {
    name: 'the address space of one of two processes',
    show: ({ inside }) => inside.run(TWO_FORKS),
    sizes: ['wide', 'laptop', 'low'],
    rules: { spaceTab },
  },
  {
    name: 'a fork of high addresses',
    show: ({ inside }) => inside.run(MAPPED),
    sizes: ['twice', 'phone'],
    rules: { player, ranges },
  },
];

for (const { name, show, sizes, rules } of STATES)
  test(`in every window: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: SIZES[sizes[0]][0], height: SIZES[sizes[0]][1] });
    const rooms = roomsOf(page);
    await rooms.open();
    await show(rooms);
    for (const size of sizes)
      await test.step(SIZES[size].join(' × '), async () => {
        const [width, height] = SIZES[size];
        if (size !== sizes[0]) await resize(page, width, height);
        for (const [what, rule] of Object.entries({ ...rules, sideways, controls }))
          expect(await rule(rooms, size), `${what}, ${SIZES[size].join(' × ')}`).toEqual([]);
      });
  });
