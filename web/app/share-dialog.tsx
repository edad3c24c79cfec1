// SPDX-License-Identifier: GPL-2.0-or-later
//
// The share panel: what the link holds, how long it is, what may be taken out, and where it will open. Floor 5. Nothing
// is sent: the link is copied, or the text saved as a file, by the person's own act.

import { useEffect, useRef, useState } from 'preact/hooks';
import { COMFORT_LETTERS, type LinkFacts } from '../share/facts';
import { prepareScript, type Preparation } from '../share/prepare';
import { downloadText, homeProblem, isLocal, knownPublicHome, linkOf, ownBase, publicBase, rememberCopied, setPublicBase } from './links';
import { Modal } from './modal';
import { fetchSum } from './run';
import { ran, stale, step, text } from './state';
import { counted } from './texts';

/** How long the button says that the link was copied. */
const COPIED_MS = 2000;

export function ShareDialog() {
  const [preparation, setPreparation] = useState<Preparation>({ paths: 'keep', addresses: 'keep' });
  const [base, setBase] = useState(publicBase());
  const [copied, setCopied] = useState<'no' | 'yes' | 'by hand'>('no');
  const [sum, setSum] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const back = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(back.current), []);
  useEffect(() => {
    let wanted = true;
    setSum(null);
    const script = prepareScript(text.value, preparation);
    fetchSum(script, step.value).then(
      (found) => {
        if (wanted) setSum(found);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [preparation]);
  const facts = linkOf(preparation, sum, base);
  const address = facts.fragment === null ? '' : `${base}#${facts.fragment}`;
  const copy = async (): Promise<void> => {
    const done = await writeClipboard(address, field.current);
    setCopied(done ? 'yes' : 'by hand');
    clearTimeout(back.current);
    if (done) back.current = setTimeout(() => setCopied('no'), COPIED_MS);
    if (done) rememberCopied(facts.fragment ?? '');
  };
  return (
    <Modal title="Share">
      <form
        class="share"
        onSubmit={(event) => {
          event.preventDefault();
          void copy();
        }}
      >
        {stale.value && <p class="bad">The text has changed since the last run that worked: the link holds the text as it is now, and opens at step {step.value}.</p>}
        {address !== '' && <textarea ref={field} class="mono link" aria-label="The link" readOnly rows={3} value={address} onFocus={(event) => event.currentTarget.select()} />}
        {facts.message !== '' && <p class="bad">{facts.message}</p>}
        <div class="row actions">
          <button type="submit" class="button primary copy" disabled={address === ''} data-first-focus>
            {copied === 'yes' ? 'Copied' : 'Copy link'}
          </button>
          <button type="button" class="button" onClick={() => downloadText(preparation)}>
            Save as file
          </button>
          <span role="status">
            <span class={copied === 'yes' ? 'visually-hidden' : ''}>
              {copied === 'yes' ? 'Copied.' : copied === 'by hand' ? 'The browser refused: the link is selected, copy it with Ctrl-C.' : ''}
            </span>
          </span>
        </div>
        <Choices preparation={preparation} facts={facts} change={setPreparation} />
        {isLocal(ownBase()) && <LocalNote change={setBase} />}
        <h3 class="section-head">What the link holds</h3>
        <Contents facts={facts} />
      </form>
    </Modal>
  );
}

function Contents({ facts }: { readonly facts: LinkFacts }) {
  const summary = ran.value?.summary;
  return (
    <dl class="facts-list">
      <dt>length</dt>
      <dd class={`comfort-${facts.comfort}`}>
        <strong class="mono">{facts.fragment === null ? '—' : facts.letters.toLocaleString('en')}</strong> characters: {COMFORT_WORDS[facts.comfort]}
      </dd>
      <dt>script</dt>
      <dd>
        {counted(facts.scriptLines, 'line')}
        {facts.mappings > 0 ? `, ${counted(facts.mappings, 'VMA')}` : ''}
        {facts.linesLeftOut > 0 ? `; ${counted(facts.linesLeftOut, 'line')} of maps and logs that nothing needs left out` : ''}
      </dd>
      {facts.mappings + facts.traceLines + facts.files + facts.userNames.length > 0 && (
        <>
          <dt>paths</dt>
          <dd>
            {counted(facts.files, 'path')}
            {facts.files > 0 && (!facts.realPaths ? ', replaced' : facts.namesReplaced ? ', with user names replaced' : ', as they are')}
            {facts.userNames.length > 0 && <span class="bad">; the link holds the user {facts.userNames.length === 1 ? 'name' : 'names'} {facts.userNames.join(', ')}</span>}
          </dd>
        </>
      )}
      <dt>step</dt>
      <dd class="mono">
        {facts.step.toLocaleString('en')} of {(summary?.steps.length ?? 0).toLocaleString('en')}
      </dd>
      <dt>engine</dt>
      <dd class="mono">{facts.engine ?? 'not told'}</dd>
      <dt>expected sum</dt>
      <dd class="mono">{facts.sum ?? '—'}</dd>
    </dl>
  );
}

const COMFORT_WORDS: Record<LinkFacts['comfort'], string> = {
  short: 'short enough for chat and mail',
  fine: 'short enough for most chat programs',
  long: `over ${COMFORT_LETTERS.fine.toLocaleString('en')}: some chat programs cut it`,
  file: `over ${COMFORT_LETTERS.long.toLocaleString('en')}: many programs cut it. Save the text as a file instead`,
};

interface ChoicesProps {
  readonly preparation: Preparation;
  readonly facts: LinkFacts;
  readonly change: (next: Preparation) => void;
}

function Choices({ preparation, facts, change }: ChoicesProps) {
  if (facts.mappings + facts.traceLines + facts.files === 0) return null;
  return (
    <fieldset class="choices">
      <legend>{facts.traceLines === 0 ? 'A map shows' : 'Maps and logs show'} where things lie on your machine and what they are called.</legend>
      <label>
        <input type="radio" name="paths" checked={preparation.paths === 'keep'} onChange={() => change({ ...preparation, paths: 'keep' })} /> with paths
      </label>
      <label>
        <input type="radio" name="paths" checked={preparation.paths === 'replace'} onChange={() => change({ ...preparation, paths: 'replace' })} /> paths replaced by file1, file2 …
      </label>
      <label>
        <input
          type="checkbox"
          checked={preparation.addresses === 'rebase'}
          onChange={(event) => change({ ...preparation, addresses: event.currentTarget.checked ? 'rebase' : 'keep' })}
        />{' '}
        rebase addresses: hides the random layout (ASLR) and the user names in paths; the tree keeps its shape
      </label>
      {facts.pathsLeftBehind.length > 0 && (
        <p class="bad">
          {facts.pathsLeftBehind.length === 1 ? 'Line' : 'Lines'} {facts.pathsLeftBehind.join(', ')}: a label, note or comment that holds a path or a user name stays as it is.
        </p>
      )}
      {facts.linesLeftBehind.length > 0 && (
        <p class="bad">
          {facts.linesLeftBehind.length === 1 ? 'Line' : 'Lines'} {facts.linesLeftBehind.join(', ')} outside the map {facts.linesLeftBehind.length === 1 ? 'names' : 'name'} addresses that stay as they are.
        </p>
      )}
    </fieldset>
  );
}

// The page runs where only this machine can open it.
function LocalNote({ change }: { readonly change: (next: string) => void }) {
  const [typed, setTyped] = useState(knownPublicHome());
  const wrong = typed === '' ? null : homeProblem(typed);
  return (
    <div class="local-note">
      <p>
        This page is served from <code>{location.host}</code>, where only this machine can open it. For others the link needs a public home of Maplescope:
      </p>
      <label>
        Public home{' '}
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
      <p class={wrong === null ? 'muted' : 'bad'}>{wrong ?? (typed === '' ? 'Without one, the link opens only here.' : 'Kept in this browser.')}</p>
    </div>
  );
}

async function writeClipboard(words: string, field: HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    // Without a secure context there is no clipboard: the older way needs the text selected.
    field?.focus();
    field?.select();
    return false;
  }
}
