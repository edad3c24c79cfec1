// SPDX-License-Identifier: GPL-2.0-or-later

import { expect, test } from 'vitest';
import { hatchingOf } from '../../../web/views/export/legend';

test('a swatch is hatched in a figure as on the page: its lines, their ground, and how far apart they are', () => {
  const [grey, pale, clear] = ['rgb(102, 96, 88)', 'color(srgb 0.9 0.8 0.7 / 0.5)', 'rgba(0, 0, 0, 0)'];
  const gradient = (...stops: string[]): string => `repeating-linear-gradient(135deg, ${stops.join(', ')})`;
  expect(hatchingOf(gradient(`${grey} 0px`, `${grey} 1px`, `${clear} 1px`, `${clear} 4px`))).toEqual({
    ground: null,
    line: grey,
    thick: 1,
    period: 4,
  });
  expect(hatchingOf(gradient(`${pale} 0px`, `${pale} 2px`, `${grey} 2px`, `${grey} 4px`))).toEqual({
    ground: pale,
    line: grey,
    thick: 2,
    period: 4,
  });
});
