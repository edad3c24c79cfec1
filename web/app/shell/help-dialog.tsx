// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keys, and what the pictures mean, in one place; beside them the page of the language, which is fetched when it is
// wanted. The keys are those of keys.ts: one table for both.

import { useEffect, useRef, useState } from 'preact/hooks';
import { openDialog } from '../store/actions/actions';
import { LETTER_MEANINGS } from '../../views/timeline/letter-meanings';
import { exampleOf } from '../help/help-code';
import { LANGUAGE_EXAMPLE, SPACES_EXAMPLE } from '../help/help-examples';
import { FAILURE_POINTS, GLOSSARY_SECTION, helpTopic, turnTo } from '../store/actions/help-topic';
import { EDITOR_KEYS, KeyTable, SingleKeysSwitch } from '../ui/key-table';
import { KEYS } from './key-words';
import { Modal } from '../ui/modal';
import { onDemand } from '../ui/on-demand';
import { useRowEdges } from '../ui/row-edges';
import { engineId } from '../store/page/state';

const LanguagePage = onDemand(
  'The page of the language',
  async () => (await import('../help/help-language')).LanguagePage,
  () => turnTo(null),
);

export function HelpDialog() {
  const topic = helpTopic.value;
  const row = useRef<HTMLDivElement>(null);
  const { edges, look } = useRowEdges(row);
  // Opened again, it begins in short.
  useEffect(() => () => turnTo(null), []);
  return (
    <Modal title="Help" wide>
      <div class="help-parts">
        <div class={`help-row${edges}`} role="group" aria-label="Parts of Help" ref={row} onScroll={look}>
          <button type="button" class="button small" aria-pressed={topic === null} onClick={() => turnTo(null)}>
            In short
          </button>
          <button
            type="button"
            class="button small"
            aria-pressed={topic !== null && topic.section === null && topic.page === undefined}
            onClick={() => turnTo({ section: null })}
          >
            The whole language
          </button>
          <button
            type="button"
            class="button small"
            aria-pressed={topic?.section === FAILURE_POINTS}
            onClick={() => turnTo({ section: FAILURE_POINTS })}
          >
            Failure points F1 to F12
          </button>
          <button
            type="button"
            class="button small"
            aria-pressed={topic?.section === GLOSSARY_SECTION}
            onClick={() => turnTo({ section: GLOSSARY_SECTION })}
          >
            Glossary
          </button>
          <button
            type="button"
            class="button small"
            aria-pressed={topic?.page === 'lessons'}
            onClick={() => turnTo({ section: null, page: 'lessons' })}
          >
            Writing lessons
          </button>
        </div>
      </div>
      {topic === null ? (
        <InShort />
      ) : (
        <LanguagePage
          key={`${topic.page ?? ''} ${topic.section ?? ''} ${topic.query ?? ''}`}
          at={topic.section}
          sought={topic.query}
          of={topic.page}
        />
      )}
    </Modal>
  );
}

function HowToRead() {
  return (
    <>
      <p>
        The picture is a maple tree, in which Linux keeps ranges of numbers. A <em>node</em> is a block of 256 bytes
        with numbered <em>slots</em>. Leaves are the nodes of the lowest level: each slot of a leaf holds the entry of
        one range. Each slot of a node above leads to a child. The number under the right edge of a slot is its{' '}
        <em>pivot</em>, the last index that belongs to it. A full node has no room to store its last pivot, which is the
        last index of the node; the picture shows it in italics. A <em>gap</em> is a range without an entry.
      </p>
      <p>
        A line that calls the tree makes one step or several. <kbd>→</kbd> and <kbd>←</kbd>, or the buttons below the
        picture, step forward and back. The sentences over the picture say what the step did and why. Click a slot of a
        leaf to see what you can do with it; the page writes the line. “Show everything”{' '}
        <span class="only-narrow">(on a phone, “tools”)</span>, or <kbd>a</kbd>, shows the numbers beside the picture
        and all other buttons.
      </p>
      <p>
        Write a scenario, or paste the text of <code>/proc/PID/maps</code>, <code>smaps</code> or a log of{' '}
        <code>strace</code>. Each line runs on a maple tree as Linux 6.16 builds it, and you can step through the run in
        both directions. A link holds the whole scenario; nothing leaves the page unless you send it.
      </p>
    </>
  );
}

function InShort() {
  return (
    <div class="help">
      <HowToRead />
      <h3 class="section-head">The language in ten lines</h3>
      {exampleOf(LANGUAGE_EXAMPLE)}
      <h3 class="section-head help-head">Address spaces, forks, failures</h3>
      {exampleOf(SPACES_EXAMPLE)}
      <p>
        The page shows a fork mark by mark: each request, each node copied, each VMA made, and after a failure the
        marker and the teardown. The balance sheet beside it lists what was allocated, what was freed, and what is still
        held. A sweep makes each request, or each pass of another failure point, fail in turn; a cell of its strip opens
        that run.
      </p>
      <h3 class="section-head help-head">Branches</h3>
      <p>
        Go back some steps and change a line before the end. The old text is kept, and the changed one becomes a{' '}
        <em>branch</em>: another continuation of the same beginning. From the second branch on, a list stands above the
        timeline. Click one to go to its text and step; <kbd>F2</kbd> renames and <kbd>Delete</kbd> removes it.{' '}
        <em>A | B</em> compares a branch with the one that it came from. <em>fail</em>, in the list of requests in the
        Allocator tab, opens a branch in which that request is refused. This tab keeps all branches; a link holds the
        one that is shown.
      </p>
      <h3 class="section-head help-head">Presenting</h3>
      <p>
        <kbd>p</kbd> turns on projector mode: large type, and only the picture and the timeline. “Present”, in the head
        of a lesson or in the list of commands (<kbd>Ctrl</kbd> <kbd>K</kbd>), opens a second window for the projector;
        this window shows the clock, notes, answers and what comes next. <kbd>PageDown</kbd> and <kbd>PageUp</kbd> turn
        the screens of a lesson, or the steps of a scenario, in either window. <kbd>b</kbd> blanks the projector;
        <kbd>Esc</kbd>, pressed twice, ends the lecture. An edit or a jump leaves the lecture: its text stays as a
        branch, and the next press of a clicker returns to it. A lab opens in both windows. Two trees side by side
        appear only in the window that opened them. After a reload of either window the lecture continues. Another
        computer does not follow by itself. It shows a screen by its code, which stands large in the speaker’s window:
        open the page or the file there with <code>#3.2</code> at the end of its address. To show the next screen there,
        open the list of commands, type <code>3.3</code> and press <kbd>Enter</kbd>.
      </p>
      <h3 class="section-head help-head">What is not modelled</h3>
      <p>
        Pages have 4 KiB, and page tables have four levels: there are no huge pages, no fifth level and no swap. One
        process runs at a time, so there are no per-VMA locks, no page faults during a fork and no reclaim. A page is
        present only when a scenario touched it, because maps and smaps do not say which pages of a real process are
        present. The model keeps only the part of a userfaultfd and of a memory policy that a fork uses. Guard gaps
        below stacks stay free when a stack grows. A replay names what its log cannot show: the program’s own start, the
        vdso, how far a stack grew.
      </p>
      <h3 class="section-head keys-head">The timeline</h3>
      <p>
        Each bar is a step. Grey shows the nodes requested, and black those used. A dotted outline shows what the
        whole-height formula would request, and hollow bars below the line show the nodes freed. The line above, with
        its number, marks the highest bar. A cross marks a step that failed; a struck ring marks one that succeeded
        after a refused request. Above the bars, a green dot is an <code>expect</code> that held, and a grey bar is a
        note. A red square is trouble: an <code>expect</code> that failed, or something that the page’s own checks found
        wrong. The letter below a bar is the kind of step:
      </p>
      <KeyTable letters caption="Letters under the timeline" rows={LETTER_MEANINGS} />
      <h3 class="section-head keys-head">Keys</h3>
      <KeyTable caption="Keyboard shortcuts" rows={KEYS.map(({ shown, does }) => [shown, does])} />
      <h3 class="section-head keys-head">Keys of the editor</h3>
      <KeyTable caption="Keys of the editor" rows={EDITOR_KEYS} />
      <SingleKeysSwitch class="row keys-switch" />
      <p class="muted">
        Engine <span class="mono">{engineId.value ?? 'not started'}</span>.{' '}
        <button type="button" class="button small" onClick={() => openDialog('mismatch')}>
          Report a mismatch…
        </button>
      </p>
      <Licensing />
    </div>
  );
}

/** `licenses.txt` is made by the build, so a page served from its sources has none. */
function Licensing() {
  const source: unknown = import.meta.env['VITE_SOURCE_ADDRESS'];
  return (
    <p class="muted">
      Maplescope is free software under the GNU General Public License, version 2 or later.{' '}
      {typeof source === 'string' && /^https?:\/\//.test(source) && (
        <>
          <a href={source}>Source code</a>.{' '}
        </>
      )}
      {import.meta.env.PROD && import.meta.env.MODE !== 'single' && (
        <>
          <a href="licenses.txt">Licenses of all code on this page</a>.
        </>
      )}
      {import.meta.env.MODE === 'single' && <LicensesInside />}
    </p>
  );
}

/** The single file has no other file beside it: it holds their text itself (tests/setup/page-single.ts). */
function LicensesInside() {
  const [open, setOpen] = useState(false);
  const text = document.getElementById('licenses')?.textContent.replaceAll('&lt;', '<').trim();
  return (
    <>
      <button type="button" class="ms-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        Licenses of all code on this page
      </button>
      {open && <span class="licenses mono">{text}</span>}
    </>
  );
}
