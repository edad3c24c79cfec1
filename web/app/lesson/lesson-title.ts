// SPDX-License-Identifier: GPL-2.0-or-later

/** The first heading of a lesson's text, roughly: for lists, without reading the whole. */
export function lessonTitle(text: string): string {
  return /^ {0,3}#{1,6} +(.*\S)/m.exec(text)?.[1] ?? 'Untitled lesson';
}
