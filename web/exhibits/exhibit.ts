// SPDX-License-Identifier: GPL-2.0-or-later
//
// One exhibit: its name, the room it needs, and what draws it there.

export interface Exhibit {
  readonly name: string;
  readonly height: number;
  readonly width?: number;
  readonly mount: (stage: HTMLElement) => Promise<void>;
}
