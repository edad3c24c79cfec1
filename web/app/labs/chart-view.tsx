// SPDX-License-Identifier: GPL-2.0-or-later
//
// A chart with its legend, its table and its files; and a table that is no chart's.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Cell, Chart, Result } from '../../measure/lab';
import { cellText, csvOf, jsonOf, tableOf, type Table } from '../../measure/tables';
import { figureAsPng } from '../../views/export/figure';
import { flatten } from '../../views/export/flatten';
import { say } from '../store/actions/actions';
import { labsFollow } from '../store/actions/lab-address';
import { ownBase } from '../store/links/public-home';
import { saveFile } from '../ui/saving';
import type { Links } from './lab-link';

const SVG_NS = 'http://www.w3.org/2000/svg';
const [WIDTH_MIN, WIDTH_MAX] = [320, 900];

/** A chart alone; what it shows is read aloud from its table. */
export function Drawing({
  chart,
  links,
  width,
  cover = false,
}: {
  readonly chart: Chart;
  readonly links: Links;
  readonly width?: number;
  readonly cover?: boolean;
}) {
  const host = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useLayoutEffect(() => {
    let [gone, drawn] = [false, 0];
    const draw = (): void => {
      const room = host.current?.clientWidth ?? WIDTH_MIN;
      const across = width ?? Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, room));
      if (across === drawn) return;
      drawn = across;
      import('./draw-chart').then(
        ({ drawChart }) => {
          if (!gone) host.current?.replaceChildren(...drawChart(chart, across, cover, links));
        },
        () => setFailed(true),
      );
    };
    const resized = new ResizeObserver(draw);
    if (host.current !== null) resized.observe(host.current);
    draw();
    return () => {
      gone = true;
      resized.disconnect();
    };
  }, [chart, links, width, cover]);
  return (
    <div class="lab-drawing" ref={host}>
      {failed && (
        <p>The chart library could not be fetched. Check your connection. The table below has the same numbers.</p>
      )}
    </div>
  );
}

/** The places of rows in the order wished for: numbers by size, texts by letter, what is not there last. */
function sorted(
  rows: Table['rows'],
  order: { readonly column: number; readonly up: boolean } | null,
): readonly number[] {
  const places = rows.map((_, at) => at);
  if (order === null) return places;
  const { column, up } = order;
  const before = (one: Cell, other: Cell): number =>
    typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en');
  return places.sort((a, b) => {
    const [one, other] = [rows[a]?.[column] ?? null, rows[b]?.[column] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return up ? before(one, other) : before(other, one);
  });
}

/** The last column of a row: the address of its scenario, or why there is none. */
function scenarioOf(
  opens: Table['opens'][number],
  links: Links,
): { readonly link: string } | { readonly none: string } {
  if (opens === null) return { none: '' };
  if ('none' in opens) return opens;
  const link = links.get(opens);
  return link === undefined ? { none: 'none: too long for a link' } : { link };
}

function scenarioCell(scenario: ReturnType<typeof scenarioOf>, of: Cell) {
  if ('none' in scenario) return <span class="muted">{scenario.none}</span>;
  return (
    <a href={`${ownBase()}${scenario.link}`} aria-label={`Open the scenario of ${cellText(of)}`}>
      Open
    </a>
  );
}

const NO_COLUMNS: ReadonlySet<number> = new Set();

interface DataTableProps {
  readonly table: Table;
  readonly links: Links;
  readonly caption: string;
  /** The region's label; absent: its caption. */
  readonly label?: string;
}

export function DataTable({ table, links, caption, label = caption }: DataTableProps) {
  const [order, setOrder] = useState<{ readonly column: number; readonly up: boolean } | null>(null);
  const places = sorted(table.rows, order);
  const scenarios = table.opens.map((opens) => scenarioOf(opens, links));
  const linked = !labsFollow() && table.opens.some((opens) => opens !== null);
  const numeric = table.columns.map((_, k) => table.rows.every((row) => typeof row[k] !== 'string'));
  const [whole, setWhole] = useState(false);
  const spread = table.spread ?? NO_COLUMNS;
  const shown = table.columns.flatMap((head, k) => (whole || !spread.has(k) ? [{ head, k }] : []));
  if (table.rows.length === 0) return <p class="lab-empty">{caption}</p>;
  return (
    <div class="lab-table" role="region" aria-label={label} tabIndex={0}>
      {spread.size > 0 && (
        <label>
          <input type="checkbox" checked={whole} onChange={(event) => setWhole(event.currentTarget.checked)} />
          Show low and high ends
        </label>
      )}
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {shown.map(({ head, k }) => (
              <th
                key={head}
                scope="col"
                class={numeric[k] === true ? 'number' : ''}
                aria-sort={order?.column !== k ? undefined : order.up ? 'ascending' : 'descending'}
              >
                <button
                  type="button"
                  title={`Sort by ${head}`}
                  onClick={() => setOrder({ column: k, up: order?.column === k ? !order.up : numeric[k] !== true })}
                >
                  {head}
                </button>
              </th>
            ))}
            {linked && <th scope="col">scenario</th>}
          </tr>
        </thead>
        <tbody>
          {places.map((at) => {
            const row = table.rows[at] ?? [];
            return (
              <tr key={at}>
                {shown.map(({ head, k }) => (
                  <td key={head} class={typeof row[k] === 'string' ? '' : 'number'}>
                    {cellText(row[k] ?? null)}
                  </td>
                ))}
                {linked && <td>{scenarioCell(scenarios[at] ?? { none: '' }, row[0] ?? null)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Copies a legend from the page, in the same places: each sign, and its words beside it. */
function copyLegend(legend: HTMLElement, place: SVGGElement): void {
  const { left, top } = legend.getBoundingClientRect();
  const ink = getComputedStyle(legend).color;
  for (const sign of legend.querySelectorAll('svg')) {
    const box = sign.getBoundingClientRect();
    const copied = flatten(sign, place);
    if (copied === null) continue;
    for (const [name, value] of [
      ['x', box.left - left],
      ['y', box.top - top],
      ['width', box.width],
      ['height', box.height],
    ] as const)
      copied.setAttribute(name, String(value));
    place.append(
      written(sign.parentElement?.textContent ?? '', box.right - left + 4, box.top - top + box.height - 3, 12, ink),
    );
  }
}

function written(words: string, x: number, y: number, size: number, ink: string): SVGTextElement {
  const text = document.createElementNS(SVG_NS, 'text');
  for (const [name, value] of [
    ['x', x],
    ['y', y],
    ['font-family', 'sans-serif'],
    ['font-size', size],
    ['fill', ink],
  ])
    text.setAttribute(String(name), String(value));
  text.textContent = words;
  return text;
}

/** The chart with its title and legend, as a standalone SVG. */
function svgOf(
  drawn: SVGSVGElement,
  { title, note }: Chart,
): { readonly svg: string; readonly width: number; readonly height: number } {
  const [width, height] = [drawn.clientWidth, drawn.clientHeight];
  const legend = drawn.parentElement?.querySelector<HTMLElement>(':scope > :not(.lab-plot)') ?? null;
  const head = 44 + (legend?.clientHeight ?? 0);
  const out = document.createElementNS(SVG_NS, 'svg');
  for (const [name, value] of [
    ['width', width],
    ['height', height + head],
    ['viewBox', `0 0 ${width} ${height + head}`],
  ])
    out.setAttribute(String(name), String(value));
  const ground = getComputedStyle(document.body);
  const rect = document.createElementNS(SVG_NS, 'rect');
  for (const [name, value] of [
    ['width', String(width)],
    ['height', String(height + head)],
    ['fill', ground.backgroundColor],
  ])
    rect.setAttribute(name ?? '', value ?? '');
  const words = [written(title, 8, 18, 14, ground.color), written(note, 8, 36, 11, ground.color)];
  const place = document.createElementNS(SVG_NS, 'g');
  place.setAttribute('transform', `translate(0 ${head})`);
  out.append(rect, ...words, place);
  if (legend !== null) {
    const signs = document.createElementNS(SVG_NS, 'g');
    signs.setAttribute('transform', 'translate(8 44)');
    copyLegend(legend, signs);
    out.append(signs);
  }
  for (const child of drawn.children) if (child.localName !== 'style') flatten(child, place);
  return { svg: new XMLSerializer().serializeToString(out), width, height: height + head };
}

interface ChartViewProps {
  readonly chart: Chart;
  readonly result: Result;
  readonly links: Links;
}

export function ChartView({ chart, result, links }: ChartViewProps) {
  const box = useRef<HTMLElement>(null);
  const table = tableOf(chart);
  const name = `${result.lab}-${chart.name}`;
  const picture = (): ReturnType<typeof svgOf> | null => {
    const drawn = box.current?.querySelector<SVGSVGElement>('.lab-plot') ?? null;
    return drawn === null ? null : svgOf(drawn, chart);
  };
  const png = async (): Promise<void> => {
    const made = picture();
    try {
      if (made !== null) saveFile(`${name}.png`, await figureAsPng(made as Parameters<typeof figureAsPng>[0]));
    } catch (error) {
      say('warning', `The PNG could not be made: ${String(error)}`);
    }
  };
  return (
    <section class="lab-chart" ref={box} aria-label={chart.title}>
      <div class="row">
        <h2>{chart.title}</h2>
        <span class="spring" />
        <span class="muted">{chart.note}</span>
      </div>
      <Drawing chart={chart} links={links} />
      <details>
        <summary>Data and files</summary>
        <div class="row">
          <button
            type="button"
            class="button small"
            onClick={() => {
              const made = picture();
              if (made !== null) saveFile(`${name}.svg`, made.svg);
            }}
          >
            Save SVG
          </button>
          <button type="button" class="button small" onClick={() => void png()}>
            Save PNG
          </button>
          <button type="button" class="button small" onClick={() => saveFile(`${name}.csv`, csvOf(table))}>
            Save CSV
          </button>
          <button type="button" class="button small" onClick={() => saveFile(`${name}.json`, jsonOf(result))}>
            Save JSON
          </button>
        </div>
        <DataTable table={table} links={links} caption={chart.title} label={`${chart.title}: table`} />
      </details>
    </section>
  );
}
