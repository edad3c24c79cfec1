// SPDX-License-Identifier: GPL-2.0-or-later
//
// Props of the pictures and panels about address spaces and forks. All are Preact components that fill the width they
// are given and find their own height; none keeps state that another view needs.

import type { Index } from '../../base/index64';
import type {
  Balance,
  ForkColumn,
  ForkHow,
  ForkUndo,
  MmFacts,
  ObjectKind,
  PageTable,
  SceneFork,
  VmaRecord,
} from '../../model/memory';
import type { SceneTree } from '../../model/run';
import type { Vma } from '../../model/vma';
import type { TermId } from '../shared/terms';
import type { Sight } from './dup-layout';

/** `<Duplication>`: parent and child as compact trees, played mark by mark. */
export interface DuplicationProps {
  readonly fork: SceneFork;
  /** The sentence of each of its marks. */
  readonly texts: readonly string[];
  /** The parent as it stands at this step; null for an exit, of which `fork.partial` is drawn. */
  readonly parent: SceneTree | null;
  /** The child as it stands after the step; null when the fork failed. */
  readonly child: SceneTree | null;
  /** How many of `fork.marks` have been done, 0 … marks.length. */
  readonly cursor: number;
  readonly playing: boolean;
  /** The person scrubbed, or the play went on: give it back as `cursor`. Called with whole numbers in range. */
  readonly onCursor: (cursor: number) => void;
  /**
   * Play was pressed, or has come to its end. With reduced motion the play goes from stage to stage instead of mark by
   * mark.
   */
  readonly onPlay: (playing: boolean) => void;
  /** "Show in the source": the event of the step that the last mark done is; leave out to hide the button. */
  readonly onEvent?: (event: number) => void;
  /** Opens the list of the points at which a fork can fail. */
  readonly onPoints?: () => void;
  /** Shows the table in place of the drawing. It is there for assistive technology in both cases. */
  readonly table?: boolean;
  /** Something else moves it, event by event: it has no player of its own. */
  readonly byEvent?: boolean;
  /** How much of it can be seen at once: the picture is as large as that allows. Left out, it is as large as usual. */
  readonly sight?: Sight | null;
  /**
   * The child's page tables when it was complete, or when the fork failed: drawn as they are at the moment of the play.
   */
  readonly tables?: Omit<PageTablesProps, 'name' | 'at' | 'copies'> | null;
}

/** The range of an undoing, and its leftovers. */
export interface TablesUndone {
  readonly undo: ForkUndo;
  readonly wrongCeiling: boolean;
  /** Where the undo by range ends, or the marker's first address; 0 stands for the top. */
  readonly treeEnd: Index;
  /** Limit of the page tables; 0 stands for the top. */
  readonly ceiling: Index;
  /** Those of `tables` that are still there afterwards. */
  readonly left: readonly PageTable[];
}

/** A moment in the life of page tables. */
export interface TablesMoment {
  /** Marks of the play that are done. */
  readonly cursor: number;
  /** How many had been made, and how many of those freed again. */
  readonly made: number;
  readonly freed: number;
  /** Tables or VMAs are being freed; and: that is over, what stands now is left behind. */
  readonly undoing: boolean;
  readonly over: boolean;
}

/** Page-table entries that a fork copied for one VMA of the child. */
export interface PagesCopied {
  readonly vma: number;
  readonly count: number;
  /** Marks: the VMA is in the child, its entries are copied, they are unmapped again (Infinity: never). */
  readonly begun: number;
  readonly at: number;
  readonly gone: number;
}

/** `<PageTables>`: the levels below the top one over the addresses that they map. */
export interface PageTablesProps {
  /** Whose they are: "child", "bash". */
  readonly name: string;
  readonly tables: readonly PageTable[];
  /** Its VMAs, drawn under the tables; the undoing covers those below `undone.treeEnd`. */
  readonly vmas: readonly Vma[];
  /** For a failed fork: what was freed and left. Null: the tables as they stand. */
  readonly undone: TablesUndone | null;
  /** Leave out for how it ends. */
  readonly at?: TablesMoment | null;
  /** The entries copied into them, for `at`. */
  readonly copies?: readonly PagesCopied[];
  /** By how much the picture is enlarged; 1 if left out. */
  readonly scale?: number;
}

/** `<BalanceSheet>`: what was obtained, returned, still held; the six rules. */
export interface BalanceSheetProps {
  readonly balance: Balance;
  /** "Account of child", "Account of bash at exit". */
  readonly title: string;
  /**
   * Whether all of it should be freed: after a failed fork and after exit. Otherwise the objects held belong to the
   * living child and are no trouble.
   */
  readonly settled: boolean;
}

/** `<Comparison>`: the same fork by other ways, a column each. */
export interface ComparisonProps {
  /** Null: not compared yet. */
  readonly columns: readonly ForkColumn[] | null;
  /** Which column is the step's own way; −1 for none. */
  readonly own: number;
  /** The columns are on their way: the table is shown without its figures. */
  readonly busy: boolean;
  /** Asks for the columns. */
  readonly onCompare: () => void;
  /** Gives them up. */
  readonly onCancel?: () => void;
  /**
   * Shows the picture of a column, which has the failures of the step armed. Left out where there is no line to change.
   */
  readonly onPicture?: (how: ForkHow) => void;
  /** The headings of the columns, in place of the ways: forks of several steps. */
  readonly titles?: readonly ColumnTitle[];
}

export interface ColumnTitle {
  readonly name: string;
  readonly more: string;
}

/** `<SpaceFacts>`: the counters of one address space. */
export interface SpaceFactsProps {
  readonly name: string;
  readonly facts: MmFacts;
  /** Pages that this address space has added to the commit charge; null if it is not known. */
  readonly commit: number | null;
}

/** `<VmaTable>`: the VMAs of one address space, a row each. Thousands of rows stay fluid. */
export interface VmaTableProps {
  readonly name: string;
  readonly vmas: readonly Vma[];
  /** Flags, anon_vma and chain by VMA number; null shows only what the text of maps says. */
  readonly records: readonly VmaRecord[] | null;
  /** Number of the VMA that is marked, 0 for none. */
  readonly selected: number;
  readonly onSelect?: (vma: Vma) => void;
  /** It takes the whole height of what it stands in. */
  readonly fill?: boolean;
}

/** The glossary's terms for what is counted. */
export const OBJECT_TERMS: Readonly<Partial<Record<ObjectKind, TermId>>> = {
  anon_vmas: 'anonVma',
  chains: 'anonChain',
  commit: 'commit',
};
