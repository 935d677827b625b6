import type { Records } from '../../records/connect';

type Payout = Parameters<Records['ledger']['payout']>[0];

/**
 * Pays out a seller's payable balance: idempotent by the reference; never more than the balance.
 */
export async function payOut({ ledger }: Pick<Records, 'ledger'>, payout: Payout): Promise<void> {
  await ledger.payout(payout);
}
