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
app.replaceChildren();
startPage(app);
