// SPDX-License-Identifier: GPL-2.0-or-later
//
// The account of a fork or an exit, fetched before a text with address spaces runs. By itself, since the memory that
// parts of the engine look at needs it.

import { later } from '../../base/later';

export const BALANCE = later(() => import('./balance'));
