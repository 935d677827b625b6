import type { Records } from '../../records/connect';
import type { Correction } from '../../records/ledger/correct';
import { writableLedger } from '../../records/mongodb/writable';

/**
 * Writes a correcting journal with its reason: idempotent by the reference; a debit never exceeds
 * the available balance.
 */
export function correctAccount({ ledger }: Pick<Records, 'ledger'>, correction: Correction) {
  return writableLedger(ledger).correct(correction);
}
