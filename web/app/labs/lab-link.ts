// SPDX-License-Identifier: GPL-2.0-or-later
//
// The addresses of the scenarios that the points and rows of a report stand for. They are made in the labs' worker:
// packing a long script takes a while.

import type { NoScenario, Opens, Report } from '../../measure/lab';
import { encodeLink } from '../../share/encode';
import { LANGUAGE_VERSION } from '../../share/link-state';

const LAST_STEP = 1e9;

/** By the objects of the report; a scenario that no link holds is missing. */
export type Links = ReadonlyMap<Opens, string>;

function linkOf({ script, step = LAST_STEP }: Opens): string | null {
  const link = encodeLink({ script, language: LANGUAGE_VERSION, step, engine: null, sum: null });
  return link.kind === 'link' ? `#${link.fragment}` : null;
}

export function linksOf({ charts, ledgers, scenario }: Report): Links {
  const all: readonly (Opens | NoScenario | null | undefined)[] = [
    scenario,
    ...charts.flatMap(({ series }) => series.flatMap(({ points }) => points.map(({ opens }) => opens))),
    ...ledgers.flatMap(({ opens }) => opens ?? []),
  ];
  const made = new Map<string, string | null>();
  const links = new Map<Opens, string>();
  for (const opens of all) {
    if (opens === null || opens === undefined || 'none' in opens) continue;
    const key = `${opens.step ?? ''}\n${opens.script}`;
    if (!made.has(key)) made.set(key, linkOf(opens));
    const link = made.get(key) ?? null;
    if (link !== null) links.set(opens, link);
  }
  return links;
}
