// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a visitor fetches before the first tree is on the page. The page is built for it, to a folder of its own, so
// that the figures are those of this text whatever lies in dist/.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { BOUNDS } from '../bench/bounds';
import { firstView, untilFirstTree, type FirstView } from '../bench/weigh';

const project = fileURLToPath(new URL('../..', import.meta.url));
const KB = 1000;
/** A build takes seconds, on a machine that has much else to do longer. */
const BUILD_MS = 180_000;

describe('the page as it is built', () => {
  const dist = mkdtempSync(join(tmpdir(), 'maplescope-weight-'));
  let view: FirstView;

  beforeAll(() => {
    // As `npm run build` does: the test's own NODE_ENV would make another page of it.
    execFileSync(join(project, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error', '--outDir', dist], {
      cwd: project,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    view = firstView(dist);
  }, BUILD_MS);
  afterAll(() => rmSync(dist, { recursive: true, force: true }));

  it('fetches no more for the first view than it says', () => {
    const parts = view.parts
      .map(({ path, gzipBytes, by }) => `${String(gzipBytes).padStart(8)} ${path} (${by})`)
      .join('\n');
    console.log(
      `${parts}\n${view.page} bytes for the page, ${view.worker} more for the worker, ${untilFirstTree(view)} with the core; ${view.editor} for the editor\n`,
    );
    expect(untilFirstTree(view)).toBeLessThanOrEqual(BOUNDS.firstTreeKb * KB);
    expect(view.editor).toBeLessThanOrEqual(BOUNDS.editorKb * KB);
  });

  it('comes in few files', () => {
    expect(view.parts.filter(({ by }) => by !== 'editor').length).toBeLessThanOrEqual(BOUNDS.files);
  });

  it('has modules of the core that are short', () => {
    expect(view.modules.length).toBeGreaterThan(0);
    for (const { path, gzipBytes } of view.modules) expect(gzipBytes, path).toBeLessThanOrEqual(BOUNDS.moduleKb * KB);
  });
});
