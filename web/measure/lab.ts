// SPDX-License-Identifier: GPL-2.0-or-later
//
// The types of a lab and of its run: plain data, so that the same lab runs in a worker and in Node, and no caller needs
// to know a lab by name.

import type { Bench, TimingNote } from './bench';

export type Value = number | string;
export type Values = Readonly<Record<string, Value>>;

interface Named {
  readonly name: string;
  readonly label: string;
}

/** A parameter: a whole number within bounds, one of several choices, or a text. Texts stay out of links. */
export type Parameter =
  | (Named & { readonly kind: 'number'; readonly value: number; readonly min: number; readonly max: number })
  | (Named & {
      readonly kind: 'choice';
      readonly value: string;
      readonly choices: readonly (readonly [value: string, label: string])[];
    })
  | (Named & {
      readonly kind: 'text';
      readonly value: string;
      readonly hint: string;
      /** It may be made of several files, each behind a line `==> NAME <==`; it is always shown. */
      readonly files?: true;
    });

/** A published figure to compare with: its id in published-figures.json. */
export type FigureId = string;

export interface Lab {
  /** Its file's name, and its name in links: `#lab=NAME`. */
  readonly name: string;
  /** Its number: labs are listed by it. */
  readonly number: number;
  readonly title: string;
  readonly question: string;
  readonly figures: readonly FigureId[];
  readonly parameters: readonly Parameter[];
  /** Values for a run of a moment: the picture in the list, and the tests. */
  readonly small: Values;
  /** The comparable and the incomparable parts of the published figure, a sentence or two each. */
  readonly comparable: { readonly yes: string; readonly no: string };
  /** The parts that can be timed natively; absent: it has no native form. */
  readonly native?: string;
  readonly run: (values: Values, bench: Bench) => Promise<Report>;
}

/** A scenario that shows what a point or a row stands for. */
export interface Opens {
  readonly script: string;
  /** The step that it opens at; absent: the last. */
  readonly step?: number;
}

/** Why there is no scenario, in a few words. */
export interface NoScenario {
  readonly none: string;
}

export interface Point {
  readonly x: number | string;
  readonly y: number;
  /**
   * Of something timed: the quartiles of the repeats. Of a published count: what half a unit more or less would give.
   */
  readonly low?: number;
  readonly high?: number;
  /** Absent only where the source published the point. */
  readonly opens?: Opens | NoScenario;
}

export interface Series {
  readonly name: string;
  readonly from: 'published' | 'here';
  /** `cells`, of all series of a chart or of none: a strip a series, a cell a point, darker the greater its y. */
  readonly look: 'bars' | 'line' | 'dots' | 'cells';
  /** A line as the source printed it although it is known to be wrong. */
  readonly dashed?: true;
  readonly points: readonly Point[];
}

export interface Axis {
  readonly label: string;
  readonly scale: 'band' | 'linear' | 'log';
  /** Values are parts of 100. */
  readonly percent?: true;
}

export interface Chart {
  /** Unlike any other of the lab; part of the names of exported files. */
  readonly name: string;
  readonly title: string;
  readonly note: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** The picture in the list of labs is drawn from this chart. */
  readonly cover?: true;
}

export type Cell = string | number | null;

/** A table that is no chart's. Numbers stand right; `opens`, if given, has an element a row. */
export interface Ledger {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly opens?: readonly (Opens | NoScenario | null)[];
}

export interface Report {
  /** The source's claim in one sentence, and this run's result for it. */
  readonly claim: { readonly seed: string; readonly here: string };
  readonly charts: readonly Chart[];
  readonly ledgers: readonly Ledger[];
  /** The scenario behind the run as a whole. */
  readonly scenario: Opens | null;
  /** How what was timed was timed; null if nothing was: then the report is the same on every machine. */
  readonly timing: TimingNote | null;
}

/** A report with what it was made by. The date is there only if something was timed. */
export interface Result {
  readonly lab: string;
  readonly values: Values;
  readonly engine: string;
  readonly host: string;
  readonly cores: number;
  readonly date: string | null;
  readonly report: Report;
}
