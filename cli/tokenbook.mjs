#!/usr/bin/env node
/** The `tokenbook` command: loads the build, or says how to get one. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The documented place of the operator's token; environment variables take precedence. It belongs to
// the exchange of this folder: no profile of another exchange may get its keys.
const namesProfile =
  process.env.TOKENBOOK_PROFILE || process.argv.some((word) => /^--profile(?:=|$)/.test(word));
if (!namesProfile && existsSync('.env')) process.loadEnvFile('.env');

const built = new URL('../dist/cli/main.js', import.meta.url);
if (!existsSync(built)) {
  process.stderr.write(
    `tokenbook is not built yet in ${fileURLToPath(new URL('..', import.meta.url))}\n` +
      'Run "npm start" (which also starts an exchange), or "npm ci && npm run build".\n',
  );
  process.exit(1);
}
const { main } = await import(built.href);
await main(process.argv);
