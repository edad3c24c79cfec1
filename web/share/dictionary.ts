// SPDX-License-Identifier: GPL-2.0-or-later
//
// Text that most links would repeat, known to both sides before the first byte: a preset dictionary of deflate.
// Likelier text comes later. Part of format m1: not one letter may change, or no old link opens (a test holds its CRC).

import { toUtf8 } from './utf8';

const LIBRARIES = [
  'xcb-render',
  'xkbcommon',
  'wayland-client',
  'systemd',
  'lzma',
  'zstd',
  'brotlicommon',
  'brotlidec',
  'gcrypt',
  'gpg-error',
  'gnutls',
  'nettle',
  'hogweed',
  'idn2',
  'unistring',
  'p11-kit',
  'krb5',
  'k5crypto',
  'com_err',
  'gssapi_krb5',
  'keyutils',
  'avahi-client',
  'avahi-common',
  'cups',
  'dbus-1',
  'atk-1.0',
  'atk-bridge-2.0',
  'atspi',
  'gdk-3',
  'gtk-3',
  'gdk_pixbuf-2.0',
  'gio-2.0',
  'gmodule-2.0',
  'gobject-2.0',
  'glib-2.0',
  'pango-1.0',
  'pangocairo-1.0',
  'pangoft2-1.0',
  'cairo',
  'cairo-gobject',
  'pixman-1',
  'harfbuzz',
  'freetype',
  'fontconfig',
  'fribidi',
  'graphite2',
  'datrie',
  'thai',
  'jpeg',
  'png16',
  'tiff',
  'webp',
  'asound',
  'pulse',
  'sndfile',
  'vorbis',
  'vorbisenc',
  'ogg',
  'FLAC',
  'opus',
  'mp3lame',
  'mpg123',
  'avcodec',
  'avformat',
  'avutil',
  'nss3',
  'nssutil3',
  'nspr4',
  'plc4',
  'plds4',
  'smime3',
  'softokn3',
  'freebl3',
  'sqlite3',
  'xml2',
  'expat',
  'uuid',
  'blkid',
  'mount',
  'selinux',
  'pcre2-8',
  'ffi',
  'bsd',
  'md',
  'cap',
  'acl',
  'attr',
  'tinfo',
  'ncursesw',
  'readline',
  'crypto',
  'ssl',
  'icudata',
  'icuuc',
  'icui18n',
  'EGL',
  'GLX',
  'GLdispatch',
  'OpenGL',
  'drm',
  'gbm',
  'LLVM',
  'vulkan',
  'X11',
  'X11-xcb',
  'Xau',
  'Xcomposite',
  'Xcursor',
  'Xdamage',
  'Xdmcp',
  'Xext',
  'Xfixes',
  'Xi',
  'Xinerama',
  'Xrandr',
  'Xrender',
  'xcb',
  'xcb-shm',
  'resolv',
  'rt',
  'dl',
  'pthread',
  'nss_files',
  'stdc++',
  'gcc_s',
  'z',
  'm',
  'c',
];

const TEXT = `
seed 1
rand(
let x = 
pause
use 
exit 
sweep {
expect exists 
expect absent 
expect identical 
expect error EEXIST
expect error EINVAL
expect error ERETRY
expect ok
expect leaves() = 
expect freed() = 
expect requests() = 
expect requested() = 
expect result() = 
expect reserved() = 
expect live() = 0
expect nodes() = 
expect entries() = 0
expect height() = 3
expect load(10) = 
expect same parent child
note "Now every 
fail node 1
fail request 1 times 2
fail off
fork cat as child by stores
fork cat as child by bulk
fork parent as child
fork cat as child
maps process """
maps cat """
"""
destroy 
dup book as copy
fail request 2
expect error ENOMEM
expect valid
gap 100K within 0..max
gap 0x1000 within 0x0..max from top
prealloc 10..19 = "
insert 10..19 = 
erase 10
load 10
store 0x1000..0x1fff = null
store 0..9 = "a"
store 10..19 = 1
bulk 200 {
  for i in 0..199 { store i*10..i*10+9 = i }
}
for i in shuffle(0..199, 1) { store i*100..i*100+59 = i }
repeat 300 as i { erase (299-i)*2 }
repeat 20 as i { store i*10..+5 = i }
repeat 20 as i {
  store i*16..+8 = i
}
# A tree 
tree t alloc rcu
tree book alloc
tree t
[heap]
[stack]
[vdso]
[vvar]
${LIBRARIES.map((name) => `/usr/lib/x86_64-linux-gnu/lib${name}.so.0`).join('\n')}
/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
/usr/lib/locale/C.utf8/LC_CTYPE
/usr/lib/locale/locale-archive
/usr/lib/x86_64-linux-gnu/gconv/gconv-modules.cache
/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
/home/user/.cache/
/memfd:shared-memory-region (deleted)
/dev/shm/.org.chromium.Chromium.
/usr/lib/firefox-esr/libxul.so
/usr/lib/chromium/chromium
/usr/bin/python3.11
/usr/bin/bash
/usr/bin/cat
`;

/** The dictionary's bytes. */
export const DICTIONARY: Uint8Array = toUtf8(TEXT);
