// SPDX-License-Identifier: GPL-2.0-or-later
//
// Prints web/engine/generated/engine-id.ts: what the engine imitates and the first 12 hex digits of the SHA-256 over
// the sources of the core, one after the other, sorted by path. By hand:
//
//     cat $(ls core/include/* core/mm/* core/src/* | LC_ALL=C sort) | sha256sum | cut -c1-12
//
// `node web/cli/engine-id.mjs` writes it if it changed.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const target = fileURLToPath(new URL('../engine/generated/engine-id.ts', import.meta.url));

/** The id, from the sources as they are now. */
export function engineId() {
  const paths = ['core/include', 'core/mm', 'core/src'].flatMap((folder) =>
    readdirSync(project + folder).map((name) => `${folder}/${name}`),
  );
  const hash = createHash('sha256');
  for (const path of paths.sort()) hash.update(readFileSync(project + path));
  return `linux-6.16/${hash.digest('hex').slice(0, 12)}`;
}

/** The text of engine-id.ts. */
export function engineIdModule() {
  return `// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which engine this is: the kernel release that it imitates, and its sources. Printed by web/cli/engine-id.mjs; not to
// be edited.

export const ENGINE_ID = '${engineId()}';
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = engineIdModule();
  let old = '';
  try {
    old = readFileSync(target, 'utf8');
  } catch {
    // Not there yet.
  }
  if (old !== text) writeFileSync(target, text);
}
