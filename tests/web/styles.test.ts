// SPDX-License-Identifier: GPL-2.0-or-later
//
// The style sheets of web/: one list of widths and heights at which the page changes, one file with colours, and no
// rule for a class that nothing has.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const WEB = join(import.meta.dirname, '../../web');
const TOKENS = 'views/shared/theme.css';

/**
 * Where the page changes, in CSS pixels. Up to 1200 each number is the last width of the narrow side, from 1280 on the
 * first of the wide side, so that `max-width: 720px` meets `min-width: 721px`, and `min-width: 1440px` 1439.
 */
const WIDTHS = { narrow: [380, 440, 520, 600, 720, 900, 960, 1200], wide: [1280, 1440, 1520, 1920] };
const HEIGHTS = [480, 600, 700, 760];
/** Widths of a room at which its own rules change (container queries). */
const ROOM_WIDTHS = [440, 480, 580, 640, 720, 800, 900];

const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
const sheets = files
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, css: readFileSync(join(WEB, path), 'utf8').replace(/\/\*[^]*?\*\//g, '') }));
const code = files
  .filter((path) => /\.(tsx?|html|mjs|js)$/.test(path))
  .map((path) => readFileSync(join(WEB, path), 'utf8'))
  .join('\n');

/** Every bound of a size in a query, as "min-width 721". */
function boundsOf(css: string, rule: '@media' | '@container'): string[] {
  return [...css.matchAll(new RegExp(`${rule}([^{]*)`, 'g'))].flatMap(([, query = '']) => {
    expect(query, 'write min-width and max-width, not a comparison').not.toMatch(/[<>]/);
    return [...query.matchAll(/(m(?:in|ax)-(?:width|height)):\s*(\d+)px/g)].map(([, side, size]) => `${side} ${size}`);
  });
}

test('the page changes at the widths and heights of one list', () => {
  const { narrow, wide } = WIDTHS;
  const allowed = new Set([
    ...narrow.flatMap((width) => [`max-width ${width}`, `min-width ${width + 1}`]),
    ...wide.flatMap((width) => [`min-width ${width}`, `max-width ${width - 1}`]),
    ...HEIGHTS.flatMap((height) => [`max-height ${height}`, `min-height ${height + 1}`]),
  ]);
  const found = sheets.flatMap(({ path, css }) => boundsOf(css, '@media').map((bound) => ({ path, bound })));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(({ bound }) => !allowed.has(bound))).toEqual([]);
  const used = new Set(found.map(({ bound }) => bound));
  const lost = [...allowed].filter((bound) => bound.startsWith('max') && !used.has(bound));
  const sizes = [...narrow, ...HEIGHTS].filter((size) => lost.some((bound) => bound.endsWith(` ${size}`)));
  expect(sizes).toEqual([]);
});

test('rooms change at the widths of one list', () => {
  const allowed = new Set(ROOM_WIDTHS.flatMap((width) => [`max-width ${width}`, `min-width ${width + 1}`]));
  const found = sheets.flatMap(({ path, css }) => boundsOf(css, '@container').map((bound) => ({ path, bound })));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(({ bound }) => !allowed.has(bound))).toEqual([]);
});

test('only the tokens name a colour', () => {
  const NAMES = 'white|black|red|green|blue|gray|grey';
  const RAW = new RegExp(
    `#[\\da-f]{3,8}\\b|\\b(?:rgb|hsl|hwb|(?:ok)?lab|(?:ok)?lch)a?\\(|(?<![\\w-])(?:${NAMES})(?![\\w-])`,
    'i',
  );
  const found = sheets
    .filter(({ path }) => path !== TOKENS)
    .flatMap(({ path, css }) =>
      // A picture in a URL cannot name a token, and of a mask only the opacity counts.
      [...css.replace(/url\('[^']*'\)|mask-image:[^;]*/g, '').matchAll(/[\w-]+:\s*([^;{}]*)[;}]/g)].flatMap(
        ([declaration, value = '']) => (RAW.test(value) ? [{ path, declaration }] : []),
      ),
    );
  expect(found).toEqual([]);
});

test('every class of a selector is written by code', () => {
  const words = new Set(code.match(/[\w-]+/g));
  // `is-${state}` writes is-held where code has the word held; so it does where spaces become hyphens.
  const phrases = new Set(
    [...code.matchAll(/'([a-z]+(?: [a-z]+)+)'/g)].map(([, phrase = '']) => phrase.replaceAll(' ', '-')),
  );
  const prefixes = [...new Set([...code.matchAll(/([a-z][\w-]*-)\$\{/gi)].map(([, prefix = '']) => prefix))];
  const isWritten = (name: string): boolean =>
    words.has(name) ||
    prefixes.some((prefix) => {
      const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
      return words.has(rest) || phrases.has(rest);
    });
  const lost = sheets.flatMap(({ path, css }) =>
    [...css.matchAll(/([^{};]*)\{/g)]
      .filter(([, selector = '']) => !selector.trim().startsWith('@'))
      .flatMap(([, selector = '']) => [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name))
      .filter((name) => !isWritten(name))
      .map((name) => `${path}: .${name}`),
  );
  expect([...new Set(lost)]).toEqual([]);
});

test('every property that a sheet defines is read', () => {
  const all = `${code}\n${sheets.map(({ css }) => css).join('\n')}`;
  const defined = new Set(
    sheets.flatMap(({ css }) => [...css.matchAll(/(--[a-z][\w-]*)\s*:/g)].map(([, name = '']) => name)),
  );
  // Read by names put together (colours of cells), and by the library that draws the plots.
  const elsewhere = (name: string): boolean => name.startsWith('--on-') || name === '--plot-background';
  const idle = [...defined].filter((name) => {
    const uses = all.match(new RegExp(`${name}(?![\\w-])`, 'g'))?.length ?? 0;
    const definitions = all.match(new RegExp(`${name}\\s*:`, 'g'))?.length ?? 0;
    return uses === definitions && !elsewhere(name);
  });
  expect(idle).toEqual([]);
});
