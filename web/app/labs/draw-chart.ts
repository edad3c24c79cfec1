// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lab's chart as Observable Plot draws it. The only file that imports Plot: it is fetched with the first chart.

import * as Plot from '@observablehq/plot';
import type { Axis, Chart, Point, Series } from '../../measure/lab';
import { figure } from '../../measure/tables';

const HERE = ['var(--accent)', 'var(--cell-text)', 'var(--good)', 'var(--cell-stack)'];

/** The colour of each series: those of this run differ, the published ones are ink. */
export function coloursOf(chart: Chart): ReadonlyMap<Series, string> {
  const here = chart.series.filter(({ from }) => from === 'here');
  return new Map(
    chart.series.map((one) => [
      one,
      one.from === 'published' ? 'var(--ink)' : (HERE[here.indexOf(one) % HERE.length] ?? 'var(--accent)'),
    ]),
  );
}

function marksOf(series: Series, colour: string, { y }: Chart): Plot.Markish[] {
  const title = (point: Point): string => `${series.name}: ${figure(point.y)}${y.percent ? ' %' : ''} at ${point.x}`;
  const channels = { x: 'x', y: 'y', title };
  if (series.look === 'bars')
    return [Plot.barY(series.points, { ...channels, fill: colour, insetLeft: 6, insetRight: 6 })];
  const line =
    series.look === 'dots'
      ? []
      : [
          Plot.line(series.points, {
            ...channels,
            stroke: colour,
            strokeWidth: 1.75,
            ...(series.dashed ? { strokeDasharray: '4 4' } : {}),
          }),
        ];
  const spread = series.points.some(({ low }) => low !== undefined)
    ? [Plot.ruleX(series.points, { x: 'x', y1: 'low', y2: 'high', stroke: colour })]
    : [];
  return [
    ...spread,
    ...line,
    Plot.dot(series.points, {
      ...channels,
      r: 4,
      fill: series.from === 'published' ? 'var(--panel)' : colour,
      stroke: colour,
      strokeWidth: 1.75,
    }),
  ];
}

function scaleOf({ label, scale, percent }: Axis): Plot.ScaleOptions {
  return { label: percent ? `${label}, in percent` : label, type: scale };
}

/** `cover`: a small picture without axes. */
export function drawChart(chart: Chart, width: number, cover: boolean): SVGSVGElement | HTMLElement {
  const colours = coloursOf(chart);
  const bins = [...new Set(chart.series.flatMap(({ points }) => points.map(({ x }) => x)))].sort(
    (a, b) => Number(a) - Number(b),
  );
  const plot = Plot.plot({
    width,
    height: cover ? 120 : 230,
    style: { background: 'none', fontSize: '12px', fontFamily: 'inherit', color: 'var(--ink)' },
    ariaLabel: chart.title,
    ...(cover ? { axis: null, marginLeft: 4, marginBottom: 4 } : { marginBottom: 40 }),
    x: { ...scaleOf(chart.x), ...(chart.x.scale === 'band' ? { domain: bins } : {}) },
    y: { ...scaleOf(chart.y), grid: !cover, nice: true },
    marks: [
      ...chart.series.flatMap((one) => marksOf(one, colours.get(one) ?? 'var(--ink)', chart)),
      ...(chart.y.scale === 'log' ? [] : [Plot.ruleY([0], { stroke: 'var(--line-strong)' })]),
    ],
  });
  plot.setAttribute('role', 'img');
  return plot;
}
