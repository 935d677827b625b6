/** `npm run capacity`: what a load needs, from measured costs. */
import { bootstrap } from '../bootstrap.mjs';

await bootstrap();
const { capacity } = await import('../../dist/bench/capacity/main.js');
process.exit(capacity(process.argv.slice(2)));
