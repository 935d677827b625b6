/**
 * `npm run mutate`: Stryker changes the modules of `domain/` that compute without servers, one
 * expression at a time, and runs the tests of `modules.cjs` that reach the change.
 */
import { createRequire } from 'node:module';

const { MODULES } = createRequire(import.meta.url)('./modules.cjs');

export default {
  mutate: MODULES.map((name) => `domain/${name}.ts`),
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { projectType: 'custom', configFile: 'setup/prove/mutate/jest.config.cjs' },
  coverageAnalysis: 'perTest',
  // The copy of the project needs neither builds nor reports.
  ignorePatterns: ['dist', '.dist-*', 'coverage', '.tokenbook', 'docs/images'],
  tempDirName: 'coverage/mutate/project',
  jsonReporter: { fileName: 'coverage/mutate/report.json' },
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  concurrency: 2,
  timeoutMS: 5_000,
  // Tests alone decide: a score is no reason to fail.
  thresholds: { high: 95, low: 85, break: null },
};
