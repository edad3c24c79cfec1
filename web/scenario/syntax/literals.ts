// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers and strings as the language spells them. Refusals are values: a message and a hint.

import { MAX, type Index } from '../../base/index64';
import type { Diagnostic, Mistake } from '../../model/diagnostic';

export type Literal<T> = { readonly value: T } | Pick<Diagnostic, 'message' | 'hint' | 'mistake'>;

const SUFFIXES = 'KMGTPE';

/** Decimal with an optional suffix K … E (powers of 1024), or 0x hex without; `_` between digits. */
export function readNumber(spelling: string): Literal<Index> {
  const parts = /^(?:0x([0-9a-fA-F]+(?:_[0-9a-fA-F]+)*)|([0-9]+(?:_[0-9]+)*)([KMGTPE]?))$/.exec(spelling);
  if (parts === null) return { message: `\`${spelling}\` is not a number`, ...numberHint(spelling) };
  const [, hex, digits, suffix] = parts;
  const plain = hex === undefined ? BigInt((digits ?? '').replaceAll('_', '')) : BigInt(`0x${hex.replaceAll('_', '')}`);
  const value = plain << BigInt(10 * (suffix ? SUFFIXES.indexOf(suffix) + 1 : 0));
  if (value > MAX) return { message: `\`${spelling}\` is more than 2^64−1`, hint: 'the largest number is max' };
  return { value: value as Index };
}

function numberHint(spelling: string): Pick<Diagnostic, 'hint' | 'mistake'> {
  const instead = (likely: string): Mistake => ({ code: 'instead', likely: [likely], expected: [] });
  if (/^0x/i.test(spelling)) return { hint: 'hex is 0x and the digits 0-9 a-f, with _ between digits and no suffix' };
  const upper = spelling.toUpperCase();
  if (upper !== spelling && 'value' in readNumber(upper))
    return { hint: `did you mean \`${upper}\`?`, mistake: instead(upper) };
  if (/^[0-9a-f]+$/i.test(spelling))
    return { hint: `in hex it is \`0x${spelling}\``, mistake: instead(`0x${spelling}`) };
  return { hint: 'digits with _ between them and one of the suffixes K M G T P E, or 0x and hex digits' };
}

/** A string between its quotes, with \" \\ and \n resolved. `at` of a refusal counts from the opening quote. */
export function readString(
  spelling: string,
): { readonly value: string } | { readonly message: string; readonly hint: string; readonly at: number } {
  let value = '';
  for (let k = 1; k < spelling.length - 1; k++) {
    const one = spelling[k] as string;
    if (one !== '\\') {
      value += one;
      continue;
    }
    const escape = spelling[++k] ?? '';
    const meant = { '"': '"', '\\': '\\', n: '\n' }[escape];
    if (meant === undefined) {
      return {
        message: `\`\\${escape}\` means nothing in a string`,
        hint: 'the escapes of a string are \\", \\\\ and \\n',
        at: k - 1,
      };
    }
    value += meant;
  }
  return { value };
}

/** The spelling that `readString` reads back. */
export function printString(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
