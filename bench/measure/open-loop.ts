/**
 * An open loop: requests are sent at a fixed rate, independent of answers. Latency counts from the
 * time a request was due, so that a stall of the server shows in every request due during it.
 */
import { setTimeout as delay } from 'node:timers/promises';

export type Outcome = 'accepted' | 'refused';

export interface Arrivals {
  readonly perSecond: number;
  readonly seconds: number;
}

export interface OpenSample {
  /** From the first request due to the last answer. */
  readonly seconds: number;
  readonly acceptedMs: readonly number[];
  readonly refusedMs: readonly number[];
  /** Requests neither accepted nor properly refused: overload does not excuse them. */
  readonly failures: number;
  readonly firstFailure: string | null;
}

/** @param send makes one request; an exception counts as a failure */
export async function runOpenLoop(
  send: (index: number) => Promise<Outcome>,
  { perSecond, seconds }: Arrivals,
): Promise<OpenSample> {
  const latenciesMs: Record<Outcome, number[]> = { accepted: [], refused: [] };
  let failures = 0;
  let firstFailure: string | null = null;
  const startedAt = performance.now();
  const underWay = new Set<Promise<void>>();
  const sendOne = async (index: number): Promise<void> => {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    try {
      const outcome = await send(index);
      latenciesMs[outcome].push(performance.now() - dueAt);
    } catch (error) {
      failures += 1;
      firstFailure ??= (error as Error).message;
    }
  };
  const total = Math.max(1, Math.floor(perSecond * seconds));
  for (let next = 0; next < total;) {
    const due = ((performance.now() - startedAt) * perSecond) / 1_000;
    for (; next < total && next <= due; next += 1) {
      const request = sendOne(next);
      underWay.add(request);
      void request.then(() => underWay.delete(request));
    }
    await delay(1);
  }
  await Promise.all(underWay);
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    acceptedMs: latenciesMs.accepted,
    refusedMs: latenciesMs.refused,
    failures,
    firstFailure,
  };
}
