/** A closed loop: each caller sends its next request as soon as it has the answer. */

/** Makes one request and returns its latency in ms: to the whole answer, or to its first byte. */
export type Call = (caller: number) => Promise<number>;

/** Limits of one measurement in count and time; the first one reached ends it. */
export interface Load {
  readonly callers: number;
  readonly requests: number;
  readonly seconds: number;
}

export interface Sample {
  readonly callers: number;
  /** From the first request sent to the last answer. */
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
  readonly failures: number;
  /** Message of the first failure. */
  readonly firstFailure: string | null;
}

export async function runLoad(call: Call, load: Load): Promise<Sample> {
  const latenciesMs: number[] = [];
  let failures = 0;
  let firstFailure: string | null = null;
  let begun = 0;
  const startedAt = performance.now();
  const until = startedAt + load.seconds * 1_000;
  const keepCalling = async (caller: number): Promise<void> => {
    while (begun < load.requests && performance.now() < until) {
      begun += 1;
      try {
        latenciesMs.push(await call(caller));
      } catch (error) {
        failures += 1;
        firstFailure ??= (error as Error).message;
      }
    }
  };
  await Promise.all(Array.from({ length: load.callers }, (_, caller) => keepCalling(caller)));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { callers: load.callers, seconds, latenciesMs, failures, firstFailure };
}

/** A call whose whole duration is its latency. */
export function timed(work: (caller: number) => Promise<unknown>): Call {
  return async (caller) => {
    const startedAt = performance.now();
    await work(caller);
    return performance.now() - startedAt;
  };
}
