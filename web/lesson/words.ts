// SPDX-License-Identifier: GPL-2.0-or-later
//
// What lessons say: questions, answers, mistakes. Made last, from data; no code reads them.

import { assertNever } from '../base/assert';
import { counted } from '../base/text';
import { toHex } from '../base/index64';
import type { Diagnostic } from '../model/diagnostic';
import type { LiveValue } from '../model/live';
import type { Computed } from './computed';
import type { Answer, Ask, Truth } from './lesson';
import type { LessonMistake, LessonProblem, NoAnswer } from './problems';

export type Base = 'decimal' | 'hex';

/** The question of an ask, in the author's words or ours. */
export function questionText({ kind, question, expression }: Ask): string {
  if (question !== null) return question;
  switch (kind) {
    case 'type':
      return 'Which store type is it?';
    case 'nodes':
      return 'How many nodes does the step request?';
    case 'allocator':
      return 'Which requests does the allocator get? Give the nodes of each, in order.';
    case 'slot':
      return 'Before the step, which slot holds the first index of its range?';
    case 'leaf':
      return 'Before the step, which leaf holds the first index of its range? Count leaves from the left, from 1.';
    case 'cut':
      return 'Where does the step draw a border between two leaves? Give the last index of the left one.';
    case 'fork fails':
      return 'Does it fail?';
    case 'left':
      return 'How many of the objects that the step obtained are still allocated after it?';
    case 'value':
      return `What is \`${expression}\` after the step?`;
    default:
      return assertNever(kind);
  }
}

/** How an answer to such a question is typed; empty where one is chosen. */
export function typingHint({ kind, choices }: Ask): string {
  if (choices !== null) return '';
  switch (kind) {
    case 'slot':
      return 'the slot’s number; of several leaves, leaf and slot, such as 7.12';
    case 'leaf':
      return 'a number, from 1';
    case 'allocator':
      return 'numbers separated by spaces, or the word none';
    case 'nodes':
    case 'left':
    case 'cut':
      return 'a number, decimal or 0x hex';
    case 'value':
      return 'a number, decimal or 0x hex, or null';
    default:
      return '';
  }
}

/** How a class calls the answer across the room; empty where the question says enough, or choices are listed. */
export function callingHint({ kind, choices }: Ask, truth: Truth): string {
  if (choices !== null) return '';
  switch (kind) {
    case 'slot':
      return truth.kind === 'slot' && truth.leaves > 1
        ? 'Call leaf and slot, such as 7.12. Leaves count from 1, slots from 0.'
        : 'Call its number. The first slot is 0.';
    case 'leaf':
      return 'Call its number. The leftmost leaf is 1.';
    case 'allocator':
      return 'Call the numbers in order.';
    default:
      return '';
  }
}

/** The base in which the answers to an ask are read most easily, given the line that it is about. */
export function baseOf({ kind }: Ask, line: string): Base {
  return kind === 'cut' ? baseIn(line) : 'decimal';
}

/** "slot 3 of leaf 2", "0x17f", "split_store", "none". */
export function answerText(answer: Answer | Truth, base: Base = 'decimal'): string {
  switch (answer.kind) {
    case 'type':
      return answer.type;
    case 'number':
      return numberText(answer.value, base);
    case 'list':
      return answer.values.length === 0 ? 'none' : answer.values.join(' ');
    case 'slot':
      if (answer.leaf === null || ('leaves' in answer && answer.leaves === 1)) return `slot ${answer.slot}`;
      return `slot ${answer.slot} of leaf ${answer.leaf}`;
    case 'leaf':
      return `leaf ${answer.leaf}`;
    case 'yes or no':
      return answer.yes ? 'yes' : 'no';
    case 'word':
      return answer.word;
    default:
      return assertNever(answer);
  }
}

/** The answer to a question once it is out: of a slot or leaf, also which one it is after the step, if another. */
export function toldText(truth: Truth, after: Truth | null, base: Base): string {
  const told = answerText(truth, base);
  return after === null ? told : `${told} before the step, ${answerText(after, base)} after it`;
}

/** The base of a line's indexes: hexadecimal if one of them is written so. */
export function baseIn(line: string): Base {
  return /\b0x/.test(line) ? 'hex' : 'decimal';
}

/** A live value as prose shows it: "16", "0x1700", "null", "“heap”". */
export function valueText(value: LiveValue, base: Base): string {
  if (value.kind === 'number') return numberText(value.value, base);
  if (value.kind === 'label') return value.text;
  return value.kind === 'failed' ? '?' : value.kind;
}

/** "16", "0x1700", "max". */
export function numberText(value: bigint, base: Base): string {
  if (value === (1n << 64n) - 1n) return 'max';
  return base === 'hex' ? toHex(value) : value.toLocaleString('en-US');
}

/** "2 scenarios, 3 live values, 1 answer, 0 tasks" */
export function countsText(computed: readonly Computed[]): string {
  const count = (...kinds: readonly Computed['kind'][]): number =>
    computed.filter(({ kind }) => kinds.includes(kind)).length;
  return [
    counted(count('run'), 'scenario'),
    counted(count('value'), 'live value'),
    counted(count('answer'), 'answer'),
    counted(count('task', 'hunt'), 'task'),
  ].join(', ');
}

/** A mistake with its sentence and its fix. */
export function diagnosticOf({ from, to, line, column, mistake }: LessonProblem): Omit<Diagnostic, 'mistake'> {
  const [message, hint] = told(mistake);
  return { from, to, line, column, message, hint };
}

function list(names: readonly string[]): string {
  return names.map((one) => `\`${one}\``).join(', ');
}

function likelyOr(likely: string | null, other: string): string {
  return likely === null ? other : `Did you mean \`${likely}\`?`;
}

function most(mistake: { readonly most: number }): string {
  return mistake.most.toLocaleString('en-US');
}

type Told = readonly [message: string, hint: string];

function told(mistake: LessonMistake): Told {
  return ofText(mistake) ?? ofFence(mistake) ?? ofRun(mistake) ?? ['This cannot be read.', ''];
}

// Mistakes of the Markdown.
function ofText(mistake: LessonMistake): Told | null {
  switch (mistake.code) {
    case 'too long':
      return [
        `The lesson has ${counted(mistake.letters, 'character')}; at most ${most(mistake)} are read.`,
        'Cut it into several lessons.',
      ];
    case 'long line':
      return [`The line has ${counted(mistake.letters, 'character')}; at most ${most(mistake)} are read.`, 'Break it.'];
    case 'long paragraph':
      return [
        `This paragraph is longer than ${counted(mistake.most, 'character')}.`,
        'Put empty lines between its parts.',
      ];
    case 'too deep':
      return [
        `Quotes or lists are nested deeper than ${mistake.most} here.`,
        'Remove some of the marks at the beginning of the line.',
      ];
    case 'too many blocks':
      return [
        `The lesson has more than ${counted(mistake.most, 'block')}; the rest is not read.`,
        'Cut it into several lessons.',
      ];
    case 'unreadable':
      return ['The text cannot be read as Markdown.', 'Remove parts of it until it can be read.'];
    case 'no title':
      return ['The lesson has no title.', 'Begin it with a heading, such as `# Ranges, not keys`.'];
    case 'open front matter':
      return ['The front matter is not closed.', 'Write `---` on a line of its own below it.'];
    case 'front matter':
      return [`Front matter has no \`${mistake.key}\`.`, `Its keys are ${list(mistake.known)}.`];
    case 'front matter value':
      return [
        `\`${mistake.value}\` is no value of \`${mistake.key}\`.`,
        mistake.key === 'minutes' ? 'Write a number, such as `minutes: 8`.' : 'Write `first`, `second` or `expert`.',
      ];
    case 'underlined heading':
      return [
        'The line above `---` or `===` becomes a heading.',
        'Put an empty line between them for a new screen, or begin the heading with `#`.',
      ];
    case 'empty screen':
      return ['This screen is empty.', 'Remove one of the two `---`.'];
    case 'html':
      return ['HTML is shown as text.', 'Write Markdown, or put the tag into backquotes.'];
    case 'link':
      return [
        `This link leads nowhere: \`${mistake.address}\`.`,
        'Links are `https://…`, `step:10` for a step of the picture, or `term:slot` for a term of the glossary.',
      ];
    case 'image':
      return ['Images are not loaded.', 'Show a scenario instead, or describe the image.'];
    case 'term':
      return [`The glossary has no term \`${mistake.name}\`.`, likelyOr(mistake.likely, 'Help lists its terms.')];
    case 'step place':
      return [`\`step:${mistake.written}\` is no step.`, 'Write its number, such as `step:10`.'];
    case 'expression':
      return [
        `\`{${mistake.expression}}\` is not a live value: ${mistake.why}.`,
        mistake.hint === ''
          ? 'Write `\\{` for a plain brace.'
          : `${sentence(mistake.hint)} Write \`\\{\` for a plain brace.`,
      ];
    case 'open brace':
      return [
        'This brace begins no live value.',
        'Close it on the same line, such as `{nodes(t)}`, or write `\\{` for a plain brace.',
      ];
    case 'no picture':
      return [
        `There is no scenario that ${mistake.what} could be about.`,
        'Put a `maple` block on this screen or on one before it.',
      ];
    default:
      return null;
  }
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}

// Mistakes of fenced blocks.
function ofFence(mistake: LessonMistake): Told | null {
  switch (mistake.code) {
    case 'open fence':
      return ['This block is not closed.', 'Write ``` on a line of its own below it.'];
    case 'option':
      return [
        `\`${mistake.option}\` is no option here.`,
        mistake.known.length === 0
          ? 'This block takes none.'
          : likelyOr(mistake.likely, `Options are ${list(mistake.known)}.`),
      ];
    case 'option value':
      return [`\`${mistake.value}\` is no value of \`${mistake.option}=\`.`, `Values are ${list(mistake.known)}.`];
    case 'part':
      return [
        `\`${mistake.part}:\` is no part of this block.`,
        likelyOr(mistake.likely, `Parts are ${list(mistake.known)}.`),
      ];
    case 'no part':
      return [
        'This line belongs to no part of the block.',
        `Begin it with one of ${mistake.known.map((one) => `\`${one}:\``).join(', ')}, or indent it by two spaces.`,
      ];
    case 'part twice':
      return [`\`${mistake.part}:\` stands here twice.`, 'Keep one of them.'];
    case 'part too often':
      return [`\`${mistake.part}:\` stands here more than ${mistake.most} times.`, 'Remove some of them.'];
    case 'part missing':
      return [`A \`${mistake.block}\` block needs \`${mistake.part}:\`.`, 'The page of the format has an example.'];
    case 'part empty':
      return [
        `${mistake.part === 'the scenario' ? 'The scenario' : `\`${mistake.part}:\``} is empty.`,
        'Write its text after it, or indented below it.',
      ];
    case 'part value':
      return [
        `\`${mistake.value}\` is no value of \`${mistake.part}:\`.`,
        `Write a number, such as \`${mistake.example}\`.`,
      ];
    case 'ask':
      return [
        `\`${mistake.written}\` cannot be asked.`,
        likelyOr(mistake.likely, `Ask ${list(mistake.known)}, or any other expression with a function.`),
      ];
    case 'choices before ask':
      return ['These choices belong to no question.', 'Put them below their `ask:`.'];
    case 'choice':
      return [
        `\`${mistake.choice}\` is no answer to \`${mistake.ask}\`.`,
        'Write choices as a reader would type them, with spaces or commas between them.',
      ];
    case 'line or step':
      return [
        'A prediction is about one step.',
        'Write `line:` with a statement that runs after the scenario, or `step:` with the number of one of its steps.',
      ];
    case 'vary':
      return [`\`${mistake.written}\` cannot be varied.`, 'Write a name and its values, such as `vary: n in 2..9`.'];
    case 'vary unset':
      return [
        `No \`let\` at the top of the scenario sets \`${mistake.name}\`.`,
        `Write \`let ${mistake.name} = …\` with a plain number there.`,
      ];
    case 'defect':
      return [
        `There is no defect \`${mistake.written}\`.`,
        likelyOr(mistake.likely, `Defects are ${list(mistake.known)}.`),
      ];
    case 'goal without expect':
      return ['The goal expects nothing, so every text would reach it.', 'Write at least one `expect` into it.'];
    case 'scenario':
      return [sentence(mistake.told.message), mistake.told.hint === '' ? '' : sentence(mistake.told.hint)];
    default:
      return null;
  }
}

const NO_ANSWER: Readonly<Record<NoAnswer, string>> = {
  'stores nothing': 'the step stores nothing',
  'no leaf': 'before the step there is no leaf that holds the index',
  'too large': 'the tree is too large to count its leaves',
  'no new border': 'the step draws no new border between two leaves',
  'several new borders': 'the step draws several new borders between leaves',
  'no fork': 'the step is no `fork` and no `dup`',
  'does not fail': 'the step does not fail',
  'no value': 'the expression has no value there',
};

// What running found.
function ofRun(mistake: LessonMistake): Told | null {
  switch (mistake.code) {
    case 'stopped':
      return [`The run stops: ${mistake.why}.`, 'Change the scenario so that it runs to its end.'];
    case 'run fails':
      return [
        `The run is not ok: ${mistake.what.join('; ')}.`,
        'Change the scenario, or write `fails` after `maple` if that is intended.',
      ];
    case 'run holds':
      return ['The run is ok, but `fails` says that it is not.', 'Remove `fails`, or add an `expect` that fails.'];
    case 'no such step':
      return [
        `There is no step ${mistake.step}: the scenario has ${counted(mistake.steps, 'step')}.`,
        `Name a step from 0 to ${mistake.steps}.`,
      ];
    case 'value failed':
      return [
        `\`{${mistake.expression}}\` has no value here: ${mistake.why}.`,
        'Name a tree that exists at this step, or another step, as in `{nodes(t) at 10}`.',
      ];
    case 'line steps':
      return [
        `The line makes ${counted(mistake.steps, 'step')}, and the question is about one.`,
        'Write one statement about a tree or an address space.',
      ];
    case 'no answer':
      return [
        `The engine has no answer to \`${mistake.ask}\`: ${NO_ANSWER[mistake.why]}.`,
        'Ask something else, or change the line.',
      ];
    case 'answer no choice':
      return [`The answer to \`${mistake.ask}\` is ${mistake.answer}, which is not among the choices.`, 'Add it.'];
    case 'no variant':
      return [
        'Some seeds have no variant with an answer to every question.',
        'Remove values of `vary:` until each of them can be asked.',
      ];
    case 'variants alike':
      return ['All variants are the same scenario.', 'Use the varied name in the scenario or in the line.'];
    case 'start solves':
      return ['The start already reaches the goal.', 'Make the goal harder, or remove something from the start.'];
    case 'no solution':
      return [
        'There is no stored solution, so nobody knows whether it can be done.',
        'Add `solution:`; readers do not see it.',
      ];
    case 'solution refused':
      return [
        `The stored solution does not reach the goal: ${mistake.why.join('; ')}.`,
        'Change the solution or the goal.',
      ];
    case 'wrong accepted':
      return ['This wrong answer reaches the goal.', 'Make the goal stricter, or remove the answer.'];
    case 'par':
      return [
        `The par is ${mistake.par}, and the stored solution takes ${counted(mistake.steps, 'step')}.`,
        `Write \`par: ${mistake.steps}\`.`,
      ];
    case 'par beaten':
      return [
        `The par of ${mistake.par} can be beaten: ${counted(mistake.steps, 'step')} ${
          mistake.steps === 1 ? 'reaches' : 'reach'
        } the goal.`,
        `Make the goal stricter, or store this solution: ${mistake.text.trim().split('\n').join(' ⏎ ')}`,
      ];
    case 'hunt unsound':
      return [
        `The sound core finds something wrong with the solution as well: ${mistake.what.join('; ')}.`,
        'A hunt needs a text that only the defect breaks.',
      ];
    case 'hunt missed':
      return [
        'The solution does not show the defect.',
        'Find a text whose run breaks an invariant or an account on the core with the defect.',
      ];
    default:
      return null;
  }
}
