/**
 * `npm run world`: real servers sell and real clients buy at a running exchange. Prints a matrix and
 * writes docs/reference/compatibility-matrix.md.
 */
import { runLong } from './run-jest.mjs';

await runLong({
  file: 'test/world/world-run.ts',
  help: `npm run world                         every program, about an hour with 8 GB
                                      of packages the first time
npm run world -- --only llm,aider     those whose names contain one of these;
                                      the page is not written`,
  options: { only: { variable: 'WORLD_ONLY', default: '' } },
});
