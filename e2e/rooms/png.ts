// SPDX-License-Identifier: GPL-2.0-or-later
//
// A screenshot made small enough to be kept: the same pixels with at most 256 colours, each other colour shown by the
// nearest of them. Knows PNG as browsers write it (8 bits a channel, RGB or RGBA, not interlaced).

import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** A pixel each, 0xRRGGBB. */
  readonly rgb: Uint32Array;
}

function chunksOf(png: Buffer): { readonly head: Buffer; readonly data: Buffer } {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG');
  const data: Buffer[] = [];
  let head = Buffer.alloc(0);
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const [type, body] = [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    if (type === 'IHDR') head = Buffer.from(body);
    if (type === 'IDAT') data.push(body);
    at += 12 + length;
  }
  return { head, data: inflateSync(Buffer.concat(data)) };
}

// What a filtered byte lacks: its neighbours to the left, above, and left above.
function predicted(filter: number, a: number, b: number, c: number): number {
  const p = a + b - c;
  const [da, db, dc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  const paeth = da <= db && da <= dc ? a : db <= dc ? b : c;
  return [0, a, b, (a + b) >> 1, paeth][filter] ?? 0;
}

function decode(png: Buffer): Pixels {
  const { head, data } = chunksOf(png);
  const [width, height, depth, type, interlaced] = [
    head.readUInt32BE(0),
    head.readUInt32BE(4),
    head[8],
    head[9],
    head[12],
  ];
  if (depth !== 8 || (type !== 2 && type !== 6) || interlaced !== 0)
    throw new Error('a PNG of another kind than browsers write');
  const bytes = type === 2 ? 3 : 4;
  const row = width * bytes;
  const raw = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (row + 1)] ?? 0;
    for (let x = 0; x < row; x++) {
      const at = y * row + x;
      const a = x < bytes ? 0 : (raw[at - bytes] ?? 0);
      const b = y === 0 ? 0 : (raw[at - row] ?? 0);
      const c = x < bytes || y === 0 ? 0 : (raw[at - row - bytes] ?? 0);
      raw[at] = (data[y * (row + 1) + 1 + x] ?? 0) + predicted(filter, a, b, c);
    }
  }
  return { width, height, rgb: Uint32Array.from({ length: width * height }, (_, k) => raw.readUIntBE(k * bytes, 3)) };
}

function distance(a: number, b: number): number {
  const [red, green, blue] = [(a >> 16) - (b >> 16), ((a >> 8) & 255) - ((b >> 8) & 255), (a & 255) - (b & 255)];
  return red * red + green * green + blue * blue;
}

/**
 * The palette, and for every colour its place in it: the most frequent colours that are no closer to each other than is
 * needed to have no more than 256 of them, so that a colour of few pixels is not lost among the shades of many.
 */
function paletteOf(rgb: Uint32Array): {
  readonly palette: readonly number[];
  readonly places: ReadonlyMap<number, number>;
} {
  const counts = new Map<number, number>();
  for (const colour of rgb) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const all = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  for (let apart = 4; ; apart += 2) {
    const palette: number[] = [];
    for (const colour of all) {
      if (palette.length <= COLOURS && palette.every((one) => distance(one, colour) >= apart * apart))
        palette.push(colour);
    }
    if (palette.length > COLOURS) continue;
    const nearest = (colour: number): number =>
      palette.reduce((best, one, k) => (distance(one, colour) < distance(palette[best] ?? 0, colour) ? k : best), 0);
    return { palette, places: new Map(all.map((colour) => [colour, nearest(colour)])) };
  }
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** The same picture with at most 256 colours. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, rgb } = decode(png);
  const { palette, places } = paletteOf(rgb);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (const [k, colour] of rgb.entries()) rows[k + 1 + Math.floor(k / width)] = places.get(colour) ?? 0;
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
