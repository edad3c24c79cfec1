// SPDX-License-Identifier: GPL-2.0-or-later
//
// What helps a person to write: completion, and what is said of words. One chunk, which the editor fetches later.

export { complete } from './complete';
export { hoverAt, placeOf } from './hover-docs';
