// SPDX-License-Identifier: GPL-2.0-or-later

import { describe, expect, test } from 'vitest';
import { index, type Index } from '../../../web/base/index64';
import { ANON_PAGE, FILE_PAGE, PageMap, ZERO_PAGE } from '../../../web/scenario/oracle/page-map';

const range = (first: bigint, bytes: bigint): { first: Index; last: Index } => ({
  first: index(first),
  last: index(first + bytes - 1n),
});
const MIB = 1n << 20n;
const GIB = 1n << 30n;

describe('pages and their tables', () => {
  test('a page brings three tables, the next ones those that are missing', () => {
    const pages = new PageMap();
    pages.touch(range(2n * MIB, 4096n), () => ANON_PAGE);
    expect([pages.tables, pages.anonymous, pages.ofFiles]).toEqual([3, 1, 0]);
    expect(pages.missing(range(0n, 5n * MIB))).toBe(2);
    pages.touch(range(4n * MIB - 4096n, 8192n), () => FILE_PAGE);
    expect([pages.tables, pages.ofFiles]).toEqual([4, 2]);
    pages.touch(range(512n * GIB, 4096n), () => ZERO_PAGE);
    expect([pages.tables, pages.anonymous + pages.ofFiles]).toEqual([7, 3]);
  });

  test('tables go when no VMA reaches into them any more', () => {
    const pages = new PageMap();
    pages.touch(range(0n, 4n * MIB), () => ANON_PAGE);
    pages.remove(range(0n, 2n * MIB), (_, last) => last >= 2n * MIB);
    expect([pages.tables, pages.anonymous]).toEqual([3, 512]);
    pages.remove(range(2n * MIB, 2n * MIB), () => false);
    expect([pages.tables, pages.anonymous]).toEqual([0, 0]);
  });

  test('a copy and what it was made from go on apart', () => {
    const pages = new PageMap();
    pages.touch(range(0n, 8192n), () => ANON_PAGE);
    const copy = pages.copy();
    pages.touch(range(0n, 4096n), () => FILE_PAGE);
    copy.touch(range(4096n, 8192n), () => FILE_PAGE);
    expect([pages.anonymous, pages.ofFiles, copy.anonymous, copy.ofFiles]).toEqual([1, 1, 1, 2]);
  });

  test('pages move and are copied with the tables that they need', () => {
    const pages = new PageMap();
    pages.touch(range(2n * MIB - 4096n, 8192n), (was) => (was === 0 ? ANON_PAGE : was));
    const child = new PageMap();
    pages.copyTo(child, range(2n * MIB, 4096n));
    expect([child.tables, child.anonymous]).toEqual([3, 1]);
    pages.move(range(2n * MIB - 4096n, 8192n), index(GIB));
    expect([pages.tables, pages.anonymous]).toEqual([6, 2]);
    pages.remove(range(0n, 4n * MIB), (_, last) => last >= GIB);
    expect([pages.tables, pages.anonymous]).toEqual([3, 2]);
  });
});
