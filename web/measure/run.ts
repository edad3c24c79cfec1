// SPDX-License-Identifier: GPL-2.0-or-later
//
// Runs a lab on a bench, and puts with its report what it was made by.

import { ENGINE_ID } from '../engine/generated/engine-id';
import type { Bench } from './bench';
import type { Lab, Result, Values } from './lab';

export interface Host {
  /** The browser or Node, with its version. */
  readonly name: string;
  readonly cores: number;
  /** The date of today, as YYYY-MM-DD. */
  readonly today: () => string;
}

export async function runLab(lab: Lab, values: Values, bench: Bench, host: Host): Promise<Result> {
  const report = await lab.run(values, bench);
  const timed = report.timing !== null;
  return {
    lab: lab.name,
    values,
    engine: ENGINE_ID,
    host: host.name,
    cores: host.cores,
    date: timed ? host.today() : null,
    report,
  };
}
