// SPDX-License-Identifier: GPL-2.0-or-later
//
// The figure of what the page shows: the view in the picture's room, at its step, event or mark, with the sentence of
// just that moment.

import { Comparison } from '../../views/compare/view';
import { partFigure, treeFigure, type Figure, type FigureFacts, type FigureOptions } from '../../views/export/figure';
import { chosenRow, compared } from '../store/actions/compare-trees';
import { ComparePane, ForkPane } from '../picture/fork-pane';
import { largeTree } from '../store/run/large-tree';
import { moment } from '../store/run/moment-words';
import { pictureData } from '../picture/picture-data';
import { qrModules } from '../ui/qr';
import { RedBlackPane } from '../picture/redblack-pane';
import { SweepPane } from '../picture/sweep-pane';
import { VmasPane } from '../picture/space-panel';
import { CONTROLS, laidOut } from './laid-out';
import { engineId, ran, scene, shownTrees, steps, view } from '../store/page/state';
import { placeWords, titleOf } from '../store/page/texts';

/** A link of more characters has a code in the figure beside it. */
const WRITTEN_LETTERS = 220;

export interface FigureWish extends Pick<FigureOptions, 'theme' | 'shape'> {
  /** The whole address; empty for none. */
  readonly address: string;
}

/** Draws what is in the room of the picture. Rejects where it cannot. */
export async function figureShown({ theme, shape = 'captioned', address }: FigureWish): Promise<Figure> {
  const facts = factsShown(address);
  switch (view.value) {
    case 'fork':
      return laidOut(<ForkPane />, { facts, theme, shape });
    case 'compare':
      return laidOut(<ComparePane />, { facts, theme, shape });
    case 'sweep':
      return laidOut(<SweepPane />, { facts, theme, shape });
    case 'vmas':
      return laidOut(<VmasPane />, { facts, theme, shape });
    case 'differ':
      return laidOut(<Differ />, { facts, theme, shape });
    case 'redblack':
      return laidOut(<RedBlackPane />, { facts, theme, shape });
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
    // Whoever sees only the figure learns at once what failed.
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
