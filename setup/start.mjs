/** `npm start`: prepares everything, then runs the supervisor of the build. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bootstrap } from './bootstrap.mjs';

// Write errors of a closed terminal must not end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

await bootstrap();
process.umask(0o077); // keys, logs and data are for this user
const envFile = fileURLToPath(new URL('../.env', import.meta.url));
if (existsSync(envFile)) process.loadEnvFile(envFile);
const { runLocal } = await import('../dist/setup/local/main.js');
await runLocal(process.argv.slice(2));
