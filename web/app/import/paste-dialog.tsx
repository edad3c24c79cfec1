// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way in for what people have: a memory map, a log, a dump, a report. Paste it or drop the file, hear what was
// understood and what it will do, and it becomes plain lines of the scenario.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { addBlock, closeDialog, say } from '../store/actions/actions';
import { tellOutcome } from './differences';
import { NOT_KNOWN, take, type Taken } from './intake';
import { LargeText, useReading } from './large-text';
import { joined, readDropped } from './dropped';
import { LAID_OUT_MAX, notText } from './limits';
import { madeOf, understandingOf, type Made, type Source, type Understanding } from './reading';
import { leaveBarLink } from '../store/links/links';
import { nameProblem } from './maps-intake';
import { Modal } from '../ui/modal';
import { keepForRecent, putText } from '../store/actions/session';
import { receiveLesson } from '../store/run/source';
import { dialog, pasted, text } from '../store/page/state';
import { freeName, isBinary, plainEnds } from '../store/page/texts';
import { Words } from '../ui/message-text';
import { NO_STORAGE } from '../../words/storage';
import {
  bringEarlierBack,
  earlierText,
  isPastedKept,
  pastedText,
  pastedUsed,
  replacePasted,
  setPasted,
} from '../store/kept/pasted-text';

// The dialog's text: in the field, which is kept until it is used, or held beside it when too large.
function useText(tell: (trouble: string) => void) {
  const [large, setLarge] = useState<Source | null>(() => {
    const given = pasted.peek();
    if (typeof given !== 'string' || given.length > LAID_OUT_MAX) return given;
    if (given !== '') replacePasted(given);
    return null;
  });
  const give = (text: string, name: string): void => {
    if (isBinary(text)) {
      tell(notText(name));
      return;
    }
    tell('');
    if (text.length > LAID_OUT_MAX) setLarge(text);
    else setPasted(text);
  };
  const readFiles = async (files: readonly File[]): Promise<void> => {
    const read = await readDropped(files);
    if (read.kind === 'no') tell(read.trouble);
    else {
      tell('');
      setLarge(read.kind === 'large' ? read.files : null);
      if (read.kind !== 'large') replacePasted(joined(read.texts));
    }
  };
  return { words: large === null ? pastedText.value : '', large, give, readFiles, remove: () => setLarge(null) };
}

const WHAT = (
  <p>
    Paste <code>maps</code>, <code>smaps</code>, a log of <code>strace</code>, events of <code>ftrace</code>
    {' or an '}
    <code>mt_dump</code>: it becomes lines of a scenario.
  </p>
);

export function PasteDialog() {
  const [ownName, setOwnName] = useState<string | null>(null);
  const [trouble, setTrouble] = useState('');
  const { words, large, give, readFiles, remove } = useText(setTrouble);
  // Dropped while the dialog is here; what opened it, `useText` has.
  const given = pasted.value;
  const first = useRef(given);
  useEffect(() => {
    if (given !== first.current && typeof given !== 'string') void readFiles(given);
  }, [given]);
  const progress = useReading(large, (message) => {
    remove();
    setTrouble(message);
  });
  const small = useMemo(() => readHere(words), [words]);
  const { understanding: intake, make } = progress?.kind === 'read' ? progress : small;
  const busy = progress?.kind === 'reading';
  const whole = intake.kind === 'mismatch' || intake.kind === 'scenario' || intake.kind === 'lesson';
  const wrongName = ownName === null || whole ? null : nameProblem(ownName);
  const ready = !busy && intake.ready && wrongName === null;
  const put = async (mode: 'replace' | 'add'): Promise<void> => {
    if (!ready) return;
    const wish = ownName ?? intake.name;
    const name = mode === 'add' && ownName === null ? freeName(text.value, wish) : wish;
    const made = await make(name);
    // A text of megabytes takes its time to arrive and to be put into the editor: one task each.
    await new Promise((done) => setTimeout(done));
    // Escape, or a second press of the button while reading.
    if (dialog.value !== 'paste') return;
    closeDialog();
    if (intake.kind === 'lesson') {
      receiveLesson({ kind: 'whole', source: made.text, screen: 0 });
      pastedUsed(words);
      return;
    }
    if (!whole) await addBlock(`${name}, ${made.size}`, [made.text], mode);
    else if (!(await openWhole(made))) return;
    pastedUsed(words);
    if (made.compared !== null) tellOutcome(made.compared, name);
  };
  return (
    <Modal title="Paste a memory map, a log or a dump" wide>
      <form
        class="paste"
        onSubmit={(event) => {
          event.preventDefault();
          void put('replace');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void put('replace');
        }}
      >
        {WHAT}
        <Ways />
        {large !== null && progress !== null ? (
          <LargeText source={large} progress={progress} onRemove={remove} />
        ) : (
          <Field words={words} give={give} />
        )}
        <div class="row paste-row">
          <FileChoice take={(files) => void readFiles(files)} />
          {large === null && <Earlier />}
          <span class="spring" />
          {!whole && <NameField name={ownName ?? intake.name} isWrong={wrongName !== null} onName={setOwnName} />}
        </div>
        <div class="paste-foot">
          <Understood
            intake={intake}
            empty={large === null && words.trim() === ''}
            busy={busy}
            trouble={trouble || (wrongName ?? '')}
          />
          <Acts kind={intake.kind} isReady={ready} onAdd={whole ? null : () => void put('add')} />
        </div>
      </form>
    </Modal>
  );
}

// A text that the field holds is read at once.
function readHere(words: string) {
  const taken = take(words);
  return {
    understanding: understandingOf(taken),
    make: (name: string): Promise<Made> => Promise.resolve(madeOf(taken, name)),
  };
}

function Ways() {
  return (
    <details class="paste-ways">
      <summary>How to get one</summary>
      <p>
        In a terminal on Linux, <code>cat /proc/self/maps</code> prints the map of <code>cat</code> itself;{' '}
        <code>cat /proc/$(pidof -s firefox)/smaps</code> prints that of a browser, with what a fork does to each VMA.
        Two maps of one process, one below the other, become the calls that lead from the first to the second. The page
        also replays a log of <code>strace -f -e trace=memory,process</code> and <code>maple_tree</code> events of
        ftrace, builds a tree that <code>mt_dump()</code> or crash printed, and opens a mismatch report or a scenario.
      </p>
    </details>
  );
}

function FileChoice({ take: takeFiles }: { readonly take: (files: readonly File[]) => void }) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
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
        onChange={(event) => takeFiles([...(event.currentTarget.files ?? [])])}
      />
    </>
  );
}

function Earlier() {
  if (earlierText.value === '') return null;
  return (
    <button type="button" class="button small" onClick={bringEarlierBack}>
      Bring back the earlier text
    </button>
  );
}

interface NameProps {
  readonly name: string;
  readonly isWrong: boolean;
  readonly onName: (name: string) => void;
}

function NameField({ name, isWrong, onName }: NameProps) {
  return (
    <label class="name-field">
      Name{' '}
      <input
        class="mono name"
        size={14}
        value={name}
        aria-invalid={isWrong}
        onInput={(event) => onName(event.currentTarget.value)}
      />
    </label>
  );
}

interface ActsProps {
  readonly kind: Taken['kind'];
  readonly isReady: boolean;
  /** Null: it can only take the place of the text on the page. */
  readonly onAdd: (() => void) | null;
}

function Acts({ kind, isReady, onAdd }: ActsProps) {
  return (
    <div class="row actions">
      <span class="muted">Nothing leaves this page.</span>
      <span class="spring" />
      {onAdd !== null && (
        <button type="button" class="button" disabled={!isReady} onClick={onAdd}>
          Add to the scenario
        </button>
      )}
      <button type="submit" class="button primary" title="Ctrl-Enter" disabled={!isReady}>
        {DOES[kind]}
      </button>
    </div>
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
  lesson: 'Open the lesson',
};

interface FieldProps {
  readonly words: string;
  readonly give: (text: string, name: string) => void;
}

const EXAMPLE = `55d0c0a00000-55d0c0a02000 r--p 00000000 fe:00 1234   /usr/bin/cat
…

or

mmap(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7ffff7fc0000
…`;

function Field({ words, give }: FieldProps) {
  const field = (
    <textarea
      class="mono"
      aria-label="Text of the memory map, log or dump"
      placeholder={EXAMPLE}
      rows={11}
      data-first-focus
      spellcheck={false}
      wrap="off"
      value={words}
      onInput={(event) => give(event.currentTarget.value, 'This content')}
      onPaste={(event) => {
        // The browser never lays out a text that the field would not keep.
        const more = event.clipboardData?.getData('text/plain') ?? '';
        if (more.length + words.length <= LAID_OUT_MAX && !isBinary(more)) return;
        event.preventDefault();
        const { selectionStart, selectionEnd } = event.currentTarget;
        give(
          isBinary(more) ? more : words.slice(0, selectionStart) + more + words.slice(selectionEnd),
          'The pasted content',
        );
      }}
    />
  );
  return (
    <>
      {field}
      {!isPastedKept.value && <p class="bad">A reload loses this text, because {NO_STORAGE}.</p>}
    </>
  );
}

// A report or a scenario takes the place of the text on the page, at the step that it names; that of a mail at the
// mark, event or view that its link names. False, with a message, where the link leads to nothing.
async function openWhole({ text: words, compared }: Made): Promise<boolean> {
  const report = compared?.kind === 'mismatch' && compared.report.kind === 'report' ? compared.report : null;
  const { goToPlace, readLink } = await import('../store/links/open-link');
  const linked = report === null || report.fragment === null ? null : await readLink(report.fragment);
  const led = linked?.kind === 'yes' ? linked : null;
  const script = report === null ? words : (report.script ?? led?.state.script);
  if (script === undefined) {
    if (linked?.kind === 'no' && linked.notice !== null) say('warning', linked.notice.text, linked.notice.offer);
    return false;
  }
  keepForRecent();
  leaveBarLink();
  await putText(
    plainEnds(script),
    report === null ? { kind: 'end' } : { kind: 'step', step: report.step },
    led?.place.base,
  );
  if (led !== null) await goToPlace(led.place);
  return true;
}

// The kind of text in a sentence; the results of its parts in a list.
function Verdict({ intake }: { readonly intake: Understanding }) {
  if (!intake.known) return <p class="bad">{NOT_KNOWN}</p>;
  const [what, ...rest] = intake.parts;
  if (intake.damaged) return <p class="bad">{what}</p>;
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

interface UnderstoodProps {
  readonly intake: Understanding;
  readonly empty: boolean;
  readonly busy: boolean;
  readonly trouble: string;
}

function Understood({ intake, empty, busy, trouble }: UnderstoodProps) {
  return (
    <div class="understood" role="status">
      {trouble !== '' && <p class="bad">{trouble}</p>}
      {!busy && (empty ? <p class="muted">Nothing pasted yet.</p> : <Verdict intake={intake} />)}
      {!busy && !empty && intake.known && intake.unread.length > 0 && (
        <ul>
          {intake.unread.map(({ line, text: words, message, hint }) => (
            <li key={line}>
              <span class="mono place">line {line}</span> <span class="mono quoted">{words}</span>
              <span class="hint">
                <Words of={hint === '' ? message : `${message}: ${hint}`} />
              </span>
            </li>
          ))}
          {intake.moreUnread > 0 && <li class="muted">and {intake.moreUnread.toLocaleString('en')} more</li>}
        </ul>
      )}
    </div>
  );
}
