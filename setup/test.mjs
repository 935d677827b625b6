/** `npm test`: prepares everything, then runs jest with the given arguments. */
import { runJest } from './run-jest.mjs';

await runJest(process.argv.slice(2));
