// SPDX-License-Identifier: GPL-2.0-or-later
//
// Exhibits of slow motion: the strip of events, their list, the source of the core at one of them.

import { h, render, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { CORE_SOURCES } from '../engine/core/sources';
import { wordedEvents } from '../engine/scene/event-texts';
import type { WordedEvent } from '../model/run';
import type { Exhibit } from './exhibit';
import { example, forked, ran, SIXTY, type Ran } from './runs';
import { EventList } from '../views/motion/event-list';
import { SourceView } from '../views/motion/source-view';
import { EventStrip } from '../views/motion/strip';
import '../views/motion/style.css';

type Draw = (
  events: readonly WordedEvent[],
  current: number | null,
  onSeek: (event: number | null) => void,
) => ComponentChild;

function Played({
  events,
  at,
  draw,
}: {
  readonly events: readonly WordedEvent[];
  readonly at: number | null;
  readonly draw: Draw;
}) {
  const [current, setCurrent] = useState(at);
  return draw(events, current, setCurrent);
}

function exhibit(
  name: string,
  height: number,
  text: string,
  step: (run: Ran) => number,
  at: (events: readonly WordedEvent[]) => number | null,
  draw: Draw,
  width?: number,
): Exhibit {
  return {
    name,
    height,
    ...(width === undefined ? {} : { width }),
    async mount(stage) {
      const run = await ran(text);
      const events = wordedEvents(run.at(step(run)));
      render(h(Played, { events, at: at(events), draw }), stage);
    },
  };
}

const splits = ({ stepOf }: Ran): number => stepOf(({ storeType }) => storeType === 'split_store', 5);
const fails = ({ stepOf }: Ran): number => stepOf(({ refused }) => refused);
const forks = ({ stepOf }: Ran): number => stepOf(({ op }) => op === 'fork');
const first = (name: string) => (events: readonly WordedEvent[]) => events.findIndex((event) => event.name === name);

const strip: Draw = (events, current, onSeek) => h(EventStrip, { events, current, onSeek });
const list: Draw = (events, current, onSeek) => h(EventList, { events, current, onSeek });
const source: Draw = (events, current) => {
  const { file, line } = events[current ?? 0] ?? { file: '', line: 0 };
  const here = events
    .filter((event) => event.file === file)
    .map((event): [number, number] => [event.line, events.indexOf(event)]);
  return h(SourceView, {
    file,
    files: [...new Set(events.map((event) => event.file))],
    text: CORE_SOURCES.sourceOf(file) ?? '',
    marked: { first: CORE_SOURCES.statementAt(file, line), last: line, is: 'event' },
    inside: CORE_SOURCES.functionAt(file, line),
    telling: new Map(here),
    onFile: () => undefined,
    onLine: () => undefined,
  });
};

export const motionExhibits: readonly Exhibit[] = [
  exhibit('events', 60, SIXTY, splits, first('node_built'), strip),
  exhibit('events-whole', 60, SIXTY, splits, () => null, strip),
  exhibit('events-refused', 60, example('copy-fails'), fails, first('refused'), strip),
  exhibit('events-many', 60, forked(700), forks, (events) => Math.floor(events.length / 3), strip, 700),
  exhibit(
    'events-none',
    60,
    'tree t',
    () => 1,
    () => null,
    strip,
  ),
  exhibit('event-list', 330, SIXTY, splits, first('cut_chosen'), list, 320),
  exhibit('source', 330, SIXTY, splits, first('cut_chosen'), source, 460),
];
