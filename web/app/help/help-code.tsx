// SPDX-License-Identifier: GPL-2.0-or-later
//
// Examples of Help in the colours of the editor, each with a button that opens it. Each line is a block that ends in
// its line feed, so that a narrow page can set a comment under its line, and what is copied is the text.

import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';
import type { ComponentChildren } from 'preact';
import type { Tree } from '@lezer/common';
import { highlightedParser } from '../../scenario/language/highlight';
import { closeDialog, loadRecent } from '../store/actions/actions';
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

/** The example of that text; to be tried where it is a scenario. */
export function exampleOf(text: string): ComponentChildren {
  const lines: Part[][] = [[]];
  const tree = highlightedParser.parse(text);
  highlightCode(
    text,
    tree,
    inks,
    (words, ink) => lines.at(-1)?.push({ words, ink }),
    () => lines.push([]),
  );
  const example = (
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
  return isScenario(tree) ? (
    <div class="help-code">
      {example}
      <button
        type="button"
        class="button small"
        title="Opens the example on the page; your text stays in the gallery"
        onClick={() => tryIt(text)}
      >
        Try
      </button>
    </div>
  ) : (
    example
  );
}

// Programs and logs that the help shows are none.
function isScenario(tree: Tree): boolean {
  let [statements, errors] = [0, 0];
  tree.iterate({
    enter: ({ type }) => {
      if (type.isError) errors++;
      else if (type.name !== 'Comment' && !type.isTop) statements++;
    },
  });
  return errors === 0 && statements > 0;
}

/** The button that opens a scenario; `what` names it for screen readers. */
export function tryButton(text: string, what: string): ComponentChildren {
  return (
    <button
      type="button"
      class="button small row-try"
      aria-label={`Try ${what}`}
      title="Opens a scenario for it on the page; your text stays in the gallery"
      onClick={() => tryIt(text)}
    >
      Try
    </button>
  );
}

function tryIt(text: string): void {
  closeDialog();
  void loadRecent({ id: 'example of the help', text, when: 0 });
}
