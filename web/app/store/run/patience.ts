// SPDX-License-Identifier: GPL-2.0-or-later
//
// How long work may take before the page says that it is under way. Faster work shows its result at once, so that
// nothing flickers.

/** Milliseconds. From then on there is progress, with a way to stop it. */
export const PATIENCE_MS = 500;
