// SPDX-License-Identifier: GPL-2.0-or-later
//
// The names known at a place of the text. Trees and address spaces are known by name everywhere once made; variables
// belong to blocks. All of them share one namespace.

type Certainty = 'sure' | 'maybe';

/** The kind of thing that a statement made under a name: a tree, an address space, a reader or a state. */
export type MadeKind = 'tree' | 'mm' | 'reader' | 'state';

interface Made {
  readonly kind: MadeKind;
  readonly certainty: Certainty;
  /** Trees: whether it is certainly in RCU mode. */
  readonly rcu: boolean;
  /** States: the tree, which takes them with it when it goes; null where it is not certain. */
  readonly of: string | null;
}

/** The state that a loop may bring back or doubt. */
export interface NamesSnapshot {
  readonly made: ReadonlyMap<string, Made>;
  readonly current: Names['current'];
}

export class Names {
  /** The current tree: none, or one that is (perhaps) this. */
  current: { readonly name: string; readonly certain: boolean } | null = null;
  /** A failure may be armed: what a fork or dup makes is not certain. */
  mayFail = false;
  /** A tree may be damaged: what is read from it is not certain to be. */
  damaged = false;
  private made = new Map<string, Made>();
  private readonly ever = new Set<string>();
  private readonly blocks: Set<string>[] = [new Set()];
  private readonly unread: Set<string>;

  constructor(unread: ReadonlySet<string>) {
    this.unread = new Set(unread);
  }

  /** Some statement could not be understood: what it made, and what it made current, is not known. */
  get someUnread(): boolean {
    return this.unread.size > 0;
  }

  /** A statement that is not understood may have made these. */
  mayMake(words: Iterable<string>): void {
    for (const word of words) this.unread.add(word);
  }

  make(name: string, kind: MadeKind, certainty: Certainty, rcu = false, of: string | null = null): void {
    this.ever.add(name);
    this.made.set(name, { kind, certainty, rcu, of });
  }

  /** Whether the tree is certainly there and in RCU mode. */
  inRcu(name: string): boolean {
    const made = this.made.get(name);
    return made !== undefined && made.certainty === 'sure' && made.rcu && !this.damaged;
  }

  free(name: string): void {
    this.made.delete(name);
    for (const [state, { of }] of [...this.made]) if (of === name) this.made.delete(state);
    if (this.current?.name === name) this.current = null;
  }

  bind(name: string, rebinds: boolean): void {
    if (!rebinds || !this.isVariable(name)) this.blocks.at(-1)?.add(name);
  }

  inBlock(run: () => void): void {
    this.blocks.push(new Set());
    run();
    this.blocks.pop();
  }

  canExist(name: string): boolean {
    return this.made.has(name) || this.unread.has(name);
  }

  /** The certain kind of a name; null if it is free, or may be. */
  taken(name: string): MadeKind | 'variable' | null {
    if (this.blocks.some((block) => block.has(name))) return 'variable';
    const made = this.made.get(name);
    return made?.certainty === 'sure' ? made.kind : null;
  }

  kind(name: string): MadeKind | null {
    return this.made.get(name)?.kind ?? null;
  }

  isVariable(name: string): boolean {
    return this.blocks.some((block) => block.has(name)) || (this.unread.has(name) && !this.made.has(name));
  }

  everMade(name: string): boolean {
    return this.ever.has(name) || this.unread.has(name);
  }

  trees(): readonly string[] {
    return [...this.made].filter(([, made]) => made.kind === 'tree' || made.kind === 'mm').map(([name]) => name);
  }

  readers(): readonly string[] {
    return [...this.made].filter(([, made]) => made.kind === 'reader').map(([name]) => name);
  }

  states(): readonly string[] {
    return [...this.made].filter(([, made]) => made.kind === 'state').map(([name]) => name);
  }

  variables(): Iterable<string> {
    return this.blocks.flatMap((block) => [...block]);
  }

  snapshot(): NamesSnapshot {
    return { made: new Map(this.made), current: this.current };
  }

  restore(snapshot: NamesSnapshot): void {
    this.made = new Map(snapshot.made);
    this.current = snapshot.current;
  }

  /** Definitions since `before` are uncertain: that part may not have run. */
  doubt(before: NamesSnapshot): void {
    const both = new Map<string, Made>();
    for (const [name, made] of [...before.made, ...this.made]) {
      const sure = before.made.get(name)?.certainty === 'sure' && this.made.get(name)?.certainty === 'sure';
      both.set(name, { kind: made.kind, certainty: sure ? 'sure' : 'maybe', rcu: made.rcu, of: made.of });
    }
    this.made = both;
    if (this.current?.name !== before.current?.name) {
      const one = this.current ?? before.current;
      this.current = one === null ? null : { name: one.name, certain: false };
    }
  }
}
