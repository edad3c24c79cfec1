// SPDX-License-Identifier: GPL-2.0-or-later
//
// Why the step's stores are of their types: the table of a step that is one store, or the list of a step's stores and
// the table of the chosen one. It is below the first view, so it loads after it. The engine answers for the list; until
// then the space of the former content stays, empty.
//
// Invariant: list and table that are drawn are of the step shown, and the table is of the store chosen in the list.

import { traitsOf } from '../../model/ops';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import '../../views/inspector/decision.css';
import { DecisionPanel } from '../../views/inspector/decision-panel';
import { STORES_A_PAGE, StoresPanel } from '../../views/inspector/stores-panel';
import { noStoreText } from '../../views/inspector/stores-text';
import type { StepStores, StoreDecision } from '../../model/decision';
import type { StepReport } from '../../model/report';
import { kindAt, type Scene, type SceneTree } from '../../model/run';
import { DEFAULT_RELEASE } from '../../model/releases';
import { select } from '../store/actions/actions';
import { askRun, awaitBesides } from '../store/run/run';
import { briefNow, stepColumns, everything, labels, scene } from '../store/page/state';

/** `children` stand where their place is the same from step to step: above what not every store has. */
export function DecisionCard({ children }: { readonly children?: ComponentChildren }) {
  const now = scene.value;
  const record = now?.record ?? null;
  if (now === null || record === null) return <>{children}</>;
  const about = treeOf(now, record.tree);
  const decision = now.decision ?? null;
  if (decision !== null) {
    const used = briefNow.value?.used ?? null;
    return (
      <div class="ms-panels">
        <DecisionPanel
          decision={decision}
          tree={record.tree ?? ''}
          release={about?.picture.mode.release ?? DEFAULT_RELEASE}
          used={record.error === null ? used : null}
          onSelect={select}
          withoutEmptyRows={!everything.value}
        >
          {children}
        </DecisionPanel>
      </div>
    );
  }
  return (
    <>
      {traitsOf(record.op).stores !== undefined ? <StoresOf now={now} record={record} /> : <Instead record={record} />}
      {children}
    </>
  );
}

function treeOf(now: Scene, name: string | null): SceneTree | null {
  return now.trees.find(({ picture }) => picture.name === name) ?? null;
}

function Instead({ record }: { readonly record: StepReport }) {
  const text = noStoreText(record);
  if (text === '') return null;
  return (
    <div class="ms-panels">
      <section class="ms-panel">
        <h3 class="ms-head">Decision</h3>
        <p class="ms-hint">{text}</p>
      </section>
    </div>
  );
}

/** Steps that are passed quickly are not asked about. */
const PAUSE_MS = 30;

interface Page {
  readonly of: Scene;
  readonly from: number;
  readonly chosen: number;
  readonly stores: StepStores;
  /** The decision about the chosen one; null where there is none. */
  readonly shown: StoreDecision | null;
}

// Null: cancelled.
async function askPage(
  of: Scene,
  { from, chosen }: { readonly from: number; readonly chosen: number },
  known: Page | null,
  left: () => boolean,
): Promise<Page | null> {
  await new Promise((done) => setTimeout(done, PAUSE_MS));
  if (left()) return null;
  const stores =
    known?.of === of && known.from === from
      ? known.stores
      : await askRun('stores', { step: of.step, from, most: STORES_A_PAGE });
  const shown =
    left() || stores.rows.length === 0 ? null : await askRun('storeDecision', { step: of.step, number: chosen });
  return left() ? null : { of, from, chosen, stores, shown };
}

function StoresOf({ now, record }: { readonly now: Scene; readonly record: StepReport }) {
  const [wanted, want] = useState({ of: now, from: 0, chosen: 0 });
  const { from, chosen } = wanted.of === now ? wanted : { from: 0, chosen: 0 };
  const [answer, setAnswer] = useState<Page | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const room = useRef({ frame: 0, table: 0 });
  useLayoutEffect(() => {
    let gone = false;
    const asked = askPage(now, { from, chosen }, answer, () => gone).then(
      (found) => {
        if (found === null || gone) return;
        room.current = { frame: 0, table: 0 };
        setAnswer(found);
      },
      () => undefined,
    );
    awaitBesides(asked);
    return () => {
      gone = true;
      room.current = {
        frame: frame.current?.offsetHeight ?? room.current.frame,
        table: table.current?.offsetHeight ?? room.current.table,
      };
    };
  }, [now, from, chosen]);
  const page = answer?.of === now ? answer : null;
  if (page === null) return <div aria-busy="true" style={{ minHeight: `${room.current.frame}px` }} ref={frame} />;
  if (page.stores.count === 0) return <Instead record={record} />;
  const about = treeOf(page.of, page.stores.rows[0]?.tree ?? null) ?? treeOf(page.of, record.tree);
  return (
    <div class="ms-panels" aria-busy={page.from !== from || page.chosen !== chosen} ref={frame}>
      <StoresPanel
        record={record}
        stores={page.stores}
        used={kindAt(stepColumns.value, page.of.step)?.used ?? null}
        from={page.from}
        chosen={chosen}
        gaps={about?.picture.mode.alloc ?? true}
        ofSpace={about === null || about.picture.kind === 'mm'}
        labels={labels.value}
        onChoose={(number) => want({ of: now, from, chosen: number })}
        onPage={(first) => want({ of: now, from: first, chosen: first })}
      />
      {page.chosen !== chosen ? (
        <div style={{ minHeight: `${room.current.table}px` }} />
      ) : (
        page.shown !== null && (
          <div class="ms-panels" ref={table}>
            {!page.shown.hasEvents && (
              <p class="ms-panel ms-hint">
                The step has more events than are kept: how the row of this store was cut is not among them.
              </p>
            )}
            <DecisionPanel
              decision={page.shown.decision}
              tree={page.shown.store.tree}
              release={page.shown.release}
              used={page.shown.store.stored ? page.shown.store.used : null}
              onSelect={select}
              withoutEmptyRows={!everything.value}
            />
          </div>
        )
      )}
    </div>
  );
}
