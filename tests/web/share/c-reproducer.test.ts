// SPDX-License-Identifier: GPL-2.0-or-later
//
// The C programs that a run gives are compiled and run against Maplescope's own library as another program would be,
// and must end with what the run ended with.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cReproducer } from '../../../web/share/c-reproducer';
import { answerTo, runText } from '../engine/runs';

const folder = mkdtempSync(join(tmpdir(), 'reproducer-'));

beforeAll(() => {
  execFileSync('make', ['-C', 'core', 'lib'], { stdio: 'pipe' });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

/** What the program of a scenario prints, and what the run holds in the same words. */
async function both(
  name: string,
  text: string,
): Promise<{ readonly printed: string[]; readonly held: string[]; readonly source: string }> {
  const session = await runText(text);
  const place = session.place();
  const source = cReproducer(answerTo(session, 'calls', { step: place.steps, most: 100_000 }), {
    title: `${name} */ \\`,
    engine: 'linux-6.16/000000000000',
    step: place.steps,
    steps: place.steps,
  });
  const [file, program] = [join(folder, `${name}.c`), join(folder, name)];
  writeFileSync(file, source);
  execFileSync(
    'cc',
    [
      '-std=gnu11',
      '-Wall',
      '-Werror',
      '-O1',
      '-I',
      'tests/api/shim',
      '-I',
      'build/core/lib',
      file,
      'build/core/lib/libmaple.a',
      '-o',
      program,
    ],
    { stdio: 'pipe' },
  );
  const printed = execFileSync(program)
    .toString()
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('step '));
  place.time.goTo(place.steps);
  const held = place
    .treesAt(place.steps)
    .flatMap(({ name: tree, handle }) =>
      [...place.machine.ranges(handle)].map(
        ({ first, last, word }) =>
          `${tree} ${first.toString(16)}-${last.toString(16)} ` +
          ((word & 1n) === 1n ? `v${(word >> 1n).toString()}` : 'zero'),
      ),
    );
  return { printed, held, source };
}

/** The comment that the program begins with, in one line. */
function head(source: string): string {
  return (source.split('\n\n')[0] ?? '').replaceAll('\n//', '');
}

/** Lines that allocate and may wait while the lock of a tree is held: by the program, or by the call itself. */
function waitsUnderLock(source: string): string[] {
  let held = false;
  return source.split('\n').filter((line) => {
    if (/mas_(?:un)?lock\(/.test(line)) held = line.includes('mas_lock(');
    return (held || line.includes('mtree_dup(')) && line.includes('GFP_KERNEL');
  });
}

/** Trees of which the first word, in the order in which the program runs, is none that initialises it. */
function usedRaw(source: string): string[] {
  const trees = [...source.matchAll(/^static struct maple_tree (\w+);$/gm)].map(([, name = '']) => name);
  const [before = '', main = ''] = source.split('static void reproduce(void)');
  const [begins = '', ends = ''] = main.split('\trepro_part_1();');
  const run = begins + before + ends;
  return trees.filter(
    (name) =>
      !new RegExp(`mt_init_flags\\(&${name},[^]*?&${name}\\b`).test(
        run.slice(run.search(new RegExp(`&${name}\\b`)) - 'mt_init_flags('.length),
      ) || run.search(new RegExp(`&${name}\\b`)) !== run.indexOf(`mt_init_flags(&${name},`) + 'mt_init_flags('.length,
  );
}

describe('a C reproducer', () => {
  test('of every call on trees ends with what the run ended with', async () => {
    const { printed, held, source } = await both(
      'trees',
      `tree auto alloc rcu
repeat 40 as i { store i*16..i*16+7 = i }
store 100..300 = "libc"
insert 5000 = zero
insert 100..110 = 3
prealloc 9000..9100 = 7
erase 0x20
load 100
gap 64 within 0..max from top
alloc 32 within 0..10000 = 9 from top
alloc 8 within 0..10000 = 8
tree ids alloc
cyclic within 10..20 = 1
cyclic within 10..20 = 2
dup ids as more
cyclic within 10..20 = 3 in more
next 0 count 4 in auto
find_rev 900 count 2 until 5 in auto
tree loaded
bulk 200 { for i in 1..200 { store i*10..i*10+4 = i } }
dup loaded as second
destroy loaded
tree loaded
store max = 1`,
    );
    expect(held.length).toBeGreaterThan(100);
    expect(printed.map((line) => line.replace('loaded_2', 'loaded')).sort()).toEqual(held.sort());
    expect(source).not.toMatch(/not of the public interface/);
    expect(source).toContain('mtree_dup(');
    // Under a tree's own spinlock nothing may wait, and every tree is initialised before anything is done to it.
    expect(waitsUnderLock(source)).toEqual([]);
    expect(usedRaw(source)).toEqual([]);
    // Nothing in a comment can end it, and a title cannot go on in the next line.
    expect(source).not.toMatch(/\*\/|\\$/m);
  });

  test('of a loaded memory map has its VMAs; calls that the interface lacks are listed', async () => {
    const maps = Array.from(
      { length: 30 },
      (_, k) =>
        `${(0x1000 * (2 * k + 16)).toString(16).padStart(8, '0')}-` +
        `${(0x1000 * (2 * k + 17)).toString(16).padStart(8, '0')} ` +
        'rw-p 00000000 00:00 0',
    ).join('\n');
    const loaded = await both('maps', `maps app """\n${maps}\n"""`);
    expect(loaded.held).toHaveLength(30);
    expect(loaded.printed).toEqual(loaded.held);
    const forked = await both(
      'forked',
      `maps app """\n${maps}\n"""\nfail vma at vma 3\nfork app as child\nmap 0x90000000 rw in app`,
    );
    expect(waitsUnderLock(forked.source)).toEqual([]);
    expect(usedRaw(forked.source)).toEqual([]);
    expect(forked.printed[0]).toMatch(
      /^app: without \d+ calls of the run, for which the public interface has no call$/,
    );
    expect(head(forked.source)).toContain(
      ' 3 calls are not of the public interface (fail vma, fork, map): they stand as comments, and from there on ' +
        'the trees may differ.',
    );
    expect(forked.source).toContain('// fail vma at vma 3: no call of the public interface.');
    expect(forked.source).toMatch(/\/\/ step 31, line 34: gave ENOMEM/);
  });

  test('gives the copy of a tree whose counter ran over the same attributes, that mark included', async () => {
    const { printed, held, source } = await both(
      'wrapped',
      'tree t alloc\ncyclic within max..max = 1\ndup t as u\ndup u as v\ncyclic within 5..9 = 2 in v\ndup v as w',
    );
    expect(held).toHaveLength(6);
    expect(printed.sort()).toEqual(held.sort());
    expect(source).toContain(
      '\tmt_init_flags(&tree_u, tree_t.ma_flags & ~MT_FLAGS_HEIGHT_MASK);\n' +
        '\trepro_note(3, mtree_dup(&tree_t, &tree_u, GFP_NOWAIT));',
    );
    expect([waitsUnderLock(source), usedRaw(source)]).toEqual([[], []]);
  });

  test('of an address space that was only called upon shows nothing of it, and says so', async () => {
    const { printed, source } = await both(
      'calls',
      'mm p\nmap 0x1000..0x3fff rw\nmap 0x8000 r\nfork p as c\nexit c\ntree t rcu\nstore 5 = 1\nread t at 5 as r\n' +
        'resume r\nrelease r\nprealloc 7 = 2\ndup t as u',
    );
    const nothing = 'the public interface has no call for its steps: nothing to show';
    expect(printed.filter((line) => !/^[tu] /.test(line))).toEqual([`p: ${nothing}`, `c: ${nothing}`]);
    expect(head(source)).toContain(
      ' 4 calls are not of the public interface (2 map, fork, exit): they stand as comments, and from there on the ' +
        'trees may differ. 3 calls of readers are left out (read, resume, release): reading changes no tree.',
    );
    expect(
      source
        .split('\n')
        .filter((line) => line.includes('left out, it'))
        .map((line) => line.trim()),
    ).toEqual(['read at 0x5', 'resume count 1', 'release'].map((what) => `// ${what}: left out, it changes no tree.`));
    expect(printed.filter((line) => /^[tu] /.test(line))).toEqual(['t 5-5 v1', 't 7-7 v2', 'u 5-5 v1', 'u 7-7 v2']);
    expect(source).not.toMatch(/static struct maple_tree (?!tree_t;|tree_u;)/);
    expect(source).toContain('// p is made here. The calls on it are not of the public interface, and are left out.');
    expect([waitsUnderLock(source), usedRaw(source)]).toEqual([[], []]);
  });

  test('leaves readers out, ends with what the run ended with, and warns of nothing', async () => {
    const { printed, held, source } = await both(
      'readers',
      'tree t alloc rcu\nrepeat 30 as i { store i = i }\nread t at 0 as r2\nresume r2 count 3\n' +
        'store 0..max = null\nresume r2\nstore 7 = 7\nrelease r2',
    );
    expect(printed).toEqual(held);
    expect(head(source)).toContain(
      ' 4 calls of readers are left out (read, 2 resume, release): reading changes no tree.',
    );
    expect(source).not.toMatch(/public interface|may differ/);
  });

  test('of a run with kept states makes the same calls through states of its own', async () => {
    const { printed, held, source } = await both(
      'states',
      'tree t alloc\nfor i in 0..7 { store i * 10..+6 = i }\nstate s\nset s 35\nwalk s\nnext s count 2\n' +
        'aim s 52..53\nstore s = 7\nstate r\nsearch r 4 within 0..90\nprepare r = 9\nstore r\nreset r\nset r 71..75\n' +
        'prepare r = null\nrelease s\nstate s\nprev_range s count 3\ntree u\nstate v\nset v 3..90\nprepare v = 1\n' +
        'destroy u\nstore r',
    );
    expect(printed).toEqual(held);
    expect(source).toContain('mas_next(&state_1, ULONG_MAX); k++)');
    expect(source).toContain('mas_store_prealloc(&state_2, xa_mk_value(9));');
    expect(source).not.toMatch(/public interface|may differ/);
    expect(waitsUnderLock(source)).toEqual([]);
  });

  test('says why calls may not wait, where there is one that may not', async () => {
    const says = async (name: string, text: string): Promise<boolean> =>
      head((await both(name, text)).source + '\n\n').includes('spinlock held and may not wait');
    expect(await says('alone_prealloc', 'tree t\nprealloc 1 = 1')).toBe(true);
    expect(await says('alone_dup', 'tree t\ndup t as u')).toBe(true);
    expect(await says('alone_state', 'tree t\nstate s\nset s 3')).toBe(true);
    expect(await says('alone_store', 'tree t\nstore 1 = 1')).toBe(false);
  });

  test('shows a copy of which the rest is left out, and no tree that was only destroyed', async () => {
    const copied = await both('copied_left', 'tree t\nstore 1 = 1\ndup t as u\ncorrupt u node 0 pivot 0 = 9');
    expect(copied.printed).toContain('u 1-1 v1');
    expect(copied.printed.filter((line) => line.startsWith('u:'))).toEqual([
      'u: without 1 call of the run, for which the public interface has no call',
    ]);
  });

  test('of a tree that no call of the interface made initialises it first', async () => {
    const { source } = await both('copied', 'mm p\nmap 0x1000 rw\nfork p as c\nuse c\nload 0x1000\nwalk 0x1000');
    expect(source).toMatch(/begin empty here\.\n\tmt_init_flags\(&tree_c, 0\);\n\trepro_part_1/);
    expect(usedRaw(source)).toEqual([]);
  });

  test('with refused requests tells of them, and of no tree that never was', async () => {
    const { printed, held, source } = await both(
      'refused',
      'fail request 5\ntree t rcu\nstore 1 = 1\nfail node 3\nfail request 1 times 2\nstore 9 = 2',
    );
    expect(head(source)).toContain(
      ' 3 calls are not of the public interface (2 fail request, fail node): they stand as comments, and from ' +
        'there on the trees may differ.',
    );
    expect(
      source
        .split('\n')
        .filter((line) => line.includes('no call of the public'))
        .map((line) => line.trim()),
    ).toEqual(
      ['fail request 5', 'fail node 3', 'fail request 1 times 2'].map(
        (what) => `// ${what}: no call of the public interface.`,
      ),
    );
    expect(source).not.toContain('tree0');
    expect(printed.filter((line) => !line.startsWith('t '))).toEqual([]);
    // Nothing is refused in the program, where the last store is made.
    expect(printed).toEqual([...held, 't 9-9 v2']);
    const alone = await both('one', 'tree t\nfail request 5\nstore 1 = 1');
    expect(head(alone.source)).toContain(
      ' 1 call is not of the public interface (fail request): it stands as a comment, and from there on the trees ' +
        'may differ.',
    );
    expect((await both('none', 'mm p\nmap 0x1000 r')).printed).toEqual([
      'p: the public interface has no call for its steps: nothing to show',
    ]);
  });

  test('of trees that are called as C, a compiler or a header calls something compiles', async () => {
    const names = (
      'linux unix NULL typeof asm auto int restrict inline _Bool main printf errno stdout true down up current ' +
      'list entry mas ret tree_t next_t repro_show reproduce show part_1 mt_init_flags maple_tree xa_mk_value ' +
      'GFP_KERNEL ULONG_MAX __x86_64__ t t_2'
    ).split(' ');
    const text = names.map((name, k) => `tree ${name} alloc\nstore ${k} = ${k}\ncyclic within 100..200 = 1`).join('\n');
    const { printed, held, source } = await both('names', `${text}\nuse linux\ndestroy t\ntree t\nstore 7 = 7`);
    expect(held.length).toBeGreaterThan(2 * names.length - 3);
    expect(printed.sort()).toEqual(held.sort());
    // Whatever the program has at file scope begins as none of those do.
    const mine = [...source.matchAll(/^static [^=;(]*?\b(\w+)(?:;|\()/gm)].map(([, name = '']) => name);
    expect(mine.length).toBeGreaterThan(2 * names.length);
    expect(mine.filter((name) => !/^(?:tree_|next_tree_|repro_|reproduce)/.test(name))).toEqual([]);
    expect(new Set(mine).size).toBe(mine.length);
  });

  // What is sent is looked at as a whole: each line of it is read by somebody.
  test.each([
    [
      'states',
      'tree t alloc rcu\nrepeat 20 as i { store i*10..+5 = i }\nprealloc 300..309 = 7\nstate s in t\nset s 40..60\n' +
        'prepare s = 5\nstore s\nread t at 5 as r\nrelease r\ncyclic within 0..500 = 9\ndup t as u\nerase 0 in u\n',
    ],
    [
      'plain',
      'tree t\nstore 5 = "heap"\ninsert 7..9 = 3\nstore 0x7fffffff..0x80000000 = 4\nwalk 5\nnext 0 count 3\n' +
        'erase 5\ndestroy t\n',
    ],
  ])('of %s is the kept one, line by line', async (name, text) => {
    const session = await runText(text);
    const place = session.place();
    const source = cReproducer(answerTo(session, 'calls', { step: place.steps, most: 100_000 }), {
      title: `${name} – größer */ \\`,
      engine: 'linux-6.16/000000000000',
      step: place.steps,
      steps: place.steps,
    });
    await expect(source).toMatchFileSnapshot(`kept/${name}.c.txt`);
  });

  test('of a cut list says how much is left out', async () => {
    const session = await runText('tree t\nrepeat 50 as i { store i = i }');
    const told = answerTo(session, 'calls', { step: 51, most: 20 });
    expect([told.calls.length, told.omitted]).toEqual([20, 31]);
    expect(cReproducer(told, { title: 'x', engine: 'e', step: 51, steps: 51 })).toContain(
      '// 31 more calls were left out.',
    );
  });
});
