/** `processes/workers.ts` without the SDK's workers, for a simulation: by `jest.mock`. */
type Poll = (taskQueue: string, activities: object) => void;

/** By the client of a process: who polls the queue of its own attempts. */
export const attemptWorkers = new WeakMap<object, Poll>();

export const workersModule = () => ({
  startAttemptWorker: (
    taskQueue: string,
    _stores: object,
    temporal: object,
    activities: object,
  ) => {
    attemptWorkers.get(temporal)!(taskQueue, activities);
    return Promise.resolve({ stop: () => Promise.resolve() });
  },
});
