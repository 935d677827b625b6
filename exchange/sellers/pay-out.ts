import type { Records } from '../../records/connect';
import type { Payout } from '../../records/ledger/payout';
import { writableLedger } from '../../records/mongodb/writable';

/**
 * Pays out a seller's payable balance: idempotent by the reference; never more than the balance.
 */
export async function payOut({ ledger }: Pick<Records, 'ledger'>, payout: Payout): Promise<void> {
  await writableLedger(ledger).payout(payout);
}
