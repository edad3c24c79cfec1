// SPDX-License-Identifier: GPL-2.0-or-later
//
// Help for writing: completion and the texts on words. One chunk, which the editor loads later.

export { complete } from './complete';
export { hoverAt, placeOf } from './hover-docs';
