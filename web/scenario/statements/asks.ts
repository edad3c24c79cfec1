// SPDX-License-Identifier: GPL-2.0-or-later

// Questions that several statements ask where they break off.

import type { Ask } from './statement';

const ask = (after: RegExp, message: string, hint: string): Ask => ({ after, message, hint });

export const ASK_RANGE = ask(/^$/, 'which index or range?', 'such as `5` or `10..19`');
export const ASK_INDEX = ask(/^$/, 'which index?', 'such as `5`');
export const ASK_VALUE = ask(/^[^=]*=$/, 'what should be stored?', 'such as `1` or `"heap"`');
export const ASK_SIZE = ask(/^$/, 'how many indexes?', 'such as `16`');
export const ASK_WITHIN = ask(/\bwithin$/, 'within which range?', 'such as `0..999`');
export const ASK_ADDRESSES = ask(/^$/, 'which range of addresses?', 'such as `0x1000..0x2fff` or `0x1000..+8K`');
export const ASK_COPY = ask(/^\w+ as$/, 'what should the copy be called?', 'a name, such as `u`');
