// SPDX-License-Identifier: GPL-2.0-or-later
//
// Share: the one place of taking away. A link, a code of it, a file, a figure, and the run as text of several kinds.
// Nothing is sent: what is copied or saved is so by the person's own act.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { prepareScript, type Preparation } from '../../share/prepare';
import { EXAMPLES } from '../store/kept/examples-list';
import { linkHere } from '../store/links/link-of';
import { publicBase } from '../store/links/public-home';
import { Modal } from '../ui/modal';
import { onDemand } from '../ui/on-demand';
import { useRowEdges } from '../ui/row-edges';
import { fetchSum } from '../store/run/run';
import type { SharePanelProps } from './share-parts';
import { FilePanel, LinkPanel } from './share-link';
import { pasted, step, text } from '../store/page/state';
import './export.css';

const QrPanel = onDemand('The QR code', async () => (await import('./export-panels')).QrPanel);
const EmbedPanel = onDemand('The frame', async () => (await import('./embed-panel')).EmbedPanel);
const ClassPanel = onDemand('The page for classes', async () => (await import('./class-panel')).ClassPanel);
const FigurePanel = onDemand('The figure', async () => (await import('./export-panels')).FigurePanel);
const TextPanel = onDemand('The texts', async () => (await import('./export-panels')).TextPanel);

const TABS = [
  { name: 'link', label: 'Link' },
  { name: 'qr', label: 'QR code' },
  { name: 'file', label: 'File' },
  { name: 'class', label: 'Class' },
  { name: 'embed', label: 'Embed' },
  { name: 'figure', label: 'Figure' },
  { name: 'mail', label: 'Mail' },
  { name: 'markdown', label: 'Markdown' },
  { name: 'json', label: 'JSON' },
  { name: 'c', label: 'C program' },
  { name: 'mt_dump', label: 'mt_dump' },
] as const;

type TabName = (typeof TABS)[number]['name'];

export function ShareDialog() {
  const [tab, setTab] = useState<TabName>(() => TABS.find(({ name }) => name === pasted.value)?.name ?? 'link');
  const [preparation, setPreparation] = useState<Preparation>({ paths: 'keep', addresses: 'keep' });
  const [base, setBase] = useState(publicBase());
  const [sum, setSum] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    setSum(null);
    fetchSum(prepareScript(text.value, preparation), step.value).then(
      (found) => {
        if (wanted) setSum(found);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [preparation]);
  const [byName, setByName] = useState(true);
  const example = useMemo(
    () => EXAMPLES.find((one) => one.text === prepareScript(text.value, preparation))?.name ?? null,
    [preparation],
  );
  const named = byName ? example : null;
  const facts = useMemo(() => linkHere(preparation, sum, base, named), [preparation, sum, base, named]);
  const props: SharePanelProps = {
    preparation,
    setPreparation,
    example,
    byName,
    setByName,
    facts,
    base,
    setBase,
    address: facts.fragment === null ? '' : `${base}#${facts.fragment}`,
  };
  return (
    <Modal title="Share" wide>
      <Tabs shown={tab} show={setTab} />
      <div class="share-panel" role="tabpanel" id="share-panel" aria-labelledby={`share-tab-${tab}`}>
        <Panel tab={tab} props={props} />
      </div>
    </Modal>
  );
}

function Panel({ tab, props }: { readonly tab: TabName; readonly props: SharePanelProps }) {
  switch (tab) {
    case 'link':
      return <LinkPanel {...props} />;
    case 'qr':
      return <QrPanel {...props} />;
    case 'file':
      return <FilePanel {...props} />;
    case 'class':
      return <ClassPanel />;
    case 'embed':
      return <EmbedPanel {...props} />;
    case 'figure':
      return <FigurePanel {...props} />;
    default:
      return <TextPanel key={tab} kind={tab} {...props} />;
  }
}

// One tab stop: the arrows go from tab to tab.
function Tabs({ shown, show }: { readonly shown: TabName; readonly show: (name: TabName) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const { edges, look } = useRowEdges(list);
  const onKey = (event: KeyboardEvent): void => {
    const at = TABS.findIndex(({ name }) => name === shown);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
    const next = to === undefined ? undefined : TABS[(to + TABS.length) % TABS.length];
    if (next === undefined) return;
    event.preventDefault();
    show(next.name);
    list.current?.querySelector<HTMLElement>(`#share-tab-${next.name}`)?.focus();
  };
  return (
    <div
      class={`tabs share-tabs${edges}`}
      role="tablist"
      aria-label="Export format"
      ref={list}
      onScroll={look}
      onKeyDown={onKey}
    >
      {TABS.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`share-tab-${name}`}
          data-label={label}
          aria-selected={shown === name}
          aria-controls="share-panel"
          tabIndex={shown === name ? 0 : -1}
          onClick={() => show(name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
