// SPDX-License-Identifier: GPL-2.0-or-later
//
// Why the browser keeps nothing that the page writes, as the end of a sentence.

export const STORAGE_TROUBLE = {
  full: 'this browser’s storage is full',
  blocked: 'this browser blocks storage for this page',
} as const;
