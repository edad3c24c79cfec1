// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the share dialog fetches when it is asked for: the QR code, the figure, and the run as text. Each is shown
// before it is copied or saved.

import { thrownText } from '../../base/thrown';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Cancelled } from '../../engine/service/client';
import type { AnswerProgress } from '../../model/questions';
import { figureAsPng, type Figure, type Shape } from '../../views/export/figure';
import { figureShown } from './figure';
import { fileName, makeText, type Made, type MailParts, type TextKind } from './export-texts';
import { openLink } from '../store/links/public-home';
import { moment } from '../store/run/moment-words';
import { PATIENCE_MS } from '../store/run/patience';
import { qrModules, qrPath } from '../ui/qr';
import { copyImage, copyWords, saveFile } from '../ui/saving';
import { CopiedNote, ShorterWays, useCopied, type SharePanelProps } from './share-parts';
import { mainTree, ran, scene, stale, steps, view } from '../store/page/state';
import { counted } from '../../base/text';
import { placeWords, titleOf } from '../store/page/texts';

// ---- QR code ----

export function QrPanel(props: SharePanelProps) {
  const { address, facts } = props;
  const made = useMemo(() => {
    const modules = address === '' ? null : qrModules(address);
    return { modules, path: modules === null ? '' : qrPath(modules) };
  }, [address]);
  if (made.modules === null) {
    return (
      <div class="share">
        <p>
          The link has{' '}
          {facts.fragment === null
            ? 'more characters than any browser opens'
            : `${facts.letters.toLocaleString('en')} characters`}
          : more than a phone reads from a code on a screen (1,273). Send it as a file, or make it shorter.
        </p>
        <ShorterWays {...props} />
      </div>
    );
  }
  const side = made.modules.length + 8;
  return (
    <div class="share qr">
      <div class="qr-room">
        <svg
          class="qr-code"
          viewBox={`-4 -4 ${side} ${side}`}
          role="img"
          aria-label={`QR code of the link, ${facts.letters} characters`}
          shape-rendering="crispEdges"
        >
          <rect x="-4" y="-4" width={side} height={side} fill="#ffffff" />
          <path d={made.path} fill="#000000" />
        </svg>
      </div>
      <div class="row actions">
        <span class="muted">
          {facts.letters.toLocaleString('en')} characters, {made.modules.length} × {made.modules.length} modules
        </span>
        <span class="spring" />
        <button
          type="button"
          class="button primary"
          onClick={() =>
            saveFile(
              fileName('svg').replace(/\.svg$/, '-qr.svg'),
              new Blob([qrFile(made.path, side)], { type: 'image/svg+xml' }),
            )
          }
        >
          Save as SVG
        </button>
      </div>
    </div>
  );
}

function qrFile(path: string, side: number): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${side} ` +
    `${side}" width="${4 * side}" height="${4 * side}" shape-rendering="crispEdges"><rect x="-4" y="-4" ` +
    `width="${side}" height="${side}" fill="#fff"/><path d="${path}"/></svg>\n`
  );
}

// ---- Figure ----

const SHAPES: readonly { readonly shape: Shape; readonly name: string }[] = [
  { shape: 'captioned', name: 'with caption' },
  { shape: 'slide', name: '16:9, no caption' },
];

interface Look {
  readonly theme: 'light' | 'dark';
  readonly shape: Shape;
}

interface MadeFigure {
  readonly figure: Figure;
  readonly url: string;
}

// The figure in this look, as soon as it is drawn; the one before stays until then. Not made where there is none.
function useFigure({ theme, shape }: Look, address: string, none: boolean, tell: (trouble: string) => void) {
  const [made, setMade] = useState<MadeFigure | null>(null);
  useEffect(() => {
    if (none) return;
    let wanted = true;
    let url = '';
    figureShown({ theme, shape, address }).then(
      (figure) => {
        if (!wanted) return;
        tell('');
        url = URL.createObjectURL(new Blob([figure.svg], { type: 'image/svg+xml' }));
        setMade({ figure, url });
      },
      (error: unknown) => {
        if (wanted) tell(thrownText(error));
      },
    );
    return () => {
      wanted = false;
      if (url !== '') URL.revokeObjectURL(url);
    };
  }, [theme, shape, address, none]);
  return made;
}

export function FigurePanel(props: SharePanelProps) {
  const { preparation } = props;
  const address = openLink(props.address, props.base);
  const [look, setLook] = useState<Look>({ theme: 'light', shape: 'captioned' });
  const [trouble, setTrouble] = useState('');
  const none = whyNoFigure();
  const made = useFigure(look, address, none !== '', setTrouble);
  if (none !== '') return <p>{none}</p>;
  return (
    <div class="share">
      <AsItIs preparation={preparation} />
      <div
        class="figure-room"
        role="region"
        aria-label="The figure"
        tabIndex={0}
        style={made === null ? undefined : { background: made.figure.ground }}
      >
        {made !== null && (
          <img
            class="figure"
            src={made.url}
            alt={`Figure: ${titleOf(ran.value?.text ?? '')}, ${placeWords(scene.value?.step ?? 0, steps.value)}`}
          />
        )}
      </div>
      {trouble !== '' && <p class="bad">{trouble}</p>}
      <div class="row actions">
        <LookChoice look={look} setLook={setLook} />
        <FigureWays made={made} tellTrouble={setTrouble} />
      </div>
    </div>
  );
}

function LookChoice({ look, setLook }: { readonly look: Look; readonly setLook: (look: Look) => void }) {
  return (
    <>
      <span class="segments" role="group" aria-label="Colours of the figure">
        {(['light', 'dark'] as const).map((theme) => (
          <button
            key={theme}
            type="button"
            class="button small"
            aria-pressed={look.theme === theme}
            onClick={() => setLook({ ...look, theme })}
          >
            {theme}
          </button>
        ))}
      </span>
      <span class="segments" role="group" aria-label="Shape of the figure">
        {SHAPES.map(({ shape, name }) => (
          <button
            key={shape}
            type="button"
            class="button small"
            aria-pressed={look.shape === shape}
            onClick={() => setLook({ ...look, shape })}
          >
            {name}
          </button>
        ))}
      </span>
    </>
  );
}

interface FigureWaysProps {
  readonly made: MadeFigure | null;
  readonly tellTrouble: (trouble: string) => void;
}

// Each view of a step, each mark of a fork and each event is a file of its own.
function figureName(ending: 'png' | 'svg'): string {
  return fileName(ending, true, [view.value, moment().part].filter(Boolean).join('-'));
}

// The ways out of the page: copied, or saved as PNG or SVG.
function FigureWays({ made, tellTrouble }: FigureWaysProps) {
  const [told, tell] = useCopied();
  const png = async (): Promise<Blob | null> => {
    if (made === null) return null;
    try {
      return await figureAsPng(made.figure);
    } catch (error) {
      tellTrouble(`The browser made no PNG of it: ${thrownText(error)}`);
      return null;
    }
  };
  const savePng = async (): Promise<void> => {
    const image = await png();
    if (image !== null) saveFile(figureName('png'), image);
  };
  const copyPng = async (): Promise<void> => {
    const image = await png();
    if (image !== null) tell(await copyImage(image));
  };
  const saveSvg = (): void => {
    if (made !== null) saveFile(figureName('svg'), new Blob([made.figure.svg], { type: 'image/svg+xml' }));
  };
  return (
    <>
      <CopiedNote told={told} refused="This browser copies no images: save it." />
      <span class="spring" />
      <button type="button" class="button" disabled={made === null} onClick={() => void copyPng()}>
        {told === 'yes' ? 'Copied' : 'Copy PNG'}
      </button>
      <button type="button" class="button" disabled={made === null} onClick={() => void savePng()}>
        Save PNG
      </button>
      <button type="button" class="button primary" disabled={made === null} onClick={saveSvg}>
        Save SVG
      </button>
    </>
  );
}

function whyNoFigure(): string {
  if (scene.value === null || stale.value)
    return 'The text on the page has not been run: a figure shows what a run gave.';
  return view.value === 'tree' && mainTree.value === null ? 'There is no tree at this step.' : '';
}

// ---- Texts ----

const ABOUT: Record<TextKind, string> = {
  mail:
    'For a mail: no line is longer than 66 characters. Paste the mail into this page, quoted or not, and it opens ' +
    'the scenario at this step.',
  markdown: 'For an issue, a pull request or a README: what happened, the tree, the scenario, the link.',
  json: 'The report of the whole run, as the command line’s --json gives it, without its list of troubles.',
  c:
    'The calls up to this step as a C program against the kernel’s maple tree interface: a module for a kernel, a ' +
    'program with Maplescope’s own library.',
  mt_dump:
    'The tree of this step as mt_dump() prints it into a kernel’s log. Pasted into the page, it is read and built ' +
    'again.',
};

/** Letters of a preview; copying and saving take all. */
const PREVIEW_LETTERS = 60_000;

interface Far {
  readonly progress: AnswerProgress | null;
  readonly stop: () => void;
}

// The text of this kind, and, once it takes a while, how far its making is.
function useText(props: SharePanelProps & { readonly kind: TextKind }, mail: MailParts) {
  const { kind, preparation, facts, base, address } = props;
  const [made, setMade] = useState<Made | null>(null);
  const [making, setMaking] = useState<Far | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const mine = new AbortController();
    let progress: AnswerProgress | null = null;
    let [wanted, late] = [true, false];
    const stop = (): void => mine.abort();
    const show = (next: Made): void => {
      if (wanted) setMade(next);
    };
    const tellFar = (): void => {
      if (wanted && late) setMaking({ progress, stop });
    };
    const timer = setTimeout(() => {
      late = true;
      tellFar();
    }, PATIENCE_MS);
    const onProgress = (far: AnswerProgress): void => {
      progress = far;
      tellFar();
    };
    setMade((was) => (was?.kind === 'none' ? null : was));
    makeText(kind, {
      preparation,
      facts,
      address: openLink(address, base),
      mail,
      asking: { signal: mine.signal, onProgress },
    })
      .then(show, (error: unknown) =>
        show({ kind: 'none', words: error instanceof Cancelled ? GIVEN_UP : thrownText(error) }),
      )
      .finally(() => {
        clearTimeout(timer);
        if (wanted) setMaking(null);
        wanted = false;
      });
    return () => {
      wanted = false;
      clearTimeout(timer);
      mine.abort();
    };
  }, [kind, preparation, facts, base, address, tries, mail]);
  return { made, making, again: () => setTries(tries + 1) };
}

export function TextPanel(props: SharePanelProps & { readonly kind: TextKind }) {
  const { kind, preparation, facts } = props;
  const [mail, setMail] = useState<MailParts>({ tree: false, scenario: false });
  const { made, making, again } = useText(props, mail);
  const field = useRef<HTMLTextAreaElement>(null);
  const [told, tell] = useCopied();
  if (made !== null && made.kind === 'none') {
    return (
      <div class="share">
        <p>{made.words}</p>
        {made.words === GIVEN_UP && (
          <div class="row">
            <button type="button" class="button" onClick={again}>
              Make it anyway
            </button>
          </div>
        )}
      </div>
    );
  }
  const whole = made?.text ?? '';
  const cut = whole.length > PREVIEW_LETTERS;
  return (
    <div class="share">
      <p>{ABOUT[kind]}</p>
      {(kind === 'json' || kind === 'c' || kind === 'mt_dump') && <AsItIs preparation={preparation} />}
      {(kind === 'json' || kind === 'c' || kind === 'mt_dump') && <AsAWhole />}
      {kind === 'mail' && <PartsChoice mail={mail} setMail={setMail} isForced={facts.fragment === null} />}
      <textarea
        ref={field}
        class="mono export-text"
        aria-label="The text"
        readOnly
        rows={17}
        spellcheck={false}
        wrap="off"
        value={cut ? `${whole.slice(0, PREVIEW_LETTERS)}\n…` : whole}
      />
      <div class="row actions">
        <span class="muted">
          {made === null
            ? making !== null && <Making {...making} />
            : `${whole.split('\n').length.toLocaleString('en')} lines${cut ? '; the preview is cut' : ''}`}
        </span>
        <CopiedNote told={told} refused="The browser refused: select the text and copy it with Ctrl-C." />
        <span class="spring" />
        <button
          type="button"
          class="button"
          disabled={made === null}
          onClick={() => made !== null && saveFile(made.file, whole)}
        >
          Save as file
        </button>
        <button
          type="button"
          class="button primary copy"
          disabled={made === null}
          onClick={() => void copyWords(whole, field.current).then(tell)}
        >
          {told === 'yes' ? 'Copied' : 'Copy'}
        </button>
      </div>
    </div>
  );
}

interface PartsProps {
  readonly mail: MailParts;
  readonly setMail: (mail: MailParts) => void;
  /** No link can hold the scenario: it is in the mail in any case. */
  readonly isForced: boolean;
}

function PartsChoice({ mail, setMail, isForced }: PartsProps) {
  return (
    <fieldset class="row mail-parts">
      <legend class="ms-offscreen">The mail also holds</legend>
      {(['tree', 'scenario'] as const).map((part) => (
        <label key={part}>
          <input
            type="checkbox"
            checked={mail[part] || (part === 'scenario' && isForced)}
            disabled={part === 'scenario' && isForced}
            onChange={({ currentTarget: { checked } }) => setMail({ ...mail, [part]: checked })}
          />{' '}
          with the {part}
        </label>
      ))}
    </fieldset>
  );
}

const GIVEN_UP = 'Cancelled: no text was made.';

function farWords({ done, of }: AnswerProgress): string {
  return `${done.toLocaleString('en')}${of === null ? ' lines' : ` of ${counted(of, 'step')}`}`;
}

function Making({ progress, stop }: Far) {
  return (
    <span role="status">
      It is made{progress !== null && `: ${farWords(progress)}`}{' '}
      <button type="button" class="button small" onClick={stop}>
        Cancel
      </button>
    </span>
  );
}

// These have no words for a moment within a step.
function AsAWhole() {
  const { place } = moment();
  if (place === '') return null;
  return <p>The page shows {place} of this step. This text is of the step as a whole.</p>;
}

// What is chosen for the link does not change what was run.
function AsItIs({ preparation }: Pick<SharePanelProps, 'preparation'>) {
  if (preparation.paths === 'keep' && preparation.addresses === 'keep') return null;
  return (
    <p class="bad">
      Made from the run as it is on the page: with its own addresses and names, whatever is chosen for the link.
    </p>
  );
}
