// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mounts the page; nothing else happens here.

import './app/shell/first';
import './views/styles.css';
import './app/shell/app.css';
import { startPage } from './app/shell/start';

const app = document.getElementById('app');
if (app === null) throw new Error('the page has no #app');
// Until now the bare frame stood there (index.html).
if (import.meta.env.MODE === 'single') (await import('./app/store/links/single-page')).rememberPage(app);
if ('embed' in document.documentElement.dataset || location.hash.startsWith('#projector='))
  // Not awaited here: what is imported imports from the file that this module lies in.
  import('./app/embed/aside')
    .then(({ startAside }) => startAside(app))
    .catch((error: unknown) => {
      document.getElementById('not-loaded')?.removeAttribute('hidden');
      throw error;
    });
else {
  app.replaceChildren();
  startPage(app);
  if (import.meta.env.MODE === 'single') void import('./app/shell/open-taken').then(({ openTaken }) => openTaken());
}
