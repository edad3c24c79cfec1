// SPDX-License-Identifier: GPL-2.0-or-later
//
// The contents of a single file: the scenario that was on the page, the lesson, other texts. They are a block of JSON
// in the page, which no browser runs.

export interface Taken {
  readonly text: string;
  /** The step that was shown, from 0. */
  readonly step: number;
  readonly lesson: TakenLesson | null;
  /** Other texts of the person, the newest first. */
  readonly texts: readonly string[];
  /** The file of the pack that was open; absent: none was. */
  readonly pack?: string;
}

export interface TakenLesson {
  readonly name: string;
  /** The Markdown file. */
  readonly source: string;
  /** Its place in the track, from 1; null: it is from elsewhere. */
  readonly number: number | null;
  /** The screen that was shown, from 0. */
  readonly screen: number;
}

const VERSION = 1;
/** How the block in the page begins, and how it ends. The page's own script, which names both, stands before it. */
const OPEN = '<script type="application/json" id="taken">';
const CLOSE = '</script>';

/** The block's JSON; `<` stands in it as an escape, so that no text can end the block. */
export function writeTaken(taken: Taken): string {
  return JSON.stringify({ version: VERSION, ...taken }).replaceAll('<', '\\u003c');
}

/** A page with other contents in its block; null: the page is no single file. */
export function withTaken(page: string, taken: Taken): string | null {
  const at = page.lastIndexOf(OPEN);
  const end = page.indexOf(CLOSE, at);
  if (at < 0 || end < 0) return null;
  return page.slice(0, at + OPEN.length) + writeTaken(taken) + page.slice(end);
}

/** Null where there is nothing, or what is there cannot be read. No bound: it may be all that is left of the texts. */
export function readTaken(json: string): Taken | null {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    return null;
  }
  if (!isRecord(read) || read['version'] !== VERSION) return null;
  const { text, step, lesson, texts, pack } = read;
  if (typeof text !== 'string' || !isCount(step) || !Array.isArray(texts)) return null;
  return {
    text,
    step,
    lesson: readLesson(lesson),
    texts: texts.filter((one): one is string => typeof one === 'string'),
    ...(typeof pack === 'string' ? { pack } : {}),
  };
}

function readLesson(read: unknown): TakenLesson | null {
  if (!isRecord(read)) return null;
  const { name, source, number, screen } = read;
  if (typeof name !== 'string' || typeof source !== 'string' || !isCount(screen)) return null;
  return { name, source, number: isCount(number) && number > 0 ? number : null, screen };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
