/** `npm start`: prepares everything, then runs the supervisor of the build. */
import { fileURLToPath } from 'node:url';
import { bootstrap } from './bootstrap.mjs';

// Write errors of a closed terminal must not end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

await bootstrap();
process.umask(0o077); // keys, logs and data are for this user
const { readEnvFile } = await import('../dist/config/env-file.js');
try {
  readEnvFile(fileURLToPath(new URL('../.env', import.meta.url)), process.env);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const { runLocal } = await import('../dist/setup/local/main.js');
await runLocal(process.argv.slice(2));
