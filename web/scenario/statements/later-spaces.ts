// SPDX-License-Identifier: GPL-2.0-or-later
//
// The statements on address spaces, fetched when a text has one. By itself, since what checks a run needs it too.

import { later } from '../../base/later';

/** Calls, forks, exits, `maps`, and what is compared of address spaces. */
export const SPACES = later(() => import('./spaces-part'));
