/** `npm start`: makes everything ready, then hands over to the supervisor of the build. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { runLocal } = await import('../dist/setup/local/main.js');
await runLocal(process.argv.slice(2));
