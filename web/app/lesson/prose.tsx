// SPDX-License-Identifier: GPL-2.0-or-later
//
// The prose of a lesson as elements: text is text, nothing is HTML.

import { Fragment, createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { LiveValue } from '../../model/live';
import type { Inline, LiveInline, Maple, Prose } from '../../lesson/lesson';
import { valueText } from '../../lesson/words';
import { Term } from '../../views/shared/term';
import { termNamed } from '../../model/terms';
import { showStep, values } from '../store/lessons/lesson-state';
import { lookAtPicture } from '../store/lessons/look';

/** Live values of a lesson that is not the open one. */
export const OtherValues = createContext<ReadonlyMap<number, LiveValue> | null>(null);

function Value({ number, base }: Pick<LiveInline, 'number' | 'base'>) {
  const value = (useContext(OtherValues) ?? values.value)?.get(number);
  return <span class="lesson-value mono">{value === undefined ? '…' : valueText(value, base)}</span>;
}

interface ProseProps {
  readonly prose: Prose;
  /** What places and live values are about. */
  readonly picture: Maple | null;
}

export function ProseBlock({ prose, picture }: ProseProps) {
  switch (prose.kind) {
    case 'heading': {
      const Heading = prose.depth <= 2 ? 'h2' : 'h3';
      return (
        <Heading tabIndex={-1}>
          <Inlines of={prose.inlines} picture={picture} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Inlines of={prose.inlines} picture={picture} />
        </p>
      );
    case 'list': {
      const items = prose.items.map((item, k) => <li key={k}>{proseOf(item, picture)}</li>);
      return prose.ordered ? <ol start={prose.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'quote':
      return <blockquote>{proseOf(prose.blocks, picture)}</blockquote>;
    case 'code':
      return <pre class="mono">{prose.text}</pre>;
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {prose.header.map((cell, k) => (
                <th key={k}>
                  <Inlines of={cell} picture={picture} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {prose.rows.map((row, k) => (
              <tr key={k}>
                {row.map((cell, n) => (
                  <td key={n}>
                    <Inlines of={cell} picture={picture} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

function proseOf(blocks: readonly Prose[], picture: Maple | null): ComponentChildren {
  return blocks.map((one, k) => <ProseBlock key={k} prose={one} picture={picture} />);
}

function Inlines({ of, picture }: { readonly of: readonly Inline[]; readonly picture: Maple | null }) {
  return (
    <>
      {of.map((one, k) => (
        <Fragment key={k}>{inlineOf(one, picture)}</Fragment>
      ))}
    </>
  );
}

function inlineOf(one: Inline, picture: Maple | null): ComponentChildren {
  switch (one.kind) {
    case 'text':
      return one.text;
    case 'code':
      return <code>{one.text}</code>;
    case 'break':
      return <br />;
    case 'strong':
      return (
        <strong>
          <Inlines of={one.inlines} picture={picture} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inlines of={one.inlines} picture={picture} />
        </em>
      );
    case 'deleted':
      return (
        <del>
          <Inlines of={one.inlines} picture={picture} />
        </del>
      );
    case 'link':
      return (
        <a href={one.address} target="_blank" rel="noopener noreferrer">
          <Inlines of={one.inlines} picture={picture} />
        </a>
      );
    case 'place':
      return (
        <button
          type="button"
          class="ms-link"
          title={`Shows step ${one.step}`}
          onClick={() => {
            showStep(picture, one.step);
            lookAtPicture();
          }}
        >
          <Inlines of={one.inlines} picture={picture} />
        </button>
      );
    case 'term': {
      const id = termNamed(one.term);
      const words = <Inlines of={one.inlines} picture={picture} />;
      return id === null ? words : <Term id={id}>{words}</Term>;
    }
    case 'value':
      return <Value number={one.number} base={one.base} />;
  }
}
