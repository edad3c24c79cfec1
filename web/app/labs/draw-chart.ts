// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lab's chart as Observable Plot draws it. The only file that imports Plot: it is fetched with the first chart.

import * as Plot from '@observablehq/plot';
import type { Axis, Chart, Point, Series } from '../../measure/lab';
import { figure } from '../../measure/tables';
import type { Links } from './lab-link';

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

function marksOf(series: Series, { colour, symbol }: Look, { y }: Chart, links: Links): Plot.Markish[] {
  const { points, name, look, from } = series;
  const title = (point: Point): string =>
    `${name}: ${figure(point.y)}${y.percent ? ' %' : ''} at ${typeof point.x === 'number' ? figure(point.x) : point.x}`;
  const channels = { x: 'x', y: 'y', title };
  const href = (point: Point): string | null =>
    point.opens === undefined || 'none' in point.opens ? null : (links.get(point.opens) ?? null);
  if (look === 'bars') return [Plot.barY(points, { ...channels, href, fill: colour, insetLeft: 6, insetRight: 6 })];
  const dashed = series.dashed ? { strokeDasharray: '4 4' } : {};
  const line =
    look === 'dots' ? [] : [Plot.line(points, { ...channels, stroke: colour, strokeWidth: 1.75, ...dashed })];
  const spread = points.some(({ low }) => low !== undefined)
    ? [Plot.ruleX(points, { x: 'x', y1: 'low', y2: 'high', stroke: colour })]
    : [];
  const fill = from === 'published' ? 'var(--bg)' : colour;
  return [
    ...spread,
    ...line,
    Plot.dot(points, { ...channels, href, r: 4, symbol, fill, stroke: colour, strokeWidth: 1.75 }),
  ];
}

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
    marginBottom: 34,
    className: 'lab-plot',
    style: { background: 'none', fontSize: '12px', fontFamily: 'inherit', color: 'var(--ink)' },
    ariaLabel: title,
    x: { type: 'linear', label: x.label, domain: [0.5, Math.max(...cells.map((cell) => Number(cell.x))) + 0.5] },
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
  plot.querySelectorAll('a').forEach((link) => link.setAttribute('tabindex', '-1'));
  return [plot];
}

function scaleOf({ label, scale, percent }: Axis): Plot.ScaleOptions {
  return { label: percent ? `${label}, in percent` : label, type: scale };
}

/** What each look stands for, by Plot's own legend. */
function legendOf(chart: Chart, looks: ReadonlyMap<Series, Look>): HTMLElement | SVGSVGElement {
  const domain = chart.series.map(({ name }) => name);
  const of = (part: keyof Look): string[] => chart.series.map((one) => looks.get(one)?.[part] ?? '');
  const fills = chart.series.map((one) => (one.from === 'published' ? 'none' : (looks.get(one)?.colour ?? '')));
  const legend = Plot.legend({
    symbol: { type: 'ordinal', domain, range: of('symbol') },
    color: { type: 'ordinal', domain, range: of('colour') },
    stroke: 'color',
    strokeWidth: 2,
    style: { background: 'none', fontSize: '13px', fontFamily: 'inherit', color: 'var(--ink)' },
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
  const plot = Plot.plot({
    width,
    height: cover ? 120 : 230,
    className: 'lab-plot',
    style: { background: 'none', fontSize: '12px', fontFamily: 'inherit', color: 'var(--ink)' },
    ariaLabel: chart.title,
    // The margins of a small picture hold half a dot.
    ...(cover ? { axis: null, margin: 8 } : { marginBottom: 40, marginLeft: 56 }),
    x: { ...scaleOf(chart.x), ...(chart.x.scale === 'band' ? { domain: bins } : {}) },
    y: { ...scaleOf(chart.y), grid: !cover, nice: true },
    marks: [
      ...chart.series.flatMap((one) => {
        const look = looks.get(one);
        return look === undefined ? [] : marksOf(one, look, chart, links);
      }),
      ...(chart.y.scale === 'log' ? [] : [Plot.ruleY([0], { stroke: 'var(--line-strong)' })]),
    ],
  });
  // Its links are those of the table below, which the keyboard reaches.
  plot.setAttribute('role', cover ? 'img' : 'group');
  plot.querySelectorAll('a').forEach((link) => link.setAttribute('tabindex', '-1'));
  return cover ? [plot] : [legendOf(chart, looks), plot];
}
