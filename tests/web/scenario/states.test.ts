// SPDX-License-Identifier: GPL-2.0-or-later
//
// States that a scenario keeps: what may be written, what each step says, and what the range map notices.

import { describe, expect, test } from 'vitest';
import type { Machine } from '../../../web/model/machine';
import { readScenario } from '../../../web/scenario/check/checker';
import { complete } from '../../../web/scenario/language/complete';
import { runScenario } from '../../../web/scenario/run/interpreter';
import { parse } from '../../../web/scenario/language/parser';
import { print } from '../../../web/scenario/language/printer';
import { foundText } from '../../../web/words/trouble';
import { freshMachine, refusals, reportOf, stepsOf } from './run';

const EIGHT = 'tree t\nfor i in 0..7 { store i * 10..+10 = i }\n';

describe('the words of kept states', () => {
  test('are names everywhere else', () => {
    const text =
      'tree state\nlet set = 3\nlet aim = set + 1\nstore set..aim = 1 in state\n' +
      'for search in 0..2 { store search = 1 }\nlet reset = 5\nlet prepare = reset\nwalk prepare\n' +
      'expect load(set) = 1\nlet index = 4\nlet last = index\nload last';
    expect(refusals(text)).toEqual([]);
    expect(reportOf(text).ok).toBe(true);
  });

  test('are printed as they are read', () => {
    const text =
      'tree t\nstate s\nstate r in t\nset s 1..9\naim s 2..+3\nwalk s\nnext s count 2 until 40\nreset s\npause s\n' +
      'prepare s = null\nstore s\nstore s = "x"\nsearch s 4 within 0..max from top\nsearch s 4 within 0..9\n' +
      'release s\n';
    const { program, diagnostics } = parse(text);
    expect(diagnostics).toEqual([]);
    expect(print(program)).toBe(text);
  });

  test.each([
    ['tree t\nstate t', '2:7 `t` is used already'],
    ['state s', '1:1 there is no current tree here'],
    ['tree t\nset s 5', '2:5 no state is called `s`'],
    ['tree t\nlet s = 5\nset s 5', '3:5 `s` is a variable, not a state'],
    ['tree t\nset t 5', '2:5 `t` is a tree, not a state'],
    ['tree t\nlet x = 5\nstore x', '3:7 what is stored at `x` is missing'],
    ['tree t\nstate s\nwalk s + 1', '3:6 `s` is a state, not a number'],
    ['tree t\nstate s\nnext s in t', '3:11 `s` is a state, and has its tree already'],
    ['tree t\nstate s\nstore 1 = 1 in s', '3:16 `s` is a state, not a tree'],
    ['tree t\nstate s\nrelease s\nwalk s', '4:6 no variable is called `s`'],
    ['tree t\nstate s\ndestroy t\ntree t\nset s 4', '5:5 `s` does not exist here'],
    ['tree t\nstate s\nresume s', '3:8 `s` is a state, not a reader'],
    ['tree t\nexpect index(t) = 0', '2:14 `t` is a tree, not a state'],
    ['tree t\nexpect index() = 0', '2:8 `index` takes 1 argument, but has 0'],
    ['tree t\nstate s\nexpect index(5) = 0', '3:14 the argument is the name of a state'],
    ['tree t\nstate s\nbulk 2 { store s }', '3:16 a bulk load stores ranges, not what was prepared'],
  ])('%j is refused', (text, told) => expect(refusals(text)).toContain(told));

  test('are completed where they can stand', () => {
    const labels = (text: string): string[] => complete(text, text.length)?.options.map((one) => one.label) ?? [];
    expect(labels('tree t\nstate s\nset ')).toEqual(['s']);
    expect(labels('tree t\nstate s\nnext ')).toContain('s');
    expect(labels('tree t\nstate s\nexpect held(')).toContain('s');
    expect(labels('tree t\nstate s\nrelease s\nset ')).toEqual([]);
  });
});

describe('a step with a kept state', () => {
  test('tells what the state believes, and what is true', () => {
    const states = stepsOf(`tree t\nstate s\nset s 10..20\nstore s = 1`).map(({ report }) => report.state);
    expect(states[0]).toBeUndefined();
    expect(states[1]).toEqual({
      name: 's',
      tree: 't',
      status: 'start',
      index: '0x0',
      last: '0x0',
      node: null,
      offset: 0,
      end: 0,
      realEnd: null,
      min: '0x0',
      max: '0xffffffffffffffff',
      held: 0,
      storeType: null,
    });
    expect(states[3]).toMatchObject({
      status: 'active',
      index: '0xa',
      last: '0x14',
      offset: 1,
      realEnd: 2,
      storeType: 'store_root',
    });
  });

  test('lists the states that are kept, the same array until one comes or goes', () => {
    const steps = stepsOf('tree t\nstate s\nset s 4\nstate r\ndestroy t');
    expect(steps.map(({ states }) => states.map(({ name, tree }) => `${name} of ${tree}`))).toEqual([
      [],
      ['s of t'],
      ['s of t'],
      ['s of t', 'r of t'],
      [],
    ]);
    expect(steps[2]?.states).toBe(steps[1]?.states);
  });

  test('counts what a state holds as live and reserved, and as no tree’s', () => {
    const steps = stepsOf(
      'tree t rcu\nfor i in 0..7 { store i * 10..+10 = i }\nstate s\nset s 12..13\nprepare s = 1\nprealloc 50 = 1\n' +
        'store s',
    ).slice(-3);
    expect(steps.map(({ report, outcome }) => [report.op, report.live, outcome?.reserved, report.state?.held])).toEqual(
      [
        ['prepare', 2, 1, 1],
        ['prealloc', 2, 1, undefined],
        ['store', 1, 1, 0],
      ],
    );
    expect(steps.flatMap(({ troubles }) => troubles)).toEqual([]);
  });

  test('gives everything back when its tree is destroyed or it is released', () => {
    const text = `${EIGHT}state s\nset s 5..72\nprepare s = 1\n`;
    expect(reportOf(`${text}destroy t\nexpect live() = 0\nexpect absent s`).ok).toBe(true);
    expect(reportOf(`${text}release s\nexpect live() = 1\nexpect absent s\nexpect valid`).ok).toBe(true);
  });

  test('is brought back by a sweep, with what it holds', () => {
    const report = reportOf(
      'tree t rcu\nfor i in 0..40 { store i * 10..+10 = i }\nstate s\nset s 55..225\nsweep times 2 {\n' +
        '  prepare s = 1\n  store s\n}\nexpect load(100) = 1\nexpect held(s) = 0\nrelease s\nexpect valid',
    );
    expect(report).toMatchObject({ ok: true });
    expect(report.sweeps[0]?.runs.map(({ outcome }) => outcome)).toEqual([
      ...report.sweeps[0]!.runs.slice(1).map(() => 'undone'),
      'completed',
    ]);
  });

  test('of an address space moves, and stores nothing', () => {
    const maps = 'maps p """\n1000-3000 r--p\n5000-6000 r--p\n"""\n';
    expect(reportOf(`${maps}state s\nfind s\nexpect result() = 1\nnext s\nexpect index(s) = 0x5000\nexit p`).ok).toBe(
      true,
    );
    expect(reportOf(`${maps}state s\nset s 0x9000\nstore s = 1`).stopped?.message).toContain(
      'writes to plain trees only',
    );
  });
});

describe('the range map', () => {
  const troubles = (text: string, lie: (machine: Machine) => Partial<Machine>): string[] => {
    const read = readScenario(text);
    if (read.kind === 'refused') throw new Error(refusals(text).join());
    const machine = freshMachine();
    return [...runScenario(read.program, { ...machine, ...lie(machine) })].flatMap((item) =>
      item.kind === 'step' ? item.troubles.map(foundText) : [],
    );
  };

  test('notices a store that went elsewhere', () => {
    const text = `${EIGHT}state s\nset s 42..44\nstore s = 1`;
    expect(troubles(text, () => ({}))).toEqual([]);
    expect(
      troubles(text, (machine) => ({
        storeState: (state, word, prepared) => {
          machine.setState(state, 'aim', 43n as never, 44n as never);
          return machine.storeState(state, word, prepared);
        },
      }))[0],
    ).toContain('contents of t');
  });

  test('notices an entry that is not there, and a place that is taken', () => {
    const wrong = { index: 30n, last: 38n } as never as { index: never; last: never };
    expect(
      troubles(`${EIGHT}state s\nset s 25\nnext s`, (machine) => ({
        moveState: (...given) => {
          const outcome = machine.moveState(...given);
          return { ...outcome, visits: (outcome.visits ?? []).map((visit) => ({ ...visit, ...wrong })) };
        },
      }))[0],
    ).toContain('visit 1 of next in t returned 0x1e..0x26');
    expect(
      troubles(`${EIGHT}state s\nsearch s 4 within 0..200`, (machine) => ({
        searchState: (...given) => ({ ...machine.searchState(...given), at: { index: 40n, last: 43n } as never }),
      }))[0],
    ).toContain('search in t returned 0x28..0x2b, the range map none');
  });
});
