// SPDX-License-Identifier: GPL-2.0-or-later
//
// The step's outcome, then why, over its picture. The height is fixed, so that stepping moves nothing. Shown until the
// page shows everything; the panels beside the picture then say the same. A narrow page has no room for panels and
// always shows the outcome alone.

import { rangeWith0x } from '../../views/shared/text';
import { sentencesOf, Why, withCode } from '../../views/inspector/why';
import { showPane, showTab, toggleEverything } from '../store/actions/actions';
import { kindAt, type Scene } from '../../model/run';
import { stepColumns, currentNotes, everything, noteLines, scene, stepHere, steps } from '../store/page/state';
import { counted } from '../../base/text';
import { placeWords } from '../store/page/texts';
import { isWide, matches } from '../store/page/window';

// A summary of a memory map, at its last line; null at any other step.
function loaded({ step: at, record, trees }: Scene): string | null {
  const next = kindAt(stepColumns.value, at + 1);
  const tree = trees.find(({ picture }) => picture.name === record?.tree);
  if (
    record?.op !== 'maps' ||
    record.error !== null ||
    tree === undefined ||
    (next?.op === 'maps' && next.tree === record.tree)
  )
    return null;
  return (
    `${tree.picture.name}: ${counted(tree.picture.entries, 'VMA')} in a tree of ` +
    `${counted(tree.partial?.nodes ?? tree.picture.nodes.length, 'node')}.`
  );
}

/**
 * Lower windows give a fork's picture a line of its story, and still lower ones room of the timeline (fork-pane.css).
 */
const BRIEF = '(max-height: 959px)';
const LOW = '(max-height: 799px)';

function shapeOf({ fork, record }: Scene): string {
  return (
    (record !== null && record.error !== null ? ' failure' : '') +
    (fork !== null && matches(BRIEF) ? ' brief' : '') +
    (fork !== null && matches(LOW) ? ' low' : '')
  );
}

/** Of a headline in large type. */
const LETTERS = 60;

export function Story() {
  const now = scene.value;
  if ((everything.value && isWide()) || now === null || steps.value === 0) return null;
  const { record, touched } = now;
  const why = record === null ? 'Nothing has happened yet: no tree exists.' : now.story;
  const [lead = ''] = sentencesOf(why);
  const came = loaded(now) ?? now.headline;
  const shape = shapeOf(now);
  const headline = came === '' ? lead : came;
  const rest = came === '' ? why.slice(lead.length).trim() : why;
  return (
    <section class={`story${shape}`} aria-label="Story">
      <div class="story-words">
        <p class="section-head">
          {placeWords(stepHere.value, steps.value)}
          {record !== null && ` · ${record.op}`}
          {touched !== null && <span class="mono"> {rangeWith0x(touched.first, touched.last)}</span>}
          {record !== null && record.error !== null && <strong class="bad"> {record.error}</strong>}
        </p>
        <h2
          class={headline.length > LETTERS ? 'long' : ''}
          title={headline}
          onClick={isWide() ? undefined : showNumbers}
        >
          {withCode(headline)}
        </h2>
        <div class="story-why" style={{ '--notes': Math.min(2, noteLines.value) }}>
          {currentNotes.value.map(({ text }, k) => (
            <p key={k} class="ms-note">
              {withCode(text)}
            </p>
          ))}
          <Why key={now.step} text={rest} more={shape.includes('brief') ? -3 : -2} />
        </div>
      </div>
      <p class="story-ways">
        <button type="button" class="ms-link" onClick={showNumbers}>
          <span class="only-wide">Numbers</span>
          <span class="only-narrow">why</span>
        </button>
        <button type="button" class="ms-link" aria-pressed={everything.value} onClick={toggleEverything}>
          <span class="only-wide">Show everything</span>
          <span class="only-narrow">tools</span>
        </button>
      </p>
    </section>
  );
}

function showNumbers(): void {
  showTab('step');
  showPane('step');
}
