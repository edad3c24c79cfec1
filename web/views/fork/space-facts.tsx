// SPDX-License-Identifier: GPL-2.0-or-later
//
// The counters of one address space, in the kernel's names, pages with what they are in bytes beside them.

import { bytesText, groupedCount, groupedHex } from '../shared/text';
import { Term } from '../shared/term';
import type { TermId } from '../shared/terms';
import type { SpaceFactsProps } from './types';
import './sheet.css';

const PAGE = 4096n;

export function SpaceFacts({ name, facts, commit }: SpaceFactsProps) {
  const heap = facts.brk > facts.brkStart;
  return (
    <section class="ms-panel ms-space-facts">
      <h2 class="ms-head">Address space {name}</h2>
      <table class="ms-sheet">
        <thead class="ms-offscreen">
          <tr>
            <th scope="col">counter</th>
            <th scope="col">value</th>
            <th scope="col">size</th>
          </tr>
        </thead>
        <tbody>
          <Row term="mapCount" name="map_count" value={groupedCount(facts.vmas)} size="" />
          <Pages term="totalVm" name="total_vm" pages={facts.totalVm} />
          <Pages name="data_vm" pages={facts.dataVm} part />
          <Pages name="exec_vm" pages={facts.execVm} part />
          <Pages name="stack_vm" pages={facts.stackVm} part />
          {facts.lockedVm > 0 && <Pages name="locked_vm" pages={facts.lockedVm} part />}
          <Pages term="rss" name="rss" pages={facts.rssAnon + facts.rssFile} />
          <Pages name="anonymous" pages={facts.rssAnon} part />
          <Pages name="file" pages={facts.rssFile} part />
          <Row
            term="pgtables"
            name="page tables"
            value={groupedCount(facts.tables)}
            size={bytesText(BigInt(facts.tables) * PAGE)}
          />
          {commit !== null && <Pages term="commit" name="commit" pages={commit} />}
          <Row
            term="brk"
            name="brk"
            value={facts.brkStart === 0n ? 'no heap' : groupedHex(facts.brk)}
            size={facts.brkStart === 0n ? '' : heap ? bytesText(facts.brk - facts.brkStart) : 'empty'}
          />
          <Row term="mmapBase" name="mmap_base" value={groupedHex(facts.mmapBase)} size="" />
        </tbody>
      </table>
    </section>
  );
}

function Pages({
  term,
  name,
  pages,
  part = false,
}: {
  readonly term?: TermId;
  readonly name: string;
  readonly pages: number;
  readonly part?: boolean;
}) {
  return (
    <Row
      {...(term === undefined ? {} : { term })}
      name={name}
      value={groupedCount(pages)}
      size={bytesText(BigInt(pages) * PAGE)}
      part={part}
    />
  );
}

interface RowProps {
  readonly term?: TermId;
  readonly name: string;
  readonly value: string;
  readonly size: string;
  readonly part?: boolean;
}

function Row({ term, name, value, size, part = false }: RowProps) {
  return (
    <tr class={part ? 'part' : undefined}>
      <th scope="row">{term === undefined ? name : <Term id={term}>{name}</Term>}</th>
      <td class="num ms-mono">{value}</td>
      <td class="num ms-mono quiet">{size}</td>
    </tr>
  );
}
