// SPDX-License-Identifier: GPL-2.0-or-later
//
// The gallery: scenarios that work, by topic, found by words and by store type; and the texts of this browser's other
// visits. One tab stop for the list; arrows go through it.

import { useMemo, useRef, useState } from 'preact/hooks';
import {
  closeDialog,
  focusEditor,
  loadExample,
  loadRecent,
  newText,
  openDialog,
  recentTexts,
} from '../store/actions/actions';
import { type Example, type ExampleLevel } from '../store/kept/examples';
import { EXAMPLE_GROUPS, EXAMPLES } from '../store/kept/examples-list';
import { foundExamples, MINUTES_MEAN, minutesOf, shownGroups, storeTypes } from './gallery-search';
import { Modal } from '../ui/modal';
import { text, textsChanged } from '../store/page/state';
import { KeptTexts } from './kept-texts';
import { counted } from '../../base/text';
import { THUMBNAIL, type ThumbnailPath } from '../../views/export/thumbnail';
import PICTURES from '../examples/thumbnails.json';
import './gallery.css';

const STORES = storeTypes(EXAMPLES);

export function GalleryDialog() {
  const [query, setQuery] = useState('');
  const [store, setStore] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const found = useMemo(() => foundExamples(EXAMPLES, query, store), [query, store]);
  const recent = useMemo(
    () =>
      store === ''
        ? recentTexts().filter(({ text: words, name = '', branch = '' }) =>
            `${name} ${branch} ${words}`.toLowerCase().includes(query.trim().toLowerCase()),
          )
        : [],
    [query, store, textsChanged.value],
  );
  const searched = query.trim() !== '';
  const groups = shownGroups(found, EXAMPLE_GROUPS, searched);
  const first = groups[0]?.all[0]?.name;
  // The order is fixed while the dialog is open, even if an entry is deleted.
  const [ownFirst] = useState(() => recentTexts().length > 0);
  const own = ownFirst && store === '';
  const openFirst = (): void => {
    const [example, kept] = [groups[0]?.all[0], recent[0]];
    if (example === undefined && kept === undefined) return;
    closeDialog();
    if (example !== undefined) void loadExample(example);
    else if (kept !== undefined) void loadRecent(kept);
  };
  return (
    <Modal title="Gallery" wide>
      <div class="gallery" id="gallery" ref={box} onKeyDown={(event) => onListKey(event, box.current)}>
        <div class="gallery-find">
          <Query query={query} setQuery={setQuery} onEnter={openFirst} />
          <StoreChoice store={store} setStore={setStore} />
          <button
            type="button"
            class="button"
            title="Starts a text of your own; the current text stays in this list"
            onClick={beginText}
          >
            New
          </button>
          <button
            type="button"
            class="button"
            title="Labs: experiments with a form, a plot and a table"
            onClick={() => openDialog('labs')}
          >
            Labs
          </button>
          <p class="muted gallery-count" role="status">
            {found.length === 0 ? 'No scenario has all of this' : counted(found.length, 'scenario')}
            {searched &&
              found.length > 0 &&
              (found.length === 1 ? ' · Enter opens it' : ' · Enter opens the first one')}
          </p>
        </div>
        <div class="gallery-list">
          {own && !searched && <KeptTexts texts={recent} hasTabStop={false} />}
          <div class="examples">
            {groups.map(({ name, all }) => (
              <Group key={name} name={name} all={all} first={first} />
            ))}
          </div>
          {store === '' && (searched ? recent.length > 0 : !own) && (
            <KeptTexts texts={recent} hasTabStop={first === undefined} />
          )}
        </div>
      </div>
    </Modal>
  );
}

interface QueryProps {
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly onEnter: () => void;
}

function Query({ query, setQuery, onEnter }: QueryProps) {
  return (
    <input
      type="search"
      class="gallery-query"
      aria-label="Search the gallery"
      placeholder="Search: words, statements, store types"
      value={query}
      data-first-focus
      onInput={(event) => setQuery(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.isComposing || query.trim() === '') return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

function StoreChoice({ store, setStore }: { readonly store: string; readonly setStore: (store: string) => void }) {
  return (
    <label>
      <span class="muted">store type</span>{' '}
      <select class="menu" value={store} onChange={(event) => setStore(event.currentTarget.value)}>
        <option value="">any</option>
        {STORES.map(([name, count]) => (
          <option key={name} value={name}>
            {name} ({count})
          </option>
        ))}
      </select>
    </label>
  );
}

function beginText(): void {
  closeDialog();
  void newText();
  // After the dialog has given the focus back.
  setTimeout(focusEditor);
}

function Group({
  name,
  all,
  first,
}: {
  readonly name: string;
  readonly all: readonly Example[];
  readonly first: string | undefined;
}) {
  const id = `gallery-${name.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section>
      <h3 class="section-head" id={id}>
        {name}
      </h3>
      <ul aria-labelledby={id}>
        {all.map((example) => (
          <li key={example.name}>
            <button
              type="button"
              class="gallery-card"
              aria-current={text.value === example.text ? 'true' : undefined}
              tabIndex={example.name === first ? 0 : -1}
              onClick={() => open(example)}
            >
              <Thumbnail name={example.name} />
              <strong>{example.title}</strong>
              <span>{example.about}</span>
              <span class="gallery-facts muted">
                <span title={LEVEL_MEANS[example.level]}>{example.level}</span> ·{' '}
                <span title={MINUTES_MEAN}>{minutesOf(example.text)} min</span> · {counted(example.steps, 'step')}
                {example.stores.length > 0 && (
                  <>
                    {' '}
                    · <Stores of={example.stores} />
                  </>
                )}
              </span>
            </button>
            <button
              type="button"
              class="button small quiet gallery-act gallery-start"
              tabIndex={-1}
              aria-label={`${example.title}: from the start`}
              onClick={() => {
                closeDialog();
                void loadExample(example, 0);
              }}
            >
              from the start
            </button>
            <button
              type="button"
              class="button small quiet gallery-act gallery-step"
              tabIndex={-1}
              aria-label={`${example.title}: at ${stepName(example)}`}
              onClick={() => open(example)}
            >
              at {stepName(example)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function open(example: Example): void {
  closeDialog();
  void loadExample(example);
}

function stepName({ step, steps }: Example): string {
  return step === null || step === steps ? `its last step` : `step ${step.toLocaleString('en')}`;
}

// Drawn by `THUMBNAILS=write npx vitest run tests/web/app/thumbnails.test.ts` from the step that the example opens at.
function Thumbnail({ name }: { readonly name: string }) {
  const paths = (PICTURES as Readonly<Record<string, readonly ThumbnailPath[]>>)[name] ?? [];
  return (
    <svg class="gallery-thumbnail" aria-hidden="true" viewBox={`0 0 ${THUMBNAIL.width} ${THUMBNAIL.height}`}>
      {paths.map(({ token, line, dashed, faint, d }) => (
        <path
          key={d}
          d={d}
          style={{
            ...(line === undefined
              ? { fill: `var(--${token})` }
              : { fill: 'none', stroke: `var(--${token})`, strokeWidth: line }),
            ...(dashed === true ? { strokeDasharray: '3 2' } : {}),
            ...(faint === true ? { opacity: 0.3 } : {}),
          }}
        />
      ))}
    </svg>
  );
}

const LEVEL_MEANS: Readonly<Record<ExampleLevel, string>> = {
  basic: 'Basic: asks for no knowledge of the tree',
  intermediate: 'Intermediate: you know what nodes, slots and pivots are',
  advanced: 'Advanced: you know how stores, requests for nodes and forks work',
};

function Stores({ of }: { readonly of: readonly string[] }) {
  const rare = of.filter((one) => !COMMON.has(one));
  const [names, more] = rare.length === 0 ? [of, 0] : [rare, of.length - rare.length];
  return (
    <>
      <span class="mono">{names.join(', ')}</span>
      {more > 0 && `, ${more} more`}
    </>
  );
}

/** Nearly all examples have these tags, so they distinguish none. */
const COMMON: ReadonlySet<string> = new Set(['store_root', 'node_store', 'append']);

// From the field down into the list; within it by rows and columns as they are drawn.
function onListKey(event: KeyboardEvent, box: HTMLElement | null): void {
  const moves: Record<string, readonly [across: number, down: number]> = {
    ArrowDown: [0, 1],
    ArrowUp: [0, -1],
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
  };
  const move = moves[event.key];
  if (move === undefined || box === null || event.target instanceof HTMLSelectElement) return;
  const cards = [...box.querySelectorAll<HTMLElement>('.gallery-card, .gallery-act')];
  const here = cards.find((card) => card === document.activeElement);
  if (here === undefined) {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    cards[0]?.focus();
    return;
  }
  event.preventDefault();
  const next = neighbour(cards, here, move);
  if (next !== null) next.focus();
  else if (event.key === 'ArrowUp') box.querySelector<HTMLElement>('.gallery-query')?.focus();
}

// The nearest card in a direction, by its place on the page.
function neighbour(
  cards: readonly HTMLElement[],
  from: HTMLElement,
  [across, down]: readonly [number, number],
): HTMLElement | null {
  const at = from.getBoundingClientRect();
  let best: { readonly card: HTMLElement; readonly far: number } | null = null;
  for (const card of cards) {
    if (card === from) continue;
    const box = card.getBoundingClientRect();
    const [x, y] = [box.left - at.left, box.top - at.top];
    if (down !== 0 ? y * down < 4 : x * across < 4) continue;
    const far = down !== 0 ? Math.abs(y) + 3 * Math.abs(x) : Math.abs(x) + 3 * Math.abs(y);
    if (best === null || far < best.far) best = { card, far };
  }
  return best?.card ?? null;
}
