// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fences → blocks that an engine answers: `maple`, `predict`, `task`, `hunt`. What can be seen without running is
// checked here.

import { nearest } from '../base/text';
import { readScenario } from '../scenario/check/checker';
import { readExpression } from '../scenario/check/expression';
import { parse } from '../scenario/language/parser';
import { readAnswer } from './answers';
import { DEFECTS, isDefect } from './defects';
import { fenceOf, partsOf, type Fence, type Part } from './fence';
import {
  ASK_KINDS,
  HIDABLE,
  VIEWS,
  type Ask,
  type AskKind,
  type Hunt,
  type Maple,
  type Predict,
  type Task,
  type TextPart,
  type Vary,
} from './lesson';
import { compose, type Problems } from './places';

export { fenceOf };

const EMPTY: Omit<TextPart, 'line'> = { text: '', indent: 0 };

/** The scenario of a `maple` fence. */
export function mapleOf(fence: Fence, id: string, problems: Problems): Maple {
  const found: { -readonly [K in 'step' | 'view' | 'hide' | 'fails']: Maple[K] } = {
    step: null,
    view: null,
    hide: [],
    fails: false,
  };
  const known = ['step=N', `view=${VIEWS.join('|')}`, `hide=${HIDABLE.join(',')}`, 'fails'];
  for (const { text, from } of fence.options) {
    const to = from + text.length;
    const [, name = '', value = ''] = /^([a-z]+)(?:=(.*))?$/.exec(text) ?? [];
    const views = VIEWS.find((one) => one === value);
    const hidden = value.split(',').map((one) => HIDABLE.find((name) => name === one));
    if (name === 'fails' && value === '') found.fails = true;
    else if (name === 'step' && /^[0-9]{1,7}$/.test(value)) found.step = Number(value);
    else if (name === 'view' && views !== undefined) found.view = views;
    else if (name === 'hide' && hidden.every((one) => one !== undefined)) found.hide = hidden;
    else if (name === 'step')
      problems.tell(from, to, { code: 'option value', option: name, value, known: ['a number, as in step=3'] });
    else if (name === 'view') problems.tell(from, to, { code: 'option value', option: name, value, known: VIEWS });
    else if (name === 'hide') problems.tell(from, to, { code: 'option value', option: name, value, known: HIDABLE });
    else
      problems.tell(from, to, {
        code: 'option',
        option: text,
        known,
        likely: nearest(name, ['step', 'view', 'hide', 'fails']),
      });
  }
  const source: TextPart = { text: fence.text, line: fence.line + 1, indent: 0 };
  if (fence.text.trim() === '') problems.tell(fence.from, fence.to, { code: 'part empty', part: 'the scenario' });
  else checkScenario([source], problems);
  return { kind: 'maple', id, line: fence.line, source, ...found };
}

/** Tells the mistakes of parts that run as one scenario. False if there are some. */
function checkScenario(parts: readonly TextPart[], problems: Problems): boolean {
  const composed = compose(parts);
  const read = readScenario(composed.text);
  if (read.kind === 'program') return true;
  for (const { line, column, from, to, message, hint } of read.diagnostics) {
    const place = composed.placeOf(line);
    const start = problems.lines.start(place.line) + place.indent + column - 1;
    problems.tell(start, start + Math.max(1, to - from), { code: 'scenario', told: { message, hint } });
  }
  return false;
}

function noOptions(fence: Fence, problems: Problems): void {
  for (const { text, from } of fence.options)
    problems.tell(from, from + text.length, { code: 'option', option: text, known: [], likely: null });
}

// The one part of a name; a second one is reported.
function only(parts: readonly Part[], name: string, problems: Problems): Part | null {
  const [first, second] = parts.filter((one) => one.name === name);
  if (second !== undefined) problems.tellLine(second.at, { code: 'part twice', part: name });
  if (first?.text.trim() === '') problems.tellLine(first.at, { code: 'part empty', part: name });
  return first ?? null;
}

function partText({ text, line, indent }: Part): TextPart {
  return { text, line, indent };
}

// ---- predict ----

const PREDICT_PARTS = ['given', 'line', 'step', 'ask', 'choices', 'vary'];

/** Null if nothing can be asked. */
export function predictOf(fence: Fence, id: string, picture: Maple | null, problems: Problems): Predict | null {
  noOptions(fence, problems);
  const parts = partsOf(fence, PREDICT_PARTS, problems);
  const [given = null, ...givenOthers] = several(parts, 'given', problems);
  const [line = null, ...lineOthers] = several(parts, 'line', problems);
  const step = only(parts, 'step', problems);
  const before = given === null ? (picture === null ? [] : [picture.source]) : [partText(given)];
  const others = givenOthers.map((one) => [partText(one)]);
  const tell = (mistake: Parameters<Problems['tell']>[2]): null => {
    problems.tell(fence.from, fence.to, mistake);
    return null;
  };
  const asks = asksOf(parts, problems);
  if (asks.length === 0)
    return parts.some(({ name }) => name === 'ask')
      ? null
      : tell({ code: 'part missing', part: 'ask', block: 'predict' });
  if (before.length === 0 && line === null) return tell({ code: 'no picture', what: 'a prediction' });
  if ((line === null) === (step === null)) return tell({ code: 'line or step' });
  if (step !== null && !/^[1-9][0-9]{0,6}$/.test(step.text.trim())) {
    problems.tellLine(step.at, { code: 'part value', part: 'step', value: step.text, example: 'step: 10' });
    return null;
  }
  const about: Predict['about'] =
    line === null
      ? { kind: 'step', step: Number(step?.text) }
      : { kind: 'line', source: partText(line), others: lineOthers.map(partText) };
  const vary = variesOf(parts, [before, ...others], problems);
  // What is wrong with the picture's own text has been reported where it stands.
  const sound = given !== null || picture === null || readScenario(picture.source.text).kind === 'program';
  // Each state with the first line, and each line with the first state: a mistake is then reported once.
  if (sound && checkScenario(about.kind === 'line' ? [...before, about.source] : before, problems)) {
    for (const other of others) checkScenario(about.kind === 'line' ? [...other, about.source] : other, problems);
    if (about.kind === 'line') for (const other of about.others) checkScenario([...before, other], problems);
  }
  return { kind: 'predict', id, line: fence.line, before, others, about, asks, vary };
}

const SEVERAL_MOST = 12;

// All parts of a name, of which a variant takes one; more than a few are reported.
function several(parts: readonly Part[], name: string, problems: Problems): readonly Part[] {
  const found = parts.filter((one) => one.name === name);
  for (const one of found) if (one.text.trim() === '') problems.tellLine(one.at, { code: 'part empty', part: name });
  const more = found[SEVERAL_MOST];
  if (more !== undefined) problems.tellLine(more.at, { code: 'part too often', part: name, most: SEVERAL_MOST });
  return found.slice(0, SEVERAL_MOST);
}

function asksOf(parts: readonly Part[], problems: Problems): readonly Ask[] {
  const asks: Ask[] = [];
  for (const part of parts) {
    if (part.name === 'ask') {
      const ask = askOf(part, problems);
      if (ask !== null) asks.push(ask);
    } else if (part.name === 'choices') {
      const last = asks.at(-1);
      const choices = part.text.includes(',')
        ? part.text.split(',').map((one) => one.trim())
        : part.text.trim().split(/\s+/);
      const wrong = last === undefined ? undefined : choices.find((one) => readAnswer(last.kind, one) === null);
      if (last === undefined) problems.tellLine(part.at, { code: 'choices before ask' });
      else if (wrong !== undefined) problems.tellLine(part.at, { code: 'choice', choice: wrong, ask: last.kind });
      else asks[asks.length - 1] = { ...last, choices };
    }
  }
  return asks;
}

const NAMED: readonly AskKind[] = ASK_KINDS.filter((one) => one !== 'value');

function askOf({ text, at, column }: Part, problems: Problems): Ask | null {
  const [, written = '', quoted] = /^(.*?)\s*(?:"([^"]*)")?\s*$/.exec(text.replaceAll('\n', ' ')) ?? [];
  const told = { question: quoted ?? null, choices: null, line: at, column };
  const kind = NAMED.find((one) => one === written);
  if (kind !== undefined) return { ...told, kind, expression: '' };
  const read = readExpression(written);
  if (read.kind === 'value' && (read.value.kind === 'call' || read.value.kind === 'binary'))
    return { ...told, kind: 'value', expression: written };
  if (read.kind === 'refused' && written.includes('(')) {
    problems.tellLine(at, { code: 'expression', expression: written, why: read.fault.message, hint: read.fault.hint });
  } else
    problems.tellLine(at, { code: 'ask', written, known: [...NAMED, 'nodes(t)'], likely: nearest(written, NAMED) });
  return null;
}

function variesOf(
  parts: readonly Part[],
  states: readonly (readonly TextPart[])[],
  problems: Problems,
): readonly Vary[] {
  const lets = states.map((before) =>
    parse(compose(before).text).program.statements.flatMap((one) =>
      one.kind === 'let' && one.value.kind === 'number' ? [one.name.text] : [],
    ),
  );
  return parts.flatMap(({ name: part, text, at }): Vary[] => {
    if (part !== 'vary') return [];
    const [, name, first, last] =
      /^([A-Za-z_]\w*)\s+in\s+(0x[0-9a-f]+|[0-9]+)\s*\.\.\s*(0x[0-9a-f]+|[0-9]+)$/.exec(text.trim()) ?? [];
    if (name === undefined || first === undefined || last === undefined || BigInt(first) > BigInt(last)) {
      problems.tellLine(at, { code: 'vary', written: text });
      return [];
    }
    if (!lets.every((names) => names.includes(name))) {
      problems.tellLine(at, { code: 'vary unset', name });
      return [];
    }
    return [{ name, first: BigInt(first), last: BigInt(last), line: at }];
  });
}

// ---- task and hunt ----

const TASK_PARTS = ['given', 'start', 'goal', 'hint', 'par', 'solution', 'wrong'];

/** Null without a goal. */
export function taskOf(fence: Fence, id: string, problems: Problems): Task | null {
  noOptions(fence, problems);
  const parts = partsOf(fence, TASK_PARTS, problems);
  const [given, goal, solution, par] = ['given', 'goal', 'solution', 'par'].map((name) => only(parts, name, problems));
  const start = parts.find(({ name }) => name === 'start');
  if (goal === null || goal === undefined) {
    problems.tell(fence.from, fence.to, { code: 'part missing', part: 'goal', block: 'task' });
    return null;
  }
  if (!parse(goal.text).program.statements.some(({ kind }) => kind === 'expect'))
    problems.tellLine(goal.at, { code: 'goal without expect' });
  if (par !== null && par !== undefined && !/^[1-9][0-9]{0,6}$/.test(par.text.trim())) {
    problems.tellLine(par.at, { code: 'part value', part: 'par', value: par.text, example: 'par: 3' });
  }
  const task: Task = {
    kind: 'task',
    id,
    line: fence.line,
    given: given === null || given === undefined ? null : partText(given),
    start: start === undefined ? { ...EMPTY, line: fence.line } : partText(start),
    goal: partText(goal),
    hints: hintsOf(parts),
    par: par === null || par === undefined ? null : { steps: Number(par.text), line: par.at },
    solution: solution === null || solution === undefined ? null : partText(solution),
    wrong: parts.filter(({ name }) => name === 'wrong').map(partText),
  };
  const before = task.given === null ? [] : [task.given];
  if (checkScenario([...before, task.start], problems) && task.solution !== null)
    checkScenario([...before, task.solution, task.goal], problems);
  return task;
}

function hintsOf(parts: readonly Part[]): Task['hints'] {
  return parts
    .filter(({ name }) => name === 'hint')
    .map(({ text, at }) => ({ text: text.replaceAll('\n', ' '), line: at }));
}

const HUNT_PARTS = ['defect', 'start', 'hint', 'solution'];

/** Null without a defect. */
export function huntOf(fence: Fence, id: string, problems: Problems): Hunt | null {
  noOptions(fence, problems);
  const parts = partsOf(fence, HUNT_PARTS, problems);
  const defect = only(parts, 'defect', problems);
  const solution = only(parts, 'solution', problems);
  const start = parts.find(({ name }) => name === 'start');
  if (defect === null) {
    problems.tell(fence.from, fence.to, { code: 'part missing', part: 'defect', block: 'hunt' });
    return null;
  }
  const name = defect.text.trim();
  if (!isDefect(name)) {
    problems.tellLine(defect.at, { code: 'defect', written: name, known: DEFECTS, likely: nearest(name, DEFECTS) });
    return null;
  }
  const begun: TextPart = start === undefined ? { ...EMPTY, line: fence.line } : partText(start);
  checkScenario([begun], problems);
  if (solution !== null) checkScenario([partText(solution)], problems);
  return {
    kind: 'hunt',
    id,
    line: fence.line,
    defect: name,
    start: begun,
    hints: hintsOf(parts),
    solution: solution === null ? null : partText(solution),
  };
}
