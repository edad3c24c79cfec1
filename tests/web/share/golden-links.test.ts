// SPDX-License-Identifier: GPL-2.0-or-later
//
// Links that were given out. They open for ever: a line may be added here, none may change or go. They were made when
// format m1 was fixed; what each holds stands beside it, written by hand.

import { expect, test } from 'vitest';
import { crc32 } from '../../../web/share/bytes';
import { decodeLink } from '../../../web/share/decode';
import { DICTIONARY } from '../../../web/share/dictionary';
import type { LinkState } from '../../../web/share/link-state';

const LINKS: readonly (readonly [string, LinkState])[] = [
  ['m1.BCu1hiAAAQAAAA', { script: '', language: 1, step: 0, engine: null, sum: null }],
  [
    'm1.Gy1UZGUNAQIBI0VniaupXA9OideYPRljgA4yY4zGAwAA',
    {
      script: 'tree t\nstore 10..19 = 1\n',
      language: 1,
      step: 2,
      engine: 'linux-6.16/0123456789ab',
      sum: 'a95c0f4e89d7983d',
    },
  ],
  [
    'm1.UUHcYWUNARH_______9UhvKKoMOMrIMBY1BWcAUOnDslluYqPGqYrJALnK0Kzc1JLC1JzbNSOLzk8LbDexQ-zO_ZjDlcjW_EG2WMHjRCj3XqAjJNAQAA',
    {
      script:
        '# Ein Baum – mit Umlauten: äöü 🌳\ntree t alloc rcu\nrepeat 20 as i {\n  store i*10..i*10+9 = i\n}\nfail request 2\nexpect valid\n',
      language: 1,
      step: 17,
      engine: 'linux-6.16/ffffffffffff',
      sum: '5486f28aa0c38cac',
    },
  ],
  [
    'm1.XM6OLw4NAQkBI0VniasAESIzRFVm_3lj5GVwYuBgEOFgYBEyyNTU5hQQuPD_f9vZ0PfKj2Y_3qR1b_XUhob__9kZWZgYGBQUGEAAxQADLkMuE5RJDPAsBubMB8rshTEXAAA',
    {
      script: `maps cat """
559a1c000000-559a1c002000 r--p 00000000 00:00 0 /usr/bin/cat
559a1c002000-559a1c007000 r-xp 00002000 00:00 0 /usr/bin/cat
559a1c007000-559a1c00a000 r--p 00007000 00:00 0 /usr/bin/cat
559a1c00a000-559a1c00b000 r--p 00009000 00:00 0 /usr/bin/cat
559a1c00b000-559a1c00c000 rw-p 0000a000 00:00 0 /usr/bin/cat
559a1d1fc000-559a1d21d000 rw-p 00000000 00:00 0 [heap]
7fffaa000000-7fffaa021000 rw-p 00000000 00:00 0 [stack]
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]
"""
fork cat as child
fail request 3
`,
      language: 1,
      step: 9,
      engine: 'linux-6.16/0123456789ab',
      sum: '00112233445566ff',
    },
  ],
  [
    'm1.cQiDsY4KAQQLb3RoZXItMS4wL3h-YxRjUlCIZmBlZGJjYWSxL-D8JvCf_S_jP0YGIGBrYeRi4EpLtTIwBE2pKCQqAGcrCoBDf1xF5RUFEF9UpRblI_nMwMDKwJQrOjEvP8-qID8_JxY8iJ0IHA1HmegA8kEUAAA',
    {
      script: `tree a
  maps cat """
  00400000-00401000 r-xp 00000000 fe:01 131 file1
  00401000-00402000 rw-p 00001000 fe:01 131 file1
  not a mapping
  00500000-00501000 rwxp 00003000 00:05 9 /dev/zero (deleted)
  00600000-00601000 rw-p 00000000 00:00 0 [anon:pool]
  """
`,
      language: 1,
      step: 4,
      engine: 'other-1.0/x',
      sum: null,
    },
  ],
];

test.each(LINKS)('%s opens', (link, state) => {
  expect(decodeLink(`https://example.org/#${link}`)).toEqual({ kind: 'link', state });
});

test('the dictionary of m1 is the one that these links were made with', () => {
  expect([DICTIONARY.length, crc32(DICTIONARY)]).toEqual([6849, 1775466775]);
});
