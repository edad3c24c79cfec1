// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way in for what people have: a memory map, a log, a dump, a report. Paste it or drop the file, hear what was
// understood and what it will do, and it becomes plain lines of the scenario.

import { useMemo, useRef, useState } from 'preact/hooks';
import { addBlock, closeDialog } from '../store/actions';
import { tellOutcome } from './differences';
import { blockOf, isKnown, isReady, NOT_KNOWN, sizeOf, take, understood, type Taken } from './intake';
import { leaveBarLink } from '../store/links';
import { nameProblem } from './maps-intake';
import { Modal } from '../ui/modal';
import { keepForRecent, putText } from '../store/session';
import { pasted, text } from '../store/state';
import { counted, freeName } from '../store/texts';
import { Words } from '../ui/words';

const FILE_BYTES_MAX = 32 << 20;

export function PasteDialog() {
  const [words, setWords] = useState(pasted.value);
  const [ownName, setOwnName] = useState<string | null>(null);
  const [trouble, setTrouble] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const intake = useMemo(() => take(words), [words]);
  const whole = intake.kind === 'mismatch' || intake.kind === 'scenario';
  const wrongName = ownName === null || whole ? null : nameProblem(ownName);
  const ready = isReady(intake) && wrongName === null;
  const put = (mode: 'replace' | 'add'): void => {
    if (!ready) return;
    const wish = ownName ?? intake.name;
    const name = mode === 'add' && ownName === null ? freeName(text.value, wish) : wish;
    closeDialog();
    const shown = whole ? openWhole(intake) : addBlock(`${name}, ${sizeOf(intake)}`, blockOf(intake, name), mode);
    void shown.then(() => tellOutcome(intake, name));
  };
  const readFile = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    if (chosen.size > FILE_BYTES_MAX) {
      setTrouble(`${chosen.name} has ${counted(chosen.size, 'byte')}: too large for a memory map or a log.`);
      return;
    }
    setTrouble('');
    setWords(await chosen.text());
  };
  return (
    <Modal title="Paste a memory map, a log or a dump" wide>
      <form
        class="paste"
        onSubmit={(event) => {
          event.preventDefault();
          put('replace');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          put('replace');
        }}
      >
        <p>
          Paste <code>maps</code>, <code>smaps</code>, a log of <code>strace</code>, events of <code>ftrace</code> or an <code>mt_dump</code>: it becomes lines of a scenario.
        </p>
        <details class="paste-ways">
          <summary>How to get one</summary>
          <p>
          The text of <code>/proc/PID/maps</code> or <code>/proc/PID/smaps</code>: in a terminal on Linux, <code>cat /proc/self/maps</code> prints that of <code>cat</code> itself,{' '}
          <code>cat /proc/$(pidof -s firefox)/smaps</code> that of a browser, with what its VMAs do at a fork. Two maps of one process, one below the other: what happened between them. A log of <code>strace -f -e trace=memory,process</code>, or <code>maple_tree</code> events of ftrace: replayed.
          A tree that <code>mt_dump()</code> or crash printed: built again. A report of a mismatch, or a scenario: opened.
          </p>
        </details>
        <textarea
          class="mono"
          aria-label="Text of the memory map, log or dump"
          placeholder={'55d0c0a00000-55d0c0a02000 r--p 00000000 fe:00 1234   /usr/bin/cat\n…\n\nor\n\nmmap(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7ffff7fc0000\n…'}
          rows={11}
          data-first-focus
          spellcheck={false}
          wrap="off"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            const dropped = event.dataTransfer?.files[0];
            if (dropped === undefined) return;
            event.preventDefault();
            void readFile(dropped);
          }}
        />
        <div class="row paste-row">
          <button type="button" class="button small" onClick={() => file.current?.click()}>
            Choose a file…
          </button>
          <span class="muted drop-hint">or drop one anywhere on the page</span>
          <input
            ref={file}
            type="file"
            class="ms-offscreen"
            tabIndex={-1}
            aria-hidden="true"
            onChange={(event) => void readFile(event.currentTarget.files?.[0])}
          />
          <span class="spring" />
          {!whole && (
          <label class="name-field">
            Name{' '}
            <input
              class="mono name"
              size={14}
              value={ownName ?? intake.name}
              aria-invalid={wrongName !== null}
              onInput={(event) => setOwnName(event.currentTarget.value)}
            />
          </label>
          )}
        </div>
        <div class="paste-foot">
        <Understood intake={intake} empty={words.trim() === ''} trouble={trouble || (wrongName ?? '')} />
        <div class="row actions">
          <span class="muted">Nothing leaves this page.</span>
          <span class="spring" />
          {!whole && (
            <button type="button" class="button" disabled={!ready} onClick={() => put('add')}>
              Add to the scenario
            </button>
          )}
          <button type="submit" class="button primary" title="Ctrl-Enter" disabled={!ready}>
            {DOES[intake.kind]}
          </button>
        </div>
        </div>
      </form>
    </Modal>
  );
}

const DOES: Record<Taken['kind'], string> = {
  maps: 'Show its tree',
  smaps: 'Show its tree',
  strace: 'Replay it',
  ftrace: 'Replay it',
  dump: 'Build it',
  difference: 'Show the difference',
  mismatch: 'Open it',
  scenario: 'Open it',
};

// A report or a scenario takes the place of the text on the page, at the step that it names.
function openWhole(taken: Taken): Promise<void> {
  keepForRecent();
  leaveBarLink();
  if (taken.kind === 'mismatch' && taken.report.kind === 'report') return putText(taken.report.script, { kind: 'step', step: taken.report.step });
  return taken.kind === 'scenario' ? putText(taken.text, { kind: 'end' }) : Promise.resolve();
}

// What it is in a sentence; what becomes of its parts in a list.
function Verdict({ intake }: { readonly intake: Taken }) {
  if (!isKnown(intake)) return <p class="bad">{NOT_KNOWN}</p>;
  if (!isReady(intake) && intake.kind === 'mismatch') return <p class="bad">{understood(intake)[0]}</p>;
  const [what, ...rest] = understood(intake);
  return (
    <>
      <p>{what}</p>
      {rest.length > 0 && (
        <ul class="told muted">
          {rest.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Understood({ intake, empty, trouble }: { readonly intake: Taken; readonly empty: boolean; readonly trouble: string }) {
  return (
    <div class="understood" role="status">
      {trouble !== '' && <p class="bad">{trouble}</p>}
      {empty ? <p class="muted">Nothing pasted yet.</p> : <Verdict intake={intake} />}
      {!empty && isKnown(intake) && intake.unread.length > 0 && (
        <ul>
          {intake.unread.slice(0, 50).map(({ line, text: words, message, hint }) => (
            <li key={line}>
              <span class="mono place">line {line}</span> <span class="mono quoted">{words.slice(0, 80)}</span>
              <span class="hint">
                <Words of={hint === '' ? message : `${message}: ${hint}`} />
              </span>
            </li>
          ))}
          {intake.unread.length > 50 && <li class="muted">and {(intake.unread.length - 50).toLocaleString('en')} more</li>}
        </ul>
      )}
    </div>
  );
}
