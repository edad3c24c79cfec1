// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sentences of moves that ended, of oddities of Linux 6.16, and of what it would not survive; each from a run of the
// real core. What must hold is taken from the tables of tests/core/statuses.h, rule "dead leaf" and the record beside
// the sentence.

import { wordedEvents } from '../../../web/engine/scene/event-texts';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GUARDED, ODDITIES } from '../../../web/words/oddities';
import { readScenario } from '../../../web/scenario/check/checker';
import { runText, sceneAt } from './runs';
import { regexOf } from '../regex-of';

/** The sentences of the last steps, the last one first. */
async function why(text: string, ...back: number[]): Promise<string[]> {
  const session = await runText(`${text}\n`);
  expect(session.summary().troubles).toEqual([]);
  return back.map((k) => sceneAt(session, session.steps() - k).why);
}

const MISSES = 'A state there does not look at the tree again, and misses what has been stored since.';

describe('a resumed reader that finds nothing', () => {
  test('is not said to have met the end of a tree that it does not look at', async () => {
    const [again, once] = await why('tree p rcu\nstore 0 = 1\nread p at 0 as a\nstore 5 = 2\nresume a\nresume a', 0, 1);
    expect(once).toBe(
      `It ends there (status none): it stands on the root pointer, where it met a tree without nodes. ${MISSES}`,
    );
    expect(again).toBe(
      `It ends there (status overflow): the range that it stands on, from 1, ends at the last index. ${MISSES}`,
    );
    const [empty] = await why('tree e rcu\nread e at 10 as b\nstore 20 = 3\nresume b', 0);
    expect(empty).toBe(
      `It ends there (status overflow): the range that it stands on, from 0, ends at the last index. ${MISSES}`,
    );
    const [behind] = await why('tree o rcu\nstore 3..4 = 1\nread o at 3 as c\nresume c\nstore 500 = 1\nresume c', 0);
    expect(behind).toMatch(/left the tree at step 5, which it does not notice\. It ends there \(status overflow\)/);
    expect(behind).toContain(MISSES);
  });

  test('misses nothing where nothing was stored behind it', async () => {
    for (const line of ['store 3 = 1', 'store 0 = 4', 'load 5']) {
      const [last] = await why(`tree o rcu\nstore 3..4 = 1\nread o at 5 as c\n${line}\nresume c`, 0);
      expect(last, line).not.toContain('misses');
      expect(last, line).toContain('ends at the last index (status overflow)');
    }
  });

  test('on a dead leaf of a tree without nodes says that Linux would crash', async () => {
    for (const single of ['', 'store 0 = 1\n']) {
      const [last] = await why(
        `tree f rcu\nstore 3..4 = 1\nstore 7..8 = 2\nread f at 3 as c\nstore 0..max = null\n${single}resume c`,
        0,
      );
      expect(last).toMatch(
        regexOf(
          /^Its leaf, node 2, left the tree at step 5: it walks again from the root, for index 4, and finds no /,
          /node\. Linux 6\.16 would crash here \(“reader without a tree”\)/,
        ),
      );
      expect(last).not.toMatch(/limit|replaced/);
    }
    const [on, , , dead] = await why(
      'tree f rcu\nstore 3..4 = 1\nread f at 3 as c\ndestroy f\nresume c\ntree f rcu\nuse f\nresume c',
      0,
      0,
      0,
      2,
    );
    expect(dead).toContain('no tree to walk. Linux 6.16 would crash here (“reader without a tree”)');
    expect(on).toContain('Linux 6.16 would crash here (“going on from no node”)');
    const [healthy] = await why(
      'tree f rcu\nstore 3..4 = 1\nstore 7..8 = 2\nread f at 3 as c\nstore 3 = null\nresume c',
      0,
    );
    expect(healthy).not.toContain('crash');
  });
});

describe('the destruction of a subtree', () => {
  const tree = (ranges: number, mode: string): string =>
    `tree t ${mode}\nfor i in 0..${ranges - 1} { store 10 * i..+10 = i }\n`;

  test('under a node with 16 children rests on a guard, and says so', async () => {
    const told =
      /^17 nodes freed: .* Node \d+ has 16 children: Linux 6\.16 would corrupt memory here \(“sixteenth child”\)/;
    expect((await why(`${tree(230, 'rcu')}expect nodes() = 17\ndestroy t`, 0))[0]).toMatch(told);
    expect((await why(`${tree(230, 'rcu')}store 0..max = null`, 0))[0]).toContain('“sixteenth child”');
    for (const [ranges, mode] of [
      [210, 'rcu'],
      [230, ''],
      [230, 'alloc rcu'],
    ] as const) {
      expect((await why(`${tree(ranges, mode)}destroy t`, 0))[0], `${ranges} ${mode}`).not.toContain('sixteenth');
    }
  });
});

describe('a reader that goes on from no node', () => {
  test('and finds nothing says where it stands then', async () => {
    const session = await runText(
      'tree t alloc rcu\nrepeat 30 as i { store i*10..+5 = i }\nread t at 0 as r\nresume r count 3\n' +
        'store 0..max = null\nresume r\nstore 7 = 7\nresume r',
    );
    for (const [step, first, last] of [
      [35, 0x1en, 0x22n],
      [37, 8n, 2n ** 64n - 1n],
    ] as const) {
      const { touched, readers } = sceneAt(session, step);
      expect(touched, `step ${step}`).toEqual({ tree: 't', first, last });
      expect(
        readers.map((reader) => [reader.index, reader.last]),
        `step ${step}`,
      ).toEqual([[first, last]]);
    }
  });
});

describe('a find that goes down', () => {
  test('says why it ended, and by which oddity', async () => {
    const [empty] = await why('tree e\nfind_rev 5', 0);
    expect(empty).toContain(
      'the tree is empty, yet the status says that the state stands at index 0, an oddity of Linux 6.16, “index ' +
        '0 of an empty tree” (status root)',
    );
    expect(empty).not.toContain('all that the tree has');
    const text = 'tree n\nstore 0x1000..0x1500 = 1\nstore 0x2000..0x2500 = 2\nstore 0x3000..0x3500 = 3\n';
    const [gap] = await why(`${text}find_rev 0x1a00 until 0x1800`, 0);
    expect(gap).toContain(
      'the free range that it stands on begins at 0x1501, already below the limit, which the status does not show, ' +
        'an oddity of Linux 6.16, “silent stop going down” (status active)',
    );
    expect(gap).not.toContain('up to');
    expect((await why(`${text}find_rev 0x1a00`, 0))[0]).not.toContain('silent stop');
    expect((await why(`${text}find 0x2800 until 0x2900`, 0))[0]).toContain('“find hides its limit” (status active)');
  });
});

describe('a write that leaves what others may not', () => {
  test('names the oddity, at its own step', async () => {
    const [hollow] = await why('tree t alloc\nstore 0..max = 1\nstore 0..max = null', 0);
    expect(hollow).toContain(
      'only the entry there changes. The leaf stays, and holds nothing: an oddity of Linux 6.16, “hollow root”.',
    );
    for (const [first, last] of [
      ['0..max = 1', '0..max = 2'],
      ['5..9 = 1', '5..9 = null'],
      ['5..max = 1', '5..max = null'],
    ]) {
      expect((await why(`tree t alloc\nstore ${first}\nstore ${last}`, 0))[0], last).not.toContain('hollow');
    }
    const thin = 'tree t\nbulk 31 {\n  for i in 0..30 { store 10 * i..+10 = i }\n}';
    expect((await why(thin, 0))[0]).toContain(
      'The checks excuse what it left at its right edge: an oddity of Linux 6.16, “thin bulk load”.',
    );
    expect(
      (await why(`${thin}\ntree u\nload 5 in t\nbulk 2 { for i in 0..1 { store 10 * i..+10 = i } } in u`, 0))[0],
    ).not.toContain('thin');
  });
});

describe('nodes freed', () => {
  test('are old ones only where no reader keeps those', async () => {
    const text = 'tree t alloc rcu\nrepeat 300 as i { store 10 * i..10 * i + 5 = i }\n';
    const [kept] = await why(`${text}read t at 1000 as a\nstore 995..2007 = 5`, 0);
    expect(kept).toMatch(/6 nodes freed: they were not needed\. 17 nodes out of the tree wait for reader `a`/);
    const session = await runText(`${text}store 995..2007 = 5\n`);
    const { record, why: free, live } = sceneAt(session, session.steps());
    const unneeded = record!.requests.reduce((sum, one) => sum + one, 0) - record!.used;
    const old = sceneAt(session, session.steps() - 1).live + record!.used - live;
    expect(unneeded).toBe(6);
    expect(free).toContain(`${old + unneeded} nodes freed: ${old} old ones and 6 unneeded`);
  });
});

describe('an allocation that was refused memory', () => {
  const text = 'tree t alloc\nfor i in 0..399 { store 10*i..10*i+4 = i }\nfail request 1\n';

  test('tells what the first pass needed, and that alloc searches again', async () => {
    const [cyclic] = await why(`${text}cyclic within 3115..3500 = 1`, 0);
    expect(cyclic).toContain('At first the write needed 7 nodes: it began in the leaf where the search ended');
    expect(cyclic).toContain(
      'from the root, for the same place and without a new search: 3 nodes needed (2 × (height 3 − 2) + 1',
    );
    expect(cyclic).not.toContain('searched for');
    const [alloc] = await why(`${text}alloc 2 within 2005..2500 = 1`, 0);
    expect(alloc).toContain('after 14 slots in 3 nodes, the lowest place that fits. The call searched 2 times:');
    expect(alloc).not.toContain('At first');
    expect((await why(`${text}fail off\nalloc 2 within 2005..2500 = 1`, 0))[0]).not.toContain('searched for');
  });
});

describe('events', () => {
  test('of a gap search tell what became of each slot', async () => {
    const session = await runText('tree g alloc\nrepeat 100 as i { store 10*i..10*i+5 = i }\ngap 4 within 103..111\n');
    const scene = sceneAt(session, session.steps());
    const texts = wordedEvents(scene)
      .filter(({ name }) => name === 'gap_looked_at')
      .map(({ text }) => text);
    expect(texts).toEqual(scene.trail.filter(({ kind }) => kind === 'look').map(({ text }) => text));
    expect(texts.some((text) => /: .*(occupied|holds an entry|window|wanted|found|goes down)/.test(text))).toBe(true);
    for (const text of texts) expect(text).not.toContain(' free of ');
  });

  test('call readers by name, and do not let them wait', async () => {
    const session = await runText(
      'tree r rcu\nrepeat 30 as i { store i*10..+5 = i }\nread r at 50 as walker\nstore 52..53 = 1\nresume walker\n' +
        'release walker\n',
    );
    const texts = (back: number): string =>
      wordedEvents(sceneAt(session, session.steps() - back))
        .map(({ text }) => text)
        .join('\n');
    expect(texts(3)).toContain('Reader walker parks at 50 to 54.');
    expect(texts(2)).toContain('2 nodes must be kept: a reader that entered earlier may still be reading them.');
    const one = await runText('tree r rcu\nstore 3..4 = 1\nstore 7..8 = 1\nread r at 3 as walker\nstore 9 = 1\n');
    expect(wordedEvents(sceneAt(one, one.steps())).map(({ text }) => text)).toContain(
      '1 node must be kept: a reader that entered earlier may still be reading it.',
    );
    expect(texts(1)).toMatch(
      /Node \d+ is dead: the state walks again from the root, for index 54\.[^]*Reader walker parks at/,
    );
    expect(texts(0)).toContain('Reader walker leaves.');
    for (const back of [0, 1, 2, 3]) expect(texts(back)).not.toMatch(/\b1 are\b|Reader \d| waits /);
  });
});

describe('what a reader of the page cannot open', () => {
  const folder = (name: string): string => new URL(`../../../web/${name}`, import.meta.url).pathname;
  const page = readFileSync(`${folder('scenario')}/language/language.md`, 'utf8');
  const section = page.slice(page.indexOf('## Oddities of Linux 6.16, by name')).split(/^## (?!Oddities)/m, 1)[0]!;

  test('is cited nowhere', () => {
    for (const name of ['scenario', 'engine', 'words', 'cli', 'views/inspector', 'views/shared', 'app']) {
      for (const file of readdirSync(folder(name), { recursive: true, encoding: 'utf8' }).filter((one) =>
        /\.tsx?$/.test(one),
      )) {
        const code = readFileSync(`${folder(name)}/${file}`, 'utf8')
          .replace(/\/\*[^]*?\*\//g, '')
          .replace(/^\s*\/\/.*$/gm, '')
          .replace(/\s\/\/ .*$/gm, '');
        expect(code, file).not.toMatch(/spec\/0\d|golden\/FORMAT/);
      }
    }
    expect(page).not.toMatch(/spec\/0\d/);
  });

  test('is explained in the language’s page under its short name, with an example that runs', () => {
    const parts = new Map(
      section
        .split(/^### /m)
        .slice(1)
        .map((part) => [part.slice(0, part.indexOf('\n')), part]),
    );
    expect([...parts.keys()].sort()).toEqual(Object.values(ODDITIES).sort());
    for (const [key, name] of Object.entries(ODDITIES)) {
      const part = parts.get(name)!;
      const example = /^```maple\n([^]*?)^```$/m.exec(part)?.[1] ?? '';
      expect(readScenario(example).kind, name).not.toBe('refused');
      expect(example, name).toContain('expect ');
      // What Linux would do, and what the core does in its place.
      const guarded = /Linux 6\.16 would [^]*\bthe core\b/i.test(part);
      expect(guarded, name).toBe(GUARDED.has(key as keyof typeof ODDITIES));
    }
  });
});
