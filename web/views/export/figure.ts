// SPDX-License-Identifier: GPL-2.0-or-later
//
// The picture of a tree as a figure for a document: an SVG that needs nothing but itself, with title, legend, sentence
// and link. It is the view's own drawing: a tree view draws the whole tree aside, out of sight, at a size at which it
// can be read, and what it drew is copied, with the nodes that are gone and the arrows that show what took their place.
//
// A tree of more nodes than a view draws in full is drawn from afar, as on the page. Pictures of other kinds (forks,
// comparisons, sweeps) are HTML and canvases: `partFigure` draws them as they are laid out. All of it is vectors: a
// canvas is drawn again by a pen that writes SVG, and hatching is lines, which no printer turns into images.

import { put } from '../shared/svg';
import { createTreeView } from '../tree/view';
import type { TreeViewData } from '../tree/types';
import { colourOf, familyOf, flatten, flattenDefinitions } from './flatten';
import { drawGone, goneNodes, goneWords } from './gone';
import { drawLegendRows } from './legend';
import { drawCanvas, drawHtml, groundOf } from './html';
import { codeRuns, inLines, inPieces, linesWithin } from './lines';

export interface FigureFacts {
  readonly title: string;
  /** Step, engine and the like, on a line of its own. */
  readonly subtitle: string;
  /** The sentences about the step; may be empty. */
  readonly sentence: string;
  /**
   * The whole address; null if there is none. Written as long as it is short, and a link of the picture in any case.
   */
  readonly link: string | null;
  /** A QR code of the link, dark modules as true; null draws none. */
  readonly code: readonly (readonly boolean[])[] | null;
}

export interface FigureOptions {
  readonly data: TreeViewData;
  readonly facts: FigureFacts;
  readonly theme: 'light' | 'dark';
  /** Captioned by default. */
  readonly shape?: Shape;
  /** The parts to fold if the tree is too wide for a page, and the subtitle that then says so. */
  readonly brief?: Brief | undefined;
  /** Marks the figure for a style that leaves out how many slots a node uses: a question may ask for it. */
  readonly uncounted?: boolean;
}

export interface Brief {
  readonly tree: string;
  readonly nodes: readonly number[];
  readonly subtitle: string;
}

/** With title, sentence and link, as high as that takes; or the picture alone on a ground of 16 to 9. */
export type Shape = 'captioned' | 'slide';

/** A part of the page as a figure. */
export interface PartOptions extends Omit<FigureOptions, 'data' | 'brief'> {
  /** Laid out in the document; what it shows is drawn. */
  readonly part: HTMLElement;
  /** Elements that the figure does without: controls. */
  readonly omit: string;
  /** It paints in frames: in other colours than the page's only after some. */
  readonly frames?: boolean;
}

export interface Figure {
  /** A whole SVG file. */
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** The colour behind it all. */
  readonly ground: string;
}

/**
 * Sizes at which the tree is drawn: the first at which pivots can be read, on paper too, and no label is cut where a
 * page has room for that; else the last that shows nodes as such.
 */
const SIZES: readonly (readonly [width: number, height: number])[] = [
  [760, 640],
  [1040, 640],
  [1500, 820],
  [2100, 1000],
  [3000, 1200],
  [4400, 1600],
];
/** The widest picture that can be read on a page, in pixels. */
const PAGE = 1040;
/** A page is higher than wide: before a picture gets wider than that, it gets higher. */
const TALL_SIZES: typeof SIZES = [...SIZES.slice(0, 2), [PAGE, 1000], ...SIZES.slice(2)];
const MARGIN = 24;
/** Letters of a link that is written out. */
const LINK_LETTERS = 220;
const MODULE = 2.5;

/** Draws the figure. Rejects if the document gives the drawing no size. */
export async function treeFigure({
  data,
  facts,
  theme,
  shape = 'captioned',
  brief,
  uncounted = false,
}: FigureOptions): Promise<Figure> {
  const stage = document.createElement('div');
  stage.setAttribute('aria-hidden', 'true');
  stage.inert = true;
  stage.style.cssText = 'position: fixed; left: -20000px; top: 0; color: var(--ink);';
  const host = document.createElement('div');
  host.toggleAttribute('data-uncounted', uncounted);
  stage.append(host);
  document.body.append(stage);
  const view = createTreeView({ host, paper: true });
  try {
    view.update({ ...data, selected: null, hovered: null, table: false });
    let size = await legibleSize(host);
    let told = facts;
    if (brief !== undefined && size[0] > PAGE) {
      for (const node of brief.nodes) view.fold(brief.tree, node);
      told = { ...facts, subtitle: brief.subtitle };
      size = await legibleSize(host, TALL_SIZES);
    }
    await drawnAt(host, size);
    return await inTheme(theme, () => compose(stage, treeContent(host, size[0]), told, shape));
  } finally {
    view.destroy();
    stage.remove();
  }
}

async function legibleSize(host: HTMLElement, sizes = SIZES): Promise<readonly [number, number]> {
  let best: readonly [number, number] | null = null;
  for (const size of sizes) {
    await drawnAt(host, size);
    const detail = host.dataset['detail'];
    if (detail !== 'far') best = size;
    if (detail === 'full' && (size[0] >= PAGE || !isCut(host))) break;
    if (detail === 'far' && best !== null) break;
  }
  return best ?? SIZES[2] ?? [1500, 820];
}

// A label that was cut ends with the ellipsis that `clip` wrote.
function isCut(host: HTMLElement): boolean {
  return [...host.querySelectorAll('.ms-tree-frame text, .ms-ghost text')].some(({ textContent }) =>
    textContent.endsWith('…'),
  );
}

const PROMISES = 64;

// Tokens get their colours at the root of the document. So the whole page has the figure's theme while they are read:
// views redraw on the change of theme before the promise continues, and no frame is painted in between.
async function inTheme<T>(theme: FigureOptions['theme'], read: () => T, frames = 0): Promise<T> {
  const root = document.documentElement;
  const before = root.getAttribute('data-theme');
  const shown = before ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  root.setAttribute('data-theme', theme);
  try {
    // A canvas is painted again by what watches the theme, some promises later, and still in the same frame.
    for (let k = 0; k < PROMISES; k++) await Promise.resolve();
    for (let k = 0; k < frames && shown !== theme; k++)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return read();
  } finally {
    if (before === null) root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', before);
  }
}

// The view watches its own size: it has drawn when a watcher that was set later is called.
function drawnAt(host: HTMLElement, [width, height]: readonly [number, number]): Promise<void> {
  host.style.cssText = `position: relative; width: ${width}px; height: ${height}px;`;
  return new Promise((resolve) => {
    const watcher = new ResizeObserver(() => {
      watcher.disconnect();
      setTimeout(resolve);
    });
    watcher.observe(host);
  });
}

/** The content of a figure between its title and its sentence. */
interface Content {
  readonly host: HTMLElement;
  readonly width: number;
  /** Said of it in words, for who does not see it. */
  readonly words: readonly string[];
  /** Draws it from `y` on; gives where it ends. */
  readonly draw: (page: Element, file: Element, y: number) => number;
}

function treeContent(host: HTMLElement, widest: number): Content {
  const drawn = host.querySelector<SVGSVGElement>('.ms-tree-frame > svg');
  const legend = host.querySelector('.ms-legend');
  if (drawn === null || legend === null) throw new Error('the picture was not drawn');
  const dock = host.querySelector('.ms-dock');
  const box = contentBox(drawn, goneNodes(dock));
  // Half-way through a step: the nodes that no tree leads to.
  const shelf = dock === null || (dock as HTMLElement).hidden ? null : dock.querySelector<HTMLElement>('.ms-shelf');
  const width = Math.ceil(Math.min(widest, Math.max(640, box.width, shelf?.scrollWidth ?? 0)));
  return {
    host,
    width,
    words: goneWords(dock),
    draw: (page, file, y) => {
      for (const defs of drawn.querySelectorAll('defs')) flattenDefinitions(defs, file);
      let below = drawTree(page, host, { drawn, dock, box, width, y }) + 12;
      if (shelf !== null) {
        drawHtml(shelf, put(page, 'g', { transform: `translate(0,${below})` }), { omit: '', file });
        below += shelf.getBoundingClientRect().height + 12;
      }
      return below + drawLegendRows(page, legend, width, below) + 8;
    },
  };
}

/** Draws a part of the page as a figure. */
export async function partFigure({
  part,
  facts,
  theme,
  shape = 'captioned',
  omit,
  frames = false,
}: PartOptions): Promise<Figure> {
  return inTheme(
    theme,
    () => {
      const { width, height } = part.getBoundingClientRect();
      if (width === 0 || height === 0) throw new Error('the picture was not drawn');
      const draw = (page: Element, file: Element, y: number): number => {
        drawHtml(part, put(page, 'g', { transform: `translate(0,${y + 8})` }), { omit, file });
        return y + height + 16;
      };
      return compose(document.body, { host: part, width: Math.ceil(width), words: [], draw }, facts, shape);
    },
    frames ? 3 : 0,
  );
}

/** Of sides of a slide. */
const SLIDE = 16 / 9;

function compose(stage: HTMLElement, content: Content, facts: FigureFacts, shape: Shape): Figure {
  const { host, width } = content;
  const style = getComputedStyle(host);
  const inks = { ink: style.color, muted: mutedOf(host), ground: groundOf(host) };
  const svg = put(stage, 'svg', { xmlns: 'http://www.w3.org/2000/svg' });
  try {
    put(svg, 'title', {}).textContent = facts.title;
    put(svg, 'desc', {}).textContent = [facts.subtitle, facts.sentence, ...content.words, facts.link ?? '']
      .filter((words) => words !== '')
      .join('\n');
    const ground = put(svg, 'rect', { fill: colourOf(inks.ground) });
    const page = put(svg, 'g', {});
    const family = familyOf(style.fontFamily);
    const write: Write = (text, y, size, more = {}) => {
      const line = put(page, 'text', {
        x: 0,
        y,
        fill: colourOf(inks.ink),
        'font-size': size,
        'font-family': family,
        ...more,
      });
      line.textContent = text;
      return line;
    };
    const captioned = shape === 'captioned';
    let y = captioned ? drawHead(facts, width, write, colourOf(inks.muted)) : 0;
    y = content.draw(page, svg, y);
    if (captioned)
      y = drawFoot(page, facts, { width, y, write, muted: colourOf(inks.muted), family: style.fontFamily });
    const inner = [width + 2 * MARGIN, Math.ceil(y + 2 * MARGIN)] as const;
    const [allWidth, allHeight] = captioned ? inner : slideAround(inner);
    const [aside, above] = captioned ? [0, 0] : [(allWidth - inner[0]) / 2, (allHeight - inner[1]) / 2];
    page.setAttribute('transform', `translate(${MARGIN + aside},${MARGIN + above})`);
    for (const [name, value] of [
      ['width', allWidth],
      ['height', allHeight],
    ] as const) {
      svg.setAttribute(name, value.toString());
      ground.setAttribute(name, value.toString());
    }
    svg.setAttribute('viewBox', `0 0 ${allWidth} ${allHeight}`);
    return {
      svg: `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`,
      width: allWidth,
      height: allHeight,
      ground: colourOf(inks.ground),
    };
  } finally {
    svg.remove();
  }
}

// The smallest of that shape which all has room in; whole pixels, so exact to one.
function slideAround([width, height]: readonly [number, number]): readonly [number, number] {
  const unit = Math.ceil(Math.max(width / 16, height / 9));
  return [unit * 9 * SLIDE, unit * 9];
}

function mutedOf(host: HTMLElement): string {
  const probe = document.createElement('span');
  probe.style.color = 'var(--muted)';
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

type Write = (text: string, y: number, size: number, more?: Record<string, string | number>) => Element;

function drawHead(facts: FigureFacts, width: number, write: Write, muted: string): number {
  let y = 16;
  for (const line of inLines(facts.title, width / 9)) {
    write(line, y, 17, { 'font-weight': 650 });
    y += 22;
  }
  if (facts.subtitle === '') return y - 10;
  write(facts.subtitle, y, 12, { fill: muted });
  return y + 14;
}

interface Foot {
  readonly width: number;
  readonly y: number;
  readonly write: Write;
  readonly muted: string;
  /** The page's own families, to measure with. */
  readonly family: string;
}

const SENTENCE = 13;
/** Other fonts than the page's may be wider. */
const SLACK = 1.06;

// The sentence and the link, a code of it at the right.
function drawFoot(
  page: Element,
  { sentence, link, code: matrix }: FigureFacts,
  { width, y, write, muted, family }: Foot,
): number {
  const codeWidth = matrix === null ? 0 : (matrix.length + 8) * MODULE;
  const beside = width - (codeWidth === 0 ? 0 : codeWidth + 24);
  let at = y + 14;
  const pen = document.createElement('canvas').getContext('2d');
  if (pen !== null) pen.font = `${SENTENCE}px ${family}`;
  const widthOf = (words: string): number => SLACK * (pen?.measureText(words).width ?? words.length * 7);
  // Text between backticks is code, also across line ends.
  let code = false;
  for (const line of sentence === '' ? [] : linesWithin(sentence, beside, widthOf)) {
    const text = write('', at, SENTENCE);
    for (const run of codeRuns(line, code)) {
      put(text, 'tspan', run.code ? { 'font-family': 'monospace', 'font-size': SENTENCE - 1 } : {}).textContent =
        run.words;
    }
    if (line.split('`').length % 2 === 0) code = !code;
    at += 19;
  }
  if (link !== null) {
    const shown = link.length <= LINK_LETTERS ? link : 'Open this step in Maplescope';
    const anchor = put(page, 'a', { href: link });
    for (const line of inPieces(shown, Math.floor(beside / 6.8))) {
      put(anchor, 'text', { x: 0, y: at, fill: muted, 'font-size': 11, 'font-family': 'monospace' }).textContent = line;
      at += 15;
    }
  }
  if (matrix !== null) {
    drawCode(page, matrix, { x: width - codeWidth, y: y + 4 });
    at = Math.max(at, y + 4 + codeWidth);
  }
  return at;
}

// Dark on light in both themes: a camera reads nothing else for sure.
function drawCode(
  page: Element,
  code: readonly (readonly boolean[])[],
  { x, y }: { readonly x: number; readonly y: number },
): void {
  const side = (code.length + 8) * MODULE;
  put(page, 'rect', { x, y, width: side, height: side, fill: '#ffffff' });
  const path = code.map((row, k) => row.map((dark, n) => (dark ? `M${n + 4} ${k + 4}h1v1h-1z` : '')).join('')).join('');
  put(page, 'path', {
    d: path,
    transform: `translate(${x},${y}) scale(${MODULE})`,
    fill: '#000000',
    'shape-rendering': 'crispEdges',
  });
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const AROUND = 10;

// The drawing of the whole stage; of a picture from afar the canvas too. The width of nodes that are gone.
function contentBox(drawn: SVGSVGElement, gone: readonly HTMLElement[]): Box {
  const frame = drawn.getBoundingClientRect();
  const host = drawn.closest<HTMLElement>('.ms-tree-view');
  const canvas =
    host?.dataset['detail'] === 'far' ? host.querySelector<HTMLCanvasElement>('.ms-tree-frame > canvas') : null;
  const painted = canvas === null ? null : paintedBox(canvas);
  const boxes = [...drawn.querySelectorAll('.arrows, .world, .trail, .levels, .titles')]
    .map((group) => group.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  if (painted !== null)
    boxes.push(new DOMRect(frame.left + painted.x, frame.top + painted.y, painted.width, painted.height));
  if (boxes.length === 0) return { x: 0, y: 0, width: frame.width, height: frame.height };
  const across = [...boxes, ...gone.map((node) => node.getBoundingClientRect())];
  const left = Math.max(0, Math.min(...across.map((box) => box.left)) - frame.left - AROUND);
  const top = Math.max(0, Math.min(...boxes.map((box) => box.top)) - frame.top - AROUND);
  const right = Math.min(frame.width, Math.max(...across.map((box) => box.right)) - frame.left + AROUND);
  const bottom = Math.min(frame.height, Math.max(...boxes.map((box) => box.bottom)) - frame.top + AROUND);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

// In pixels of the page; null if nothing is painted.
function paintedBox(canvas: HTMLCanvasElement): Box | null {
  const { width, height } = canvas;
  const data = width * height === 0 ? undefined : canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
  if (data === undefined) return null;
  const painted = (x: number, y: number): boolean => (data[4 * (y * width + x) + 3] ?? 0) > 0;
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let y = 0; y < height; y++) {
    let x = 0;
    while (x < width && !painted(x, y)) x++;
    if (x === width) continue;
    let last = width - 1;
    while (!painted(last, y)) last--;
    [left, right] = [Math.min(left, x), Math.max(right, last)];
    if (top < 0) top = y;
    bottom = y;
  }
  const k = canvas.getBoundingClientRect().width / width;
  return right < 0 ? null : { x: left * k, y: top * k, width: (right - left + 1) * k, height: (bottom - top + 1) * k };
}

interface Drawing {
  readonly drawn: SVGSVGElement;
  readonly dock: Element | null;
  readonly box: Box;
  readonly width: number;
  readonly y: number;
}

// The tree and what is gone of it; gives where that ends.
function drawTree(page: Element, host: HTMLElement, { drawn, dock, box, width, y }: Drawing): number {
  const x = Math.max(0, (width - box.width) / 2);
  const place = put(page, 'g', { transform: `translate(${x - box.x},${y - box.y})` });
  const canvas = host.querySelector<HTMLCanvasElement>('.ms-tree-frame > canvas');
  if (host.dataset['detail'] === 'far' && canvas !== null && canvas.width > 0) {
    drawCanvas(canvas, place, { x: 0, y: 0 });
  }
  for (const child of drawn.children) if (child.localName !== 'defs') flatten(child, place);
  const foot = drawGone(place, dock, { frame: drawn.getBoundingClientRect(), right: box.x + width - x });
  return y - box.y + Math.max(box.y + box.height, foot);
}

/** A figure as PNG, `scale` pixels to one of its own; less where that would be larger than browsers draw. */
export async function figureAsPng({ svg, width, height }: Figure, scale = 2): Promise<Blob> {
  const most = Math.min(scale, 8000 / width, 8000 / height);
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(width * most), Math.round(height * most)];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('the browser made no image of it')) : resolve(blob)),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
