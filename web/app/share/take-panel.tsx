// SPDX-License-Identifier: GPL-2.0-or-later
//
// Take this with you: the whole page as one file, with what is on it. A hosted page fetches the file that was built
// beside it; the file makes a copy of itself.

import { useState } from 'preact/hooks';
import { withTaken, type Taken } from '../../share/taken';
import { recentTexts } from '../store/actions/session';
import { pageText } from '../store/links/single-page';
import { learning } from '../store/run/source';
import { stepHere, text } from '../store/page/state';
import { counted } from '../../base/text';
import { saveFile } from '../ui/saving';

const FILE = 'maplescope.html';

export function TakePanel() {
  const [others, setOthers] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState(false);
  const recent = recentTexts();
  const save = async (): Promise<void> => {
    setBusy(true);
    setTrouble('');
    try {
      const page = withTaken(await wholePage(), await takenNow(others));
      if (page === null) setTrouble(NOT_BUILT);
      else saveFile(FILE, new Blob([page], { type: 'text/html;charset=utf-8' }));
    } catch {
      setTrouble(`${FILE} could not be fetched. Check your connection, then try again.`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="take">
      <h3 class="section-head">Take this with you</h3>
      <p>
        Maplescope as one file, with the scenario{learning.value ? ', the lesson, the pack' : ''} and the step that are
        on the page now. It opens by double click, without a network.
      </p>
      {recent.length > 0 && (
        <p>
          <label>
            <input type="checkbox" checked={others} onChange={(event) => setOthers(event.currentTarget.checked)} /> with
            your {counted(recent.length, 'other text')}
          </label>
        </p>
      )}
      <div class="row actions">
        <button type="button" class="button" disabled={busy} onClick={() => void save()}>
          {busy ? 'Saving…' : `Save ${FILE}`}
        </button>
        <span role="status" class="bad">
          {trouble}
        </span>
      </div>
    </section>
  );
}

const NOT_BUILT = `This host has no ${FILE}. Whoever hosts the page can make it: npm run build -- --single.`;

async function wholePage(): Promise<string> {
  if (import.meta.env.MODE === 'single') return pageText();
  const response = await fetch(`./${FILE}`);
  if (!response.ok && response.status !== 404) throw new Error(response.statusText);
  return response.ok ? response.text() : '';
}

async function takenNow(others: boolean): Promise<Taken> {
  return {
    text: text.value,
    step: stepHere.value,
    texts: others ? recentTexts().map((one) => one.text) : [],
    ...(await lessonNow()),
  };
}

async function lessonNow(): Promise<Pick<Taken, 'lesson' | 'pack'>> {
  if (!learning.value) return { lesson: null };
  const [{ open, openPack, screenAt }, { packFile }] = await Promise.all([
    import('../store/lessons/lesson-state'),
    import('../../pack/pack'),
  ]);
  const now = open.value;
  const pack = openPack.value;
  const lesson =
    now === null ? null : { name: now.name, source: now.source, number: now.lesson.number, screen: screenAt.value };
  return { lesson, ...(pack === null ? {} : { pack: packFile(pack) }) };
}
