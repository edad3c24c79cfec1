// SPDX-License-Identifier: GPL-2.0-or-later
//
// All that can be done on the page at this moment, by name: what the palette lists. The table of keys is one source,
// what is on the page another; parts of the page with commands of their own offer theirs.

import { chooseTree, compare, focusLine, openDialog, runNow, say, showView } from '../store/actions/actions';
import { eventSentence, stepSentence } from './announcer';
import { breakpointLines, setBreakpoints, toggleBreakpoint } from '../store/run/breakpoints';
import { formatText } from '../editor/format-command';
import { KEYS } from './key-words';
import { event, fetchTeller, sentenceOf } from '../store/run/motion';
import { stepTo } from '../store/run/player';
import { present } from '../store/page/projector';
import { isCode, placeOfCode, TRACK } from '../../lesson/track';
import { codedLessons, inPack, type CodedLesson } from '../store/lessons/pack-codes';
import { receiveLesson, showLessons } from '../store/run/source';
import { loadExample } from '../store/actions/actions';
import { EXAMPLES } from '../store/kept/examples-list';
import { currentLine, mainTree, scene, steps, view, views, type PictureView } from '../store/page/state';

export interface Command {
  /** Unlike any other at one moment. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** The keys that do the same, as the table of keys shows them; null: none. */
  readonly shown: string | null;
  /** Other words for it, never shown. */
  readonly also?: string;
  /** It leads to what explains something. */
  readonly explains?: true;
  readonly act: () => void;
}

/** Gives its commands as they are now; called each time the palette is opened. */
export type CommandSource = () => readonly Command[];

const offered = new Set<CommandSource>();

/** Adds commands to the palette until the returned function is called. */
export function offerCommands(source: CommandSource): () => void {
  offered.add(source);
  return () => {
    offered.delete(source);
  };
}

const recent: string[] = [];
const RECENT_MAX = 5;

/** Notes that a command is done: it stands first the next time. */
export function noteDone({ id }: Command): void {
  const before = recent.indexOf(id);
  if (before >= 0) recent.splice(before, 1);
  recent.unshift(id);
  recent.length = Math.min(recent.length, RECENT_MAX);
}

/** The most frequent: play, the gallery, the search. */
const FIRST = ['key-Space', 'key-g', 'key-/'];

/**
 * Every command of this moment, in the order in which they stand where nothing is looked for: first what was done last,
 * then what is wanted most, then what there is just now.
 */
export function commandsNow(): Command[] {
  const keys = ofKeys();
  const all = [
    ...ofViews(),
    ...ofTrees(),
    ...ofStep(),
    ...[...offered].flatMap((source) => source()),
    ...ofEditor(),
    ...keys.filter(({ group }) => group !== 'Time'),
    ...keys.filter(({ group }) => group === 'Time'),
    ...ofExamples(),
  ];
  const order = [...recent, ...FIRST];
  const place = ({ id }: Command): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return all.sort((a, b) => place(a) - place(b));
}

// In an open pack, codes are those of its lessons.
function commandsOfPack(pack: readonly CodedLesson[], query: string): Command[] {
  const [found, code] = [inPack(pack, query), query.trim()];
  const title =
    found === null
      ? `Screen ${code} does not exist: list lessons 1 to ${pack.length} of the pack`
      : `Go to screen ${code}: ${found.lesson.title}`;
  const act = (): void => {
    showLessons();
    void found?.lesson.go(found.screen);
  };
  return [{ id: `pack-screen-${code}`, group: 'Lessons', title, shown: null, act }];
}

/** The meaning of a number in the palette: a step, a line of the text, or, as 3.2, a lesson's screen. Else nothing. */
export function commandsOfNumber(query: string): Command[] {
  const pack = codedLessons.peek();
  if (pack !== null && isCode(query)) return commandsOfPack(pack, query);
  const coded = placeOfCode(query);
  if (coded !== null) {
    const { file, title, screens } = coded.entry;
    const exists = coded.screen < screens;
    const number = TRACK.indexOf(coded.entry) + 1;
    const lesson = { kind: 'named', name: file, screen: exists ? coded.screen : 0 } as const;
    return [
      {
        id: `screen-${query}`,
        group: 'Lessons',
        title: exists
          ? `Go to screen ${query.trim()}: ${title}`
          : `Screen ${query.trim()} does not exist: open lesson ${number}, ${number}.1 to ${number}.${screens}`,
        shown: null,
        act: () => receiveLesson(lesson),
      },
    ];
  }
  if (isCode(query))
    return [
      {
        id: `no-lesson-${query}`,
        group: 'Lessons',
        title: `Lesson ${query.trim().split('.')[0]} does not exist: list lessons 1 to ${TRACK.length}`,
        shown: null,
        act: () => showLessons(),
      },
    ];
  const found = /^(?:(step|line)\s+)?(\d{1,7})$/.exec(query.trim().toLowerCase());
  if (found === null) return [];
  const n = Number(found[2]);
  const made: Command[] = [];
  if (found[1] !== 'line' && n <= steps.value)
    made.push({ id: `step-${n}`, group: 'Time', title: `Go to step ${n}`, shown: null, act: () => stepTo(n) });
  if (found[1] !== 'step' && n > 0)
    made.push({
      id: `line-${n}`,
      group: 'Page',
      title: `Go to line ${n} of the scenario`,
      shown: null,
      act: () => focusLine(n),
    });
  return made;
}

// A row of the table of keys that means several things is several commands.
function ofKeys(): Command[] {
  const own = KEYS.flatMap(({ group, shown, keys, does, act, each, also = '' }) =>
    each === undefined
      ? [{ id: `key-${shown}`, group, title: upper(does), shown, also, act: () => act(keys[0] ?? '') }]
      : each.flatMap((title, k) => {
          const key = keys[k];
          return key === undefined
            ? []
            : [{ id: `key-${key}`, group, title: upper(title), shown: key, also, act: () => act(key) }];
        }),
  );
  return [
    ...own.filter(({ shown }) => shown !== '?'),
    { id: 'run', group: 'Page', title: 'Run the scenario now', shown: 'Ctrl-Enter', act: () => void runNow() },
  ];
}

function ofEditor(): Command[] {
  const line = currentLine.value;
  const here =
    line === null
      ? []
      : [
          {
            id: 'breakpoint',
            group: 'Page',
            title:
              `${breakpointLines.value.includes(line) ? 'Remove the' : 'Set a'} breakpoint at line ${line}, that ` +
              'of this step',
            shown: null,
            act: () => void toggleBreakpoint(line),
          },
        ];
  const all =
    breakpointLines.value.length === 0
      ? []
      : [
          {
            id: 'no-breakpoints',
            group: 'Page',
            title: 'Remove all breakpoints',
            shown: null,
            act: () => setBreakpoints([]),
          },
        ];
  return [
    { id: 'format', group: 'Page', title: 'Format the scenario', shown: 'Shift-Alt-F', act: () => void formatText() },
    ...ofLessons(),
    {
      id: 'labs',
      group: 'Page',
      title: 'Labs',
      also: 'experiment measure benchmark published',
      shown: null,
      act: () => openDialog('labs'),
    },
    {
      id: 'figure',
      group: 'Page',
      title: 'Save the picture as a figure',
      also: 'export image svg png download',
      shown: null,
      act: () => openDialog('share', 'figure'),
    },
    {
      id: 'take',
      group: 'Page',
      title: 'Take this with you: Maplescope as one file',
      also: 'save download offline usb stick share copy workshop',
      shown: null,
      act: () => openDialog('share', 'file'),
    },
    {
      id: 'present',
      group: 'Page',
      title: 'Present with a speaker’s window and a projector’s window',
      also: 'lecture teach notes clock second screen',
      shown: null,
      act: present,
    },
    { id: 'mismatch', group: 'Page', title: 'Report a mismatch', shown: null, act: () => openDialog('mismatch') },
    ...here,
    ...all,
  ];
}

function ofLessons(): Command[] {
  return [
    {
      id: 'lessons',
      group: 'Page',
      title: 'Lessons',
      also: 'learn course tutorial workshop',
      shown: null,
      act: showLessons,
    },
    {
      id: 'write-lesson',
      group: 'Page',
      title: 'Write a lesson',
      also: 'teach author edit markdown workshop',
      shown: null,
      act: () => receiveLesson({ kind: 'write' }),
    },
    {
      id: 'hand-in',
      group: 'Page',
      title: 'Hand in your answers',
      also: 'class teacher code submit progress workshop',
      shown: null,
      act: () => openDialog('teaching', 'hand-in'),
    },
    {
      id: 'class',
      group: 'Page',
      title: 'Collect the answers of a class',
      also: 'teacher table codes csv workshop students',
      shown: null,
      act: () => openDialog('teaching', 'class'),
    },
    {
      id: 'pack',
      group: 'Page',
      title: 'Make a pack of lessons and scenarios',
      also: 'teacher course set order workshop share',
      shown: null,
      act: () => openDialog('teaching', 'pack'),
    },
    {
      id: 'handout',
      group: 'Page',
      title: 'Print a handout',
      also: 'paper pdf teacher worksheet lesson pack scenario',
      shown: null,
      act: () => openDialog('teaching', 'handout'),
    },
  ];
}

const VIEW_TITLES: Record<PictureView, string> = {
  tree: 'Show the tree',
  fork: 'Show the fork mark by mark',
  compare: 'Compare the ways to fork',
  sweep: 'Show the sweep',
  vmas: 'Show the list of VMAs',
  differ: 'Show two trees side by side',
  redblack: 'Compare with a red-black tree',
};

function ofViews(): Command[] {
  return [...new Set<PictureView>([...views.value, ...(mainTree.value === null ? [] : (['redblack'] as const))])]
    .filter((name) => name !== view.value)
    .map((name) => ({
      id: `view-${name}`,
      group: 'Picture',
      title: VIEW_TITLES[name],
      shown: null,
      act: () => showView(name),
    }));
}

function ofTrees(): Command[] {
  const now = scene.value;
  if (now === null || now.trees.length < 2) return [];
  const each = now.trees.map(({ picture: { name, kind } }) => ({
    id: `tree-${name}`,
    group: 'Picture',
    title: `Show ${kind === 'mm' ? 'the address space' : 'tree'} ${name}`,
    shown: null,
    act: () => chooseTree(name),
  }));
  return [
    ...each,
    {
      id: 'follow',
      group: 'Picture',
      title: 'Show the tree that the step is about',
      shown: null,
      act: () => compare(true),
    },
  ];
}

// As it is said to who does not see the page: the step and why, or the event of it that the page stands at.
function ofStep(): Command[] {
  const now = scene.value;
  if (now === null) return [];
  const at = event.value;
  const what = at === null ? `step ${now.step}` : `event ${at + 1} of step ${now.step}`;
  const act = async (): Promise<void> => {
    try {
      if (at !== null) await fetchTeller();
      await navigator.clipboard.writeText(at === null ? stepSentence(now) : eventSentence(now, at, sentenceOf(at)));
      say('plain', `What ${what} did is on the clipboard, as text.`);
    } catch {
      say('warning', 'The browser did not let the page use the clipboard.');
    }
  };
  return [
    { id: 'copy-sentence', group: 'Time', title: `Copy as text what ${what} did`, shown: null, act: () => void act() },
  ];
}

function ofExamples(): Command[] {
  return EXAMPLES.map((example) => ({
    id: `example-${example.name}`,
    group: 'Gallery',
    title: `Open “${example.title}”`,
    shown: null,
    act: () => void loadExample(example),
  }));
}

function upper(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
