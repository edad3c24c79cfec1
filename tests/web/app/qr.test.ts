// SPDX-License-Identifier: GPL-2.0-or-later

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QR_LETTERS_MAX, qrModules, qrPath } from '../../../web/app/ui/qr';
import { SEED } from '../properties/scenario-texts';
import { modulesOfPath, readQr } from './qr-read';

const HOME = 'https://example.org/maplescope/#m1.';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function linkOf(length: number): string {
  return (
    HOME +
    Array.from({ length: Math.max(0, length - HOME.length) }, (_, k) => letters[(k * 37 + (k >> 3) * 11) % 64]).join('')
  );
}

describe('QR codes of links', () => {
  test('another’s decoder reads them, from the modules and from the path that is drawn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: QR_LETTERS_MAX }), (length) => {
        const link = linkOf(length);
        const modules = qrModules(link);
        expect(modules).not.toBeNull();
        expect(modules!.length).toBeLessThanOrEqual(117);
        expect(readQr(modules!)).toBe(link);
        expect(modulesOfPath(qrPath(modules!), modules!.length)).toEqual(modules);
      }),
      { seed: SEED, numRuns: 8 },
    );
  });

  test('the longest link that is drawn, and the first that is not', () => {
    expect(readQr(qrModules(linkOf(QR_LETTERS_MAX))!)).toBe(linkOf(QR_LETTERS_MAX));
    expect(qrModules(linkOf(QR_LETTERS_MAX + 1))).toBeNull();
  });
});
