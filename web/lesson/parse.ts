// SPDX-License-Identifier: GPL-2.0-or-later
//
// A Markdown file → a Lesson, and what is wrong with it. Never throws, whatever the text.

import type { Token } from 'marked';
import { fenceOf, huntOf, mapleOf, predictOf, taskOf } from './blocks';
import type { Fence } from './fence';
import {
  LEVELS,
  type Block,
  type Inline,
  type Lesson,
  type Maple,
  type ParsedLesson,
  type Prose,
  type Screen,
} from './lesson';
import { Problems } from './places';
import { noteOf, proseOf, type ProseContext } from './prose';
import { isA, refusalOf, tokensOf } from './reader';

const BLOCKS_MOST = 2_000;
const FENCES = ['maple', 'predict', 'task', 'hunt'] as const;
type FenceKind = (typeof FENCES)[number];

/** `number`: the lesson's place in a track, from 1, which the codes of its screens begin with. */
export function parseLesson(text: string, { number = null }: { readonly number?: number | null } = {}): ParsedLesson {
  const plain = text.replace(/\r\n?/g, '\n').replace(/\0/g, '\ufffd');
  const problems = new Problems(plain);
  const refusal = refusalOf(plain);
  if (refusal !== null) {
    problems.tell(refusal.at, Math.min(plain.length, refusal.at + 80), refusal.mistake);
    return { lesson: unread(number), problems: problems.all() };
  }
  const front = frontMatter(plain, problems);
  const tokens = tokensOf(plain.slice(front.length));
  if (tokens === null) {
    problems.tell(0, 1, { code: 'unreadable' });
    return { lesson: unread(number), problems: problems.all() };
  }
  const cut = screensOf(placed(tokens, front.length, plain), problems);
  const screens = new ScreenReader(number, problems).read(cut);
  const outline = screens.flatMap(({ code, blocks }) =>
    blocks.flatMap((one) =>
      one.kind === 'prose' && one.prose.kind === 'heading'
        ? [{ depth: one.prose.depth, title: plainText(one.prose.inlines), code }]
        : [],
    ),
  );
  const title = outline[0]?.title ?? '';
  if (title === '') problems.tell(front.length, front.length, { code: 'no title' });
  return {
    lesson: { title, minutes: front.minutes, level: front.level, number, screens, outline },
    problems: problems.all(),
  };
}

function unread(number: number | null): Lesson {
  const screen: Screen = { code: codeOf(number, 1), line: 1, title: '', blocks: [], picture: null, notes: [] };
  return { title: '', minutes: null, level: null, number, screens: [screen], outline: [] };
}

function codeOf(lesson: number | null, screen: number): string {
  return lesson === null ? `${screen}` : `${lesson}.${screen}`;
}

/** All words of a line. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((one) => {
      if (one.kind === 'text' || one.kind === 'code') return one.text;
      if (one.kind === 'value') return `{${one.expression}}`;
      return one.kind === 'break' ? ' ' : plainText(one.inlines);
    })
    .join('');
}

interface FrontMatter extends Pick<Lesson, 'minutes' | 'level'> {
  /** Letters that it takes, its last newline included. */
  readonly length: number;
}

const KEYS = ['minutes', 'level'];

function frontMatter(text: string, problems: Problems): FrontMatter {
  const none: FrontMatter = { minutes: null, level: null, length: 0 };
  if (!/^---\n[a-z]+:/.test(text)) return none;
  const end = text.indexOf('\n---\n', 3);
  if (end < 0) {
    problems.tell(0, 3, { code: 'open front matter' });
    return none;
  }
  const found: { -readonly [K in keyof FrontMatter]: FrontMatter[K] } = { ...none, length: end + 5 };
  text
    .slice(4, end)
    .split('\n')
    .forEach((written, k) => {
      const [, key = written.trim(), value = ''] = /^([a-z]+):\s*(.*?)\s*$/.exec(written) ?? [];
      const level = LEVELS.find((one) => one === value);
      if (key === 'minutes' && /^[1-9][0-9]{0,2}$/.test(value)) found.minutes = Number(value);
      else if (key === 'level' && level !== undefined) found.level = level;
      else if (KEYS.includes(key)) problems.tellLine(k + 2, { code: 'front matter value', key, value });
      else if (written.trim() !== '') problems.tellLine(k + 2, { code: 'front matter', key, known: KEYS });
    });
  return found;
}

interface PlacedToken {
  readonly token: Token;
  readonly from: number;
  readonly to: number;
}

// Tokens come in order and leave nothing out.
function placed(tokens: readonly Token[], from: number, text: string): readonly PlacedToken[] {
  let at = from;
  return tokens.map((token) => {
    const here = text.startsWith(token.raw, at) ? at : Math.max(at, text.indexOf(token.raw, at));
    at = Math.min(text.length, here + token.raw.length);
    return { token, from: here, to: at };
  });
}

function screensOf(tokens: readonly PlacedToken[], problems: Problems): readonly (readonly PlacedToken[])[] {
  const screens: PlacedToken[][] = [[]];
  let blocks = 0;
  for (const one of tokens) {
    if (one.token.type === 'space') continue;
    if (++blocks > BLOCKS_MOST) {
      problems.tell(one.from, one.to, { code: 'too many blocks', most: BLOCKS_MOST });
      break;
    }
    const { token } = one;
    if (isA(token, 'hr')) {
      if (screens.at(-1)?.length === 0 && screens.length > 1) problems.tell(one.from, one.to, { code: 'empty screen' });
      else if (screens.at(-1)?.length !== 0) screens.push([]);
      continue;
    }
    screens.at(-1)?.push(one);
    // A line right above `---` makes a heading of it.
    if (isA(token, 'heading') && !/^ {0,3}#/.test(token.raw)) {
      problems.tell(one.from, one.to, { code: 'underlined heading' });
      if (token.depth === 2) screens.push([]);
    }
  }
  if (screens.length > 1 && screens.at(-1)?.length === 0) screens.pop();
  return screens;
}

function fenceKind(token: Token): FenceKind | null {
  if (!isA(token, 'code') || token.codeBlockStyle === 'indented') return null;
  const language = /^\S*/.exec(token.lang ?? '')?.[0];
  return FENCES.find((one) => one === language) ?? null;
}

/** Reads one screen after the other: pictures go on from screen to screen. */
class ScreenReader {
  private readonly number: number | null;
  private readonly problems: Problems;
  private last: Maple | null = null;
  private readonly counter = { next: 0 };

  constructor(number: number | null, problems: Problems) {
    this.number = number;
    this.problems = problems;
  }

  read(screens: readonly (readonly PlacedToken[])[]): readonly Screen[] {
    return screens.map((tokens, k) => this.screen(tokens, codeOf(this.number, k + 1)));
  }

  private screen(tokens: readonly PlacedToken[], code: string): Screen {
    const counts: Record<FenceKind, number> = { maple: 0, predict: 0, task: 0, hunt: 0 };
    const fences = new Map<PlacedToken, { readonly kind: FenceKind; readonly fence: Fence; readonly id: string }>();
    for (const one of tokens) {
      const kind = fenceKind(one.token);
      if (kind === null || !isA(one.token, 'code')) continue;
      fences.set(one, {
        kind,
        fence: fenceOf(one.token.raw, one.token.text, one.from, this.problems),
        id: `${code}-${kind}-${++counts[kind]}`,
      });
    }
    const maples = new Map(
      [...fences].flatMap(([one, { kind, fence, id }]) =>
        kind === 'maple' ? [[one, mapleOf(fence, id, this.problems)] as const] : [],
      ),
    );
    const first = [...maples.values()][0] ?? this.last;
    let above: Maple | null = null;
    const blocks: Block[] = [];
    const notes: (readonly Prose[])[] = [];
    for (const one of tokens) {
      const maple = maples.get(one);
      const made = fences.get(one);
      const picture: Maple | null = above ?? first;
      if (maple !== undefined) {
        above = maple;
        blocks.push(maple);
      } else if (made !== undefined) {
        const block = this.question(made, picture);
        if (block !== null) blocks.push(block);
      } else {
        const read = this.prose(one, picture);
        if (read.note !== null) notes.push(read.note);
        if (read.prose !== null) blocks.push({ kind: 'prose', prose: read.prose, picture });
      }
    }
    this.last = above ?? this.last;
    const heading = blocks.find((one) => one.kind === 'prose' && one.prose.kind === 'heading');
    const title = heading?.kind === 'prose' && heading.prose.kind === 'heading' ? plainText(heading.prose.inlines) : '';
    const line = this.problems.lines.place(tokens[0]?.from ?? 0).line;
    return { code, line, title, blocks, picture: first, notes };
  }

  private question(
    { kind, fence, id }: { readonly kind: FenceKind; readonly fence: Fence; readonly id: string },
    picture: Maple | null,
  ): Block | null {
    if (kind === 'predict') return predictOf(fence, id, picture, this.problems);
    return kind === 'task' ? taskOf(fence, id, this.problems) : huntOf(fence, id, this.problems);
  }

  private prose(
    { token, from, to }: PlacedToken,
    picture: Maple | null,
  ): { readonly prose: Prose | null; readonly note: readonly Prose[] | null } {
    const context: ProseContext = {
      problems: this.problems,
      from,
      to,
      hasPicture: picture !== null,
      counter: this.counter,
    };
    if (isA(token, 'blockquote') && /^Note:/.test(token.text))
      return { prose: null, note: noteOf(token.tokens, context) };
    return { prose: proseOf(token, context), note: null };
  }
}
