// SPDX-License-Identifier: GPL-2.0-or-later
//
// `npm start`: sets up what is missing, builds core and page, serves the page and prints its address. The port is 8080
// or the next free one. Each stage says how many there are. `npm start -- --dev` serves the sources instead, with
// changes shown at once; `--port N` and `--host ADDRESS` do what they say, and `--host` alone serves every machine of
// the network and prints a QR code of the address. Ctrl-C ends it, and so does the end of npm.

import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { addressesOf, withWholeHost } from './addresses.mjs';
import { whenToEnd } from './ending.mjs';
import { COMMANDS, ensure, projectDir } from './needs.mjs';
import { freePort } from './ports.mjs';
import { buildPageCore, must, toCompileForPage, toCompileText } from './run.mjs';

const FIRST_PORT = 8080;
const CLOSING_MS = 1000;
const USAGE = `usage: npm start -- [--dev] [--port N] [--host [ADDRESS]]
  --dev           serves the sources, and shows changes at once
  --port N        the port, or the next free one after it; ${FIRST_PORT} by default
  --host ADDRESS  the address to listen at; 127.0.0.1 by default
  --host          listens at every address of this machine: others in the network can open the page`;

/** @returns {{ dev: boolean, port: number, host: string }} */
function readOptions() {
  try {
    const { values } = parseArgs({
      args: withWholeHost(process.argv.slice(2)),
      options: {
        dev: { type: 'boolean', default: false },
        port: { type: 'string', default: String(FIRST_PORT) },
        host: { type: 'string', default: '127.0.0.1' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`--port ${values.port} is not a port`);
    return { dev: values.dev, port, host: values.host };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(2);
  }
}

const options = readOptions();
ensure(COMMANDS.start);
// Who opens the page from another machine may take it along: Share saves the file that lies beside it.
const single = !options.dev && !['127.0.0.1', 'localhost'].includes(options.host);
const stages = options.dev ? 2 : single ? 4 : 3;
const files = toCompileForPage();
console.log(`1 of ${stages}: the core, from C to WebAssembly (${toCompileText(files)})`);
await buildPageCore(files);
if (!options.dev) {
  console.log(`2 of ${stages}: the page, to dist/`);
  must(['vite', 'build', '--logLevel', 'warn']);
}
if (single) {
  console.log('3 of 4: the page as one file, to dist/maplescope.html');
  must(['vite', 'build', '--mode', 'single', '--logLevel', 'warn']);
}
console.log(`${stages} of ${stages}: the server`);

const vite = await import('vite');
const { port, told } = await freePort(options.port, options.host);
if (port === null) {
  console.error(told);
  process.exit(1);
}
if (told !== '') console.log(told);
const place = { host: options.host, port, strictPort: true, open: false };
const config = { configFile: join(projectDir, 'vite.config.ts'), logLevel: /** @type {const} */ ('warn') };
const server = options.dev
  ? await (await vite.createServer({ ...config, server: place })).listen()
  : await vite.preview({ ...config, preview: place });

const [address = '', ...others] = addressesOf(options.host, port);
console.log(`\nMaplescope is at ${address}`);
for (const other of others) console.log(`           or at ${other}`);
if (!address.includes('//localhost:')) {
  const { qrLines } = await import('./qr-lines.mjs');
  console.log(`\n${qrLines(address, process.stdout.isTTY).join('\n')}`);
}
console.log('\nCtrl-C ends it.');

whenToEnd(() => {
  // A browser may keep its connection open: the port is free with the end of this process.
  const end = () => {
    console.log('\nMaplescope is no longer served. `npm start` serves it again, and compiles only what has changed.');
    process.exit(0);
  };
  setTimeout(end, CLOSING_MS);
  void server.close().finally(end);
});
