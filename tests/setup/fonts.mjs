// SPDX-License-Identifier: GPL-2.0-or-later
//
// The fonts that every browser under test uses: those of the npm package dejavu-fonts-ttf and no other. A fontconfig
// file of our own hides the machine's fonts and its rendering settings, so pictures come out the same on every machine.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectDir } from './needs.mjs';

const FONT_DIR = join(projectDir, 'node_modules/dejavu-fonts-ttf/ttf');
const OUT_DIR = join(projectDir, 'build/fonts');

/** Generic families, and the family that each of them means. */
const FAMILIES = {
  'sans-serif': 'DejaVu Sans',
  'system-ui': 'DejaVu Sans',
  serif: 'DejaVu Serif',
  monospace: 'DejaVu Sans Mono',
};

/** Slight hinting in grey, as Debian sets it: subpixel colours would depend on the screen. */
const RENDERING = {
  antialias: '<bool>true</bool>',
  hinting: '<bool>true</bool>',
  hintstyle: '<const>hintslight</const>',
  rgba: '<const>none</const>',
};

function configuration() {
  const aliases = Object.entries(FAMILIES).map(
    ([generic, family]) =>
      `  <alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`,
  );
  const rendering = Object.entries(RENDERING).map(
    ([name, value]) => `    <edit name="${name}" mode="assign">${value}</edit>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${xml(FONT_DIR)}</dir>
  <cachedir>${xml(join(OUT_DIR, 'cache'))}</cachedir>
${aliases.join('\n')}
  <match target="font">
${rendering.join('\n')}
  </match>
</fontconfig>
`;
}

/** @param {string} text */
function xml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The environment to start a browser with. Writes the fontconfig file unless it is there already. */
export function browserEnvironment() {
  const file = join(OUT_DIR, 'fonts.conf');
  const text = configuration();
  mkdirSync(OUT_DIR, { recursive: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  return { .../** @type {Record<string, string>} */ (process.env), FONTCONFIG_FILE: file };
}

/**
 * What Firefox's sandbox must let its content processes read: folders, separated by commas. Without them no letter is
 * drawn.
 */
export const FIREFOX_READABLE = `${FONT_DIR}/,${OUT_DIR}/`;
