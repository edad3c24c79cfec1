// SPDX-License-Identifier: GPL-2.0-or-later
//
// The browser's name and version as results carry it, from what it says of itself.

const NAMES: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Firefox', /Firefox\/([\d.]+)/],
  ['Edge', /Edg\/([\d.]+)/],
  ['Chrome', /Chrom(?:e|ium)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
];

export function browserName(userAgent: string): string {
  for (const [name, sign] of NAMES) {
    const version = sign.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return userAgent;
}
