/**
 * `npm run upgrade`: starts another release of the code, replaces its processes one after the other by
 * those of this checkout while buyers use the exchange, and goes back. Nothing may fail or be lost.
 */
import { runLong } from './run-jest.mjs';

await runLong({
  file: 'test/upgrade/run.ts',
  help: `npm run upgrade                       from the newest release, and back: some minutes
npm run upgrade -- --from 1a2b3c4     from a commit, a tag or a branch

  --from REF     the other release; its packages and its build stay in the cache
  --seconds N    load before, between and after the replacements`,
  options: {
    from: { variable: 'UPGRADE_FROM', default: '' },
    seconds: { variable: 'UPGRADE_SECONDS', default: '20' },
  },
});
