// SPDX-License-Identifier: GPL-2.0-or-later
//
// The gallery: each exhibit is a view on a fixture, live. `?only=NAME` gives one exhibit the whole window, `&theme=dark`
// sets the scheme, `&still` stops motion: that is how the pictures for reviewing are taken.

import { gunzipSync } from 'fflate';
import { exhibits, type Exhibit, type LoadGolden } from './gallery-exhibits';
import './styles.css';

const urls = import.meta.glob<string>('../../tests/golden/*.{jsonl,jsonl.gz}', { query: '?url', import: 'default', eager: true });

const load: LoadGolden = async (name) => {
  const entry = Object.entries(urls).find(([path]) => new RegExp(`/${name}\\.jsonl(\\.gz)?$`).test(path));
  if (entry === undefined) throw new Error(`no golden vector named ${name}`);
  const bytes = new Uint8Array(await (await fetch(entry[1])).arrayBuffer());
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new TextDecoder().decode(packed ? gunzipSync(bytes) : bytes);
};

const style = document.createElement('style');
style.textContent = `
  body { margin: 0; background: var(--bg); color: var(--ink); font: var(--text)/var(--line) var(--words); }
  .exhibit { margin: 0 0 28px; border-bottom: 1px solid var(--hairline); }
  .exhibit > h2 { margin: 0; padding: 10px 16px; font: 600 13px/1.4 var(--words); }
  .exhibit.only { margin: 0; height: 100vh; border: 0; }
  .exhibit.only > .stage { height: 100% !important; width: auto !important; }
`;
document.head.append(style);

async function mount(exhibit: Exhibit, alone: boolean): Promise<void> {
  const section = document.createElement('section');
  section.className = alone ? 'exhibit only' : 'exhibit';
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
  document.getElementById('gallery')?.append(section);
  await exhibit.mount(stage, load);
}

const query = new URLSearchParams(location.search);
const theme = query.get('theme');
if (theme !== null) document.documentElement.dataset.theme = theme;
const only = query.get('only');
const chosen = only === null ? exhibits : exhibits.filter((exhibit) => exhibit.name === only);
for (const exhibit of chosen) await mount(exhibit, only !== null);
document.documentElement.dataset.ready = 'true';
