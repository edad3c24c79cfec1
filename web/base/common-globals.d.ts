// SPDX-License-Identifier: GPL-2.0-or-later
//
// The globals that a page, a worker and Node share beyond the language, as far as the rooms of web/tsconfig.pure.json
// use them. The other rooms have all of them from their own libraries.

interface URL {
  readonly href: string;
}
declare const URL: { new (address: string, base?: string): URL };

interface URLSearchParams {
  get(name: string): string | null;
  has(name: string): boolean;
}
declare const URLSearchParams: { new (query: string): URLSearchParams };

interface TextEncoder {
  encode(text: string): Uint8Array;
}
declare const TextEncoder: { new (): TextEncoder };
