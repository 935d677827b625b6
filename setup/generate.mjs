/** `npm run generate`: writes the files that are made from others; `-- --check` only compares. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { generate } = await import('../dist/setup/generate/main.js');
const check = process.argv.includes('--check');
const stale = generate({ check });
for (const path of stale)
  process.stderr.write(`${check ? 'not up to date' : 'written'}: ${path}\n`);
process.exit(check && stale.length > 0 ? 1 : 0);
