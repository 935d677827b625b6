/**
 * `npm run bench:gateways`: installs the gateways that the benchmark compares with into the cache.
 */
import { bootstrap } from '../bootstrap.mjs';

await bootstrap();
const { installGateways } = await import('../../dist/bench/gateways/install.js');
process.exit(await installGateways());
