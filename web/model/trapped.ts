// SPDX-License-Identifier: GPL-2.0-or-later

/** The core's WebAssembly trapped, such as by an access outside its memory: the run has no result. */
export class CoreTrapped extends Error {
  override readonly name = 'CoreTrapped';
}
