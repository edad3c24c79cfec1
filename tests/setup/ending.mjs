// SPDX-License-Identifier: GPL-2.0-or-later
//
// When a command has to end: a signal comes, or who started it is gone. npm hands on few signals, and there is a shell
// between it and the command, so the command looks for itself whether its parents are still there.

import { readFileSync } from 'node:fs';

const LOOK_MS = 500;

/** Parent of a process, where the system shows it as Linux does; 0 elsewhere. @param {number} pid */
function parentOf(pid) {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

const PARENT = process.ppid;
// Below npm alone: elsewhere the parent's own parent may go, as a terminal's does from `nohup sh`.
const ABOVE = process.env.npm_lifecycle_event === undefined ? 0 : parentOf(PARENT);

/** Whether npm, or the shell that it started, has ended since. */
function isOrphan() {
  return (
    process.env.npm_lifecycle_event !== undefined &&
    (process.ppid !== PARENT || (ABOVE !== 0 && parentOf(PARENT) !== ABOVE))
  );
}

/**
 * Calls `end` once: at a signal, or when the command was started by npm and that is gone.
 * @param {(why: string) => void} end
 */
export function whenToEnd(end) {
  let ended = false;
  const once = (/** @type {string} */ why) => {
    if (ended) return;
    ended = true;
    clearInterval(looking);
    end(why);
  };
  const looking = setInterval(() => {
    if (isOrphan()) once('its parent ended');
  }, LOOK_MS);
  looking.unref();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => once(signal));
}
