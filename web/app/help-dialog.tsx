// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keys, and what the pictures mean, in one place. Floor 5. The keys are those of keys.ts: one table for both.

import { LETTERS_TOLD } from '../views/timeline/layout';
import { LANGUAGE_EXAMPLE, SPACES_EXAMPLE } from './help-examples';
import { KEYS } from './keys';
import { Modal } from './modal';
import { engineId, singleKeys } from './state';

export function HelpDialog() {
  return (
    <Modal title="Help" wide>
      <div class="help">
        <p>
          Write a scenario, or paste the text of <code>/proc/PID/maps</code>, <code>smaps</code> or a log of <code>strace</code>: each line is run on a maple tree as Linux 6.16 builds it, and each step can be looked at, forward and back. A
          link holds the whole scenario; nothing leaves the page unless you send it.
        </p>
        <h3 class="section-head">The language in ten lines</h3>
        <pre class="mono">{LANGUAGE_EXAMPLE}</pre>
        <h3 class="section-head help-head">Address spaces, forks, failures</h3>
        <pre class="mono">{SPACES_EXAMPLE}</pre>
        <p>
          A step that forks is shown mark by mark: each request, each node copied, each VMA made, and after a failure the marker and the teardown. The balance sheet beside it tells what was obtained,
          what came back, and what is still held. A sweep lets each request, or each pass of another site, fail in turn; a cell of its strip opens that very run.
        </p>
        <h3 class="section-head help-head">What is not modelled</h3>
        <p>
          Pages have 4 KiB and their tables four levels: no huge pages, no fifth level, no swap. One process runs at a time: no per-VMA locks, no page faults beside a fork, no reclaim. A page is
          present because a scenario touched it; which pages of a real process are present, maps and smaps do not tell. Of a userfaultfd and of a memory policy only what a fork does with them is kept.
          Guard gaps below stacks are kept free when a stack grows. What a trace cannot know (the program’s own start, the vdso, how far a stack grew) is named beside its replay.
        </p>
        <h3 class="section-head keys-head">The timeline</h3>
        <p>
          A bar is a step: grey for nodes requested, black for those used, dotted for what the whole-height formula would ask for. A cross is a step that failed, a ring one that went through although
          a request was refused. Above the bars, a green dot is an <code>expect</code> that held, a red square one that failed, a grey bar a note. Below them, the kind of step:
        </p>
        <table class="keys letters">
          <caption class="visually-hidden">Letters under the timeline</caption>
          <tbody>
            {LETTERS_TOLD.map(([letters, meaning]) => (
              <tr key={letters}>
                <th scope="row">
                  {letters.split(' ').map((letter) => (
                    <kbd key={letter}>{letter}</kbd>
                  ))}
                </th>
                <td>{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <h3 class="section-head keys-head">Keys</h3>
        <table class="keys">
          <caption class="visually-hidden">Keyboard shortcuts</caption>
          <tbody>
            {KEYS.map(({ shown, does }) => (
              <tr key={shown}>
                <th scope="row">
                  {shown.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </th>
                <td>{does}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">
                <kbd>Ctrl-Enter</kbd>
              </th>
              <td>in the editor: run now (it runs by itself after a pause in typing)</td>
            </tr>
            <tr>
              <th scope="row">
                <kbd>Alt-Enter</kbd>
              </th>
              <td>in the editor: show the step of this line; a click on a line does the same</td>
            </tr>
            <tr>
              <th scope="row">
                <kbd>Tab</kbd>
              </th>
              <td>leaves the editor</td>
            </tr>
          </tbody>
        </table>
        <label class="row keys-switch">
          <input
            type="checkbox"
            checked={singleKeys.value}
            onChange={(event) => {
              singleKeys.value = event.currentTarget.checked;
            }}
          />
          single-key shortcuts (turn them off if they get in the way of speech input)
        </label>
        <p class="muted">
          Engine <span class="mono">{engineId.value ?? 'not started'}</span>.
        </p>
      </div>
    </Modal>
  );
}
