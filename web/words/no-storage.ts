// SPDX-License-Identifier: GPL-2.0-or-later
//
// The end of a sentence about storage where it is not known which trouble it is. The first view, which always knows,
// does without this file.

import { STORAGE_TROUBLE } from './storage';

export const NO_STORAGE = `${STORAGE_TROUBLE.full} or blocked`;
