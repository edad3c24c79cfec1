// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's build (vite.config.ts): what makes it installable and lets it run without a network. The service worker
// fetches everything after the first visit, except source maps and the recorded vectors: those come when a lab asks for
// them, and stay. The page registers it by itself (web/app/store/page/updates.ts), because its policy lets no plain
// text become the address of a script.

import { VitePWA } from 'vite-plugin-pwa';
import type { Plugin } from 'vite';

/** Packages whose code workbox-build puts into sw.js; `allLicenses` lists them. */
export const IN_SERVICE_WORKER = ['workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies'];

/** Files that are larger are left out, and the build says so. */
const LARGEST_BYTES = 2_000_000;

export function worksOffline(): Plugin[] {
  return VitePWA({
    registerType: 'prompt',
    injectRegister: null,
    includeAssets: [],
    includeManifestIcons: false,
    manifest: {
      name: 'Maplescope',
      short_name: 'Maplescope',
      description: 'The maple tree of Linux 6.16, node for node.',
      id: './',
      start_url: './',
      scope: './',
      display: 'standalone',
      background_color: '#ffffff',
      theme_color: '#ffffff',
      icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    },
    workbox: {
      globPatterns: ['**/*.{html,js,css,wasm,svg,txt}'],
      globIgnores: ['maplescope.html', 'sw.js'],
      maximumFileSizeToCacheInBytes: LARGEST_BYTES,
      // Pages are files, and whatever stands behind a question mark changes none of them.
      navigateFallback: null,
      ignoreURLParametersMatching: [/./],
      // Names hold a sum of the content.
      dontCacheBustURLsMatching: /^assets\//,
      runtimeCaching: [
        {
          urlPattern: /\/assets\/[^/]*\.jsonl[^/]*$/,
          handler: 'CacheFirst',
          options: { cacheName: 'maplescope-vectors' },
        },
      ],
      clientsClaim: true,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
      sourcemap: false,
    },
  });
}
