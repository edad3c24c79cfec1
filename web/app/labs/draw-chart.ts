// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lab's chart as Observable Plot draws it. The only file that imports Plot: it is fetched with the first chart.

import * as Plot from '@observablehq/plot';
import type { Axis, Chart, Point, Series } from '../../measure/lab';
import { figure } from '../../measure/tables';
import type { Links } from './lab-link';

const STYLE = { background: 'none', fontSize: 'var(--chart-text)', fontFamily: 'inherit', color: 'var(--ink)' };
const HERE = ['var(--accent)', 'var(--focus)', 'var(--good)', 'var(--bad)'];
const PUBLISHED = ['var(--ink)', 'var(--muted)', 'var(--faint)'];
const SYMBOLS = {
  here: ['circle', 'square', 'triangle', 'diamond'],
  published: ['circle', 'square', 'diamond'],
} as const;

interface Look {
  readonly colour: string;
  readonly symbol: 'circle' | 'square' | 'triangle' | 'diamond';
}

/** How each series looks: those of this run are coloured and filled, the published ones are ink and hollow. */
function looksOf(chart: Chart): ReadonlyMap<Series, Look> {
  return new Map(
    (['here', 'published'] as const).flatMap((from) =>
      chart.series
        .filter((one) => one.from === from)
        .map((one, k): readonly [Series, Look] => {
          const colours = from === 'here' ? HERE : PUBLISHED;
          const symbols = SYMBOLS[from];
          return [
            one,
            {
              colour: colours[k % colours.length] ?? 'var(--ink)',
              symbol: one.look === 'bars' ? 'square' : (symbols[k % symbols.length] ?? 'circle'),
            },
          ];
        }),
    ),
  );
}

function marksOf(series: Series, { colour, symbol }: Look, { y }: Chart, links: Links, dx: number): Plot.Markish[] {
  const { points, name, look, from } = series;
  const title = (point: Point): string =>
    `${name}: ${figure(point.y)}${y.percent ? ' %' : ''} at ${typeof point.x === 'number' ? figure(point.x) : point.x}`;
  const channels = { x: 'x', y: 'y', title, dx };
  const href = (point: Point): string | null =>
    point.opens === undefined || 'none' in point.opens ? null : (links.get(point.opens) ?? null);
  if (look === 'bars') return [Plot.barY(points, { ...channels, href, fill: colour, insetLeft: 6, insetRight: 6 })];
  const dashed = series.dashed ? { strokeDasharray: '4 4' } : {};
  const line =
    look === 'dots' ? [] : [Plot.line(points, { ...channels, stroke: colour, strokeWidth: 1.75, ...dashed })];
  const spread = points.some(({ low }) => low !== undefined)
    ? [Plot.ruleX(points, { x: 'x', y1: 'low', y2: 'high', stroke: colour, dx })]
    : [];
  const fill = from === 'published' ? 'var(--bg)' : colour;
  return [
    ...spread,
    ...line,
    Plot.dot(points, { ...channels, href, r: 4, symbol, fill, stroke: colour, strokeWidth: 1.75 }),
  ];
}

/** Between the marks of two series at one place of a band, in pixels. */
const BESIDE = 14;

/** How far to the right each series stands in a band, so that equal marks do not hide one another. */
function placesOf({ x, series }: Chart, band: number): ReadonlyMap<Series, number> {
  const side = series.filter(({ from, look }) => look === 'dots' || (look === 'line' && from === 'here'));
  if (x.scale !== 'band') return new Map();
  const step = Math.min(BESIDE, (0.8 * band) / side.length);
  return new Map(side.map((one, k) => [one, step * (k - (side.length - 1) / 2)]));
}

/** Room below the label of an axis, in pixels, so that the edge cuts no letter. */
const DESCENDERS = 8;

/** A strip a series: a cell a point, darker the greater its value. */
function strips({ x, y, series, title }: Chart, width: number, links: Links): Element[] {
  const most = Math.max(...series.flatMap(({ points }) => points.map((point) => point.y)));
  const cells = series.flatMap(({ name, points }) => points.map((point) => ({ ...point, name })));
  const left = 12 + 7 * Math.max(...series.map(({ name }) => name.length));
  const href = ({ opens }: Point): string | null =>
    opens === undefined || 'none' in opens ? null : (links.get(opens) ?? null);
  const plot = Plot.plot({
    width,
    height: 46 + 20 * series.length,
    marginLeft: Math.min(left, width / 2.5),
    marginBottom: 36,
    className: 'lab-plot',
    style: STYLE,
    ariaLabel: title,
    x: {
      type: 'linear',
      label: x.label,
      labelOffset: 36 - DESCENDERS,
      domain: [0.5, Math.max(...cells.map((cell) => Number(cell.x))) + 0.5],
    },
    y: { type: 'band', label: null, domain: series.map(({ name }) => name), padding: 0.2 },
    marks: [
      Plot.barX(cells, {
        x1: ({ x: at }: Point) => Number(at) - 0.5,
        x2: ({ x: at }: Point) => Number(at) + 0.5,
        y: 'name',
        fill: 'var(--accent)',
        fillOpacity: ({ y: value }: Point) => value / most,
        stroke: 'var(--line-strong)',
        strokeWidth: 0.5,
        href,
        title: ({ name, x: at, y: value }: (typeof cells)[number]) =>
          `${name}, ${x.label} ${at}: ${figure(value)} ${y.label}`,
      }),
    ],
    opacity: { domain: [0, 1], range: [0, 1] },
  });
  plot.setAttribute('role', 'group');
  quieten(plot);
  return [plot];
}

/** Its links are those of the table below, which the keyboard reaches; its groups have labels but no role. */
function quieten(plot: Element): void {
  plot.querySelectorAll('a').forEach((link) => link.setAttribute('tabindex', '-1'));
  plot.querySelectorAll('g[aria-label]').forEach((group) => group.removeAttribute('aria-label'));
}

function scaleOf({ label, scale, percent }: Axis): Plot.ScaleOptions {
  return { label: percent ? `${label}, in percent` : label, type: scale };
}

/** Width of a letter under an axis, in pixels; a little more than most. */
const LETTER = 7;

/** The legend, drawn by Plot. */
function legendOf(chart: Chart, looks: ReadonlyMap<Series, Look>): HTMLElement | SVGSVGElement {
  const domain = chart.series.map(({ name }) => name);
  const of = (part: keyof Look): string[] => chart.series.map((one) => looks.get(one)?.[part] ?? '');
  const fills = chart.series.map((one) => (one.from === 'published' ? 'none' : (looks.get(one)?.colour ?? '')));
  const legend = Plot.legend({
    symbol: { type: 'ordinal', domain, range: of('symbol') },
    color: { type: 'ordinal', domain, range: of('colour') },
    stroke: 'color',
    strokeWidth: 2,
    style: { ...STYLE, fontSize: 'var(--chart-legend)' },
  });
  legend.querySelectorAll('path').forEach((path, k) => path.setAttribute('fill', fills[k] ?? 'none'));
  return legend;
}

/** Legend and plot. `cover`: a small picture without either legend or axes. */
export function drawChart(chart: Chart, width: number, cover: boolean, links: Links): Element[] {
  if (chart.series.some(({ look }) => look === 'cells')) return strips(chart, width, links);
  const looks = looksOf(chart);
  const places = chart.series.flatMap(({ points }) => points.map(({ x }) => x));
  const bins = [...new Set(places)];
  if (bins.every((bin) => typeof bin === 'number')) bins.sort((a, b) => a - b);
  const band = width / bins.length;
  const dx = placesOf(chart, band);
  // Names that are longer than their band stand aslant.
  const slant = chart.x.scale === 'band' && LETTER * Math.max(...bins.map((bin) => String(bin).length)) > band;
  const margins = { marginTop: 34, marginBottom: slant ? 78 : 44, marginLeft: 64 };
  const bandAxis = { domain: bins, ...(slant ? { tickRotate: -35 } : {}) };
  const plot = Plot.plot({
    width,
    height: cover ? 120 : 170 + margins.marginTop + margins.marginBottom,
    className: 'lab-plot',
    style: STYLE,
    ariaLabel: chart.title,
    // The margins of a small picture hold half a dot.
    ...(cover ? { axis: null, margin: 8 } : margins),
    x: {
      ...scaleOf(chart.x),
      labelOffset: margins.marginBottom - DESCENDERS,
      ...(chart.x.scale === 'band' ? bandAxis : {}),
    },
    y: { ...scaleOf(chart.y), grid: !cover, nice: true },
    marks: [
      ...chart.series.flatMap((one) => {
        const look = looks.get(one);
        return look === undefined ? [] : marksOf(one, look, chart, links, dx.get(one) ?? 0);
      }),
      ...(chart.y.scale === 'log' ? [] : [Plot.ruleY([0], { stroke: 'var(--line-strong)' })]),
    ],
  });
  plot.setAttribute('role', cover ? 'img' : 'group');
  quieten(plot);
  return cover ? [plot] : [legendOf(chart, looks), plot];
}
