// SPDX-License-Identifier: GPL-2.0-or-later
//
// A lesson's text without what only the check reads: the parts `solution:` and `wrong:` of tasks and hunts. Pure.

/** All other lines stay as they are. */
export function withoutSolutions(text: string): string {
  let fence: { readonly mark: string; readonly isTask: boolean } | null = null;
  let dropping = false;
  return text
    .split('\n')
    .filter((line) => {
      const [, mark = '', info = ''] = /^ {0,3}(`{3,}|~{3,})\s*([a-z]*)/.exec(line) ?? [];
      if (fence === null) {
        dropping = false;
        if (mark !== '') fence = { mark, isTask: info === 'task' || info === 'hunt' };
        return true;
      }
      if (mark.startsWith(fence.mark) && line.trim() === mark) {
        fence = null;
        return true;
      }
      if (!fence.isTask) return true;
      // A part continues in lines that are indented or empty.
      if (/^\S/.test(line)) dropping = /^(?:solution|wrong):/.test(line);
      return !dropping;
    })
    .join('\n');
}
