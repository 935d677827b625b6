const swc = [
  '@swc/jest',
  {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    // A test file loads the packages that it uses, when it uses them.
    module: { type: 'commonjs', lazy: true },
  },
];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/jest/environment.js',
  runtime: '<rootDir>/test/support/jest/runtime.js',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // Those are `npm run test:long`; `setup/test.mjs` leaves out those of `npm run test:slow`.
  testPathIgnorePatterns: ['/node_modules/', '\\.long\\.test\\.ts$'],
  // The MongoDB driver loads one module by `import()`, which jest cannot do: it becomes a require.
  transform: { '^.+\\.ts$': swc, '/mongodb/lib/runtime_adapters\\.js$': swc },
  transformIgnorePatterns: ['/node_modules/(?!.*mongodb/lib/runtime_adapters\\.js$)'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testTimeout: 240_000,
  maxWorkers: 2,
  // Of the tests in one file that say so: they wait more than they compute.
  maxConcurrency: 3,
};
