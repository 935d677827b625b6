/** The list price of a fill (PRICE-7): the operator's, else that of a day of trades, else its own. */
import { randomUUID } from 'node:crypto';
import type { Catalog } from '../../config/catalog';
import { listPriceScale8 } from '../../exchange/chat/list-price';
import { print, type TradeTerms } from '../market/tape';
import { recordsForFile } from '../records/scenario';

const HOUR_MS = 3_600_000;
const OWN_SCALE8 = 7n;
const LISTED = { modelId: 'listed', listPriceScale8: 42n };

const records = recordsForFile();

const catalog = {
  instrument: (modelId: string) => (modelId === LISTED.modelId ? LISTED : undefined),
} as unknown as Catalog;
const priceOf = (modelId: string) => listPriceScale8({ catalog, records }, modelId, OWN_SCALE8);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

const newModel = () => `model-${randomUUID()}`;
function trade(modelId: string, hours: number, parts: Partial<TradeTerms> = {}): TradeTerms {
  return { modelId, executedAt: hoursAgo(hours), priceScale8: 1_000n, ...parts };
}

test("the operator's price counts, whatever is traded", async () => {
  await print(records, [trade(LISTED.modelId, 1)]);
  expect(await priceOf(LISTED.modelId)).toBe(42n);
});

test('without trades it is the price of the fill itself', async () => {
  expect(await priceOf(newModel())).toBe(OWN_SCALE8);
});

test('it is the median of the tokens of the trades of a whole day, and of no more', async () => {
  const modelId = newModel();
  await print(records, [
    trade(modelId, 0.1, { priceScale8: 1_000n, quantityTokens: 1_000 }),
    trade(modelId, 1, { priceScale8: 2_000n, quantityTokens: 3_000 }),
    trade(modelId, 23.9, { priceScale8: 9_000n, quantityTokens: 3_999 }),
    trade(modelId, 24.1, { priceScale8: 9_000n, quantityTokens: 9_000 }),
  ]);
  expect(await priceOf(modelId)).toBe(2_000n);
});

test('a trade of few tokens does not move it, whatever its price', async () => {
  const modelId = newModel();
  await print(records, [
    trade(modelId, 1, { quantityTokens: 1_000 }),
    trade(modelId, 1, { priceScale8: 8_000_000_000_000n, quantityTokens: 13 }),
  ]);
  expect(await priceOf(modelId)).toBe(1_000n);
});

test('only trades of the model for now count, that were not undone', async () => {
  const modelId = newModel();
  await print(records, [
    trade(modelId, 1),
    trade(modelId, 1, { priceScale8: 9_000n, status: 'voided' }),
    trade(modelId, 1, { priceScale8: 9_000n, tenor: '7d' }),
    trade(newModel(), 1, { priceScale8: 9_000n }),
  ]);
  expect(await priceOf(modelId)).toBe(1_000n);
});

test('the next trade of a model with few of them counts at once', async () => {
  const modelId = newModel();
  await print(records, [trade(modelId, 1)]);
  expect(await priceOf(modelId)).toBe(1_000n);
  await print(records, [trade(modelId, 1, { priceScale8: 3_000n, quantityTokens: 2_000 })]);
  expect(await priceOf(modelId)).toBe(3_000n);
});
