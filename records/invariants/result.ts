/** The result of a check that finds all violators itself. */
import type { InvariantResult } from '../documents/reconciliation';

const SAMPLES = 10;

/** @param find returns ids of the violating records. Its error is that of the result */
export async function resultOf(
  invariant: Pick<InvariantResult, 'id' | 'name'>,
  find: () => Promise<readonly string[]>,
): Promise<InvariantResult> {
  const startedMs = performance.now();
  const done = (found: Pick<InvariantResult, 'status' | 'violations' | 'samples' | 'error'>) => ({
    ...invariant,
    ...found,
    durationMs: Math.round(performance.now() - startedMs),
  });
  try {
    const violators = await find();
    return done({
      status: violators.length > 0 ? 'violated' : 'ok',
      violations: violators.length,
      samples: violators.slice(0, SAMPLES),
      error: null,
    });
  } catch (err) {
    return done({ status: 'error', violations: 0, samples: [], error: (err as Error).message });
  }
}
