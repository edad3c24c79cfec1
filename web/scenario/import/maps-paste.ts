// SPDX-License-Identifier: GPL-2.0-or-later
//
// Removes the text around a map that was pasted from a terminal or a mail: the prompt of a shell, with or without the
// command behind it, and quoting. A line of a map begins with two addresses, so no such line is taken for a prompt.

import type { RawLine } from './raw-text';

// `$`, `#`, `%`, `❯`, `➜` behind nothing, `(env)`, `user@host:dir`, `[user@host dir]`, `bash-5.1`, a directory …
const PROMPT = new RegExp(
  String.raw`^(?:\([\w.-]+\)\s*)?` +
    String.raw`(?:\[[^\]]{1,80}\]\s*|[\w.+-]+@[\w.-]+(?:[: ][^$#%❯➜]{0,80})?|(?:ba|z|da|fi)?sh(?:-[\d.]+)?|` +
    String.raw`root:[^$#%]{0,80}|[~/][^$#%❯➜]{0,80})?\s*[$#%❯➜](?:\s+(.*))?$`,
  'u',
);
// The same with `>`, which fish ends with, and PowerShell.
const ANGLE_PROMPT = /^(?:PS\s[^>]{1,80}|[\w.+-]+@[\w.-]+\s[^>]{0,80})>(?:\s+(.*))?$/;

/** Whether a line is the prompt of a shell, and the command that was typed there; null if it is none. */
export function promptOf(text: string): { readonly command: string } | null {
  const found = PROMPT.exec(text) ?? ANGLE_PROMPT.exec(text);
  return found === null ? null : { command: (found[1] ?? '').trim() };
}

/** The line without `> ` quoting and without the blanks around it; `from` goes along. */
export function unquoted(line: RawLine): RawLine {
  const quoting = /^\s*(?:>\s?)*\s*/.exec(line.text)?.[0].length ?? 0;
  return { ...line, from: line.from + quoting, text: line.text.slice(quoting).trimEnd() };
}
