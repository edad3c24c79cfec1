// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mounts the page; nothing else happens here.

const app = document.getElementById('app');
if (app === null) throw new Error('the page has no #app');
app.textContent = 'Maplescope';
