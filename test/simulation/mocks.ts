/**
 * What a simulation replaces, of what is not ours: the clock of Node, and the SDK's end of Temporal.
 * For its effect, and before all other imports of a test file.
 */
jest.mock('node:timers/promises', () => ({
  setTimeout: (...args: unknown[]) =>
    jest.requireActual<typeof import('./delay')>('./delay').delay(...(args as [number])),
  setImmediate: () => Promise.resolve(),
}));
jest.mock('@temporalio/workflow', () =>
  jest.requireActual<typeof import('./temporal-modules')>('./temporal-modules').workflowModule(),
);
jest.mock('@temporalio/activity', () =>
  jest.requireActual<typeof import('./temporal-modules')>('./temporal-modules').activityModule(),
);
