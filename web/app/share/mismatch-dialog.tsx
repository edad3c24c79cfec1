// SPDX-License-Identifier: GPL-2.0-or-later
//
// "Report a mismatch": scenario, step, engine, sums and dump as text for a mail. The page sends nothing: the person
// copies the text, and the paste dialog of whoever gets it opens it at the same step.

import { foundText, troubleText } from '../../words/trouble';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dumpLines } from '../../engine/decode/dump';
import { EXPECTED_HEAD, writeMismatch } from '../../share/mismatch-report';
import { LANGUAGE_VERSION } from '../../share/link-state';
import { Modal } from '../ui/modal';
import '../help/gallery.css';
import { engineId, evidence, mainTree, ran, scene, step, steps, text } from '../store/page/state';

/** The report of what is on the page; null when its text has not been run. */
export function mismatchText(): string | null {
  const now = scene.value;
  const run = ran.value;
  if (now === null || run === null || run.text !== text.value || now.step !== step.value) return null;
  const tree = mainTree.value;
  const troubled = run.summary.troubles.filter(({ step: at }) => at === now.step);
  const failed = run.summary.expects.filter(({ held }) => !held).map(({ line, message }) => `line ${line}: ${message}`);
  return writeMismatch({
    engine: engineId.value ?? 'unknown',
    language: LANGUAGE_VERSION,
    step: now.step,
    steps: steps.value,
    sums: now.trees.flatMap(({ picture, sum }) => (sum === null ? [] : [{ tree: picture.name, sum }])),
    found: [
      ...new Set([
        ...troubled.map(troubleText),
        ...evidence.value.troubles.filter((one) => !troubled.some(({ found }) => found === one.found)).map(foundText),
        ...failed,
      ]),
    ],
    tree: tree?.picture.name ?? '',
    dump: tree === null ? [] : dumpLines(tree.picture),
    script: run.text,
  });
}

// Where what was expected is to be written.
function startWriting(field: HTMLTextAreaElement): void {
  const at = field.value.indexOf('\n', field.value.indexOf(EXPECTED_HEAD)) + 1;
  field.setSelectionRange(at, at);
  field.scrollTop = 0;
}

export function MismatchDialog() {
  const [copied, setCopied] = useState<boolean | null>(null);
  const [report, setReport] = useState(mismatchText);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (field.current !== null) startWriting(field.current);
  }, []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(report ?? '');
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <Modal title="Report a mismatch" wide>
      {report === null ? (
        <p>The text on the page has not been run, and a report describes a run.</p>
      ) : (
        <div class="mismatch">
          <p>
            Does Linux build another tree, or does a result look wrong? This text holds the scenario and its result at
            step {step.value.toLocaleString('en')}. Add what you expected, and send it by mail: quoting does not damage
            it. Whoever pastes it into the page sees this scenario at this step. The page itself sends nothing.
          </p>
          <textarea
            class="mono"
            aria-label="Text of the report"
            rows={16}
            spellcheck={false}
            wrap="off"
            value={report}
            data-first-focus
            ref={field}
            onInput={(event) => setReport(event.currentTarget.value)}
          />
          <div class="row actions">
            <span class="muted" role="status">
              {copied === null
                ? 'It holds the whole scenario. Remove what is private from the scenario first.'
                : copied
                  ? 'Copied.'
                  : 'The browser did not copy it: select the text and copy it yourself.'}
            </span>
            <span class="spring" />
            <button type="button" class="button primary" onClick={() => void copy()}>
              Copy the report
            </button>
          </div>
        </div>
      )}
    </Modal>
  );
}
