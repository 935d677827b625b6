#!/usr/bin/env node
/** The `tokenbook` command: loads the build, or says how to get one. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/cli/main.js', import.meta.url);
if (!existsSync(built)) {
  process.stderr.write(
    `tokenbook is not built yet in ${fileURLToPath(new URL('..', import.meta.url))}\n` +
      'Run "npm start" (which also starts an exchange), or "npm ci && npm run build".\n',
  );
  process.exit(1);
}
const { main } = await import(built.href);
await main(process.argv, fileURLToPath(new URL('../.env', import.meta.url)));
