// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mistakes that come from the habits of other languages: `//`, `;`, 'quotes', numbers below 0, `for (i = 0; …)`, a
// store written as a call. The message names each for what it is and shows how to write it here. Pure.
//
// Only lines that the grammar refuses are asked about: nothing that can be read is called a habit.

import type { Mistake } from '../../model/diagnostic';
import type { Site } from '../../model/memory';
import { siteNoun } from '../../words/failure-points';

/** A habit in a line: `at` and `length` are its place there. */
export interface Habit {
  readonly at: number;
  readonly length: number;
  readonly message: string;
  readonly hint: string;
  readonly mistake?: Mistake;
}

/** Where a comment in the way of C begins, outside of strings; −1 if there is none. */
export function slashesAt(code: string): number {
  for (const match of code.matchAll(/"(?:[^"\\]|\\.)*"|\/\//g)) if (match[0] === '//') return match.index;
  return -1;
}

const LOOP = /^(\s*)for\s*\(?\s*(?:(?:let|var|int|const)\s+)?(\w+)\s*:?=\s*(\w+)\s*;\s*\2\s*(<=?)\s*(\w+)\s*;[^{}]*/;
const CALL = /^\s*((?:store|insert|prealloc)\s*\(\s*([^,()]+?)\s*,\s*(?:([^,()]+?)\s*,\s*)?([^,()]+?)\s*\))\s*;?\s*$/;
const ERASED = /^\s*(erase\s+([^#]+?\s*\.\.\+?\s*[^#]+?)(\s+in\s+[A-Za-z_]\w*)?)\s*$/;
const COPIED = /^\s*((fork|dup)\s+(?!as\b)([A-Za-z_]\w*)\s+(?!(?:as|by|undo|ceiling|in)\b)([A-Za-z_]\w*))\s*$/;
const FAILED = /^\s*fail\s+([a-z]\w*)/;
/** Other names of the sites of `fail`. */
const SITES_MEANT: ReadonlyMap<string, Site> = new Map<string, Site>([
  ...['malloc', 'kmalloc', 'alloc', 'allocation', 'memory', 'kmem', 'slab'].map((name) => [name, 'request'] as const),
  ...['fork', 'mmap', 'map', 'vm_area', 'vm_area_struct'].map((name) => [name, 'vma'] as const),
  ...['pte', 'pagetable', 'page_table', 'pages'].map((name) => [name, 'page'] as const),
  ['anon_vma', 'anon'],
]);
function failHint(site: Site): string {
  const what = site === 'request' ? 'request to the node allocator' : `${siteNoun(site)} that a fork allocates`;
  return `\`fail ${site}\` refuses the next ${what}`;
}

const QUOTED = /^['‘’“”`]([^'‘’“”`"]*)['‘’“”`]/;

// `1,000`: groups of three digits behind commas.
function groupedAt(code: string, place: number): Habit | null {
  const before = /\b[0-9]\w*$/.exec(code.slice(0, place))?.[0];
  const behind = /^(?:,[0-9]{3})+(?![\w,])/.exec(code.slice(place))?.[0];
  if (before === undefined || behind === undefined) return null;
  const whole = before + behind;
  const [, first = '', last = ''] = /^(\d+),([1-9]\d\d)$/.exec(whole) ?? [];
  const isRange = last !== '' && BigInt(first) < BigInt(last);
  const range = isRange ? `; the range from ${first} to ${last} is \`${first}..${last}\`` : '';
  const written = whole.replaceAll(',', '_');
  const mistake: Mistake = { code: 'grouped-digits', likely: isRange ? [written, `${first}..${last}`] : [written] };
  return {
    at: place - before.length,
    length: whole.length,
    message: 'numbers have no commas',
    hint: `it is written \`${written}\`${range}`,
    mistake,
  };
}

function writtenHere(written: string): Pick<Habit, 'hint' | 'mistake'> {
  return { hint: `it is written \`${written}\``, mistake: { code: 'habit', written, isLoop: false } };
}

function slashesHabit(code: string, place: number): Habit | null {
  const slashes = slashesAt(code);
  if (slashes >= 0 && place >= slashes && place <= slashes + 1)
    return {
      at: slashes,
      length: 2,
      message: 'a comment begins with `#`',
      hint: 'here it begins with `//`',
      mistake: { code: 'slashes' },
    };
  return null;
}

function loopHabit(code: string): Habit | null {
  const loop = LOOP.exec(code);
  if (loop !== null) {
    const [whole, indent = '', name = 'i', first = '0', sign = '<', end = '1'] = loop;
    const last = sign === '<=' ? end : /^\d+$/.test(end) && BigInt(end) > 0n ? String(BigInt(end) - 1n) : `${end}-1`;
    const header = whole.slice(indent.length).trimEnd();
    const written = `for ${name} in ${first}..${last}`;
    return {
      at: indent.length,
      length: header.length,
      message: 'a `for` goes over a range that includes both ends',
      hint: `it is written \`${written} { … }\``,
      mistake: { code: 'habit', written, isLoop: true },
    };
  }
  return null;
}

function callHabit(code: string): Habit | null {
  const call = CALL.exec(code);
  if (call !== null) {
    const [, whole = '', first = '', last, value = ''] = call;
    const word = /^\w+/.exec(whole)?.[0] ?? 'store';
    const written = `${word} ${first}${last === undefined ? '' : `..${last}`} = ${value}`;
    return {
      at: code.indexOf(whole),
      length: whole.length,
      message: `\`${word}\` is a statement, not a function`,
      ...writtenHere(written),
    };
  }
  return null;
}

function eraseHabit(code: string): Habit | null {
  const erased = ERASED.exec(code);
  if (erased !== null) {
    const [, whole = '', range = '', tree = ''] = erased;
    return {
      at: code.indexOf(whole),
      length: whole.length,
      message: '`erase` takes one index, and removes the whole entry there',
      ...writtenHere(`store ${range} = null${tree}`),
    };
  }
  return null;
}

function copyHabit(code: string): Habit | null {
  const copied = COPIED.exec(code);
  if (copied !== null) {
    const [, whole = '', word = '', of = '', name = ''] = copied;
    return {
      at: code.indexOf(whole),
      length: whole.length,
      message: '`as` stands before the name of the copy',
      ...writtenHere(`${word} ${of} as ${name}`),
    };
  }
  return null;
}

function failHabit(code: string, place: number): Habit | null {
  const site = FAILED.exec(code)?.[1] ?? '';
  const named = SITES_MEANT.get(site);
  if (named !== undefined && code.slice(0, place).trim() === 'fail')
    return {
      at: place,
      length: site.length,
      message: `\`fail\` has no failure point \`${site}\``,
      hint: failHint(named),
      mistake: { code: 'habit', written: named, isLoop: false },
    };
  return null;
}

function compareHabit(code: string, place: number): Habit | null {
  const compared = /^\s*((?:load|entries|height|nodes|result)\s*\([^()]*\))\s*==?\s*(.*?)\s*$/.exec(code);
  // Of the functions only `load` is a statement as well, which the grammar reads up to the sign.
  const before = code.slice(0, place).trim();
  if (compared !== null && compared[2] !== '' && (before === '' || before.replace(/\s*=$/, '').endsWith(')'))) {
    const written = `expect ${compared[1] ?? ''} = ${compared[2] ?? ''}`;
    return {
      at: code.indexOf(compared[1] ?? ''),
      length: code.trim().length,
      message: '`expect` says what must hold',
      ...writtenHere(written),
    };
  }
  return null;
}

function valueHabit(code: string, place: number): Habit | null {
  const rest = code.slice(place);
  const valued = /^\s*(store|insert|prealloc)\s+([^="]+?)\s*$/.exec(code.slice(0, place));
  if (valued !== null && rest.startsWith('"'))
    return {
      at: place,
      length: /^"(?:[^"\\]|\\.)*"?/.exec(rest)?.[0].length ?? 1,
      message: '`=` stands between the range and its value',
      hint: `it is written \`${valued[1] ?? ''} ${valued[2] ?? ''} = ${rest.trim()}\``,
      mistake: { code: 'no-equals' },
    };
  return null;
}

// A sign that begins nothing here.
function signHabit(code: string, place: number, number: boolean): Habit | null {
  const rest = code.slice(place);
  const quoted = QUOTED.exec(rest);
  if (quoted !== null)
    return {
      at: place,
      length: quoted[0].length,
      message: 'labels are in double quotes',
      ...writtenHere(`"${quoted[1] ?? ''}"`),
    };
  if (rest.startsWith(';'))
    return {
      at: place,
      length: 1,
      message: 'a statement does not end with `;`',
      hint: 'it ends with its line; each line has one statement',
      mistake: { code: 'semicolon' },
    };
  if (number && /^-\s*\d/.test(rest))
    return {
      at: place,
      length: /^-\s*\w+/.exec(rest)?.[0].length ?? 1,
      message: 'numbers begin at 0',
      hint: 'they go up to `max`, which is 2^64−1',
    };
  return null;
}

/** The habit at `place`, where the grammar stopped; null if there is none. `number`: a number is possible there. */
export function habitAt(code: string, place: number, number: boolean): Habit | null {
  return (
    slashesHabit(code, place) ??
    loopHabit(code) ??
    callHabit(code) ??
    eraseHabit(code) ??
    copyHabit(code) ??
    failHabit(code, place) ??
    groupedAt(code, place) ??
    compareHabit(code, place) ??
    valueHabit(code, place) ??
    signHabit(code, place, number)
  );
}
