import type { Records } from '../../records/connect';

type Payout = Parameters<Records['ledger']['payout']>[0];

/** Pays what a seller is owed: idempotent by the reference; never more than is owed. */
export async function payOut({ ledger }: Pick<Records, 'ledger'>, payout: Payout): Promise<void> {
  await ledger.payout(payout);
}
