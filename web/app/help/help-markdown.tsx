// SPDX-License-Identifier: GPL-2.0-or-later
//
// A page of Markdown as sections, and their text as elements. A maintained reader takes the text apart; what it finds
// is put together here as elements, never as HTML: text stays text, whatever stands in it.

import { Lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ComponentChildren } from 'preact';

export interface Section {
  /** As links of the page name it: `#where-linux-differs`. */
  readonly id: string;
  /** 1 for the page itself, 2 … for its headings. */
  readonly depth: number;
  readonly title: string;
  /** The heading with its code and the like. */
  readonly heading: readonly Token[];
  readonly body: readonly Token[];
  /** All words of the section, heading included, in lower case: what is searched. */
  readonly words: string;
}

/** The sections of a page, in order; what stands above its first heading is left out. */
export function sectionsOf(markdown: string): readonly Section[] {
  const sections: (Omit<Section, 'body' | 'words'> & { body: Token[]; words: string })[] = [];
  for (const token of new Lexer({ gfm: true }).lex(markdown)) {
    if (isA(token, 'heading')) {
      const title = plainText(token.tokens);
      sections.push({
        id: idOf(title),
        depth: token.depth,
        title,
        heading: token.tokens,
        body: [],
        words: title.toLowerCase(),
      });
      continue;
    }
    const last = sections.at(-1);
    if (last === undefined) continue;
    last.body.push(token);
    last.words += ` ${token.raw.toLowerCase()}`;
  }
  return sections;
}

function wordsOf(query: string): readonly string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Whether a section has all words of a query. */
export function hasWords(section: Section, query: string): boolean {
  return section.depth > 1 && wordsOf(query).every((word) => section.words.includes(word));
}

/** Those that have all words of a query, with the headings above them; all of them for an empty one. */
export function foundSections(sections: readonly Section[], query: string): readonly Section[] {
  if (wordsOf(query).length === 0) return sections;
  const found = new Set<Section>();
  const above: (Section | undefined)[] = [];
  for (const section of sections) {
    above.length = Math.min(above.length, section.depth - 1);
    above[section.depth - 1] = section;
    if (!hasWords(section, query)) continue;
    for (const one of above.slice(1)) if (one !== undefined) found.add(one);
  }
  return sections.filter((section) => found.has(section));
}

// As GitHub names headings.
function idOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');
}

function plainText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) => (innerOf(token) === undefined ? textOf(token) : plainText(innerOf(token))))
    .join('');
}

function innerOf(token: Token): readonly Token[] | undefined {
  return (token as { readonly tokens?: readonly Token[] }).tokens;
}

function textOf(token: Token): string {
  return 'text' in token ? unescaped(String(token.text)) : token.raw;
}

interface Drawing {
  /** Goes to a section of the page. */
  readonly onLink: (id: string) => void;
  /** Draws an example of the language. */
  readonly code: (text: string) => ComponentChildren;
  /** The button beside the first word of a table's row; null for none. */
  readonly beside?: (word: string) => ComponentChildren;
}

/** Blocks of a section. */
export function Blocks({ of, drawing }: { readonly of: readonly Token[]; readonly drawing: Drawing }) {
  return (
    <>
      {of.map((token, k) => (
        <Fragment key={k}>{block(token, drawing)}</Fragment>
      ))}
    </>
  );
}

/** Words of a line: emphasis, code, links within the page. */
export function Inline({ of, drawing }: { readonly of: readonly Token[] | undefined; readonly drawing: Drawing }) {
  return (
    <>
      {(of ?? []).map((token, k) => (
        <Fragment key={k}>{inline(token, drawing)}</Fragment>
      ))}
    </>
  );
}

function block(token: Token, drawing: Drawing): ComponentChildren {
  if (isA(token, 'paragraph')) {
    return (
      <p>
        <Inline of={token.tokens} drawing={drawing} />
      </p>
    );
  }
  if (token.type === 'html') return <p>{token.raw}</p>;
  if (isA(token, 'code')) return drawing.code(token.text);
  if (isA(token, 'list')) {
    const Tag = token.ordered ? 'ol' : 'ul';
    return (
      <Tag>
        {token.items.map((item, k) => (
          <li key={k}>
            <Blocks of={item.tokens} drawing={drawing} />
          </li>
        ))}
      </Tag>
    );
  }
  if (isA(token, 'table')) return <Table of={token} drawing={drawing} />;
  if (token.type === 'space' || token.type === 'def') return null;
  return inline(token, drawing);
}

function Table({ of: { header, rows }, drawing }: { readonly of: Tokens.Table; readonly drawing: Drawing }) {
  return (
    // Wide ones are scrolled, and by the keyboard too.
    <div
      class="table-frame"
      tabIndex={0}
      role="group"
      aria-label={`Table: ${header.map(({ text }) => text).join(', ')}`}
    >
      <table>
        <thead>
          <tr>
            {header.map((cell, k) => (
              <th key={k} scope="col">
                <Inline of={cell.tokens} drawing={drawing} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, k) => (
            <tr key={k}>
              {row.map((cell, c) => (
                <td key={c}>
                  <Inline of={cell.tokens} drawing={drawing} />
                  {c === 0 && drawing.beside?.(cell.text)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(token: Token, drawing: Drawing): ComponentChildren {
  if (isA(token, 'codespan')) return <code>{unescaped(token.text)}</code>;
  if (isA(token, 'strong')) return <strong>{<Inline of={token.tokens} drawing={drawing} />}</strong>;
  if (isA(token, 'em')) return <em>{<Inline of={token.tokens} drawing={drawing} />}</em>;
  if (isA(token, 'br')) return <br />;
  if (isA(token, 'link') && token.href.startsWith('#')) {
    return (
      <button type="button" class="link-like" onClick={() => drawing.onLink(token.href.slice(1))}>
        <Inline of={token.tokens} drawing={drawing} />
      </button>
    );
  }
  // Also what looks like HTML: shown as it is written.
  return innerOf(token) === undefined ? textOf(token) : <Inline of={innerOf(token)} drawing={drawing} />;
}

// The reader writes the five characters of HTML in its own form.
function unescaped(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
  );
}

interface Kinds {
  readonly heading: Tokens.Heading;
  readonly paragraph: Tokens.Paragraph;
  readonly code: Tokens.Code;
  readonly list: Tokens.List;
  readonly table: Tokens.Table;
  readonly codespan: Tokens.Codespan;
  readonly strong: Tokens.Strong;
  readonly em: Tokens.Em;
  readonly br: Tokens.Br;
  readonly link: Tokens.Link;
}

function isA<K extends keyof Kinds>(token: Token, kind: K): token is Kinds[K] & Token {
  return token.type === kind;
}
