// SPDX-License-Identifier: GPL-2.0-or-later

import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import { cutBlocks, cutScript, joinScript } from '../../../web/share/blocks';
import { BytesError, crc32, fromBase64Url, reader, toBase64Url, writer } from '../../../web/share/bytes';
import { compactMaps, expandMaps } from '../../../web/share/compact-maps';
import { decodeLink } from '../../../web/share/decode';
import { encodeLink } from '../../../web/share/encode';
import { printMapsLine, readMapsLine } from '../../../web/share/maps-line';
import { SCRIPT_BYTES_MAX, type LinkState } from '../../../web/share/link-state';
import { fromUtf8, toUtf8 } from '../../../web/share/utf8';
import { browserMap } from './browser-map';

const seed = Number(process.env['SEED'] ?? 20261121);
const runs = { seed, numRuns: 300 };

const both = [false, true];
const STYLES = both.flatMap((padded) =>
  both.flatMap((trailing) => both.flatMap((bare) => both.map((wide) => ({ padded, trailing, bare, wide })))),
);

function state(script: string, more: Partial<LinkState> = {}): LinkState {
  return { script, language: 1, step: 0, engine: null, sum: null, ...more };
}

function fragment(of: LinkState): string {
  const encoded = encodeLink(of);
  if (encoded.kind !== 'link') throw new Error(encoded.message);
  return encoded.fragment;
}

function decoded(text: string): LinkState {
  const result = decodeLink(text);
  if (result.kind !== 'link') throw new Error(`${result.kind}: ${result.message}`);
  return result.state;
}

const hex = (digits: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`));
const page = fc.integer({ min: 0, max: 2 ** 36 }).map((n) => (BigInt(n) * 4096n).toString(16).padStart(8, '0'));
const mapsRow = fc
  .tuple(
    page,
    page,
    fc.constantFrom('rw-p', 'r-xp', '---p', 'rwxs', '-w-p'),
    page,
    fc.constantFrom('00:00', 'fe:00', '103:2a', ''),
    fc.nat(),
    fc.constantFrom('', ' ', ' [heap]', ' file1', ' file2', ' /a b', ' 7', '              /x', ' =3'),
  )
  .map(
    ([a, b, perms, offset, device, inode, path]) =>
      `${a}-${b} ${perms} ${offset}${device === '' ? '' : ` ${device} ${inode}`}${path}`,
  );
const row = fc.oneof(
  mapsRow,
  mapsRow,
  fc.constantFrom('', 'maps m """', '"""', 'tree t', '  """', '# note', '> x'),
  fc.string({ unit: 'binary' }),
);
const script = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(row, { maxLength: 30 }).map((rows) => rows.join('\n')),
  fc
    .array(row, { maxLength: 30 })
    .map((rows) =>
      ['tree t', '  maps cat """', ...rows.map((text) => `  ${text}`), '  """', 'fork mm as c', ''].join('\n'),
    ),
  fc.nat({ max: 60 }).map((n) => `maps cat """\n${browserMap(16 + n, BigInt(n))}"""\n`),
);
// Half a surrogate pair is a string, too.
const anyState: fc.Arbitrary<LinkState> = fc.record({
  script: fc.oneof(
    script,
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  ),
  language: fc.constant(1),
  step: fc.oneof(fc.nat(), fc.maxSafeNat()),
  engine: fc.oneof(
    fc.constant(null),
    hex(12).map((id) => `linux-6.16/${id}`),
    fc.string({ unit: 'grapheme' }),
  ),
  sum: fc.oneof(fc.constant(null), hex(16)),
});

describe('a link', () => {
  test('gives back every state exactly', () => {
    fc.assert(
      fc.property(anyState, (given) => {
        expect(decoded(fragment(given))).toEqual(given);
      }),
      runs,
    );
  });

  test('is the same for the same state, and ends with a letter', () => {
    fc.assert(
      fc.property(anyState, (given) => {
        const link = fragment(given);
        expect(fragment({ ...given })).toBe(link);
        expect(link).toMatch(/^m1\.[A-Za-z0-9_-]*[A-Za-z0-9]$/);
      }),
      runs,
    );
  });

  test('is read from an address, a quotation, wrapped lines, percent-encoding and running text', () => {
    const given = state('tree t\nstore 0..9 = "a"\n', {
      step: 2,
      engine: 'linux-6.16/0123456789ab',
      sum: 'a95c0f4e89d7983d',
    });
    const link = fragment(given);
    const wrapped = link.replace(/(.{9})/g, '$1\r\n> > ');
    for (const text of [
      link,
      `#${link}`,
      `https://example.org/maplescope/#${link}`,
      `see https://example.org/#${link} for that, m2. dear all`,
      `(http://localhost:5173/?x=1#${link}).`,
      `  > http://example.org/#${wrapped}\n`,
      encodeURIComponent(`https://example.org/#${link}`),
      `https://example.org/%23${link}%20`,
      `https://example.org/#${link}&utm_source=x`,
      `<http://example.org/#${link.slice(0, 20)}\u200b${link.slice(20)}>`,
    ]) {
      expect(decoded(text), text).toEqual(given);
    }
  });

  test('that is cut anywhere says that its end is missing', () => {
    const link = fragment(state(`maps cat """\n${browserMap(40, 3n)}"""\n`, { step: 40 }));
    for (let letters = 'm1.'.length; letters < link.length - 2; letters++) {
      const result = decodeLink(link.slice(0, letters));
      expect(result, String(letters)).toMatchObject({ kind: 'unreadable', trouble: 'truncated' });
    }
    // The last letters hold only the closing zero.
    expect(decodeLink(`#${link.slice(0, -1)}`).kind).toBe('link');
  });

  test('with a letter changed says that it is damaged, or at least never opens as something else', () => {
    const given = state('tree t\nstore 0..9 = 1\nstore 10..19 = 2\n', { step: 3, sum: 'a95c0f4e89d7983d' });
    const link = fragment(given);
    for (let place = 'm1.'.length; place < link.length - 1; place++) {
      const letter = link[place] === 'x' ? 'y' : 'x';
      const result = decodeLink(link.slice(0, place) + letter + link.slice(place + 1));
      if (result.kind === 'link') expect(result.state).toEqual(given);
      else
        expect(result, String(place)).toMatchObject({
          kind: 'unreadable',
          trouble: expect.stringMatching(/damaged|truncated/) as string,
        });
    }
  });

  test('of a later version asks for a newer page', () => {
    expect(decodeLink('#m2.AAAA')).toMatchObject({ kind: 'unreadable', trouble: 'newer' });
    expect(decodeLink('https://example.org/#m17.x')).toMatchObject({ kind: 'unreadable', trouble: 'newer' });
    const flagged = packed(Uint8Array.of(0x10, 1, 0, 0));
    expect(decodeLink(flagged)).toMatchObject({ kind: 'unreadable', trouble: 'newer' });
    expect(decodeLink(packed(Uint8Array.of(0, 2, 0, 0)))).toMatchObject({ kind: 'unreadable', trouble: 'newer' });
  });

  test('of version 0, which no page ever made, is damaged: no other page would open it', () => {
    for (const text of ['#m0.AAAA', '#m0.', '#m000000.AAAA'])
      expect(decodeLink(text), text).toEqual({
        kind: 'unreadable',
        trouble: 'damaged',
        message:
          'The link is damaged: no page ever made one of version 0. Copy it once more from where it came. What the ' +
          'page shows is not its scenario.',
      });
  });

  test('is distinguished from other fragments and texts', () => {
    for (const text of ['', '#', '#help', 'tree t\nstore 1 = 2\n', 'm1', 'https://example.org/m1.html', '#/m1.x']) {
      expect(decodeLink(text).kind, text).toBe('not-a-link');
    }
  });

  test('never makes decoding throw, whatever the letters or bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        decodeLink(text);
        decodeLink(`#m1.${text}`);
      }),
      runs,
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        decodeLink(packed(bytes));
        // A body that is plain, and one that is deflated.
        decodeLink(packed(Uint8Array.of(0, 1, 0, ...bytes)));
        decodeLink(packed(Uint8Array.of(8, 1, 0, 100, ...bytes)));
        decodeLink(packed(Uint8Array.of(0, 1, 0, 1, 0, 0, bytes.length, ...bytes)));
      }),
      { ...runs, numRuns: 3000 },
    );
  });

  test('that would unfold to more than a script may have is refused', () => {
    // 1,024 blocks of one line each, each with a name of half the bound: every one is small by itself.
    const name = `/${'x'.repeat(SCRIPT_BYTES_MAX / 4)}`;
    const rows = Array.from(
      { length: 16 },
      (_, k) =>
        `${(4096 * (k + 1)).toString(16).padStart(8, '0')}-${(4096 * (k + 2)).toString(16).padStart(8, '0')} rw-p ` +
        `00000000 00:00 0 ${name}`,
    );
    const block = compactMaps(rows).bytes;
    const body = writer();
    body.varint(1);
    body.varint(0);
    body.varint(0);
    body.varint(block.length);
    body.bytes(block);
    expect(decodeLink(packed(Uint8Array.from([0, 1, 0].concat([...body.done()]))))).toMatchObject({
      kind: 'unreadable',
      trouble: 'too-large',
    });
    const long = state('#'.repeat(SCRIPT_BYTES_MAX));
    expect(decoded(fragment(long))).toEqual(long);
    expect(encodeLink(state('#'.repeat(SCRIPT_BYTES_MAX + 1))).kind).toBe('too-long');
  });

  // Some 5 KB of letters: 150,000 blocks that hold nothing, which took seconds and opened as an empty script.
  test.each([
    ['no line', [0, 0, 0, 0, 0, 0, 0, 0], /damaged: its block 1 of maps has no line\./],
    ['one empty line', [...compactMaps(['']).bytes], /damaged: the line that opens its block 1 of maps is missing\./],
  ])('whose blocks of maps are of %s, and of no text, is refused at once', (_, block, message) => {
    const count = 150_000;
    const body = writer();
    body.varint(count);
    for (let k = 0; k < count; k++) body.bytes(Uint8Array.of(0, 0, block.length));
    for (let k = 0; k < count; k++) body.bytes(Uint8Array.from(block));
    const bytes = body.done();
    const content = writer();
    content.bytes(Uint8Array.of(8, 1, 0));
    content.varint(bytes.length);
    content.bytes(deflateSync(bytes, { level: 9 }));
    const link = packed(content.done());
    expect(link.length).toBeLessThan(9000);
    const found = decodeLink(link);
    expect(found).toMatchObject({ kind: 'unreadable', trouble: 'damaged' });
    expect('message' in found && found.message).toMatch(message);
  });

  test('of many blocks reads each line of the text once', () => {
    const test = vi.spyOn(RegExp.prototype, 'test');
    const lookedAt = (blocks: number): number => {
      test.mockClear();
      const script = 'maps p """\n1000-2000 rw-p 0\n"""\n'.repeat(blocks);
      expect(joinScript(cutBlocks(script))).toBe(script);
      return test.mock.calls.length;
    };
    const few = lookedAt(500);
    expect(few).toBeGreaterThanOrEqual(500);
    expect(lookedAt(5000)).toBeLessThanOrEqual(11 * few);
    test.mockRestore();
  });

  test('that inflates to more than it says is stopped', () => {
    const bomb = fragment(state('#'.repeat(SCRIPT_BYTES_MAX)));
    const content = unpacked(bomb);
    // flags, language, step, then the length of the body as a varint of three bytes.
    expect(content[0]).toBe(8);
    const lying = packed(Uint8Array.from([8, 1, 0, 100].concat([...content.slice(6)])));
    expect(decodeLink(lying)).toMatchObject({ kind: 'unreadable', trouble: 'too-large' });
  });

  test('that inflates to less than it says is damaged', () => {
    const content = unpacked(fragment(state('#'.repeat(SCRIPT_BYTES_MAX))));
    const announced = reader(content.slice(3));
    const length = announced.varint();
    const lying = writer();
    lying.bytes(content.slice(0, 3));
    lying.varint(length + 1);
    lying.bytes(announced.bytes(announced.left()));
    expect(decodeLink(packed(lying.done()))).toMatchObject({ kind: 'unreadable', trouble: 'damaged' });
  });

  test('that announces a larger body than any script needs is refused before it is inflated', () => {
    const announcing = (length: number): string => {
      const content = writer();
      content.bytes(Uint8Array.of(8, 1, 0));
      content.varint(length);
      return packed(content.done());
    };
    expect(decodeLink(announcing(2 * SCRIPT_BYTES_MAX + 1))).toMatchObject({
      kind: 'unreadable',
      trouble: 'too-large',
    });
    // At the bound the body is inflated, and found to be missing.
    expect(decodeLink(announcing(2 * SCRIPT_BYTES_MAX))).toMatchObject({ kind: 'unreadable', trouble: 'damaged' });
  });

  test('whose plain text is one letter too long is refused', () => {
    const plain = (letters: number): string => packed(Uint8Array.from([0, 1, 0, 0, ...toUtf8('#'.repeat(letters))]));
    expect(decodeLink(plain(SCRIPT_BYTES_MAX)).kind).toBe('link');
    expect(decodeLink(plain(SCRIPT_BYTES_MAX + 1))).toMatchObject({ kind: 'unreadable', trouble: 'too-large' });
  });

  // A body of one block of maps, given as it is packed, below a line that opens it.
  const opening = 'maps m """';
  const bodyOf = (block: readonly number[]): readonly number[] => [
    0,
    1,
    0,
    1,
    opening.length,
    0,
    block.length,
    ...block,
    ...toUtf8(opening),
  ];
  // Style, lines, lines kept as text, lengths of the streams, tokens, streams, texts.
  test.each([
    ['a checksum of another link', null, 'some of its characters were changed on the way'],
    ['a body without a number', [0, 1, 0], 'the bytes end early'],
    ['a number of nine bytes', [0, 1, ...new Array<number>(8).fill(0xff), 0x7f], 'a number is too large'],
    ['a number that goes on with zeros', [0, 1, ...new Array<number>(9).fill(0x80), 0], 'a number is too long'],
    ['more blocks than bytes', [0, 1, 0, 9, 1], 'it names more blocks than it can hold'],
    ['a packed part that is none', [8, 1, 0, 5, 0xff, 0xff, 0xff], 'its packed part cannot be unpacked'],
    ['a script that is no text', [0, 1, 0, 0, 0xff], 'not UTF-8'],
    ['more lines as text than lines', bodyOf([0, 1, 2, 0, 0, 0, 0, 0, 0]), 'more lines are kept than there are'],
    ['a line as text without one', bodyOf([0, 2, 2, 0, 0, 0, 0, 0, 0, 0]), 'a text is missing'],
    ['a name that was not told', bodyOf([0, 1, 0, 0, 1, 0, 0, 0, 0x09, 0]), 'a name that was not told'],
    ['a name of one letter', bodyOf([0, 1, 0, 0, 1, 0, 1, 1, 0x11, 0, 0, 0x5a]), 'an unknown name'],
    ['an offset below 0', bodyOf([0, 1, 0, 0, 1, 0, 1, 0, 0x13, 0, 0]), 'an offset that is none'],
    [
      'a mapping of 2^52 pages and one',
      bodyOf([0, 1, 0, 0, 8, 0, 0, 0, 0x01, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x08]),
      'a mapping ends beyond the last address',
    ],
  ])('of %s says so', (_, content, words) => {
    const bytes = fromBase64Url(packed(Uint8Array.from(content ?? [0, 1, 0, 0])).slice('#m1.'.length));
    if (content === null) bytes[1]! ^= 1;
    const found = decodeLink(`#m1.${toBase64Url(bytes)}`);
    expect(found).toMatchObject({ kind: 'unreadable', trouble: 'damaged' });
    expect('message' in found && found.message).toBe(
      `The link is damaged: ${words}. Copy it once more from where it came. What the page shows is not its scenario.`,
    );
  });

  test('letters behind the first that is none give no bytes', () => {
    expect(fromBase64Url('Zm9v!Zm9v')).toEqual(toUtf8('foo'));
  });

  test('whose checksum was lost, all zeros, is damaged', () => {
    const link = fragment(state('tree t\nstore 0..9 = 1\n'));
    const bytes = fromBase64Url(link.slice('m1.'.length));
    const from = reader(bytes);
    from.varint();
    bytes.fill(0, bytes.length - from.left(), bytes.length - from.left() + 4);
    expect(decodeLink(`#m1.${toBase64Url(bytes)}`)).toMatchObject({ kind: 'unreadable', trouble: 'damaged' });
  });
});

// A link around any content, with the right length and checksum.
function packed(content: Uint8Array): string {
  const out = writer();
  out.varint(content.length);
  const crc = crc32(content);
  for (let k = 0; k < 32; k += 8) out.byte((crc >>> k) & 0xff);
  out.bytes(content);
  out.byte(0);
  return `#m1.${toBase64Url(out.done())}`;
}

function unpacked(link: string): Uint8Array {
  const from = reader(fromBase64Url(link.slice('m1.'.length)));
  const length = from.varint();
  from.bytes(4);
  return from.bytes(length);
}

describe('the parts of a link', () => {
  test('a CRC-32 is the one of zip files', () => {
    // The check value that every catalogue of CRCs gives for "123456789".
    expect(crc32(toUtf8('123456789'))).toBe(0xcbf43926);
  });

  test('base64url is that of RFC 4648', () => {
    // Section 10 of the RFC.
    for (const [text, letters] of [
      ['', ''],
      ['f', 'Zg'],
      ['fo', 'Zm8'],
      ['foo', 'Zm9v'],
      ['foob', 'Zm9vYg'],
      ['fooba', 'Zm9vYmE'],
      ['foobar', 'Zm9vYmFy'],
    ] as const) {
      expect(toBase64Url(toUtf8(text))).toBe(letters);
      expect(fromUtf8(fromBase64Url(letters))).toBe(text);
    }
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
      }),
      runs,
    );
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
      }),
      runs,
    );
  });

  test('text becomes the bytes that the platform gives, and comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(toUtf8(text)).toEqual(new TextEncoder().encode(text));
        expect(fromUtf8(toUtf8(text))).toBe(text);
      }),
      runs,
    );
  });

  test('varints come back at both ends of their range', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: -(2 ** 50), max: 2 ** 50 }), (natural, whole) => {
        const out = writer();
        out.varint(natural);
        out.zigzag(whole);
        const from = reader(out.done());
        expect([from.varint(), from.zigzag(), from.left()]).toEqual([natural, whole, 0]);
      }),
      runs,
    );
  });

  test('a varint ends at the largest safe integer, and a run of empty groups ends it too', () => {
    const largest = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f];
    expect(reader(Uint8Array.from(largest)).varint()).toBe(Number.MAX_SAFE_INTEGER);
    const above = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10];
    expect(() => reader(Uint8Array.from(above)).varint()).toThrow(BytesError);
    // 2^53 - 1 has 53 bits, so eight groups of seven hold every number: a ninth group can only be padding.
    const padded = (groups: number): Uint8Array => Uint8Array.from([...Array.from({ length: groups }, () => 0x80), 0]);
    expect(reader(padded(7)).varint()).toBe(0);
    expect(() => reader(padded(8)).varint()).toThrow(BytesError);
  });

  test('a script is cut and joined to the same letters', () => {
    fc.assert(
      fc.property(script, (text) => {
        expect(joinScript(cutScript(text))).toBe(text);
      }),
      runs,
    );
  });

  test('any lines are packed and come back, also those that are none of a map', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            mapsRow,
            fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', '')),
          ),
          { maxLength: 40 },
        ),
        (lines) => {
          const safe = lines.map((line) => line.replace(/[\ud800-\udfff]/g, ''));
          expect(expandMaps(compactMaps(safe).bytes, SCRIPT_BYTES_MAX)).toEqual(safe);
        },
      ),
      runs,
    );
  });

  test.each(STYLES)('a map is packed whole in every spelling: %o', (style) => {
    const lines = browserMap(200, 9n)
      .trimEnd()
      .split('\n')
      .map((line) => printMapsLine({ ...readMapsLine(line)!, device: '00:00', inode: 0 }, style));
    const packedLines = compactMaps(lines);
    expect(packedLines.count.literal).toBe(0);
    expect(expandMaps(packedLines.bytes, SCRIPT_BYTES_MAX)).toEqual(lines);
  });

  test('the lines of a real map are all packed, none kept as text', () => {
    const lines = browserMap(800, 1n).trimEnd().split('\n');
    expect(compactMaps(lines).count).toEqual({ mappings: 800, literal: 0 });
  });
});
