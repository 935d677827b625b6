/** The result of a check, whatever it reads. */
import type { InvariantResult } from '../documents/reconciliation';

export const SAMPLES = 10;

type Found = Pick<InvariantResult, 'violations' | 'samples'>;

/** @param find returns the ids of all violating records, or some and their number. Its error is that of the result */
export async function resultOf(
  invariant: Pick<InvariantResult, 'id' | 'name'>,
  find: () => Promise<readonly string[] | Found>,
): Promise<InvariantResult> {
  const startedMs = performance.now();
  const done = (found: Pick<InvariantResult, 'status' | 'violations' | 'samples' | 'error'>) => ({
    ...invariant,
    ...found,
    durationMs: Math.round(performance.now() - startedMs),
  });
  try {
    const found = await find();
    const { violations, samples } =
      'violations' in found ? found : { violations: found.length, samples: found };
    const status = violations > 0 ? 'violated' : 'ok';
    return done({ status, violations, samples: samples.slice(0, SAMPLES), error: null });
  } catch (err) {
    return done({ status: 'error', violations: 0, samples: [], error: (err as Error).message });
  }
}
