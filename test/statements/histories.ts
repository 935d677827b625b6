/** Random histories of an account and a seller, contracts included, straight into the ledger. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { WritableRecords } from '../../records/connect';
import { boughtTicket, draw } from '../contracts/records-scenario';
import { placedAsk, reserve, settlement } from '../records/scenario';
import { Random, SEED } from '../support/random';

const DAY_MS = 86_400_000;
const random = new Random(SEED);

export interface Parties {
  readonly accountId: string;
  readonly sellerId: string;
  readonly askId: string;
}

/** One step, whatever it is; those that the ledger refuses are part of the history. */
export async function step(records: WritableRecords, parties: Parties): Promise<void> {
  const { accountId, sellerId, askId } = parties;
  switch (random.between(0, 5)) {
    case 0:
      await records.ledger.deposit({
        accountId,
        amountScale8: BigInt(random.between(1, 999_999)),
        reference: `=deposit, "${randomUUID()}"`,
      });
      return;
    case 1: {
      const amountScale8 = BigInt(random.between(1, 49_999));
      await records.ledger
        .payout({ sellerId, amountScale8, reference: randomUUID() })
        .catch(() => undefined);
      return;
    }
    case 2: {
      const fillId = await reserve(records, { accountId, askId, quantityTokens: 100 });
      await records.ledger.releaseFill({ fillId, reason: 'seller_failed' });
      return;
    }
    case 3:
      return ticket(records, parties);
    default: {
      const fillId = await reserve(records, { accountId, askId, quantityTokens: 100 });
      await records.ledger.settleFill({
        ...settlement(fillId, random.between(0, 100)),
        fees: () => 250,
      });
    }
  }
}

/** A ticket that is drawn on, and ends by default or by its window. */
async function ticket(records: WritableRecords, { accountId, askId }: Parties): Promise<void> {
  const status = random.isLikely(0.5) ? 'expired' : 'defaulted';
  // A lot defaults only within its window, by MongoDB's clock, which is ahead of a step in the past.
  const lifetimeMs = status === 'expired' ? 60_000 : 100 * DAY_MS;
  const terms = { accountId, askId, quantityTokens: 100, lifetimeMs };
  const { lotId, result } = await boughtTicket(records, terms);
  if (result.status !== 'bought') return;
  const { fillId } = await draw(records, lotId, 40);
  if (random.isLikely(2 / 3))
    await records.ledger.settleFill(settlement(fillId, random.between(0, 40)));
  else await records.ledger.releaseFill({ fillId, reason: 'seller_default' });
  await records.ledger.capacity.closeLot({
    lotId,
    status,
    reason: '+a test, "closed"',
    now: new Date(Date.now() + (status === 'expired' ? 3_600_000 : 0)),
  });
}

export async function newParties(records: WritableRecords, accountId: string): Promise<Parties> {
  const sellerId = uuidV7();
  const askId = await placedAsk(records, { capacityTokens: 1_000_000, sellerId });
  return { accountId, sellerId, askId };
}
