// SPDX-License-Identifier: GPL-2.0-or-later
//
// The core's source in the left pane.

import { useMemo } from 'preact/hooks';
import { SOURCES } from '../../engine/generated/tables';
import { CORE_SOURCES } from '../../engine/core/sources';
import { SourceView } from '../../views/motion/source-view';
import '../../views/motion/style.css';
import { event, events, seekEvent } from '../store/run/motion';
import { chosenFile } from '../store/run/source';
import { showFile, shownEvent, shownFunction } from '../store/run/source-event';

const FILES: readonly string[] = [...SOURCES].filter((file) => CORE_SOURCES.sourceOf(file) !== null).sort();

export function SourcePane() {
  const told = shownEvent.value;
  const writer = shownFunction.value;
  const chosen = chosenFile.value;
  const file = chosen !== null && chosen.beside === told ? chosen.file : (writer?.file ?? told?.file ?? FILES[0] ?? '');
  const begins = writer === null || writer.file !== file ? null : CORE_SOURCES.lineOf(file, writer.name);
  const here = begins === null && told !== null && told.file === file ? told : null;
  const all = events.value;
  const telling = useMemo(() => {
    const counts = new Map<number, number>();
    for (const one of all) if (one.file === file) counts.set(one.line, (counts.get(one.line) ?? 0) + 1);
    return counts;
  }, [all, file]);
  // From the event shown on, and round again.
  const toLine = (line: number): void => {
    const after = (event.value ?? -1) + 1;
    const places = all.flatMap((one, k) => (one.file === file && one.line === line ? [k] : []));
    const next = places.find((k) => k >= after) ?? places[0];
    if (next !== undefined) void seekEvent(next);
  };
  return (
    <SourceView
      file={file}
      files={FILES}
      text={CORE_SOURCES.sourceOf(file) ?? ''}
      marked={
        begins !== null
          ? { first: begins, last: begins, is: 'function' }
          : here === null
            ? null
            : { first: CORE_SOURCES.statementAt(file, here.line), last: here.line, is: 'event' }
      }
      inside={
        begins !== null ? (writer?.name ?? null) : here === null ? null : CORE_SOURCES.functionAt(file, here.line)
      }
      telling={telling}
      onFile={showFile}
      onLine={toLine}
    />
  );
}
