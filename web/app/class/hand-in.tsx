// SPDX-License-Identifier: GPL-2.0-or-later
//
// Handing in: the answers of some lessons as a code, to be copied, shown as a QR code or saved. Nothing is sent.

import { useMemo, useRef, useState } from 'preact/hooks';
import { TRACK } from '../../lesson/track';
import { handedLessons } from '../store/lessons/handed';
import { isLearnerKept, learnerName, learnerNumber, makeCode, setLearnerName } from '../store/lessons/hand-in';
import { openPack, progress } from '../store/lessons/lesson-state';
import { itemTitle, packKey } from '../store/lessons/pack-state';
import { publicBase } from '../store/links/public-home';
import { counted } from '../../base/text';
import { NO_STORAGE } from '../../words/storage';
import { Modal } from '../ui/modal';
import { qrModules } from '../ui/qr';
import { QrCode } from '../ui/qr-code';
import { copyWords, saveFile } from '../ui/saving';
import { scannedCode } from './scanned';
import './class.css';

interface Begun {
  /** As the progress has it. */
  readonly key: string;
  /** As a code has it. */
  readonly name: string;
  readonly title: string;
}

// The lessons begun, of the open pack, else of those in no pack.
function begun(): readonly Begun[] {
  const pack = openPack.value;
  const keys = Object.keys(progress.value).filter((key) => !key.startsWith('pack:'));
  if (pack !== null)
    return pack.items.flatMap((item) => {
      const key = packKey(pack, item);
      const title = itemTitle(item);
      return Object.hasOwn(progress.value, key)
        ? [{ key, title, name: item.kind === 'track' ? item.file : title }]
        : [];
    });
  const track = TRACK.flatMap(({ file, title }, k) =>
    keys.includes(file) ? [{ key: file, name: file, title: `${k + 1}. ${title}` }] : [],
  );
  const known = new Set(track.map(({ key }) => key));
  return [...track, ...keys.filter((key) => !known.has(key)).map((key) => ({ key, name: key, title: key }))];
}

export function HandIn() {
  const all = useMemo(begun, [progress.value, openPack.value]);
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = all.filter(({ key }) => !left.includes(key));
  const code = useMemo(
    () =>
      makeCode(
        handedLessons(
          progress.value,
          chosen.map(({ key, name }) => ({ key, name })),
        ),
        openPack.value?.id,
      ),
    [progress.value, learnerName.value, left],
  );
  return (
    <Modal title="Hand in your answers">
      <div class="hand-in">
        <p>
          The code below holds your answers, tries and hints, so that your teacher sees how far you are. Nothing is
          sent: you hand it over by chat, by mail, as a file, or on your screen.
        </p>
        {chosen.length > 0 && <Code code={code} lessons={chosen.length} />}
        <NameField />
        {all.length === 0 ? (
          <p>You have not begun a lesson in this browser. Open one under Lessons, then come back.</p>
        ) : (
          <fieldset>
            <legend>Lessons</legend>
            {all.map(({ key, title }) => (
              <label key={key}>
                <input
                  type="checkbox"
                  checked={!left.includes(key)}
                  onChange={({ currentTarget }) =>
                    setLeft(currentTarget.checked ? left.filter((one) => one !== key) : [...left, key])
                  }
                />{' '}
                {title}
              </label>
            ))}
          </fieldset>
        )}
      </div>
    </Modal>
  );
}

function NameField() {
  return (
    <label class="hand-in-name">
      Name, if you want to give one
      <input
        type="text"
        maxLength={60}
        autocomplete="off"
        spellcheck={false}
        value={learnerName.value}
        onInput={(event) => setLearnerName(event.currentTarget.value)}
      />
      <span class="muted">
        Without a name you are <span class="mono">learner {learnerNumber().slice(0, 6)}</span>, a number drawn at random
        in this browser.
      </span>
      {!isLearnerKept.value && (
        <span class="bad">
          A reload makes you another learner, because {NO_STORAGE}. Give a name, so that your teacher can tell that both
          codes are yours.
        </span>
      )}
    </label>
  );
}

function Code({ code, lessons }: { readonly code: string | null; readonly lessons: number }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const scanned = code === null ? '' : scannedCode(code, publicBase());
  const modules = useMemo(() => (code === null ? null : qrModules(scanned)), [scanned]);
  if (code === null)
    return <p class="bad">These answers are too long for one code. Hand in fewer lessons at a time.</p>;
  return (
    <div class="hand-in-code">
      {modules === null ? (
        <p class="muted">The code is too long for a QR code. For one, choose fewer lessons above.</p>
      ) : (
        <figure class="hand-in-qr">
          <QrCode modules={modules} label="QR code of your answers" />
          <figcaption class="muted">
            {scanned === code ? 'It holds the code itself.' : 'It opens the class page of whoever scans it.'}
          </figcaption>
        </figure>
      )}
      <div class="hand-in-text">
        <textarea class="mono" aria-label="Your code" readOnly rows={4} value={code} ref={field} />
        <div class="row actions">
          <button
            type="button"
            class="button primary"
            onClick={() => void copyWords(code, field.current).then((done) => setCopied(done ? code : null))}
          >
            {copied === code ? 'Copied' : 'Copy code'}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => saveFile(`maplescope-answers-${learnerNumber().slice(0, 6)}.txt`, `${code}\n`)}
          >
            Save as file
          </button>
          <span class="muted">
            {counted(lessons, 'lesson')}, {counted(code.length, 'letter')}
          </span>
        </div>
      </div>
    </div>
  );
}
