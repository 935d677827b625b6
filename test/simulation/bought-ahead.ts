/** Capacity that an account of a simulation has bought ahead: a contract with lots of several sellers. */
import { v7 as uuidV7 } from 'uuid';
import type { LotWorkflowInput } from '../../domain/contract-orders';
import type { NewCapacityFill } from '../../records/ledger/capacity-fill';
import type { WritableRecords } from '../../records/connect';
import { fillOrder, newOrder, nthFill } from '../contracts/records-scenario';
import { EPOCH, openedBook } from '../records/scenario';
import type { Random } from '../support/random';

const HOUR_MS = 3_600_000;
/** Not a whole amount for most numbers of tokens, so that draws are rounded. */
const PRICE_SCALE8 = 1_337n;

export interface Contract {
  readonly contractId: string;
  readonly accountId: string;
  /** Whose workflows run; those of the others were lost with the process that bought them. */
  readonly begun: readonly LotWorkflowInput[];
}

interface Parts {
  readonly modelId: string;
  readonly accountId: string;
  readonly sellerIds: readonly string[];
}

/** Some of the windows end while the account draws. */
export async function buyAhead(
  records: WritableRecords,
  random: Random,
  { modelId, accountId, sellerIds }: Parts,
): Promise<Contract> {
  await openedBook(records, { modelId, tenor: 'spot' });
  const sizes = [
    5_000,
    ...Array.from({ length: random.between(0, 2) }, () => random.of([40, 150])),
  ];
  const spotLifetimeMs = random.of([15_000, 40_000, HOUR_MS]);
  const order = newOrder(accountId, {
    modelId,
    spotLifetimeMs,
    limitPriceScale8: 2n * PRICE_SCALE8,
    quantityTokens: sizes.reduce((sum, size) => sum + size, 0),
  });
  await records.ledger.capacity.open(order);
  const fills: NewCapacityFill[] = [];
  for (const [at, quantityTokens] of sizes.entries()) {
    const priceScale8 = PRICE_SCALE8 * BigInt(random.between(1, 2));
    const sellerId = at === 0 ? sellerIds[0]! : random.of(sellerIds);
    const terms = { modelId, sellerId, priceScale8, quantityTokens };
    const parts = { askId: await placedAsk(records, terms), quantityTokens, priceScale8 };
    const atMs = Date.now() - random.of([0, 2_000, 5_000]);
    fills.push(nthFill(order._id, at + 1, { ...parts, atMs }));
  }
  const filled = await fillOrder(records, order._id, ...fills);
  if (filled.status !== 'recorded') throw new Error(JSON.stringify(filled));
  const { contractId } = order;
  const begun: LotWorkflowInput[] = [];
  for (const lot of await records.lots.find({ contractId }).sort({ _id: 1 }).toArray()) {
    if (!random.isLikely(0.7)) continue;
    await records.lots.updateOne({ _id: lot._id }, { $set: { hasStory: true } });
    const { _id: lotId, orderId, sellerId, quantityTokens, opensAt, endsAt } = lot;
    const window = { opensAtMs: opensAt.getTime(), endsAtMs: endsAt.getTime() };
    const ids = { lotId, contractId, orderId, accountId, sellerId };
    begun.push({ ...ids, modelId, quantityTokens, ...window });
  }
  return { contractId, accountId, begun };
}

/** @returns its id */
async function placedAsk(
  records: WritableRecords,
  ask: Pick<Parts, 'modelId'> & {
    readonly sellerId: string;
    readonly priceScale8: bigint;
    readonly quantityTokens: number;
  },
): Promise<string> {
  const { quantityTokens: capacityTokens, ...terms } = ask;
  const [askId, createdAt] = [uuidV7(), new Date()];
  await records.ledger.asks.create({
    ...terms,
    askId,
    capacityTokens,
    createdAt,
    surface: 'market',
    tenor: 'spot',
    region: 'us-east',
    lotTokens: 1,
    validForSeconds: HOUR_MS / 1e3,
    expiresAt: new Date(createdAt.getTime() + HOUR_MS),
  });
  await records.ledger.asks.placed(askId, 1, EPOCH);
  return askId;
}
