// SPDX-License-Identifier: GPL-2.0-or-later
//
// Contrast of the tokens in both schemes, read from theme.css itself: WCAG 2.2 AA asks for 4.5 for text.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CELL_KINDS } from '../../../web/views/shared/palette';

const css = readFileSync(join(import.meta.dirname, '../../../web/views/shared/theme.css'), 'utf8');
const tokens = new Map([...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map((m) => [m[1]!, [m[2]!, m[3]!] as const]));

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string, scheme: 0 | 1): number {
  const [x, y] = [a, b].map((name) => {
    const token = tokens.get(name);
    if (token === undefined) throw new Error(`no token --${name}`);
    return luminance(token[scheme]);
  });
  return (Math.max(x!, y!) + 0.05) / (Math.min(x!, y!) + 0.05);
}

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s scheme', (_name, scheme) => {
  it.each(CELL_KINDS.filter((info) => info.kind !== 'null').map((info) => info.kind))('letters on %s cells can be read', (kind) => {
    expect(contrast(`on-${kind}`, `cell-${kind}`, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['ink', 'bg'], ['ink', 'panel'], ['ink', 'selected'], ['ink', 'raised'], ['ink', 'bad-fill'],
    ['muted', 'bg'], ['muted', 'panel'], ['muted', 'selected'], ['muted', 'raised'],
    ['accent', 'bg'], ['accent', 'panel'], ['accent', 'selected'], ['on-accent', 'accent'],
    ['link', 'bg'], ['link', 'panel'], ['link', 'selected'],
    ['good', 'good-fill'], ['good', 'bg'], ['good', 'panel'],
    ['bad', 'bg'], ['bad', 'panel'], ['bad', 'bad-fill'], ['bad', 'selected'], ['on-accent', 'bad'],
    ['on-run-completed', 'run-completed'], ['on-run-undone', 'run-undone'], ['on-run-differs', 'run-differs'], ['on-run-leak', 'run-leak'], ['on-run-broken', 'run-broken'],
    ['ink', 'byte-parent'], ['ink', 'byte-pivot'], ['ink', 'byte-slot'], ['ink', 'byte-gap'], ['ink', 'byte-meta'], ['muted', 'byte-unused'],
  ])('%s on %s can be read', (text, ground) => {
    expect(contrast(text, ground, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['accent', 'panel'], ['accent', 'bg'], ['focus', 'bg'], ['focus', 'panel'], ['gap-bar-largest', 'panel'],
  ])('the line %s is seen on %s', (line, ground) => {
    expect(contrast(line, ground, scheme)).toBeGreaterThanOrEqual(3);
  });
});

describe('forced colours', () => {
  it('name system colours for grounds, ink and accent', () => {
    const block = css.slice(css.indexOf('forced-colors'));
    for (const token of ['bg', 'panel', 'ink', 'muted', 'accent', 'focus']) expect(block).toMatch(new RegExp(`--${token}: [A-Z][A-Za-z]+;`));
  });
});
