/** `npm run openapi`: writes the descriptions of the surfaces; `-- --check` only compares. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { generatedDescriptions } = await import('../dist/api/openapi/generated-files.js');
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const check = process.argv.includes('--check');
let stale = false;
for (const [path, text] of Object.entries(generatedDescriptions())) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  stale = true;
  if (!check) writeFileSync(file, text);
  process.stderr.write(`${check ? 'not up to date' : 'written'}: ${path}\n`);
}
process.exit(check && stale ? 1 : 0);
