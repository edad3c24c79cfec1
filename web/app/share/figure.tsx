// SPDX-License-Identifier: GPL-2.0-or-later
//
// The figure of what the page shows: the view in the picture's room, at its step, event or mark, with the sentence of
// just that moment.

import { render, type ComponentType } from 'preact';
import { Comparison } from '../../views/compare/view';
import { partFigure, treeFigure, type Figure, type FigureFacts, type FigureOptions } from '../../views/export/figure';
import { chosenRow, compared } from '../store/actions/compare-trees';
import { ComparePane, ForkPane } from '../picture/fork-pane';
import { largeTree } from '../store/run/large-tree';
import { moment } from '../store/run/moment';
import { pictureData } from '../picture/picture-data';
import { qrModules } from '../ui/qr';
import { RedBlackPane } from '../picture/redblack-pane';
import { SweepPane } from '../picture/sweep-pane';
import { VmasPane } from '../picture/space-panel';
import { engineId, ran, scene, shownTrees, steps, view } from '../store/page/state';
import { placeWords, titleOf } from '../store/page/texts';

/** A link of more characters has a code in the figure beside it. */
const WRITTEN_LETTERS = 220;
/** Width at which a part of the page is laid out for a figure, and the height that it is told there is to see. */
const PART = { width: 1000, height: 700 };
/** What hands use: play, jumps, choices. */
const CONTROLS =
  '.ms-play, .ms-play-stages, .ms-large-scale, .ms-term-tip, progress, button:not(.ms-term *, .ms-large-name)';

export interface FigureWish extends Pick<FigureOptions, 'theme' | 'shape'> {
  /** The whole address; empty for none. */
  readonly address: string;
}

/** Draws what is in the room of the picture. Rejects where it cannot. */
export async function figureShown({ theme, shape = 'captioned', address }: FigureWish): Promise<Figure> {
  const facts = factsShown(address);
  switch (view.value) {
    case 'fork':
      return laidOut(ForkPane, { facts, theme, shape });
    case 'compare':
      return laidOut(ComparePane, { facts, theme, shape });
    case 'sweep':
      return laidOut(SweepPane, { facts, theme, shape });
    case 'vmas':
      return laidOut(VmasPane, { facts, theme, shape });
    case 'differ':
      return laidOut(Differ, { facts, theme, shape });
    case 'redblack':
      return laidOut(RedBlackPane, { facts, theme, shape });
    case 'tree': {
      const large = largeTree.value === null ? null : document.querySelector<HTMLElement>('.picture-pane .tree-host');
      return large === null
        ? treeFigure({ data: pictureData(), facts, theme, shape })
        : partFigure({ part: large, facts, theme, shape, omit: CONTROLS, frames: true });
    }
  }
}

// The two trees that are compared on the page.
function Differ() {
  const known = compared.value;
  if (known === null) return null;
  return (
    <Comparison
      comparison={known.answer}
      titleA={known.titles[0]}
      titleB={known.titles[1]}
      chosen={chosenRow.value}
      onChoose={() => undefined}
    />
  );
}

// Title, place and sentence of what is shown, and where it can be opened again.
function factsShown(address: string): FigureFacts {
  const now = scene.value;
  const { words, place } = moment();
  const partial =
    view.value === 'tree' && largeTree.value === null
      ? shownTrees.value.find((tree) => tree.partial !== undefined)?.partial
      : undefined;
  const left =
    partial === undefined
      ? ''
      : ` · ${partial.omitted.toLocaleString('en')} of ${partial.nodes.toLocaleString('en')} nodes are not drawn`;
  return {
    // Whoever sees the figure alone is told at once what failed.
    title: [titleOf(ran.value?.text ?? ''), (now?.record?.error ?? null) === null ? '' : (now?.headline ?? '')]
      .filter(Boolean)
      .join(': '),
    subtitle:
      `${placeWords(now?.step ?? 0, steps.value)}${place === '' ? '' : `, ${place}`} · ${engineId.value ?? ''} · ` +
      `Maplescope${left}`,
    sentence: words,
    link: address === '' ? null : address,
    code: address.length > WRITTEN_LETTERS ? qrModules(address) : null,
  };
}

// Lays a view out aside, as large as it wants to be, and draws it. It reads what the view on the page reads.
async function laidOut(
  View: ComponentType,
  { facts, theme, shape }: Required<Pick<FigureOptions, 'facts' | 'theme' | 'shape'>>,
): Promise<Figure> {
  const stage = document.createElement('div');
  stage.setAttribute('aria-hidden', 'true');
  stage.inert = true;
  stage.className = 'figure-stage';
  stage.style.cssText = `width: ${PART.width}px; height: ${PART.height}px;`;
  document.body.append(stage);
  try {
    render(<View />, stage);
    await settled(stage);
    const part = stage.firstElementChild;
    if (!(part instanceof HTMLElement)) throw new Error('There is nothing to draw in this view.');
    return await partFigure({ part, facts, theme, shape, omit: CONTROLS });
  } finally {
    render(null, stage);
    stage.remove();
  }
}

// Until two frames have come and gone without a change of its height.
async function settled(stage: HTMLElement): Promise<void> {
  const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (let still = 0, height = -1, k = 0; still < 2 && k < 60; k++) {
    await frame();
    const now = stage.scrollHeight;
    still = now === height ? still + 1 : 0;
    height = now;
  }
}
