// SPDX-License-Identifier: GPL-2.0-or-later
//
// Keys, and what the pictures mean, in one place; beside them the page of the language, which is fetched when it is
// wanted. The keys are those of keys.ts: one table for both.

import { useEffect, useRef, useState } from 'preact/hooks';
import { openDialog } from '../store/actions/actions';
import { LETTERS_TOLD } from '../../views/timeline/letters-told';
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

function InShort() {
  return (
    <div class="help">
      <p>
        The picture is a maple tree, in which Linux keeps ranges of numbers. A <em>node</em> is a block of 256 bytes
        with numbered <em>slots</em>. In a leaf, a node of the lowest level, each slot holds the entry of one range; in
        a node above, each leads to a child. Under the right edge of each slot stands its <em>pivot</em>, the last index
        that belongs to it. A full node has no room to store that of its last slot, which is the last index of the node:
        it is drawn in italics. A <em>gap</em> is a range without an entry. Each line of the text makes a step or
        several: <kbd>→</kbd>
        and <kbd>←</kbd>, or the buttons below the picture, go forward and back, and the sentences over it tell what the
        step did and why. A click on a slot of a leaf lists what can be done with it, and writes the line. “Show
        everything”, or <kbd>a</kbd>, brings the numbers beside it, and all other buttons.
      </p>
      <p>
        Write a scenario, or paste the text of <code>/proc/PID/maps</code>, <code>smaps</code> or a log of{' '}
        <code>strace</code>: each line is run on a maple tree as Linux 6.16 builds it, and each step can be looked at,
        forward and back. A link holds the whole scenario; nothing leaves the page unless you send it.
      </p>
      <h3 class="section-head">The language in ten lines</h3>
      {exampleOf(LANGUAGE_EXAMPLE)}
      <h3 class="section-head help-head">Address spaces, forks, failures</h3>
      {exampleOf(SPACES_EXAMPLE)}
      <p>
        A step that forks is shown mark by mark: each request, each node copied, each VMA made, and after a failure the
        marker and the teardown. The balance sheet beside it tells what was obtained, what came back, and what is still
        held. A sweep lets each request, or each pass of another site, fail in turn; a cell of its strip opens that very
        run.
      </p>
      <h3 class="section-head help-head">Branches</h3>
      <p>
        Go back some steps, and change a line before the end: the text as it was is kept, and the changed one goes on as
        a <em>branch</em>, another future of the same beginning. With the second one a list of them appears above the
        timeline: a click goes to a branch with its text and its step, <kbd>F2</kbd> renames it, <kbd>Delete</kbd>{' '}
        removes it. <em>A | B</em> compares a branch with the one that it came from, and <em>fail</em> in the list of
        requests, in the Allocator tab, opens a branch in which that request is refused. This tab keeps all of them; a
        link holds the one that is shown.
      </p>
      <h3 class="section-head help-head">Presenting</h3>
      <p>
        <kbd>p</kbd> is projector mode: large type, the picture and time alone. “Present”, in the head of a lesson or in
        the list of commands (<kbd>Ctrl</kbd> <kbd>K</kbd>), opens a second window for the projector; this one shows
        clock, notes, answers and what comes next. <kbd>PageDown</kbd> and <kbd>PageUp</kbd> turn a lesson’s screens, or
        a scenario’s steps, in either window; <kbd>b</kbd> blanks the projector, <kbd>Esc</kbd> ends. An edit or a jump
        leaves the lecture: its text stays as a branch, and the next press of a clicker returns. A lab opens in both
        windows. Two trees side by side are shown in the window where they are opened.
      </p>
      <h3 class="section-head help-head">What is not modelled</h3>
      <p>
        Pages have 4 KiB and their tables four levels: no huge pages, no fifth level, no swap. One process runs at a
        time: no per-VMA locks, no page faults beside a fork, no reclaim. A page is present because a scenario touched
        it; which pages of a real process are present, maps and smaps do not tell. Of a userfaultfd and of a memory
        policy only what a fork does with them is kept. Guard gaps below stacks are kept free when a stack grows. What a
        trace cannot know (the program’s own start, the vdso, how far a stack grew) is named beside its replay.
      </p>
      <h3 class="section-head keys-head">The timeline</h3>
      <p>
        A bar is a step: grey for nodes requested, black for those used, dotted for what the whole-height formula would
        ask for; hollow, below the line, for nodes given back. The line above, with its number, is where the highest bar
        ends. A cross is a step that failed, a struck ring one that was refused nodes, asked again and went through.
        Above the bars, a green dot is an <code>expect</code> that held, a red square trouble (one that failed, or
        something that the page’s own checks found wrong), a grey bar a note. Below them, the kind of step:
      </p>
      <KeyTable letters caption="Letters under the timeline" rows={LETTERS_TOLD} />
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
