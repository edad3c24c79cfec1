// SPDX-License-Identifier: GPL-2.0-or-later
//
// The action of each key in words, for the overlay of keys, Help and the palette.

import { TABS } from '../inspector/tabs';
import { INSPECTOR_TABS } from '../store/page/state';
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
  /** Other words for it in the palette, never shown. */
  readonly also?: string;
}

export interface Key extends KeyAct, KeyWords {}

const WORDS: readonly KeyWords[] = [
  { first: 'ArrowRight', group: 'Time', shown: '→ .', does: 'one step forward' },
  { first: 'ArrowLeft', group: 'Time', shown: '← ,', does: 'one step back' },
  { first: 'Home', group: 'Time', shown: 'Home', does: 'go to the empty start' },
  { first: 'End', group: 'Time', shown: 'End', does: 'go to the last step' },
  { first: ' ', group: 'Time', shown: 'Space', does: 'play or pause' },
  { first: '+', group: 'Time', shown: '+ -', does: 'play faster, slower', each: ['play faster', 'play slower'] },
  { first: 'i', group: 'Time', shown: 'i', does: 'slow motion: the events inside the step' },
  { first: 'Shift-ArrowRight', group: 'Time', shown: 'Shift-→ >', does: 'slow motion: one event forward' },
  { first: 'Shift-ArrowLeft', group: 'Time', shown: 'Shift-← <', does: 'slow motion: one event back' },
  {
    first: 'x',
    group: 'Time',
    shown: 'x X',
    does: 'go to the next or previous failure',
    each: ['go to the next failure', 'go to the previous failure'],
  },
  {
    first: 'c',
    group: 'Time',
    shown: 'c C',
    does: 'go to the next or previous change of the chosen node',
    each: ['go to the next change of the chosen node', 'go to its previous change'],
  },
  { first: 'k', group: 'Page', shown: 'k', does: 'keep this text and continue in a new branch' },
  { first: 'e', group: 'Page', shown: 'e', does: 'go to the editor' },
  { first: 'g', group: 'Page', shown: 'g', does: 'gallery' },
  { first: 'm', group: 'Page', shown: 'm', does: 'paste a memory map' },
  { first: 's', group: 'Page', shown: 's', does: 'share' },
  {
    first: '1',
    group: 'Inspector',
    shown: INSPECTOR_TABS.map((_, k) => k + 1).join(' '),
    does: `inspector: ${INSPECTOR_TABS.map((name) => TABS[name].subject).join(', ')}`,
    each: INSPECTOR_TABS.map((name) => TABS[name].command),
  },
  {
    first: 'f',
    group: 'Picture',
    shown: 'f',
    does: 'show the next view of the step: fork, tree, comparison',
    each: ['show the next view of the step'],
  },
  {
    first: '[',
    group: 'Picture',
    shown: '[ ]',
    does: 'in a fork: one mark back or forward',
    each: ['go back one mark of the fork', 'go forward one mark of the fork'],
  },
  { first: 't', group: 'Picture', shown: 't', does: 'picture or table' },
  { first: '/', group: 'Picture', shown: '/', does: 'find nodes, slots and entries in the trees' },
  {
    first: 'n',
    group: 'Picture',
    shown: 'n N',
    does: 'go to the next or previous result of the search',
    each: ['go to the next result of the search', 'go to the previous result'],
  },
  {
    first: 'v',
    group: 'Picture',
    shown: 'v',
    does: 'compare two trees: steps, trees, branches, releases',
    also: 'A | B side by side',
  },
  { first: 'z', group: 'Picture', shown: 'z', does: 'zoom to the chosen node, so that it is legible' },
  { first: '0', group: 'Picture', shown: '0', does: 'show the whole tree' },
  { first: 'o', group: 'Picture', shown: 'o', does: 'fold or unfold the nodes below the chosen node' },
  {
    first: '(',
    group: 'Picture',
    shown: '( )',
    does: 'fold or unfold one level of the tree',
    each: ['fold the lowest level of the tree', 'unfold one more level of the tree'],
  },
  { first: 'w', group: 'Picture', shown: 'w', does: 'show the node type that each child word holds' },
  {
    first: '#',
    group: 'Picture',
    shown: '#',
    does: 'show indexes in decimal or hexadecimal',
    each: ['show indexes in decimal or hexadecimal'],
  },
  {
    first: 'p',
    group: 'Page',
    shown: 'p',
    does:
      'projector mode: only picture and timeline, in large type; PageDown and PageUp step, b blanks the screen, ' +
      'Esc leaves',
    each: ['projector mode: only picture and timeline, in large type'],
    also: 'present wall',
  },
  {
    first: 'a',
    group: 'Page',
    shown: 'a',
    does: 'show everything, or only what explains the step',
    each: ['show everything, or only what explains the step'],
  },
  { first: 'd', group: 'Page', shown: 'd', does: 'switch the theme: light, dark, system' },
  { first: 'h', group: 'Page', shown: 'h', does: 'help' },
  { first: '?', group: 'Page', shown: '?', does: 'show these keys' },
];

/** Every key of the page, with its words. */
export const KEYS: readonly Key[] = KEY_ACTS.map((act) => {
  const words = WORDS.find(({ first }) => first === act.keys[0]);
  if (words === undefined) throw new Error(`the key ${act.keys[0] ?? ''} has no words`);
  return { ...act, ...words };
});
