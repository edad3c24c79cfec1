// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page of exhibits: each is a view on a run of the engine, live. `?only=NAME` gives one exhibit the whole
// window, `theme=dark` sets the scheme, `none` waits for `exhibits.show(NAME)`. e2e/exhibit-pictures.spec.ts compares
// all of them with what is kept of them.

import type { Exhibit } from './exhibit';
import { exhibits } from './exhibits';
import '../views/styles.css';
import '../views/fork/style.css';
import '../views/fork/page-tables.css';
import '../views/sweep/style.css';

const style = document.createElement('style');
style.textContent = `
  body { margin: 0; background: var(--bg); color: var(--ink); font: var(--text)/var(--line) var(--words); }
  .exhibit { margin: 0 0 28px; border-bottom: 1px solid var(--hairline); }
  .exhibit > .stage { overflow: hidden; contain: strict; }
  .exhibit > h2 { margin: 0; padding: 10px 16px; font: 600 13px/1.4 var(--words); }
  .exhibit.only { margin: 0; height: 100vh; border: 0; }
  .exhibit.only > .stage { height: 100% !important; width: auto !important; }
`;
document.head.append(style);

function stageOf(exhibit: Exhibit, alone: boolean): HTMLElement {
  const section = document.createElement('section');
  section.className = alone ? 'exhibit only' : 'exhibit';
  section.dataset.exhibit = exhibit.name;
  if (!alone) {
    const heading = document.createElement('h2');
    const link = document.createElement('a');
    link.href = `?only=${exhibit.name}`;
    link.textContent = exhibit.name;
    heading.append(link);
    section.append(heading);
  }
  const stage = document.createElement('div');
  stage.className = 'stage';
  stage.style.height = `${exhibit.height}px`;
  if (exhibit.width !== undefined) stage.style.width = `${exhibit.width}px`;
  section.append(stage);
  document.getElementById('exhibits')?.append(section);
  return stage;
}

async function mount(exhibit: Exhibit, stage: HTMLElement): Promise<void> {
  try {
    await exhibit.mount(stage);
  } catch (error) {
    stage.textContent = `This exhibit failed: ${String(error)}`;
    stage.dataset.failed = String(error);
  }
}

const query = new URLSearchParams(location.search);
const theme = query.get('theme');
if (theme !== null) document.documentElement.dataset.theme = theme;
const only = query.get('only');
// One after another: many at once would lay each other out again and again.
const chosen = query.has('none') ? [] : exhibits.filter(({ name }) => only === null || name === only);
for (const exhibit of chosen) await mount(exhibit, stageOf(exhibit, only !== null));
Object.assign(window, {
  exhibits: {
    names: exhibits.map(({ name }) => name),
    /** Shows one exhibit in place of what is there. */
    async show(name: string) {
      document.getElementById('exhibits')?.replaceChildren();
      const exhibit = exhibits.find((one) => one.name === name);
      if (exhibit !== undefined) await mount(exhibit, stageOf(exhibit, false));
    },
  },
});
document.documentElement.dataset.ready = 'true';
