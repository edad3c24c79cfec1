// SPDX-License-Identifier: GPL-2.0-or-later
//
// The link: what it holds, how long it is, what may be taken out, and where it will open; and the same text as a file.

import { useRef, useState } from 'preact/hooks';
import { inputKind } from '../../scenario/pasted/detect';
import { COMFORT_LETTERS, placePhrases, type LinkFacts } from '../../share/facts';
import { prepareScript, type Preparation } from '../../share/prepare';
import { closeDialog, openDialog } from '../store/actions/actions';
import { branches, currentBranch } from '../store/actions/branches';
import { rememberCopied } from '../store/links/links';
import { homeProblem, isLocal, knownPublicHome, ownBase, setPublicBase } from '../store/links/public-home';
import { leavesOutComparison } from '../store/links/place-now';
import { copyWords, saveFile } from '../ui/saving';
import { loadRecent } from '../store/actions/session';
import { CopiedNote, ShorterWays, useCopied, type SharePanelProps } from './share-parts';
import { ran, stale, step, text } from '../store/page/state';
import { TakePanel } from './take-panel';
import { counted } from '../../base/text';

const FILE_BYTES_MAX = 32 << 20;

export function LinkPanel(props: SharePanelProps) {
  const { preparation, setPreparation, facts, setBase, address } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [told, tell] = useCopied();
  const copy = async (): Promise<void> => {
    const done = await copyWords(address, field.current);
    tell(done);
    if (done) rememberCopied(facts.fragment ?? '');
  };
  return (
    <form
      class="share"
      onSubmit={(event) => {
        event.preventDefault();
        void copy();
      }}
    >
      {stale.value && (
        <p class="bad">
          {'The text has changed since the last run that worked: the link holds the text as it is now, and opens ' +
            `at step ${step.value}.`}
        </p>
      )}
      {address !== '' && (
        <textarea
          ref={field}
          class="mono link"
          aria-label="The link"
          readOnly
          rows={3}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {facts.message !== '' && <p class="bad">{facts.message}</p>}
      <Length facts={facts} />
      {!props.byName && <OwnPaths facts={facts} />}
      <div class="row actions">
        <button type="submit" class="button primary copy" disabled={address === ''} data-first-focus>
          {told === 'yes' ? 'Copied' : 'Copy link'}
        </button>
        <button type="button" class="button" onClick={() => saveText(preparation)}>
          Save as file
        </button>
        <CopiedNote told={told} refused="The browser refused: the link is selected, copy it with Ctrl-C." />
      </div>
      {(facts.comfort === 'long' || facts.comfort === 'file') && <ShorterWays {...props} />}
      {props.example !== null && (
        <label>
          <input
            type="checkbox"
            checked={props.byName}
            onChange={(event) => props.setByName(event.currentTarget.checked)}
          />{' '}
          short: the name of this scenario of the gallery in place of its text
        </label>
      )}
      <Choices preparation={preparation} facts={facts} change={setPreparation} />
      {isLocal(ownBase()) && <LocalNote change={setBase} />}
      <h3 class="section-head">What the link holds</h3>
      <Contents facts={facts} example={props.byName ? props.example : null} />
    </form>
  );
}

// Before the link is copied: what of this machine is in it.
function OwnPaths({ facts: { files, realPaths, userNames } }: { readonly facts: LinkFacts }) {
  if (userNames.length === 0 && (files === 0 || !realPaths)) return null;
  const names =
    userNames.length === 0
      ? ''
      : `, with the user ${userNames.length === 1 ? 'name' : 'names'} ${userNames.join(', ')}`;
  return (
    <p class={userNames.length === 0 ? 'muted' : 'bad'}>
      The link holds {counted(files, 'path')} of a real machine{names}. You can replace them below.
    </p>
  );
}

const COMFORT_WORDS: Record<LinkFacts['comfort'], string> = {
  short: 'good: fits chat and mail',
  fine: 'fine: fits most chat programs',
  long: `over ${COMFORT_LETTERS.fine.toLocaleString('en')}: some chat programs cut it`,
  file: `over ${COMFORT_LETTERS.long.toLocaleString('en')}: many programs cut it. Save the text as a file instead`,
};

/** Where the bar ends; what is longer fills it. */
const BAR_LETTERS = 5000;

// How long the link is, against the lengths up to which it survives.
function Length({ facts }: { readonly facts: LinkFacts }) {
  const { letters, comfort, fragment } = facts;
  const part = (of: number): string => `${Math.min(100, (100 * of) / BAR_LETTERS)}%`;
  return (
    <div class={`length comfort-${comfort}`}>
      <p>
        <strong class="mono">{fragment === null ? '—' : letters.toLocaleString('en')}</strong> characters,{' '}
        {COMFORT_WORDS[comfort]}
      </p>
      <div class="length-bar" aria-hidden="true">
        <div class="length-fill" style={{ width: part(fragment === null ? BAR_LETTERS : letters) }} />
        {Object.values(COMFORT_LETTERS).map((mark) => (
          <span key={mark} class="length-mark" style={{ left: part(mark) }}>
            {mark.toLocaleString('en')}
          </span>
        ))}
      </div>
    </div>
  );
}

/** What a link with these facts holds. */
export function Contents({ facts, example }: { readonly facts: LinkFacts; readonly example: string | null }) {
  const summary = ran.value?.summary;
  const place = `${facts.step.toLocaleString('en')} of ${(summary?.steps.length ?? 0).toLocaleString('en')}`;
  if (example !== null) {
    return (
      <dl class="facts-list">
        <dt>scenario</dt>
        <dd>“{example}” from the gallery of the page that opens the link</dd>
        <dt>step</dt>
        <dd class="mono">{place}</dd>
        <Opens facts={facts} />
      </dl>
    );
  }
  return (
    <dl class="facts-list">
      <dt>scenario</dt>
      <dd>
        {counted(facts.scriptLines, 'line')}
        {facts.mappings > 0 ? `, ${counted(facts.mappings, 'VMA')}` : ''}
        {facts.linesLeftOut > 0 ? `, without ${counted(facts.linesLeftOut, 'unneeded line')} of maps and logs` : ''}
      </dd>
      {facts.mappings + facts.traceLines + facts.files + facts.userNames.length > 0 && (
        <>
          <dt>paths</dt>
          <dd>
            {counted(facts.files, 'path')}
            {facts.files > 0 &&
              (!facts.realPaths ? ', replaced' : facts.namesReplaced ? ', with user names replaced' : ', as they are')}
            {facts.userNames.length > 0 && (
              <span class="bad">
                ; the link holds the user {facts.userNames.length === 1 ? 'name' : 'names'} {facts.userNames.join(', ')}
              </span>
            )}
          </dd>
        </>
      )}
      {branches.value.length > 1 && (
        <>
          <dt>branches</dt>
          <dd>
            this one, “{currentBranch.value.name}”; the other{' '}
            {branches.value.length === 2 ? 'one is' : `${branches.value.length - 1} are`} not in it
          </dd>
        </>
      )}
      <dt>step</dt>
      <dd class="mono">{place}</dd>
      <Opens facts={facts} />
      <dt>engine</dt>
      <dd class="mono">{facts.engine ?? 'unknown'}</dd>
      <dt
        title={
          'One checksum over all trees and address spaces at this step. The page warns whoever opens the link if it ' +
          'finds another one. The checksum of a single tree is another number.'
        }
      >
        checksum of the whole state
      </dt>
      <dd class="mono">{facts.sum ?? '—'}</dd>
    </dl>
  );
}

// What a link says besides its step.
function Opens({ facts }: { readonly facts: LinkFacts }) {
  const told = placePhrases(facts.fragment ?? '');
  return (
    <>
      {told.length > 0 && (
        <>
          <dt>opens with</dt>
          <dd class="mono">{told.join(', ')}</dd>
        </>
      )}
      {leavesOutComparison() && (
        <>
          <dt>left out</dt>
          <dd>the comparison with another branch: a link holds one branch</dd>
        </>
      )}
    </>
  );
}

interface ChoicesProps {
  readonly preparation: Preparation;
  readonly facts: LinkFacts;
  readonly change: (next: Preparation) => void;
}

/** Leave out of the link of the text. */
export function Choices({ preparation, facts, change }: ChoicesProps) {
  const maps = facts.mappings + facts.traceLines + facts.files > 0;
  if (!maps && facts.commentLetters === 0) return null;
  return (
    <fieldset class="choices">
      <legend>
        {!maps
          ? 'Leave out of the link'
          : facts.traceLines === 0
            ? 'A map shows the addresses and names of things on your machine.'
            : 'Maps and logs show the addresses and names of things on your machine.'}
      </legend>
      {facts.commentLetters > 0 && (
        <label>
          <input
            type="checkbox"
            checked={preparation.comments === 'drop'}
            onChange={(event) => change({ ...preparation, comments: event.currentTarget.checked ? 'drop' : 'keep' })}
          />{' '}
          without comments <span class="muted">({counted(facts.commentLetters, 'letter')} of the text)</span>
        </label>
      )}
      {maps && <MapChoices preparation={preparation} facts={facts} change={change} />}
    </fieldset>
  );
}

function MapChoices({ preparation, facts, change }: ChoicesProps) {
  return (
    <>
      <label>
        <input
          type="radio"
          name="paths"
          checked={preparation.paths === 'keep'}
          onChange={() => change({ ...preparation, paths: 'keep' })}
        />{' '}
        with paths
      </label>
      <label>
        <input
          type="radio"
          name="paths"
          checked={preparation.paths === 'replace'}
          onChange={() => change({ ...preparation, paths: 'replace' })}
        />{' '}
        paths replaced by file1, file2 …
      </label>
      <label>
        <input
          type="checkbox"
          checked={preparation.addresses === 'rebase'}
          onChange={(event) => change({ ...preparation, addresses: event.currentTarget.checked ? 'rebase' : 'keep' })}
        />{' '}
        rebase addresses: hides the random layout (ASLR); the tree keeps its shape. It also replaces user names in paths
      </label>
      {facts.pathsLeftBehind.length > 0 && (
        <p class="bad">
          {facts.pathsLeftBehind.length === 1 ? 'Line' : 'Lines'} {facts.pathsLeftBehind.join(', ')}: a label, note or
          comment that holds a path or a user name stays as it is.
        </p>
      )}
      {facts.linesLeftBehind.length > 0 && (
        <p class="bad">
          {`${facts.linesLeftBehind.length === 1 ? 'Line' : 'Lines'} ${facts.linesLeftBehind.join(', ')} outside the ` +
            `map ${facts.linesLeftBehind.length === 1 ? 'names' : 'name'} addresses that stay as they are.`}
        </p>
      )}
    </>
  );
}

/** For a page that runs where only this machine can open it. */
export function LocalNote({ change }: { readonly change: (next: string) => void }) {
  const [typed, setTyped] = useState(knownPublicHome());
  const wrong = typed === '' ? null : homeProblem(typed);
  return (
    <div class="local-note">
      <p>
        {location.host === '' ? (
          'This page is a file on this machine, which others cannot open.'
        ) : (
          <>
            This page is served from <code>{location.host}</code>, where only this machine can open it.
          </>
        )}{' '}
        For others the link needs a public address of Maplescope:
      </p>
      <label>
        Public address{' '}
        <input
          class="mono"
          type="text"
          inputMode="url"
          placeholder="https://example.org/maplescope/"
          value={typed}
          aria-invalid={wrong !== null}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            change(setPublicBase(event.currentTarget.value));
          }}
        />
      </label>
      <p class={wrong === null ? 'muted' : 'bad'}>
        {wrong ?? (typed === '' ? 'Without one, the link opens only here.' : 'Kept in this browser.')}
      </p>
    </div>
  );
}

/** Saves the prepared text as a .maple file: for what is too long for a link. */
function saveText(preparation: Preparation): void {
  saveFile('scenario.maple', prepareScript(text.value, preparation));
}

// ---- File ----

export function FilePanel({ preparation, facts, setPreparation }: SharePanelProps) {
  const input = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState('');
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > FILE_BYTES_MAX) {
      setTrouble(`${file.name} is larger than 32 MiB: too large for a scenario.`);
      return;
    }
    const words = await file.text();
    closeDialog();
    // A log or a dump under another name goes the way of what is pasted.
    if (inputKind(words) === null || file.name.endsWith('.maple'))
      await loadRecent({ id: file.name, text: words, when: 0 });
    else openDialog('paste', words);
  };
  return (
    <div class="share">
      <p>
        The scenario as a text file, <code>.maple</code>: for what is too long for a link, or to keep beside code. Any
        editor opens it; here it is opened by the button below, or dropped anywhere on the page.
      </p>
      <div class="row actions">
        <button type="button" class="button primary" onClick={() => saveText(preparation)}>
          Save scenario.maple
        </button>
        <button type="button" class="button" onClick={() => input.current?.click()}>
          Open a file…
        </button>
        <input
          ref={input}
          type="file"
          accept=".maple,.txt,text/plain"
          class="ms-offscreen"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => void open(event.currentTarget.files?.[0])}
        />
        <span role="status" class="bad">
          {trouble}
        </span>
      </div>
      <p class="muted">
        {counted(facts.scriptLines, 'line')},{' '}
        {counted(new TextEncoder().encode(prepareScript(text.value, preparation)).length, 'byte')}. A file holds the
        text, not the step; the text that was on the page stays in the gallery, under “Your other texts”.
      </p>
      <Choices preparation={preparation} facts={facts} change={setPreparation} />
      <TakePanel />
    </div>
  );
}
