/** `npm run bench`: makes everything ready, then hands over to the benchmarks of the build. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { bench } = await import('../dist/bench/main.js');
process.exit(await bench(process.argv.slice(2)));
