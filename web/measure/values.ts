// SPDX-License-Identifier: GPL-2.0-or-later
//
// Values of a lab's parameters: from a link or the command line, and back. A value that does not fit is passed over for
// the usual one, and named.

import type { Lab, Parameter, Value, Values } from './lab';

/** The usual values. */
export function usualValues(lab: Lab): Values {
  return Object.fromEntries(lab.parameters.map(({ name, value }) => [name, value]));
}

/** A value as typed; null if the parameter cannot have it. */
export function readValue(parameter: Parameter, typed: string): Value | null {
  switch (parameter.kind) {
    case 'number': {
      const number = /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : NaN;
      return number >= parameter.min && number <= parameter.max ? number : null;
    }
    case 'choice':
      return parameter.choices.some(([value]) => value === typed) ? typed : null;
    case 'text':
      return typed;
  }
}

/** The range of a parameter, for a message. */
export function allowed(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'number':
      return `a whole number from ${parameter.min.toLocaleString('en-US')} to ${parameter.max.toLocaleString('en-US')}`;
    case 'choice':
      return `one of ${parameter.choices.map(([value]) => value).join(', ')}`;
    case 'text':
      return 'a text';
  }
}

export interface Read {
  readonly values: Values;
  /** A sentence for each value that was passed over. */
  readonly problems: readonly string[];
}

/** Values by name; what is not given is as usual. */
export function readValues(lab: Lab, given: Iterable<readonly [name: string, typed: string]>): Read {
  const values: Record<string, Value> = { ...usualValues(lab) };
  const problems: string[] = [];
  for (const [name, typed] of given) {
    const parameter = lab.parameters.find((one) => one.name === name);
    const value = parameter === undefined ? null : readValue(parameter, typed);
    if (parameter === undefined)
      problems.push(
        `The lab “${lab.title}” has no parameter ${name}: it has ` +
          `${lab.parameters.map((one) => one.name).join(', ') || 'none'}.`,
      );
    else if (value === null) problems.push(`${name} is ${allowed(parameter)}, not “${typed}”.`);
    else values[name] = value;
  }
  return { values, problems };
}

/** The fragment behind `#` for a lab with these values; default values and texts are left out. */
export function labFragment(lab: Lab, values: Values): string {
  const said = lab.parameters.filter(({ name, kind, value }) => kind !== 'text' && values[name] !== value);
  return [`lab=${lab.name}`, ...said.map(({ name }) => `${name}=${encodeURIComponent(String(values[name]))}`)].join(
    '&',
  );
}

/** The lab's name (empty: the list of labs) and what is said of its values; null for a fragment of another kind. */
export function readLabFragment(
  fragment: string,
): { readonly name: string; readonly given: readonly (readonly [string, string])[] } | null {
  const [first = '', ...rest] = fragment.split('&');
  if (first !== 'labs' && first !== 'lab' && !first.startsWith('lab=')) return null;
  return {
    name: first.startsWith('lab=') ? first.slice('lab='.length) : '',
    given: [...new URLSearchParams(rest.join('&'))],
  };
}

export function numberOf(values: Values, name: string): number {
  const value = values[name];
  if (typeof value !== 'number') throw new Error(`${name} is no number`);
  return value;
}

export function textOf(values: Values, name: string): string {
  return String(values[name] ?? '');
}
