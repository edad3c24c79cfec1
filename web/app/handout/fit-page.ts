// SPDX-License-Identifier: GPL-2.0-or-later
//
// Measures a handout as it stands below its bar, which has the width and the type of the paper, and gives its pictures
// their height.

import { shares, type Piece } from './fit';

const MM = 96 / 25.4;
/** Of a page between its margins, less what rounding may take. */
export const PAGE_HEIGHT = { A4: (297 - 32) * MM - 12, Letter: (279.4 - 32) * MM - 12 } as const;
/** CSS pixels of paper for a pixel of a picture: below it the numbers in slots cannot be read. */
const LEAST = 0.53;
/** The highest picture, and the highest of two forks with what is said of them. */
const MOST = { other: 150 * MM, fork: 112 * MM } as const;
const PIECES = '.handout-title, article:not(.handout-answers) > section > *';

interface Sized {
  readonly image: HTMLImageElement;
  readonly least: number;
  readonly grows: number;
}

/** Gives each picture below `root` the height with which the pages of the paper are best filled. */
export function fitPictures(root: HTMLElement, size: keyof typeof PAGE_HEIGHT): void {
  // A narrow screen is no narrow paper.
  root.style.maxWidth = 'none';
  const elements = [...root.querySelectorAll(PIECES)];
  const sized = elements.map((element) => [...element.querySelectorAll('img')].map(sizeOf));
  for (const { image, least } of sized.flat()) image.style.height = `${least}px`;
  const pieces = elements.map((element, k): Piece => {
    const { top, bottom } = element.getBoundingClientRect();
    const [article, next] = [element.closest('article'), elements[k + 1]];
    const goesOn = next !== undefined && (article === null || next.closest('article') === article);
    const before = elements[k - 1]?.closest('article') ?? null;
    return {
      least: (goesOn ? next.getBoundingClientRect().top : bottom) - top,
      grows: sized[k]!.reduce((sum, { grows }) => sum + grows, 0),
      keeps: getComputedStyle(element).breakAfter === 'avoid',
      begins: before !== null && before !== article,
    };
  });
  shares(pieces, PAGE_HEIGHT[size]).forEach((share, k) => {
    for (const { image, least, grows } of sized[k]!) image.style.height = `${least + share * grows}px`;
  });
  root.style.maxWidth = '';
}

function sizeOf(image: HTMLImageElement): Sized {
  const [width, height] = [Number(image.getAttribute('width')), Number(image.getAttribute('height'))];
  const figure = image.parentElement;
  const room = figure?.clientWidth ?? width;
  const highest = figure?.dataset['view'] === 'fork' ? MOST.fork : MOST.other;
  const most = Math.min((room / width) * height, highest);
  const least = Math.min(LEAST * height, most);
  return { image, least, grows: most - least };
}
