import type { Records } from '../../records/connect';

type Correction = Parameters<Records['ledger']['correct']>[0];

/**
 * Writes a correcting journal with its reason: idempotent by the reference; a debit never exceeds
 * the available balance.
 */
export function correctAccount({ ledger }: Pick<Records, 'ledger'>, correction: Correction) {
  return ledger.correct(correction);
}
