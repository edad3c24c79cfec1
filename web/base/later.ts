// SPDX-License-Identifier: GPL-2.0-or-later
//
// Parts of the program that are fetched when something first needs them, and are at hand from then on. Knows no part.
//
// Who needs a part asks for it as if it were there, and is told by an exception where it is not. Work that changes nothing
// may simply be begun again once the part has come (`withParts`); work that cannot be begun again has its parts fetched
// before it begins.

export interface Later<T> {
  /** The part; throws NotAtHand until it has been fetched. */
  readonly now: () => T;
  /** Fetches the part, if it is not at hand; rejects with a plain message where it cannot be fetched, and may be tried again. */
  readonly fetch: () => Promise<T>;
}

export interface LaterPart<T> extends Later<T> {
  /** Puts a part at hand that was loaded by other means. */
  readonly give: (part: T) => void;
}

/** Something needs a part that is not at hand yet. */
export class NotAtHand extends Error {
  readonly part: Later<unknown>;

  constructor(part: Later<unknown>) {
    super('a part of the program that is needed here has not been fetched');
    this.name = 'NotAtHand';
    this.part = part;
  }
}

/** A part that `load` fetches. */
export function later<T extends object>(load: () => Promise<T>): LaterPart<T> {
  let held: T | null = null;
  let coming: Promise<T> | null = null;
  const fetch = async (): Promise<T> => {
    try {
      held ??= await load();
      return held;
    } catch {
      throw new Error('A part of the page could not be fetched. Is the page’s host still there?');
    } finally {
      coming = null;
    }
  };
  const part: LaterPart<T> = {
    now: () => {
      if (held === null) throw new NotAtHand(part);
      return held;
    },
    fetch: () => (held !== null ? Promise.resolve(held) : (coming ??= fetch())),
    give: (given) => {
      held = given;
    },
  };
  return part;
}

/** Does work that changes nothing, as often as it takes until every part that it needs is at hand. */
export async function withParts<T>(work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof NotAtHand)) throw error;
      await error.part.fetch();
    }
  }
}
