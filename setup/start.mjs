/** `npm start`: makes everything ready, then hands over to the supervisor of the build. */
import { existsSync } from 'node:fs';
import { bootstrap } from './bootstrap.mjs';

// A terminal that is closed takes no more lines; nothing is to end of that by itself.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

await bootstrap();
if (existsSync('.env')) process.loadEnvFile('.env');
const { runLocal } = await import('../dist/setup/local/main.js');
await runLocal(process.argv.slice(2));
