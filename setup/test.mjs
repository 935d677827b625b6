/** `npm test`: makes everything ready, then hands over to jest with the arguments given. */
import { runJest } from './run-jest.mjs';

await runJest(process.argv.slice(2));
