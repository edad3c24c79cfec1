// SPDX-License-Identifier: GPL-2.0-or-later

/** One expression from parts that follow each other, for sentences longer than a line; the first part has the flags. */
export const regexOf = (...parts: readonly [RegExp, ...RegExp[]]): RegExp =>
  new RegExp(parts.map(({ source }) => source).join(''), parts[0].flags);
