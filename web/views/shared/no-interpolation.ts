// SPDX-License-Identifier: GPL-2.0-or-later
//
// Stands where d3-zoom imports d3-interpolate, which it needs for transitions only: the views have none. Whatever else
// imports d3-interpolate gets it.

/** The path of a transition between two places. */
export function interpolateZoom(): never {
  throw new Error('the views zoom without transitions');
}
