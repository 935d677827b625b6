import type { Records } from '../../records/connect';

type Correction = Parameters<Records['ledger']['correct']>[0];

/** A correcting journal with its reason: idempotent by the reference; never more than is available. */
export function correctAccount({ ledger }: Pick<Records, 'ledger'>, correction: Correction) {
  return ledger.correct(correction);
}
