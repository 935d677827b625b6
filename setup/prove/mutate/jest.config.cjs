/** Runs the tests of `modules.cjs` without the servers that the other tests share. */
const { join } = require('node:path');
const { TESTS } = require('./modules.cjs');

const swc = [
  '@swc/jest',
  {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    // Not `lazy`, as elsewhere: what runs while a module loads would seem to belong to one test.
    module: { type: 'commonjs' },
  },
];

/** @type {import('jest').Config} */
module.exports = {
  rootDir: join(__dirname, '..', '..', '..'),
  testEnvironment: 'node',
  roots: ['<rootDir>/test', '<rootDir>/domain'],
  testMatch: TESTS.map((path) => `<rootDir>/test/${path}.test.ts`),
  setupFiles: [join(__dirname, 'same-values.cjs')],
  transform: { '^.+\\.ts$': swc },
};
