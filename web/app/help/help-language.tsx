// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page of the language inside Help: all of web/scenario/language/language.md and the glossary, with the headings as
// a table of contents and a search. The page of the format of lessons (web/lesson/format.md) is shown in the same way.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import format from '../../lesson/format.md?raw';
import page from '../../scenario/language/language.md?raw';
import { foundWords, GLOSSARY, type GlossaryWord } from './glossary-search';
import { failureExample } from './failure-examples';
import { exampleOf, tryButton } from './help-code';
import { GLOSSARY_SECTION } from '../store/actions/help-topic';
import { Blocks, foundSections, hasWords, Inline, sectionsOf, type Section } from './help-markdown';
import { closeDialog } from '../store/actions/actions';
import { receiveLesson } from '../store/run/source';
import { counted } from '../../base/text';
import './help-language.css';

const PAGES = { language: page, lessons: format };
const read = new Map<string, readonly Section[]>();

// Taken apart when it is first opened: that takes some 200 ms, and this part may be fetched while a person works.
function sectionsIn(of: keyof typeof PAGES): readonly Section[] {
  const sections = read.get(of) ?? sectionsOf(PAGES[of]);
  read.set(of, sections);
  return sections;
}

interface LanguagePageProps {
  /** The section to begin at. */
  readonly at: string | null;
  /** The initial query. */
  readonly sought?: string | undefined;
  readonly of?: 'language' | 'lessons' | undefined;
}

export function LanguagePage({ at, sought, of = 'language' }: LanguagePageProps) {
  const [isLanguage, sections] = [of === 'language', sectionsIn(of)];
  const [query, setQuery] = useState(sought ?? '');
  const [here, setHere] = useState(at);
  const body = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const found = useMemo(() => foundSections(sections, query), [query]);
  const words = useMemo(() => (isLanguage ? foundWords(query) : []), [query]);
  const searched = query.trim() !== '';
  const go = (id: string): void => {
    setHere(id);
    const target = sections.find((section) => section.id === id);
    if (id !== GLOSSARY_SECTION && target !== undefined && !found.includes(target)) setQuery('');
  };
  useEffect(() => {
    // In a frame: the dialog that opens with it has no place to scroll before it is shown.
    const frame = requestAnimationFrame(() => {
      const heading =
        here === null ? null : body.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(here)}"]`);
      heading?.scrollIntoView({ block: 'start' });
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [here]);
  // The list of results is scrolled to its beginning.
  useEffect(() => {
    if (query !== '') body.current?.scrollTo({ top: 0 });
  }, [query]);
  useEffect(() => {
    if (at === null && matchMedia('(pointer: fine)').matches) search.current?.focus();
  }, []);
  const matches = found.filter((section) => hasWords(section, query)).length;
  const drawing = { onLink: go, code: isLanguage ? exampleOf : lessonExample, beside: tryPoint };
  return (
    <div class="language-page">
      <div class="language-nav">
        <label class="ms-offscreen" for="language-search">
          {isLanguage ? 'Search the language and the glossary' : 'Search the format of lessons'}
        </label>
        <input
          id="language-search"
          type="search"
          placeholder={isLanguage ? 'Language and glossary' : 'Format of lessons'}
          ref={search}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <p class="muted" role="status">
          {searched ? foundWhat(matches, words.length) : counted(matches, 'section')}
        </p>
        <Contents
          label={isLanguage ? 'Sections of the language' : 'Sections of the format'}
          sections={found}
          withGlossary={isLanguage && (!searched || words.length > 0)}
          here={here}
          go={go}
        />
      </div>
      {/* It scrolls, so the keyboard must reach it. */}
      <div
        class="language-body"
        ref={body}
        tabIndex={0}
        role="region"
        aria-label={isLanguage ? 'The scenario language' : 'The format of lessons'}
      >
        {searched && <Glossary words={words} />}
        {found.map((section) => (
          <section key={section.id}>
            <Heading of={section}>
              <Inline of={section.heading} drawing={drawing} />
            </Heading>
            <Blocks of={section.body} drawing={drawing} />
          </section>
        ))}
        {isLanguage && !searched && <Glossary words={GLOSSARY} />}
      </div>
    </div>
  );
}

function foundWhat(sections: number, words: number): string {
  const parts = [
    ...(sections > 0 ? [counted(sections, 'section')] : []),
    ...(words > 0 ? [`${counted(words, 'word')} of the glossary`] : []),
  ];
  return parts.length === 0 ? 'Nothing found' : `${parts.join(', ')} found`;
}

interface ContentsProps {
  readonly label: string;
  readonly sections: readonly Section[];
  readonly withGlossary: boolean;
  /** The section that is read. */
  readonly here: string | null;
  readonly go: (id: string) => void;
}

// The table of contents; it shows where one is.
function Contents({ label, sections, withGlossary, here, go }: ContentsProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return (
    <nav ref={box} aria-label={label}>
      <ul>
        {sections
          .filter(({ depth }) => depth > 1)
          .map((section) => (
            <li key={section.id} data-depth={section.depth}>
              <button
                type="button"
                title={section.title}
                aria-current={here === section.id ? 'location' : undefined}
                onClick={() => go(section.id)}
              >
                {section.title}
              </button>
            </li>
          ))}
        {withGlossary && (
          <li data-depth={2}>
            <button
              type="button"
              aria-current={here === GLOSSARY_SECTION ? 'location' : undefined}
              onClick={() => go(GLOSSARY_SECTION)}
            >
              Glossary
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

// An example of the format; a whole lesson can be opened where lessons are written.
function lessonExample(text: string): ComponentChildren {
  const example = (
    <pre class="mono" tabIndex={0}>
      {text}
    </pre>
  );
  if (!/^# /m.test(text)) return example;
  return (
    <div class="help-code">
      {example}
      <button
        type="button"
        class="button small"
        title="Opens it where lessons are written; your draft stays among your lessons"
        onClick={() => {
          closeDialog();
          receiveLesson({ kind: 'write', source: text });
        }}
      >
        Write with it
      </button>
    </div>
  );
}

function Glossary({ words }: { readonly words: readonly GlossaryWord[] }) {
  if (words.length === 0) return null;
  return (
    <section>
      <h4 data-section={GLOSSARY_SECTION} tabIndex={-1}>
        Glossary
      </h4>
      <dl class="language-words">
        {words.map(({ id, name, text }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

// Under the dialog's own heading.
function Heading({ of: { id, depth }, children }: { readonly of: Section; readonly children: ComponentChildren }) {
  const Tag = depth <= 1 ? 'h3' : depth === 2 ? 'h4' : depth === 3 ? 'h5' : 'h6';
  return (
    <Tag data-section={id} tabIndex={-1}>
      {children}
    </Tag>
  );
}

// Each failure point of a fork has a scenario that fails there.
function tryPoint(word: string): ComponentChildren {
  const example = failureExample(word);
  return example === null ? null : tryButton(example, `a fork that fails at ${word}`);
}
