// SPDX-License-Identifier: GPL-2.0-or-later
//
// The memory map of a browser process that never was: as many mappings as asked for, laid out as Linux lays them out
// (program, heap, arenas with guards, thread stacks, libraries of four or five segments, shared memory, stack, vdso),
// the same text for the same seed. Spelled as the kernel prints it, with devices and inodes.

import { KERNEL_STYLE, printMapsLine } from '../../../web/share/maps-line';

const LIBRARIES = (
  'glib-2.0.so.0.7400.6 gobject-2.0.so.0.7400.6 gio-2.0.so.0.7400.6 nss3.so nssutil3.so smime3.so nspr4.so plc4.so ' +
  'plds4.so atk-1.0.so.0.24609.1 ' +
  'atk-bridge-2.0.so.0.0.0 cups.so.2 drm.so.2.4.0 dbus-1.so.3.32.4 xkbcommon.so.0.0.0 atspi.so.0.0.1 ' +
  'Xcomposite.so.1.0.0 Xdamage.so.1.1.0 Xext.so.6.4.0 ' +
  'Xfixes.so.3.1.0 Xrandr.so.2.2.0 gbm.so.1.0.0 expat.so.1.8.10 pango-1.0.so.0.5000.12 cairo.so.2.11600.0 ' +
  'asound.so.2.0.0 X11.so.6.4.0 xcb.so.1.1.0 ' +
  'ffi.so.8.1.2 pcre2-8.so.0.11.2 gmodule-2.0.so.0.7400.6 mount.so.1.1.0 selinux.so.1 gnutls.so.30.34.3 ' +
  'avahi-common.so.3.5.4 avahi-client.so.3.2.9 ' +
  'systemd.so.0.35.0 Xi.so.6.1.0 Xrender.so.1.3.0 wayland-server.so.0.21.0 fribidi.so.0.4.0 thai.so.0.3.1 ' +
  'harfbuzz.so.0.60000.0 pixman-1.so.0.42.2 ' +
  'fontconfig.so.1.12.0 freetype.so.6.18.3 png16.so.16.39.0 xcb-shm.so.0.0.0 xcb-render.so.0.0.0 Xau.so.6.0.0 ' +
  'Xdmcp.so.6.0.0 blkid.so.1.1.0 p11-kit.so.0.3.0 ' +
  'idn2.so.0.3.7 unistring.so.2.2.0 tasn1.so.6.6.3 nettle.so.8.6 hogweed.so.6.6 gmp.so.10.4.1 cap.so.2.66 ' +
  'gcrypt.so.20.4.1 lzma.so.5.4.1 zstd.so.1.5.4 ' +
  'lz4.so.1.9.4 datrie.so.1.4.0 graphite2.so.3.2.1 brotlidec.so.1.0.9 brotlicommon.so.1.0.9 bsd.so.0.11.7 ' +
  'md.so.0.0.5 gpg-error.so.0.33.1 stdc++.so.6.0.30 ' +
  'gcc_s.so.1 z.so.1.2.13 m.so.6 c.so.6 pulse.so.0.24.2 sndfile.so.1.0.35 vorbis.so.0.4.9 vorbisenc.so.2.0.12 ' +
  'ogg.so.0.8.5 FLAC.so.12.0.0 opus.so.0.9.0 ' +
  'mpg123.so.0.47.0 mp3lame.so.0.0.0 asyncns.so.0.3.1 krb5.so.3.3 k5crypto.so.3.1 com_err.so.2.1 ' +
  'krb5support.so.0.1 keyutils.so.1.10 resolv.so.2 ' +
  'gssapi_krb5.so.2.2 udev.so.1.7.5 uuid.so.1.3.0 softokn3.so freebl3.so sqlite3.so.0.8.6'
).split(' ');

// SplitMix64, so that the text is the same everywhere.
function random(seed: bigint): (below: number) => number {
  let state = BigInt.asUintN(64, seed);
  return (below) => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((z ^ (z >> 31n)) % BigInt(below));
  };
}

/** The text of a map with `count` mappings, each line ended, as the kernel prints it. `home` is whose browser it is. */
export function browserMap(count: number, seed: bigint, home = 'user'): string {
  const next = random(seed);
  const lines: string[] = [];
  let page = 0;
  const add = (pages: number, perms: string, path = '', offsetPage = 0, inode = 0): void => {
    const device = inode === 0 ? '00:00' : 'fe:00';
    lines.push(printMapsLine({ firstPage: page, pages, perms, offsetPage, device, inode, path }, KERNEL_STYLE));
    page += pages;
  };
  // Most segments are small, a few large.
  const size = (): number => 1 + next(4) * next(8) + (next(4) === 0 ? next(200) : 0);
  const image = (path: string, tail: boolean): void => {
    const inode = 260_000 + next(80_000);
    const head = size();
    const text = size() * 2;
    const data = size();
    add(head, 'r--p', path, 0, inode);
    add(text, 'r-xp', path, head, inode);
    add(data, 'r--p', path, head + text, inode);
    // The relocated page is listed once more: its place in the file overlaps the segment before.
    const overlap = next(3) === 0 ? 0 : 1;
    add(1 + next(4), 'r--p', path, head + text + data - overlap, inode);
    add(1, 'rw-p', path, head + text + data + 2, inode);
    if (tail) add(1 + next(8), 'rw-p');
  };

  page = 0x1_0000_0000 + next(0x1000_0000);
  for (let k = 0; k < count / 16; k++) {
    // A partition of the allocator: metadata, guard, memory, rest in reserve.
    add(1, 'rw-p');
    add(1, '---p');
    add(200 + next(300), 'rw-p');
    add(2 + next(100), '---p');
  }
  page = 0x5_5000_0000 + next(0x1000_0000);
  image('/usr/lib/chromium/chromium', true);
  page += 1 + next(0x2000);
  add(100 + next(3000), 'rw-p', '[heap]');
  page = 0x7_f000_0000 + next(0x0f00_0000);
  for (let k = 0; k < count / 40; k++) {
    add(1, '---p');
    add(2048, 'rw-p');
  }
  for (let k = 0; k < count / 32; k++) {
    add(64 * (1 + next(8)), 'rw-s', '/memfd:shared-memory-region (deleted)', 0, 1000 + next(100_000));
    if (next(2) === 0) page += next(64);
  }
  add(
    2000 + next(500),
    'r--p',
    `/home/${home}/.cache/fontconfig/${next(2 ** 30).toString(16)}-le64.cache-7`,
    0,
    15_600_000 + next(9999),
  );
  add(748, 'r--p', '/usr/lib/locale/locale-archive', 0, 260_100);
  for (let k = 0; lines.length < count - 14; k++) {
    const library = LIBRARIES[k % LIBRARIES.length]!;
    const folder =
      k < LIBRARIES.length ? '/usr/lib/x86_64-linux-gnu' : `/usr/lib/chromium/set${Math.floor(k / LIBRARIES.length)}`;
    if (next(12) === 0) page += 1 + next(200);
    image(`${folder}/lib${library}`, next(3) === 0);
  }
  while (lines.length < count - 9) add(1, 'rw-p');
  image('/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2', false);
  while (lines.length < count - 4) add(1, 'rw-p');
  page = 0x7_fff0_0000 + next(0xe_0000);
  add(33, 'rw-p', '[stack]');
  page += 1 + next(0x100);
  add(4, 'r--p', '[vvar]');
  add(2, 'r-xp', '[vdso]');
  page = 0xf_ffff_ffff_f600;
  add(1, '--xp', '[vsyscall]');
  return `${lines.join('\n')}\n`;
}
