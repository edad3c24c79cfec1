// SPDX-License-Identifier: GPL-2.0-or-later
//
// Examples of Help in the colours of the editor. Each line is a block that ends in its line feed, so that a narrow page
// can set a comment under its line, and what is copied is the text.

import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';
import type { ComponentChildren } from 'preact';
import { highlightedParser } from '../../scenario/language/highlight';
import './help-code.css';

const inks = tagHighlighter([
  { tag: tags.keyword, class: 'ink-word' },
  { tag: tags.controlKeyword, class: 'ink-word' },
  { tag: tags.modifier, class: 'ink-word' },
  { tag: tags.special(tags.keyword), class: 'ink-word' },
  { tag: tags.lineComment, class: 'ink-comment' },
  { tag: tags.string, class: 'ink-string' },
  { tag: tags.special(tags.string), class: 'ink-map' },
  { tag: tags.number, class: 'ink-number' },
  { tag: tags.atom, class: 'ink-number' },
  { tag: tags.function(tags.variableName), class: 'ink-call' },
]);

interface Part {
  readonly words: string;
  readonly ink: string;
}

/** The example of that text. */
export function exampleOf(text: string): ComponentChildren {
  const lines: Part[][] = [[]];
  highlightCode(
    text,
    highlightedParser.parse(text),
    inks,
    (words, ink) => lines.at(-1)?.push({ words, ink }),
    () => lines.push([]),
  );
  return (
    <pre class="mono" tabIndex={0}>
      {lines.map((parts, k) => (
        <span key={k} class="code-line">
          {parts.map(({ words, ink }, at) => (
            <span key={at} class={ink}>
              {at === parts.length - 1 ? `${words}\n` : words}
            </span>
          ))}
          {parts.length === 0 && '\n'}
        </span>
      ))}
    </pre>
  );
}
