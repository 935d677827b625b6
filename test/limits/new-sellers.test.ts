/** How many asks a seller may have before it has delivered, whatever its owner registers besides. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { NewSellers } from '../../exchange/asks/new-sellers';
import type { SellerDocument } from '../../records/documents/seller';
import type { TradeDocument, TradeStatus } from '../../records/documents/trade';
import { clearRecords, recordsForFile, placedAsk } from '../records/scenario';

const MAX = 3;

const records = recordsForFile();
let limit: NewSellers;
beforeEach(async () => {
  await clearRecords(records);
  limit = new NewSellers(records, MAX);
});

async function seller(owner: string | null = null): Promise<SellerDocument> {
  const _id = randomUUID();
  const at = new Date(Date.now() - 86_400_000);
  const made: SellerDocument = {
    _id,
    name: 'Seller',
    endpointUrl: `https://${_id}.example/v1`,
    apiKeyHash: _id,
    supportedModels: [],
    regions: [],
    standing: 'Active',
    owner,
    quotas: {},
    registeredAt: at,
    updatedAt: at,
  };
  await records.sellers.insertOne(made);
  return made;
}

/** @returns whether the ask was made */
async function offer(made: SellerDocument, by = limit): Promise<boolean> {
  const parts = { seller: made, askId: uuidV7(), now: async () => new Date() };
  const place = () => placedAsk(records, { capacityTokens: 10, sellerId: made._id });
  return by.within(parts, place).then(
    () => true,
    (err: unknown) => {
      expect(err).toMatchObject({ code: 'invalid_request' });
      return false;
    },
  );
}

async function offers(count: number, ...sellers: SellerDocument[]): Promise<boolean[]> {
  const made: boolean[] = [];
  for (let at = 0; at < count; at += 1) made.push(await offer(sellers[at % sellers.length]!));
  return made;
}

async function trade({ _id: sellerId }: SellerDocument, status: TradeStatus): Promise<void> {
  const _id = uuidV7();
  await records.trades.insertOne({
    _id,
    tradeId: _id,
    sellerId,
    status,
    executedAt: new Date(),
  } as TradeDocument);
}

const FULL = [true, true, true, false];

test('a new seller has so many active asks; one that was cancelled or has expired is none', async () => {
  const made = await seller();
  expect(await offers(MAX + 1, made)).toEqual(FULL);
  const [first, second] = await records.asks.find({ sellerId: made._id }).toArray();
  await records.asks.updateOne({ _id: first!._id }, { $set: { status: 'cancelled' } });
  expect(await offers(2, made)).toEqual([true, false]);
  await records.asks.updateOne({ _id: second!._id }, { $set: { expiresAt: new Date() } });
  expect(await offers(2, made)).toEqual([true, false]);
});

test('sellers of one owner share the limit, those of others do not', async () => {
  const [one, two] = [await seller('an owner'), await seller('an owner')];
  expect(await offers(MAX + 1, one, two)).toEqual(FULL);
  expect(await offers(MAX + 1, await seller('another'))).toEqual(FULL);
  expect(await offers(MAX + 1, await seller())).toEqual(FULL);
});

test('asks of one owner at the same moment gain nothing', async () => {
  const sellers = await Promise.all(Array.from({ length: MAX + 2 }, () => seller('an owner')));
  const made = await Promise.all(sellers.map((each) => offer(each)));
  expect(made.filter(Boolean).length).toBeLessThanOrEqual(MAX);
});

test('the first delivery ends the limit for the owner; a void or pending trade is none', async () => {
  const [one, two] = [await seller('an owner'), await seller('an owner')];
  await trade(one, 'voided');
  await trade(one, 'pending');
  expect(await offers(MAX + 1, two)).toEqual(FULL);
  await trade(one, 'settled');
  expect(await offers(MAX + 1, two, one)).toEqual([true, true, true, true]);
  // Another process has not seen it yet.
  expect(await offer(two, new NewSellers(records, MAX))).toBe(true);
});
