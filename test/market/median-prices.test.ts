/** The medians of the catalog: read when trades change them, and no more often (PRICE-7). */
import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { MedianPrices } from '../../api/market/median-prices';
import type { Ticker } from '../../records/queries/daily-volume';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { dropRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { print } from './tape';

let records: WritableRecords;
let reads = 0;
let readsNow = 0;
let readsAtOnce = 0;
beforeAll(async () => {
  const settings = await testSettings();
  const uri = new URL(settings.mongoUri);
  uri.searchParams.set('monitorCommands', 'true');
  records = await connectRecords({ ...settings, mongoUri: uri.href });
  const ended = ({ commandName }: { commandName: string }) => {
    if (commandName === 'aggregate') readsNow -= 1;
  };
  records.connection
    .getClient()
    .on('commandStarted', ({ commandName }: mongo.CommandStartedEvent) => {
      if (commandName !== 'aggregate') return;
      reads += 1;
      readsNow += 1;
      readsAtOnce = Math.max(readsAtOnce, readsNow);
    })
    .on('commandSucceeded', ended)
    .on('commandFailed', ended);
});
afterAll(() => dropRecords(records));

async function tradedModels(count: number): Promise<string[]> {
  const models = Array.from({ length: count }, () => `model-${randomUUID()}`);
  await trade(models, 1_000n, 10);
  return models;
}

const trade = (models: readonly string[], priceScale8: bigint, quantityTokens: number) =>
  print(
    records,
    models.map((modelId) => ({ modelId, priceScale8, quantityTokens, executedAt: new Date() })),
  );

const tickersOf = (models: readonly string[], volumeTokens: number): Ticker[] =>
  models.map((modelId) => ({
    book: {
      modelId,
      tenor: 'spot',
    },
    region: 'any',
    lastPriceScale8: 1n,
    volumeTokens,
    openScale8: null,
    lastAt: new Date(0),
  }));

async function readsOf<T>(work: () => Promise<T>): Promise<[number, T]> {
  [reads, readsNow, readsAtOnce] = [0, 0, 0];
  const found = await work();
  return [reads, found];
}

test('are read at most eight at once, and again only those whose trades changed', async () => {
  const models = await tradedModels(20);
  const medians = new MedianPrices(records);
  const [first, found] = await readsOf(() => medians.of(models, tickersOf(models, 10)));
  expect([first, found.size]).toEqual([20, 20]);
  expect(readsAtOnce).toBeGreaterThan(1);
  expect(readsAtOnce).toBeLessThanOrEqual(8);
  const [again, same] = await readsOf(() => medians.of(models, tickersOf(models, 10)));
  expect([again, same]).toEqual([0, found]);
  const [changed, ...others] = models;
  await trade([changed!], 3_000n, 90);
  const tickers = [...tickersOf([changed!], 100), ...tickersOf(others, 10)];
  const [renewed, now] = await readsOf(() => medians.of(models, tickers));
  expect([renewed, now.get(changed!), now.get(others[0]!)]).toEqual([1, 3_000n, 1_000n]);
});

test('are renewed a few in each answer, those read longest ago first; none is missing', async () => {
  const models = await tradedModels(7);
  const medians = new MedianPrices(records, 3);
  expect((await readsOf(() => medians.of(models, tickersOf(models, 10))))[0]).toBe(7);
  await trade(models, 3_000n, 90);
  const renewed: number[] = [];
  for (let answers = 0; answers < 4; answers += 1) {
    const [count, found] = await readsOf(() => medians.of(models, tickersOf(models, 100)));
    expect(found.size).toBe(7);
    renewed.push(count, [...found.values()].filter((price) => price === 3_000n).length);
  }
  expect(renewed).toEqual([3, 3, 3, 6, 1, 7, 0, 7]);
});

test('of an instrument without trades today there is none', async () => {
  const models = await tradedModels(1);
  const [count, found] = await readsOf(() =>
    new MedianPrices(records).of(models, tickersOf(models, 0)),
  );
  expect([count, found.size]).toEqual([0, 0]);
});
