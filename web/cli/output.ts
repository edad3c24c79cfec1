// SPDX-License-Identifier: GPL-2.0-or-later
//
// Standard output in large pieces, waiting while the pipe is full; a reader that goes away ends the program quietly.

import { once } from 'node:events';
import type { WriteStream } from 'node:tty';

export interface Output {
  readonly write: (text: string) => Promise<void>;
  readonly end: () => Promise<void>;
  /** Escape codes of colours may be used. */
  readonly coloured: boolean;
}

const PIECE = 1 << 16;

export function openOutput(stream: WriteStream): Output {
  let held: string[] = [];
  let length = 0;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode);
    throw error;
  });
  const flush = async (): Promise<void> => {
    const text = held.join('');
    held = [];
    length = 0;
    if (text !== '' && !stream.write(text)) await once(stream, 'drain');
  };
  return {
    write: async (text) => {
      held.push(text);
      length += text.length;
      if (length >= PIECE) await flush();
    },
    end: flush,
    coloured: stream.isTTY && process.env['NO_COLOR'] === undefined,
  };
}
