// SPDX-License-Identifier: GPL-2.0-or-later
//
// Why the browser keeps nothing that the page writes, as the end of a sentence.

export const STORAGE_TROUBLE = {
  full: 'this browser’s storage is full',
  blocked: 'this browser blocks storage for this page',
} as const;

/** Where it is not known which of the two it is. */
export const NO_STORAGE = `${STORAGE_TROUBLE.full} or blocked`;
