// SPDX-License-Identifier: GPL-2.0-or-later
//
// How the outline looks as a table: fetched when a tree is first shown as one.

import './outline.css';
