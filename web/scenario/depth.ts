// SPDX-License-Identifier: GPL-2.0-or-later
//
// How deep a text may nest. Floor 2.

/** Blocks deeper than this are not built, whatever the limit of the run is; expressions deeper than that neither. */
export const BLOCK_DEPTH_MAX = 500;
export const EXPRESSION_DEPTH_MAX = 500;
/** A run ends at so many steps, with an error, and keeps them. */
export const STEPS_MAX = 2_000_000;
