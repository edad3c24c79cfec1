// SPDX-License-Identifier: GPL-2.0-or-later
//
// What comes with a link or a paste is text, wherever it is shown: markup in labels, notes, paths, names and messages
// makes no element, runs nothing and asks no host for anything; letters made by chance leave the page usable. And the
// page's own policy refuses what would make it otherwise.

import { toBase64Url } from '../web/share/bytes';
import { encodeLink } from '../web/share/encode';
import { splitMix64 } from '../web/base/random';
import type { Rooms } from './rooms/page';
import { expect, test } from './fixtures';
import { roomsOf } from './rooms/page';

const MARKUP =
  '<img src=x onerror="globalThis.broken=1"><script>globalThis.broken=1</scr' + 'ipt><b class=broken>x</b>';
const QUOTED = MARKUP.replaceAll('"', '\\"');
const TREE = `# ${MARKUP}
tree t alloc rcu
repeat 20 as i { store i*10..+4 = i }
store 300..309 = "${QUOTED}"
note "${QUOTED} [a](javascript:globalThis.broken=1) <a href=javascript:1>x</a>"
read t at 300 as r
dup t as u
expect 1 = "${QUOTED}"
erase 305`;
const MAPS = `# ${MARKUP}
maps app """
00400000-00401000 r-xp 00000000 00:00 0                          /${MARKUP}
00600000-00601000 rw-p 00000000 00:00 0                          [${MARKUP}]
7ffc00000000-7ffc00010000 rw-p 00000000 00:00 0                  [stack]
"""
fail vma at vma 2
fork app as child`;

function linkTo(script: string, step: number): string {
  const encoded = encodeLink({
    script,
    language: 1,
    step,
    engine: `<b class=broken>${MARKUP}`,
    sum: '0123456789abcdef',
  });
  if (encoded.kind !== 'link') throw new Error(encoded.message);
  return encoded.fragment;
}

async function mustBeText(rooms: Rooms, what: string): Promise<void> {
  await rooms.settled();
  const made = await rooms.page.evaluate(() => ({
    ran: 'broken' in globalThis,
    elements: document.querySelectorAll(
      '.broken, img[src], script:not([src]), iframe, object, embed, [onerror], [onclick], [onload], ' +
        'a[href^="javascript" i]',
    ).length,
  }));
  expect(made, what).toEqual({ ran: false, elements: 0 });
}

for (const [name, script, step] of [
  ['a tree', TREE, 26],
  ['a memory map', MAPS, 5],
] as const) {
  test(`markup in a link to ${name} stays text in every view`, async ({ page }) => {
    const rooms = roomsOf(page);
    await rooms.open(linkTo(script, step));
    await mustBeText(rooms, 'opened');
    const { steps } = await rooms.inside.state();
    for (let at = 0; at <= steps; at += name === 'a tree' ? 6 : 1) {
      await rooms.inside.seek(at);
      for (const tab of await rooms.inspector.getByRole('tab').all()) {
        await tab.click();
        await mustBeText(rooms, `step ${at}`);
      }
    }
    const views = page.getByRole('group', { name: 'View' }).getByRole('button');
    for (const view of await views.all()) {
      await view.click();
      await mustBeText(rooms, 'a view');
    }
    if ((await views.count()) > 0)
      await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Tree' }).click();
    await rooms.picture.getByRole('button', { name: 'table', exact: true }).click();
    await mustBeText(rooms, 'as a table');
    await page.keyboard.press('s');
    await expect(rooms.dialog('Share')).toBeVisible();
    await mustBeText(rooms, 'the share panel');
  });
}

test('random links and texts are reported plainly, and the page goes on', async ({ page }) => {
  const rooms = roomsOf(page);
  await rooms.open();
  const random = splitMix64(20261121n);
  const below = (n: number): number => Number(random.next() % BigInt(n));
  for (let k = 0; k < 24; k++) {
    const bytes = Uint8Array.from({ length: 4 + below(120) }, () => below(256));
    const whole = linkTo(TREE, 3);
    const at = 3 + below(whole.length - 3);
    const fragment =
      k % 2 === 0
        ? `m1.${toBase64Url(bytes)}`
        : `${whole.slice(0, at)}${String.fromCharCode(33 + below(90))}${whole.slice(at + 1 + below(3))}`;
    await page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
  }
  await mustBeText(rooms, 'after the links');
  for (const text of [
    '"""'.repeat(50),
    `${'{'.repeat(200)}\n`,
    `store ${'9'.repeat(5000)} = 1`,
    '\u0000\ufeff\u202e tree t\n'.repeat(20),
    `maps x """\n${'f'.repeat(200)}-0 rwxp\n"""`,
    'repeat max { repeat max { tree t } }',
  ]) {
    await rooms.inside.run(text).then(
      () => undefined,
      () => undefined,
    );
    await mustBeText(rooms, text.slice(0, 20));
  }
  const report = await rooms.inside.run('tree t\nstore 1 = 2');
  expect(report.ok).toBe(true);
});

test.describe('the page’s policy', () => {
  test.use({ loud: true });

  test('refuses markup, scripts and other hosts, whoever asks @story', async ({ page }) => {
    // A host that would answer, and well: what does not get through was refused here.
    const asked: string[] = [];
    await page.route('https://elsewhere.example/**', (route) => {
      asked.push(route.request().url());
      const picture = route.request().url().endsWith('.svg');
      return route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        contentType: picture ? 'image/svg+xml' : 'text/javascript',
        body: picture ? '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>' : 'globalThis.broken = 1',
      });
    });
    const rooms = roomsOf(page);
    await rooms.open();
    expect(await page.evaluate(attempts)).toEqual({
      eval: 'refused: EvalError',
      'a function from text': 'refused: EvalError',
      'a timer with text': 'refused',
      'a script with text': 'refused',
      'a script of another host': 'refused',
      'markup with a handler': 'refused',
      'fetch from another host': 'refused: TypeError',
      'a picture of another host': 'refused',
      'a worker from a data: address': 'refused',
    });
    expect(asked).toEqual([]);
    // Where the browser has trusted types, text does not even become markup.
    expect(
      await page.evaluate(
        () => document.querySelectorAll('.from-text').length === ('trustedTypes' in globalThis ? 0 : 1),
      ),
    ).toBe(true);
    // What the page has itself still runs, and nothing stands in the document as a script of its own.
    expect((await rooms.inside.run('tree t\nstore 1 = 2')).ok).toBe(true);
    expect(await page.locator('script:not([src])').count()).toBe(0);
  });
});

// Runs in the page, as code of the page would: what the driver asks for directly is under no policy.
function attempts(): Promise<Record<string, string>> {
  const broken = 'globalThis.broken = 1';
  const did = (): boolean => 'broken' in globalThis;
  const mustHaveRun = (): void => {
    if (!did()) throw new Error('nothing ran');
  };
  // What loads says so itself.
  const loaded = (element: HTMLElement, begin: () => void): Promise<unknown> =>
    new Promise((done, refuse) => {
      element.addEventListener('load', done);
      element.addEventListener('error', () => refuse(new Error('it cannot be loaded')));
      begin();
    });
  const all: Record<string, () => unknown> = {
    eval: () => Reflect.apply(eval, globalThis, [broken]) as unknown,
    // oxlint-disable-next-line typescript/no-implied-eval
    'a function from text': () => Reflect.apply(new Function(broken), globalThis, []) as unknown,
    // The other timer is set later, and so is due later.
    'a timer with text': () => {
      Reflect.apply(setTimeout, globalThis, [broken, 0]);
      return new Promise((done) => setTimeout(done, 10)).then(mustHaveRun);
    },
    'a script with text': () => {
      const element = document.createElement('script');
      element.append(broken);
      document.body.append(element);
      element.remove();
      mustHaveRun();
    },
    'a script of another host': () => {
      const element = document.createElement('script');
      return loaded(element, () => {
        element.setAttribute('src', 'https://elsewhere.example/a.js');
        document.body.append(element);
      });
    },
    // No picture can be made of it; the handler comes before those who listen.
    'markup with a handler': () => {
      document.body.insertAdjacentHTML('beforeend', `<img class="from-text" hidden src="data:," onerror="${broken}">`);
      return new Promise((done) => document.querySelector('.from-text')!.addEventListener('error', done)).then(
        mustHaveRun,
      );
    },
    'fetch from another host': () => fetch('https://elsewhere.example/a.txt'),
    'a picture of another host': () => {
      const picture = new Image();
      return loaded(picture, () => void (picture.src = 'https://elsewhere.example/a.svg'));
    },
    'a worker from a data: address': () =>
      new Promise((done, refuse) => {
        const worker = new Worker('data:text/javascript,postMessage(1)');
        worker.onmessage = done;
        worker.onerror = refuse;
      }),
  };
  const outcomeOf = async (attempt: () => unknown): Promise<string> => {
    try {
      await attempt();
      return 'went through';
    } catch (error) {
      return error instanceof EvalError || (error instanceof TypeError && /fetch|NetworkError/i.test(error.message))
        ? `refused: ${error.name}`
        : 'refused';
    }
  };
  return new Promise((done) => {
    setTimeout(() => {
      void (async () => {
        const outcomes: Record<string, string> = {};
        for (const [name, attempt] of Object.entries(all)) {
          outcomes[name] = await outcomeOf(attempt);
          Reflect.deleteProperty(globalThis, 'broken');
        }
        done(outcomes);
      })();
    });
  });
}
