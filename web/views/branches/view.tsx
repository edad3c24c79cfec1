// SPDX-License-Identifier: GPL-2.0-or-later
//
// The branches of a scenario as a small tree: a line each, from where it left the one before to its last step, with
// what came of it. One tab stop; arrows go up and down, Enter goes to a branch, F2 renames it, Delete removes it.

import { useEffect, useRef, useState } from 'preact/hooks';
import { branchWords, tracksOf, type Track } from './layout';
import type { BranchesProps, BranchLine } from './types';

const WIDTH = 120;
const INDENT = 12;

export function Branches({ lines, onGo, onRename, onRemove }: BranchesProps) {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const tracks = tracksOf(lines);
  const stop = lines.some(({ id }) => id === focused) ? focused : (lines.find(({ current }) => current)?.id ?? null);
  const go = (from: number, by: number): void => {
    const to = Math.max(0, Math.min(lines.length - 1, from + by));
    setFocused(lines[to]?.id ?? null);
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[to]?.focus();
  };
  const onKey = (event: KeyboardEvent, at: number, line: BranchLine): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Readonly<Record<string, () => void>> = {
      ArrowUp: () => go(at, -1),
      ArrowDown: () => go(at, 1),
      Home: () => go(at, -lines.length),
      End: () => go(at, lines.length),
      Enter: () => onGo(line.id),
      ' ': () => onGo(line.id),
      F2: () => setRenamed(line.id),
      Delete: () => lines.length > 1 && onRemove(line.id),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const shown = lines.find(({ current }) => current)?.id;
  useEffect(() => {
    const own = list.current;
    const row = own?.querySelector<HTMLElement>('[aria-selected=true]');
    // Only the list scrolls, never the page around it.
    if (own !== null && row !== null && row !== undefined)
      own.scrollTop = Math.max(
        row.offsetTop - own.offsetTop + row.offsetHeight - own.clientHeight,
        Math.min(own.scrollTop, row.offsetTop - own.offsetTop),
      );
  }, [shown, lines.length]);
  return (
    <ul class="ms-branches" role="tree" aria-label="Branches" ref={list}>
      {lines.map((line, k) => (
        <li
          key={line.id}
          role="treeitem"
          aria-level={line.depth + 1}
          aria-selected={line.current}
          aria-label={`${line.name}: ${branchWords(line)}`}
          tabIndex={line.id === stop ? 0 : -1}
          title="Enter or click: open the branch · F2: rename · Delete: remove"
          onClick={() => onGo(line.id)}
          onFocus={() => setFocused(line.id)}
          onKeyDown={(event) => onKey(event, k, line)}
        >
          <TrackPicture track={tracks[k] ?? { from: 0, to: 0 }} line={line} />
          {renamed === line.id ? (
            <Rename
              line={line}
              done={(name) => {
                setRenamed(null);
                if (name !== null) onRename(line.id, name);
                list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[k]?.focus();
              }}
            />
          ) : (
            <span class="name" style={{ paddingLeft: `${INDENT * line.depth}px` }}>
              {line.name}
            </span>
          )}
          <span class={line.outcome !== null && !line.outcome.ok ? 'words not-ok' : 'words'}>{branchWords(line)}</span>
          <Acts name={line.name} onRename={() => setRenamed(line.id)} onRemove={() => onRemove(line.id)} />
        </li>
      ))}
    </ul>
  );
}

interface ActsProps {
  readonly name: string;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function Acts({ name, onRename, onRemove }: ActsProps) {
  return (
    <span class="acts" onClick={(event) => event.stopPropagation()}>
      <button type="button" tabIndex={-1} aria-label={`Rename ${name}`} title="Rename  F2" onClick={onRename}>
        ✎
      </button>
      <button type="button" tabIndex={-1} aria-label={`Remove ${name}`} title="Remove  Delete" onClick={onRemove}>
        ×
      </button>
    </span>
  );
}

// A line on the scale of steps, with a dot where it left and a mark at its end: a ring if all was well, else a cross.
function TrackPicture({ track, line }: { readonly track: Track; readonly line: BranchLine }) {
  const x = (part: number): number => 6 + part * (WIDTH - 12);
  const [from, to] = [x(track.from), x(track.to)];
  const ok = line.outcome?.ok === true;
  return (
    <svg class="track" width={WIDTH} height="22" viewBox={`0 0 ${WIDTH} 22`} aria-hidden="true">
      <path class="shared" d={`M${x(0)} 11H${from}`} />
      <path class="own" d={`M${from} 11H${to}`} />
      {line.step !== null && <circle class="left" cx={from} cy="11" r="2.5" />}
      {line.outcome !== null &&
        (ok ? <circle class="end" cx={to} cy="11" r="3" /> : <path class="bad" d={`M${to - 3} 8l6 6m0-6l-6 6`} />)}
    </svg>
  );
}

function Rename({ line, done }: { readonly line: BranchLine; readonly done: (name: string | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  const end = (name: string | null): void => {
    if (ended.current) return;
    ended.current = true;
    done(name);
  };
  useEffect(() => input.current?.select(), []);
  return (
    <input
      ref={input}
      class="name"
      aria-label={`Name of ${line.name}`}
      maxLength={60}
      defaultValue={line.name}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') end(event.currentTarget.value);
        else if (event.key === 'Escape') end(null);
      }}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}
