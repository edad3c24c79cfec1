// SPDX-License-Identifier: GPL-2.0-or-later
//
// Maps, smaps and logs of real programs in links: what is left out, that nothing else is lost, how long the links are.

import { describe, expect, test } from 'vitest';
import { readMaps } from '../../../web/scenario/import/maps';
import { rawLines } from '../../../web/scenario/import/raw-text';
import { readTrace } from '../../../web/scenario/import/strace';
import { cutBlocks } from '../../../web/share/blocks';
import { decodeLink } from '../../../web/share/decode';
import { linkFacts } from '../../../web/share/facts';
import { prepareScript, type Preparation } from '../../../web/share/prepare';
import { tidyTraceLine } from '../../../web/share/trace-lines';
import { fixture, linesOf, logOf, replay } from '../scenario/replayed-list';

const KEEP: Preparation = { paths: 'keep', addresses: 'keep' };
const BOTH: Preparation = { paths: 'replace', addresses: 'rebase' };
const NAMES = ['true', 'cat', 'python', 'sort', 'sh', 'memory-calls'];

function script(name: string): string {
  const trace = `$ strace -f ./it --password=secret\n${fixture(`${name}.strace`)}ada@lab:~$\n`;
  return `maps it """\n${fixture(`${name}.begin`)}"""\ntrace it """\n${trace}"""\nfork it as child\n`;
}

function blocks(text: string): { readonly maps: string; readonly trace: string } {
  const of = (kind: string): string =>
    cutBlocks(text)
      .flatMap((part) => (part.kind === kind && 'lines' in part ? part.lines : []))
      .map((line) => `${line}\n`)
      .join('');
  return { maps: of('maps'), trace: of('trace') };
}

function state(text: string) {
  return { script: text, language: 1, step: 0, engine: null, sum: null };
}

describe('a log in a link', () => {
  test.each(NAMES)('%s: has the same calls, and nothing that no replay needs', (name) => {
    const { trace } = blocks(prepareScript(script(name), KEEP));
    expect(trace).not.toMatch(/secret|ada@|17:52|DELAYED|exit_group|exited|<\d+\.\d+>$/m);
    // A result gives its error by name alone.
    const effects = (text: string): unknown => logOf(text).calls.map((call) => call.effect);
    expect(effects(trace)).toEqual(effects(fixture(`${name}.strace`)));
    expect(logOf(trace).rest).toMatchObject({ noise: 0, unknown: [] });
  });

  test.each(NAMES)('%s: paths replaced and addresses rebased, it is replayed to the same shape', (name) => {
    const { maps, trace } = blocks(prepareScript(script(name), BOTH));
    const [before, after] = [
      replay(logOf(fixture(`${name}.strace`)), fixture(`${name}.begin`)),
      replay(logOf(trace), maps),
    ];
    const shape = (lines: readonly string[]): string[] =>
      lines.map((line) =>
        line
          .replace(
            /^([0-9a-f]+)-([0-9a-f]+)/,
            (_, from: string, to: string) => `${BigInt(`0x${to}`) - BigInt(`0x${from}`)}`,
          )
          .split(' ')
          .slice(0, 3)
          .join(' '),
      );
    expect(shape(linesOf(after.space.list))).toEqual(shape(linesOf(before.space.list)));
    expect(after.hints.filter((hint) => /missing|lacks|while the log/.test(hint))).toEqual([]);
    const bases = [...`${maps}${trace}`.matchAll(/(?:0x)?(?:7f|55|56)[0-9a-f]{10}/g)];
    expect(bases).toEqual([]);
    expect(`${maps}${trace}`).not.toMatch(/libc|ld-linux|locale|memory-calls|cat\b/);
    expect(prepareScript(prepareScript(script(name), BOTH), BOTH)).toBe(prepareScript(script(name), BOTH));
  });

  test('a SIGCHLD and the map below an execve stay, with other names and addresses', () => {
    const log =
      'execve("/home/ada/sh", ["sh"], 0x1) = 0\n55d0c7c00000-55d0c7c02000 r--p 00000000 fe:00 12   /home/ada/sh\n' +
      '[pid 1] brk(NULL) = 0x55d0c7c10000\n[pid 2] munmap(0x55d0c7c00000, 4096) = 0\n' +
      '[pid 1] --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=2, si_uid=1000} ---\n';
    const script = `trace p """\n${log}"""\n`;
    const effects = (text: string): unknown => logOf(blocks(text).trace).calls.map((call) => call.effect.kind);
    expect(effects(script)).toEqual(['exec', 'load', 'brk']);
    expect(effects(prepareScript(script, KEEP))).toEqual(effects(script));
    const moved = prepareScript(script, BOTH);
    expect(effects(moved)).toEqual(effects(script));
    expect(moved).not.toMatch(/ada|55d0c7|1000\}/);
    expect(prepareScript(moved, BOTH)).toBe(moved);
  });

  test('links of them are short', () => {
    const letters = Object.fromEntries(
      NAMES.map((name) => [name, linkFacts(state(script(name)), BOTH, 'https://example.org/').letters]),
    );
    expect(letters['true']).toBeLessThanOrEqual(900);
    expect(letters['cat']).toBeLessThanOrEqual(1500);
    expect(letters['python']).toBeLessThanOrEqual(4000);
    expect(letters['memory-calls']).toBeLessThanOrEqual(4000);
  });

  test('what is left out is counted', () => {
    const facts = linkFacts(state(script('true')), KEEP, '');
    // Two prompts, exit_group, the note that it exited.
    expect([facts.linesLeftOut, facts.traceLines]).toEqual([4, 13]);
    expect(linkFacts(state(script('cat')), KEEP, '').files).toBeGreaterThan(10);
    expect(linkFacts(state('tree t\nstore 1 = 2\n'), KEEP, '').linesLeftOut).toBe(0);
  });

  test.each([
    [
      '[pid  7] 17:00:00.123456 munmap(0x7f0000001000, 8192)   = 0 <0.000012>',
      '[pid 7] munmap(0x7f0000001000, 8192) = 0',
    ],
    ['7  execve("/home/ada/bin/x", ["x", "secret"], 0x7ffc /* 20 vars */) = 0', '[pid 7] execve() = 0'],
    ['execve("./x", ["x"], 0x7ffc /* 20 vars */ <unfinished ...>', 'execve( <unfinished ...>'],
    ['<... execve resumed>) = 0', '<... execve resumed>) = 0'],
    ['clone3({flags=CLONE_VM|CLONE_THREAD, stack=0x7fd0af3a3000} => {parent_tid=[9]}, 88) = 9', 'clone3(CLONE_VM) = 9'],
    ['<... clone3 resumed> => {parent_tid=[9]}, 88) = 9', '<... clone3 resumed>) = 9'],
    ['clone(child_stack=NULL, flags=SIGCHLD, child_tidptr=0x7fd0af3a3000) = 9', 'clone() = 9'],
    ['write(1, "secret", 6) = 6', null],
    ['secretmunmap(0x1000, 4096) = 0', 'munmap(0x1000, 4096) = 0'],
    ['connect(3, {sa_family=AF_INET}, 16) = 0', null],
    ['--- SIGCHLD {si_signo=SIGCHLD, si_uid=1000} ---', null],
    ['munmap(0x1000, 4096) = -1 EINVAL (Invalid argument)', 'munmap(0x1000, 4096) = -1 EINVAL'],
  ])('%s', (line, tidy) => {
    expect(tidyTraceLine(line)).toBe(tidy);
    if (tidy !== null) expect(tidyTraceLine(tidy)).toBe(tidy);
  });
});

describe('smaps in a link', () => {
  const lines = fixture('memory-calls.smaps').replace(
    /^([0-9a-f]{8,}-[0-9a-f]+ \S+ \S+)( \/home\S*)?/gm,
    '$1 fe:00 247026                     $2',
  );
  const smaps = `maps it """\nada@lab:~$ cat /proc/4711/smaps\n${lines}"""\n`;

  test('keeps what a fork needs to know, and neither device, inode nor prompt', () => {
    const prepared = prepareScript(smaps, KEEP);
    expect(prepared).not.toMatch(/fe:00|247026|ada|4711|Rss|Pss/);
    const read = (text: string) => readMaps(rawLines(`"""\n${text}"""`, 0, 1), { from: 0, to: 3 });
    const [before, after] = [read(blocks(smaps).maps), read(blocks(prepared).maps)];
    expect([before.faults, after.faults]).toEqual([[], []]);
    expect(after.lines.map(({ vma, flags, chain }) => ({ vma, flags, chain }))).toEqual(
      before.lines.map(({ vma, flags, chain }) => ({ vma, flags, chain })),
    );
    expect(prepared.length).toBeLessThan(smaps.length / 4);
  });

  test('is short, and opens to the same text', () => {
    const facts = linkFacts(state(smaps), BOTH, 'https://example.org/');
    expect(facts.letters).toBeLessThanOrEqual(3000);
    expect(decodeLink(facts.fragment ?? '')).toMatchObject({
      kind: 'link',
      state: { script: prepareScript(smaps, BOTH) },
    });
  });

  test('a map with a prompt loses it, and with it device and inode', () => {
    expect(
      prepareScript(
        'maps a """\n# cat /proc/self/maps\n00001000-00002000 r--p 00000000 fe:00 12   /a\nroot@box:/#\n"""\n',
        KEEP,
      ),
    ).toBe('maps a """\n00001000-00002000 r--p 00000000 /a\n"""\n');
  });
});

test('faults of a log stay faults when it is shared', () => {
  const read = (text: string) => readTrace(rawLines(`"""\n${text}"""`, 0, 1), { from: 0, to: 3 }).faults.length;
  const { trace } = blocks(prepareScript('trace a """\nbrk(NULL) = 0x1000\nmunmap(0x1000\n"""\n', KEEP));
  expect(read(trace)).toBe(1);
});
