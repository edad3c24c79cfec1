// SPDX-License-Identifier: GPL-2.0-or-later
//
// Bytes of exported functions, read from the sections of a WebAssembly module.

const [IMPORTS, EXPORTS, CODE] = [2, 7, 10];
const FUNCTION = 0;

/** Bytes of the body of each exported function, by name. Throws if the module imports anything: ours do not. */
export function codeSizes(module: Uint8Array): ReadonlyMap<string, number> {
  let at = 8; // Behind the magic number and the version.
  const number = (): number => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = module[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
      shift += 7;
    }
  };
  const exported = new Map<string, number>();
  const bodies: number[] = [];
  while (at < module.length) {
    const section = module[at++];
    const end = number() + at;
    if (section === IMPORTS && number() !== 0) throw new Error('a module of the core imports nothing');
    if (section === EXPORTS)
      for (let left = number(); left > 0; left--) {
        const length = number();
        const name = new TextDecoder().decode(module.subarray(at, at + length));
        at += length;
        const kind = module[at++];
        const which = number();
        if (kind === FUNCTION) exported.set(name, which);
      }
    if (section === CODE)
      for (let left = number(); left > 0; left--) {
        const bytes = number();
        bodies.push(bytes);
        at += bytes;
      }
    at = end;
  }
  return new Map([...exported].map(([name, which]) => [name, bodies[which] ?? NaN]));
}
