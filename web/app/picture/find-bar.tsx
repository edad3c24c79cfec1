// SPDX-License-Identifier: GPL-2.0-or-later
//
// The box of the search over the picture: query, completion, results, steps.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import './find.css';
import {
  chosenResult,
  closeFind,
  findText,
  findWanted,
  foundNow,
  goToResult,
  lookFor,
  nextResult,
} from '../store/actions/find';
import {
  findFailure,
  isCurrent,
  MOST,
  pictureNow,
  readNow,
  startFind,
  stepSearch,
  stopSteps,
} from '../store/actions/find-search';
import { showView } from '../store/actions/actions';
import { stepTo } from '../store/run/player';
import { completeFind, type FindCompletion } from '../../scenario/find/parse';
import { ALL_WORDS, EXAMPLES, JOINS } from '../../scenario/find/words';
import { labels, scene, selected, stepHere, steps, view } from '../store/page/state';
import { Words as Told } from '../ui/message-text';
import { indexText } from '../../base/number-base';
import { counted, rangeOf } from '../../base/text';
import { entryValue } from '../../model/entry';
import type { FoundPlace } from '../../model/find';
import { fileName, type Vma } from '../../model/vma';
import { sameRef } from '../../views/shared/refs';
import { bytesText } from '../../views/shared/text';
import { foundVma } from '../store/actions/found-vma';
import { nextOf, previousOf, ticks } from '../store/page/time';
import { goToChosen } from '../store/page/tree-view';

/** Rows of the list of results. */
const LISTED = 200;
const OFFERED = 8;

type Sheet = 'none' | 'list' | 'help';

/** The box has been on the page. */
let met = false;

export function FindBar() {
  const input = useRef<HTMLInputElement>(null);
  const [sheet, setSheet] = useState<Sheet>('none');
  useEffect(startFind, []);
  useEffect(keepOverKeyboard, []);
  const back = useRef<() => void>(null);
  useEffect(() => {
    back.current = pictureNow();
  }, []);
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (sheet !== 'none') setSheet('none');
    else {
      close();
      back.current?.();
    }
  };
  const take = (words: string): void => {
    lookFor(words);
    input.current?.focus();
  };
  const some = (foundNow.value?.found.count ?? 0) > 0;
  return (
    <div class="find-bar" role="search" aria-label="Find in the trees" onKeyDown={leave}>
      <div class="find-row">
        <Field input={input} />
        <Buttons sheet={sheet} setSheet={setSheet} />
      </div>
      <div class="find-row find-told">
        <p
          id="find-said"
          role="status"
          class={readNow.value.kind === 'mistake' || findFailure.value !== null ? 'bad' : 'muted'}
        >
          <Said />
        </p>
        <Instead take={take} />
        {view.value !== 'tree' && some && (
          <button type="button" class="button small quiet find-there" onClick={() => showView('tree')}>
            in Tree ›
          </button>
        )}
        <Steps />
      </div>
      {sheet === 'list' && some && <List />}
      {sheet === 'help' && (
        <Words
          take={(words) => {
            setSheet('none');
            take(words);
          }}
        />
      )}
    </div>
  );
}

/** A keyboard on the screen is higher than the bars of a browser, which come and go. */
const KEYBOARD_LEAST = 150;

// A phone's keyboard lies over the page: while the box has the focus, the page takes only what is left of the window.
function keepOverKeyboard(): () => void {
  const [app, seen] = [document.querySelector<HTMLElement>('#app'), window.visualViewport];
  if (app === null || seen === null) return () => undefined;
  let whole = seen.height;
  const fit = (): void => {
    whole = Math.max(whole, seen.height);
    const typing =
      seen.scale === 1 &&
      whole - seen.height > KEYBOARD_LEAST &&
      document.activeElement?.classList.contains('find-input') === true;
    if (!typing && !app.hasAttribute('data-typing')) return;
    app.toggleAttribute('data-typing', typing);
    app.style.height = typing ? `${seen.height}px` : '';
    window.scrollTo(0, 0);
    showChosen();
  };
  const turn = (): void => {
    whole = 0;
    fit();
  };
  seen.addEventListener('resize', fit);
  app.addEventListener('focusin', fit);
  window.addEventListener('orientationchange', turn);
  return () => {
    seen.removeEventListener('resize', fit);
    app.removeEventListener('focusin', fit);
    window.removeEventListener('orientationchange', turn);
    app.removeAttribute('data-typing');
    app.style.height = '';
  };
}

function close(): void {
  closeFind();
  document.querySelector<HTMLElement>('.find-toggle')?.focus();
}

interface Offers {
  readonly offered: FindCompletion['words'];
  /** Which of them the arrows are at; −1 for none. */
  readonly picked: number;
  readonly write: (words: string, at: number, complete: boolean) => void;
  readonly accept: (k: number) => void;
  readonly withdraw: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

// Words that may go on what is written, and what keys do with them.
function useOffers(input: RefObject<HTMLInputElement | null>): Offers {
  const [offer, setOffer] = useState<FindCompletion | null>(null);
  const [picked, setPicked] = useState(-1);
  const offered = offer === null ? [] : offer.words.slice(0, OFFERED);
  const write = (words: string, at: number, complete: boolean): void => {
    lookFor(words);
    // Not over the picture while what stands there can stand as it is: a number, a string, a closed bracket.
    setOffer(complete && !/[\d")]$/.test(words.slice(0, at)) ? completeFind(words, at) : null);
    setPicked(-1);
  };
  const accept = (k: number): void => {
    const box = input.current;
    const word = offered[k]?.word;
    if (box === null || word === undefined || offer === null) return;
    const rest = findText.value.slice(box.selectionStart ?? findText.value.length);
    const head = `${findText.value.slice(0, offer.from)}${word} `;
    write(head + rest, head.length, false);
    box.value = head + rest;
    box.setSelectionRange(head.length, head.length);
    box.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (down !== undefined && offered.length > 0)
      setPicked((picked + down + offered.length + (picked < 0 && down < 0 ? 1 : 0)) % offered.length);
    else if (event.key === 'Enter' && picked >= 0 && offered.length > 0) accept(picked);
    else if (event.key === 'Tab' && !event.shiftKey && picked >= 0 && offered.length > 0) accept(picked);
    else if (event.key === 'Enter') {
      setOffer(null);
      nextResult(event.shiftKey ? -1 : 1);
      requestAnimationFrame(() => input.current?.focus());
    } else if (event.key === 'Escape' && offered.length > 0) setOffer(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { offered, picked, write, accept, withdraw: () => setOffer(null), onKey };
}

function Field({ input }: { readonly input: RefObject<HTMLInputElement | null> }) {
  const { offered, picked, write, accept, withdraw, onKey } = useOffers(input);
  // Runs when the box is drawn: from now on the box handles its own keys. Letters typed before stay in it; an old query
  // is selected whole.
  useLayoutEffect(() => {
    const box = input.current;
    if (box === null) return;
    box.focus();
    if (met) {
      box.select();
      return;
    }
    met = true;
    box.setSelectionRange(box.value.length, box.value.length);
    if (box.value !== '') write(box.value, box.value.length, true);
  }, [findWanted.value]);
  return (
    <div class="find-field">
      <input
        ref={input}
        class="find-input mono"
        type="text"
        role="combobox"
        aria-label="Find"
        aria-expanded={offered.length > 0}
        aria-controls="find-offers"
        aria-autocomplete="list"
        aria-activedescendant={picked >= 0 ? `find-offer-${picked}` : undefined}
        aria-invalid={readNow.value.kind === 'mistake'}
        aria-describedby="find-said"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder="a name, or: leaf where used < 7"
        value={findText.value}
        onInput={(event) => write(event.currentTarget.value, event.currentTarget.selectionStart ?? 0, true)}
        onBlur={withdraw}
        onKeyDown={onKey}
      />
      <ul class="find-offers" id="find-offers" role="listbox" aria-label="Words" hidden={offered.length === 0}>
        {offered.map(({ word, help }, k) => (
          <li
            key={word}
            id={`find-offer-${k}`}
            role="option"
            aria-selected={k === picked}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => accept(k)}
          >
            <b class="mono">{word}</b> <span class="muted">{help}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ButtonsProps {
  readonly sheet: Sheet;
  readonly setSheet: (sheet: Sheet) => void;
}

function Buttons({ sheet, setSheet }: ButtonsProps) {
  const found = foundNow.value;
  const toggle = (one: Sheet): void => setSheet(sheet === one ? 'none' : one);
  return (
    <>
      <button
        type="button"
        class="button small square"
        aria-label="Previous result"
        title="Previous result  Shift-Enter"
        disabled={found === null}
        onClick={() => nextResult(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        class="button small square"
        aria-label="Next result"
        title="Next result  Enter"
        disabled={found === null}
        onClick={() => nextResult(1)}
      >
        ↓
      </button>
      <button
        type="button"
        class="button small quiet"
        aria-expanded={sheet === 'list'}
        disabled={(found?.found.count ?? 0) === 0}
        onClick={() => toggle('list')}
      >
        list
      </button>
      <button type="button" class="button small quiet" aria-expanded={sheet === 'help'} onClick={() => toggle('help')}>
        words
      </button>
      <button
        type="button"
        class="button small quiet square"
        aria-label="Close the search"
        title="Close  Esc"
        onClick={close}
      >
        ×
      </button>
    </>
  );
}

// Something else is selected; a slot of a node that is a result is not.
function isLeft(place: FoundPlace): boolean {
  const ref = selected.value;
  return ref !== null && !sameRef(ref, place.slot < 0 ? { ...place, slot: ref.slot } : place);
}

// Its place is always there, so that nothing moves while one types.
function Said() {
  const read = readNow.value;
  if (findFailure.value !== null) return <>{findFailure.value}</>;
  if (read.kind === 'empty') return <>Nodes and slots of all trees of the step. Enter goes from result to result.</>;
  if (read.kind === 'mistake') {
    const { message, hint } = read;
    return (
      <>
        <Told of={hint === '' ? message : `${message}: ${hint}`} />
      </>
    );
  }
  const now = foundNow.value;
  if (now === null) return <>{scene.value === null ? 'There is no run to search.' : ''}</>;
  const { count, places } = now.found;
  const { plain = '', hint = '', readAs = '' } = read;
  const near = count === 0 && hint !== '' ? `; ${hint}` : '';
  const named = plain === '' ? '' : ` with “${plain}” in ${count > 1 ? 'their labels or paths' : 'its label or path'}`;
  const what = plain !== '' ? 'entry' : read.query.about === 'slots' ? 'slot' : 'node';
  const chosen = places[chosenResult.value];
  const here = chosen === undefined || isLeft(chosen) ? undefined : chosen;
  const place = here === undefined ? '' : `${(chosenResult.value + 1).toLocaleString('en')} of `;
  const vma = here === undefined || !isCurrent(now.found) ? null : vmaText(here);
  if (vma !== null)
    return (
      <>
        {place}
        {counted(count, what, what === 'entry' ? 'entries' : `${what}s`)}: <strong>{vma}</strong>
      </>
    );
  const first = count > places.length ? `, the first ${MOST.toLocaleString('en')} are ringed` : '';
  return (
    <>
      {count === 0 ? `No ${what}` : `${place}${counted(count, what, what === 'entry' ? 'entries' : `${what}s`)}`}
      {named} at step {now.found.step}
      {first}
      <Told of={readAs === '' ? near : `, read as \`${readAs}\``} />
    </>
  );
}

// The likely meaning of a query that is refused or finds nothing.
function Instead({ take }: { readonly take: (words: string) => void }) {
  const read = readNow.value;
  const instead = read.kind === 'empty' ? '' : (read.instead ?? '');
  if (instead === '' || (read.kind === 'query' && foundNow.value?.found.count !== 0)) return null;
  return (
    <button
      type="button"
      class="button small quiet find-there find-instead mono"
      title="Look for this"
      onClick={() => take(instead)}
    >
      {instead} ›
    </button>
  );
}

function Steps() {
  const { kind, done, shown } = stepSearch.value;
  const all = ticks.value;
  // Of a fixed width, so that its neighbours do not move.
  const room = { minWidth: `max(136px, calc(${counted(steps.value, 'step').length + 3}ch + var(--pair)))` };
  if (readNow.value.kind !== 'query' || steps.value === 0) return null;
  if (kind === 'none' || kind === 'looking') {
    return (
      <p class="find-steps" style={room}>
        {shown && (
          <>
            <progress aria-label="Steps searched" max={steps.value} value={done} />
            <button type="button" class="button small quiet" onClick={stopSteps}>
              Cancel
            </button>
          </>
        )}
      </p>
    );
  }
  if (kind === 'given-up') return <p class="find-steps muted">not looked for in the other steps</p>;
  const [before, after] = [previousOf(all, stepHere.value), nextOf(all, stepHere.value)];
  return (
    <p class="find-steps muted" style={room}>
      in {counted(all.length, 'step')}
      <button
        type="button"
        class="button small quiet"
        aria-label="Previous step with a result"
        disabled={before === null}
        onClick={() => before !== null && stepTo(before)}
      >
        ‹
      </button>
      <button
        type="button"
        class="button small quiet"
        aria-label="Next step with a result"
        disabled={after === null}
        onClick={() => after !== null && stepTo(after)}
      >
        ›
      </button>
    </p>
  );
}

// What was chosen is brought into view again, once the picture is laid out in its new room.
function showChosen(): () => void {
  const frame = requestAnimationFrame(() => requestAnimationFrame(() => goToChosen(true)));
  return () => cancelAnimationFrame(frame);
}

function List() {
  // It takes room of the picture.
  useEffect(showChosen, []);
  const now = foundNow.value;
  if (now === null) return null;
  const { places, count } = now.found;
  const several = (scene.value?.trees.length ?? 0) > 1;
  return (
    <div class="find-sheet beside">
      <ol class={isCurrent(now.found) ? 'find-list' : 'find-list old'} aria-label="Results">
        {places.slice(0, LISTED).map((place, k) => (
          <li key={`${place.tree} ${place.node} ${place.slot}`}>
            <button type="button" aria-current={k === chosenResult.value} onClick={() => goToResult(k)}>
              <span class="what" title={placeText(place)}>
                {several && `${place.tree} · `}
                {vmaPlace(place) ?? placeText(place)}
              </span>
              <span class="mono range">{rangeText(place)}</span>
              <span class="mono holds">{place.slot < 0 ? `${place.used} used` : entryText(place)}</span>
            </button>
          </li>
        ))}
      </ol>
      {count > LISTED && <p class="muted">{(count - LISTED).toLocaleString('en')} more</p>}
    </div>
  );
}

function Words({ take }: { readonly take: (words: string) => void }) {
  return (
    <div class="find-sheet find-words">
      <h3 class="ms-head">Examples</h3>
      <ul class="find-examples">
        {EXAMPLES.map(({ word, help }) => (
          <li key={word}>
            <button type="button" class="mono" onClick={() => take(word)}>
              {word}
            </button>
            <span class="muted">{help}</span>
          </li>
        ))}
      </ul>
      <h3 class="ms-head">Words</h3>
      <dl>
        {[...ALL_WORDS, ...JOINS].map(({ word, help, form }) => (
          <div key={word + help}>
            <dt class="mono">{form ?? word}</dt>
            <dd class="muted">{help}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">
        Numbers as in a scenario: 12, 0x7f00, 4K, 1M, max. Comparisons: &lt; &lt;= = != &gt;= &gt;. Conditions next to
        each other are joined by and; parentheses group. A query finds nodes, or slots if one of its words is about
        slots. A number by itself, or max, is an index: 0x7f00 is read as covers 0x7f00. A hexadecimal number with a
        letter needs no 0x by itself or after covers, overlaps, first, last, min and max. Its digits may be grouped as
        in the picture: 7fff f7fb 4fff.
      </p>
    </div>
  );
}

/** "10..19" or "0xa..0x13": in the base of the pictures, and as a query takes it. */
function rangeText({ first, last }: Pick<FoundPlace, 'first' | 'last'>): string {
  return rangeOf(first, last, indexText);
}

/** Where it is: "leaf 3 · slot 2"; the root pointer has neither number. */
function placeText({ kind, node, slot }: Pick<FoundPlace, 'kind' | 'node' | 'slot'>): string {
  return kind === 'root' ? 'root pointer' : `${kind} ${node}${slot < 0 ? '' : ` · slot ${slot}`}`;
}

const vmaOf = (place: FoundPlace): Vma | null => foundVma(place, scene.value?.trees ?? []);

/** "VMA 34 · 788 KiB"; null for what is no VMA. */
function vmaPlace(place: FoundPlace): string | null {
  const vma = vmaOf(place);
  return vma === null ? null : `VMA ${vma.number} · ${bytesText(vma.last - vma.first + 1n)}`;
}

/** "VMA 34, r--p libcrypto.so.3, 788 KiB"; null for what is no VMA. */
function vmaText(place: FoundPlace): string | null {
  const vma = vmaOf(place);
  if (vma === null) return null;
  return `VMA ${vma.number}, ${permsAndName(vma)}, ${bytesText(vma.last - vma.first + 1n)}`;
}

function permsAndName({ perms, path }: Vma): string {
  return `${perms} ${fileName(path)}`.trimEnd();
}

/** The content of a slot: NULL, a number, a label, the path of a VMA; of an inner node's slot "child". */
function entryText(place: FoundPlace): string {
  if (place.word === null) return 'child';
  const value = entryValue(place.word, labels.value);
  if (value === null) return 'NULL';
  const vma = vmaOf(place);
  if (vma !== null) return permsAndName(vma);
  if (typeof value === 'number') return String(value);
  return 'label' in value ? value.label : 'zero' in value ? 'zero' : value.word;
}
