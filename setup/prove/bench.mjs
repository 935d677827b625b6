/** `npm run bench`: prepares everything, then runs the benchmarks of the build. */
import { bootstrap } from '../bootstrap.mjs';

await bootstrap();
const { bench } = await import('../../dist/bench/main.js');
process.exit(await bench(process.argv.slice(2)));
