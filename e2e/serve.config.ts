// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's server for the browser tests: the same answers as everywhere, but not packed. Each test asks for every
// file anew, and packing and unpacking took a twelfth of the processor time of a run.

import { defineConfig, mergeConfig, type Plugin } from 'vite';
import page from '../vite.config.ts';

const plain: Plugin = {
  name: 'answers-unpacked',
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, _answer, next) => {
      delete request.headers['accept-encoding'];
      next();
    });
  },
};

export default defineConfig((env) => mergeConfig(page(env), { plugins: [plain] }));
