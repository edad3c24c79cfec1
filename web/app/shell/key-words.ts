// SPDX-License-Identifier: GPL-2.0-or-later
//
// What each key of the page does, in words, as the overlay of keys, Help and the palette show it.

import { KEY_ACTS, type KeyAct } from './keys';

export type KeyGroup = 'Time' | 'Picture' | 'Inspector' | 'Page';

/** In the order in which they are shown. */
export const KEY_GROUPS: readonly KeyGroup[] = ['Time', 'Page', 'Picture', 'Inspector'];

interface KeyWords {
  /** The first of its keys. */
  readonly first: string;
  readonly group: KeyGroup;
  /** As the help shows it; several keys are parted by blanks. */
  readonly shown: string;
  readonly does: string;
  /** Where each of the keys does something else: what, as a command. */
  readonly each?: readonly string[];
}

export interface Key extends KeyAct, KeyWords {}

const WORDS: readonly KeyWords[] = [
  { first: 'ArrowRight', group: 'Time', shown: '→ .', does: 'one step forward' },
  { first: 'ArrowLeft', group: 'Time', shown: '← ,', does: 'one step back' },
  { first: 'Home', group: 'Time', shown: 'Home', does: 'the empty start' },
  { first: 'End', group: 'Time', shown: 'End', does: 'the last step' },
  { first: ' ', group: 'Time', shown: 'Space', does: 'play or pause' },
  { first: '+', group: 'Time', shown: '+ -', does: 'play faster, slower', each: ['play faster', 'play slower'] },
  { first: 'i', group: 'Time', shown: 'i', does: 'slow motion: the events inside the step' },
  { first: 'Shift-ArrowRight', group: 'Time', shown: 'Shift-→ >', does: 'slow motion: one event further' },
  { first: 'Shift-ArrowLeft', group: 'Time', shown: 'Shift-← <', does: 'slow motion: one event back' },
  {
    first: 'x',
    group: 'Time',
    shown: 'x X',
    does: 'to the next failure, the one before',
    each: ['go to the next failure', 'go to the failure before'],
  },
  {
    first: 'c',
    group: 'Time',
    shown: 'c C',
    does: 'to the next change of the chosen node, the one before',
    each: ['go to the next change of the chosen node', 'go to its change before'],
  },
  { first: 'k', group: 'Page', shown: 'k', does: 'keep this text and go on in a new branch' },
  { first: 'e', group: 'Page', shown: 'e', does: 'to the editor' },
  { first: 'g', group: 'Page', shown: 'g', does: 'gallery' },
  { first: 'm', group: 'Page', shown: 'm', does: 'paste a memory map' },
  { first: 's', group: 'Page', shown: 's', does: 'share' },
  {
    first: '1',
    group: 'Inspector',
    shown: '1 2 3 4 5',
    does: 'inspector: step, node, allocator, invariants, address space',
    each: [
      'inspect the step',
      'inspect the node',
      'show the node allocator',
      'show the invariants',
      'inspect the address space',
    ],
  },
  {
    first: 'f',
    group: 'Picture',
    shown: 'f',
    does: 'fork, tree, comparison: the next view of a step that has several',
    each: ['show the next view of the step'],
  },
  {
    first: '[',
    group: 'Picture',
    shown: '[ ]',
    does: 'in a fork: one mark back, one further',
    each: ['go one mark of the fork back', 'go one mark of the fork further'],
  },
  { first: 't', group: 'Picture', shown: 't', does: 'picture or table' },
  { first: '/', group: 'Picture', shown: '/', does: 'find nodes, slots and entries in the trees' },
  {
    first: 'n',
    group: 'Picture',
    shown: 'n N',
    does: 'to the next result of the search, the one before',
    each: ['go to the next result of the search', 'go to the result before'],
  },
  { first: 'v', group: 'Picture', shown: 'v', does: 'two trees side by side: steps, trees, branches, policies' },
  { first: 'z', group: 'Picture', shown: 'z', does: 'to the chosen node, at a size at which it can be read' },
  { first: 'o', group: 'Picture', shown: 'o', does: 'fold what is below the chosen node, or unfold it' },
  {
    first: '(',
    group: 'Picture',
    shown: '( )',
    does: 'one level of the tree less, one more',
    each: ['fold the lowest level of the tree', 'unfold one more level of the tree'],
  },
  { first: 'w', group: 'Picture', shown: 'w', does: 'what each child word says its node is' },
  {
    first: '#',
    group: 'Picture',
    shown: '#',
    does: 'indexes in decimal, or in hexadecimal',
    each: ['write indexes in decimal, or in hexadecimal'],
  },
  {
    first: 'p',
    group: 'Page',
    shown: 'p',
    does:
      'projector mode: large type, the picture and time alone; in it PageDown and PageUp step, b is a black screen, ' +
      'Esc leaves',
    each: ['projector mode: large type, the picture and time alone'],
  },
  {
    first: 'a',
    group: 'Page',
    shown: 'a',
    does: 'all that the page has, or what tells the step alone',
    each: ['show everything, or what tells the step alone'],
  },
  { first: 'd', group: 'Page', shown: 'd', does: 'light, dark, as the system' },
  { first: 'h', group: 'Page', shown: 'h', does: 'help' },
  { first: '?', group: 'Page', shown: '?', does: 'these keys' },
];

/** Every key of the page, with its words. */
export const KEYS: readonly Key[] = KEY_ACTS.map((act) => {
  const words = WORDS.find(({ first }) => first === act.keys[0]);
  if (words === undefined) throw new Error(`the key ${act.keys[0] ?? ''} has no words`);
  return { ...act, ...words };
});
