/** Which asks an estimate counts as the capacity that has arrived. */
import { v7 as uuidV7 } from 'uuid';
import type { AskDocument } from '../../records/documents/ask';
import { observeArrivals } from '../../records/queries/arrivals';
import { clearRecords, recordsForFile } from './scenario';

const BOOK = { modelId: 'observed', tenor: 'spot' } as const;
const HOUR_MS = 3_600_000;

const records = recordsForFile();
afterEach(() => clearRecords(records));

type Parts = Partial<AskDocument> & { readonly ageMs?: number };

const ask = ({ ageMs = 60_000, ...parts }: Parts = {}) => ({
  _id: uuidV7(),
  ...BOOK,
  region: 'us-east',
  priceScale8: 7n,
  capacityTokens: 10,
  sequence: 1,
  createdAt: new Date(Date.now() - ageMs),
  ...parts,
});
const write = (asks: readonly Parts[]) => records.asks.insertMany(asks.map(ask) as never);
const observed = (region: 'us-east' | null = null) =>
  observeArrivals(records.asks, BOOK, region, 24);

test('those of a book that it took in the period, summed by their price', async () => {
  await write([
    {},
    { capacityTokens: 5, ageMs: 23 * HOUR_MS },
    { priceScale8: 9n },
    { region: 'eu-west', priceScale8: 9n },
    { ageMs: 25 * HOUR_MS, capacityTokens: 100 },
    { tenor: '1h', capacityTokens: 100 },
    { modelId: 'another', capacityTokens: 100 },
    { sequence: null, capacityTokens: 100 },
  ]);
  const { arrivals, lookbackHours } = await observed();
  expect(arrivals.toSorted((one, other) => Number(one.priceScale8 - other.priceScale8))).toEqual([
    { priceScale8: 7n, quantityTokens: 15, asks: 2 },
    { priceScale8: 9n, quantityTokens: 20, asks: 2 },
  ]);
  expect(lookbackHours).toBe(24);
});

test('of a region only its own', async () => {
  await write([{}, { region: 'eu-west' }, { region: 'global' }]);
  expect((await observed('us-east')).arrivals).toEqual([
    { priceScale8: 7n, quantityTokens: 10, asks: 1 },
  ]);
});

test('a book with very many asks is observed for as long as the newest ones go back', async () => {
  await write(
    Array.from({ length: 5_000 }, (_, place) => ({ ageMs: (place * 2 * HOUR_MS) / 5_000 })),
  );
  await write(Array.from({ length: 10 }, () => ({ ageMs: 20 * HOUR_MS, priceScale8: 9n })));
  const { arrivals, lookbackHours } = await observed();
  expect(arrivals).toEqual([{ priceScale8: 7n, quantityTokens: 50_000, asks: 5_000 }]);
  expect(lookbackHours).toBe(2);
});
