// SPDX-License-Identifier: GPL-2.0-or-later
//
// Importing this puts at hand what reading any text takes (later-reading.ts). For whoever parses without a break.

import { LISTINGS, MISTAKES } from './later-reading';
import * as listings from './listings';
import * as mistakes from './mistakes';

LISTINGS.give(listings);
MISTAKES.give(mistakes);
