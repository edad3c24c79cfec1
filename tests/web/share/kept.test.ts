// SPDX-License-Identifier: GPL-2.0-or-later
//
// The texts that are sent, kept line by line: each line of them is read by somebody. `npx vitest run kept -u` writes
// them anew; look at the difference before it is committed.

import { describe, expect, test } from 'vitest';
import { cReproducer } from '../../../web/share/c-reproducer';
import { linkFacts } from '../../../web/share/facts';
import { DRAWN_COLUMNS, mailText } from '../../../web/share/mail-text';
import { writeMismatch } from '../../../web/share/mismatch-report';
import { mtDumpLines } from '../../../web/share/mt-dump-text';
import { treeText } from '../../../web/share/tree-text';
import type { TreePicture } from '../../../web/model/picture';
import { answerTo, runText, sceneAt } from '../engine/runs';

const ENGINE = 'linux-6.16/000000000000';

const TEXTS = {
  trees: `# Trees
tree t alloc rcu
for i in 0..29 { store i*1000..i*1000+400 = i }
store 0x7fffffff..0x123456789abc = 0x100000000
store max = "a label \\" of some length"
tree plain
store 5 = zero
insert 5..9 = 1
tree empty
tree single
store 0 = 42
tree old whole_height
store 3..9 = 1
`,
  calls: `tree t alloc rcu
fail request 1
store 5..9 = 1
bulk 20 { for i in 1..20 { store i*10..i*10+4 = i } }
alloc 4 within 0..1000 = 1
alloc 4 within 0..1000 = 2 from top
gap 4 within 0..1000
gap 4 within 0..1000 from top
cyclic within 10..20 = 3
dup t as u
cyclic within 10..20 = 4 in u
next 0 count 2 in u
state s in t
set s 30..40
walk s
next s count 3
next_range s
aim s 50..60
prepare s = 1
store s
pause s
search s 3 within 0..900
reset s
release s
corrupt t node 0 pivot 0 = 9
mm p
map 0x1000..0x2fff rw
destroy u
`,
  space: `maps app """
00400000-00401000 r-xp 00000000 fe:00 12                         /home/ada/app
00600000-00601000 rw-p 00000000 00:00 0                          [heap]
7ffc00000000-7ffc00010000 rw-p 00000000 00:00 0                  [stack]
"""
# /home/ada/notes
map 0x10000000..+8K r file "/srv/x/y"
touch 0x10000000
fork app as child
`,
} as const;

describe.each(Object.entries(TEXTS))('what is sent of %s', (name, script) => {
  const facts = { title: `${name} – größer */ \\`, engine: ENGINE };

  async function ran() {
    const session = await runText(script);
    expect(session.summary().stopped).toBeNull();
    // Each tree as it was last shown, in the order in which they were made.
    const pictures = new Map<string, TreePicture>();
    for (let step = 1; step <= session.steps(); step++)
      for (const { picture } of sceneAt(session, step).trees) pictures.set(picture.name, picture);
    return { session, steps: session.steps(), trees: [...pictures.values()] };
  }

  test('as trees, dumps and a mail is the kept one', async () => {
    const { steps, trees } = await ran();
    const drawn = trees.map((tree) => treeText(tree, { columns: DRAWN_COLUMNS, nodesMost: 3 }));
    const sums = trees.map((tree, k) => ({ tree: tree.name, sum: `0123456789abcde${k}` }));
    const dumps = trees.flatMap((tree) => [
      ...mtDumpLines(tree, { engine: ENGINE, step: steps, steps, format: 'hex' }),
      '',
      ...mtDumpLines(tree, { engine: ENGINE, step: steps, steps, format: 'decimal' }),
      '',
    ]);
    const told = [
      'One sentence that is a little longer than a line of a mail has room for, and so goes on below.',
      'A second one.',
    ];
    const mail = mailText({
      ...facts,
      script,
      step: 2,
      steps,
      language: 1,
      sums,
      told,
      drawn,
      link: 'https://example.org/#m1.abc',
    });
    const bare = mailText({ ...facts, script, step: 2, steps, language: 1, sums: [], told: [], drawn: [], link: null });
    const report = writeMismatch({
      ...facts,
      language: 1,
      step: 2,
      steps,
      sums,
      found: ['one thing', 'another'],
      tree: trees[0]?.name ?? '',
      dump: drawn[0] ?? [],
      script,
    });
    await expect([...dumps, mail, bare, report].join('\n')).toMatchFileSnapshot(`kept/${name}.texts.txt`);
  });

  test('as a C program is the kept one', async () => {
    const { session, steps } = await ran();
    const source = cReproducer(answerTo(session, 'calls', { step: steps, most: 100_000 }), {
      ...facts,
      step: steps,
      steps,
    });
    await expect(source).toMatchFileSnapshot(`kept/${name}.program.txt`);
  });

  test('is told of with the kept facts', async () => {
    const state = { script, language: 1, step: 2, engine: ENGINE, sum: null };
    const facts = (['keep', 'replace'] as const).flatMap((paths) =>
      (['keep', 'rebase'] as const).flatMap((addresses) =>
        (['keep', 'drop'] as const).map((comments) => ({
          paths,
          addresses,
          comments,
          ...linkFacts(state, { paths, addresses, comments }, 'https://example.org/'),
        })),
      ),
    );
    await expect(JSON.stringify(facts, null, 1)).toMatchFileSnapshot(`kept/${name}.facts.txt`);
  });
});
