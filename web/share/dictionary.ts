// SPDX-License-Identifier: GPL-2.0-or-later
//
// Letters that most links would repeat, known to both sides before the first byte: a preset dictionary of deflate. What
// is likelier stands later. Part of format m1: not one letter may change, or no old link opens (a test holds its CRC).
// Floor 2.

import { toUtf8 } from './utf8';

const LIBRARIES = [
  'xcb-render', 'xkbcommon', 'wayland-client', 'systemd', 'lzma', 'zstd', 'brotlicommon', 'brotlidec', 'gcrypt', 'gpg-error',
  'gnutls', 'nettle', 'hogweed', 'idn2', 'unistring', 'p11-kit', 'krb5', 'k5crypto', 'com_err', 'gssapi_krb5', 'keyutils',
  'avahi-client', 'avahi-common', 'cups', 'dbus-1', 'atk-1.0', 'atk-bridge-2.0', 'atspi', 'gdk-3', 'gtk-3', 'gdk_pixbuf-2.0',
  'gio-2.0', 'gmodule-2.0', 'gobject-2.0', 'glib-2.0', 'pango-1.0', 'pangocairo-1.0', 'pangoft2-1.0', 'cairo', 'cairo-gobject',
  'pixman-1', 'harfbuzz', 'freetype', 'fontconfig', 'fribidi', 'graphite2', 'datrie', 'thai', 'jpeg', 'png16', 'tiff', 'webp',
  'asound', 'pulse', 'sndfile', 'vorbis', 'vorbisenc', 'ogg', 'FLAC', 'opus', 'mp3lame', 'mpg123', 'avcodec', 'avformat',
  'avutil', 'nss3', 'nssutil3', 'nspr4', 'plc4', 'plds4', 'smime3', 'softokn3', 'freebl3', 'sqlite3', 'xml2', 'expat', 'uuid',
  'blkid', 'mount', 'selinux', 'pcre2-8', 'ffi', 'bsd', 'md', 'cap', 'acl', 'attr', 'tinfo', 'ncursesw', 'readline', 'crypto',
  'ssl', 'icudata', 'icuuc', 'icui18n', 'EGL', 'GLX', 'GLdispatch', 'OpenGL', 'drm', 'gbm', 'LLVM', 'vulkan', 'X11', 'X11-xcb',
  'Xau', 'Xcomposite', 'Xcursor', 'Xdamage', 'Xdmcp', 'Xext', 'Xfixes', 'Xi', 'Xinerama', 'Xrandr', 'Xrender', 'xcb', 'xcb-shm',
  'resolv', 'rt', 'dl', 'pthread', 'nss_files', 'stdc++', 'gcc_s', 'z', 'm', 'c',
];

const TEXT = `
# ?
expect valid
expect same
expect identical
expect absent
expect exists
expect error ENOMEM
expect ok
expect height() = 
expect nodes() = 
expect live() = 
expect requests() = 
expect freed() = 
sweep {
seed 1
rand(
shuffle(
note "
pause
fail node 1
fail request 1 times 2
destroy 
exit child
fork mm as child by dup
dup a as b
gap 0x1000 within 0x0..max from top
prealloc 0x..+0x1000 = null
bulk 100 {
  store i * 16 ..+ 8 = i
}
repeat 20 as i {
  store i*10..i*10+9 = i
}
for i in 0..15 {
  insert 
  erase 
  load 
  let x = 
use 
tree mm alloc rcu
tree t
store 0..9 = "a"
store 10..19 = 1
maps mm """
"""
${LIBRARIES.map((name) => `/usr/lib/x86_64-linux-gnu/lib${name}.so.0\n`).join('')}/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
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
