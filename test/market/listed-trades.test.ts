/** The list of past trades, and candles, as clients ask for them: each question has its own answer. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { candlesHandler } from '../../api/market/candles';
import { tradesHandler } from '../../api/market/trades';
import { Cursors } from '../../api/cursor';
import { rebuildCandles } from '../../followers/candles/rebuild';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from '../records/scenario';
import { print, type TradeTerms } from './tape';

const NOON = new Date('2026-03-01T12:00:00Z');
const LATER = new Date('2026-03-01T13:00:00Z');
const ALL = { limit: 100 };

let records: WritableRecords;
let server: Server;
let question: object = {};
beforeAll(async () => {
  records = await openRecords();
  const app = express();
  const [trades, candles] = [
    tradesHandler(records, new Cursors('pepper')),
    candlesHandler(records),
  ];
  const input = (modelId: string) => ({ params: { model_id: modelId }, query: question }) as never;
  app.get('/:model/trades', (req, res) => trades(req, res, input(req.params.model)));
  app.get('/:model/candles', (req, res) => candles(req, res, input(req.params.model)));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await dropRecords(records);
});

async function ask(path: string, query: object): Promise<any> {
  question = query;
  const { port } = server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}/${path}`)).json();
}

/** The lines of a file. */
async function file(path: string, query: object, accept = 'text/csv') {
  question = query;
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/${path}`, { headers: { accept } });
  return { headers: answer.headers, rows: (await answer.text()).trimEnd().split('\r\n') };
}

const quantities = async (model: string, query: object = {}) => {
  const { trades } = await ask(`${model}/trades`, { ...ALL, ...query });
  return trades.map(({ quantity }: { quantity: string }) => Number(quantity));
};
const trade = (modelId: string, quantityTokens: number, parts: Partial<TradeTerms> = {}) => ({
  modelId,
  quantityTokens,
  executedAt: NOON,
  ...parts,
});

test('only trades of the book that count, the newest first', async () => {
  await print(records, [
    trade('counted', 1),
    trade('counted', 2, { executedAt: LATER }),
    trade('counted', 0, { executedAt: LATER }),
    trade('counted', 4, { status: 'voided' }),
    trade('counted', 8, { tenor: '7d' }),
    trade('other', 16),
  ]);
  expect(await quantities('counted')).toEqual([2, 1]);
  expect(await quantities('counted', { tenor: '7d' })).toEqual([8]);
});

test('a trade at the end of a range stands in the next one, and in no other', async () => {
  await print(records, [trade('ranged', 1), trade('ranged', 2, { executedAt: LATER })]);
  expect(await quantities('ranged', { from: NOON, to: LATER })).toEqual([1]);
  expect(await quantities('ranged', { from: LATER })).toEqual([2]);
  expect(await quantities('ranged', { to: NOON })).toEqual([]);
});

test('a region has its own trades, on pages of their own', async () => {
  await print(records, [
    trade('regional', 1, { region: 'apac' }),
    trade('regional', 2, { region: 'eu-west' }),
    trade('regional', 4, { region: 'apac', executedAt: LATER }),
  ]);
  expect(await quantities('regional', { region: 'apac' })).toEqual([4, 1]);
  const first = await ask('regional/trades', { region: 'apac', limit: 1 });
  expect(await quantities('regional', { region: 'apac', cursor: first.next_cursor })).toEqual([1]);
});

test('as CSV a page has the trades of the JSON, and names the next page', async () => {
  await print(records, [
    trade('filed/model', 1),
    trade('filed/model', 2, { executedAt: LATER, region: 'apac' }),
    trade('filed/model', 4),
  ]);
  const path = `${encodeURIComponent('filed/model')}/trades`;
  const { trades } = await ask(path, ALL);
  const [first, second] = [await file(path, { limit: 2 }), await file(path, ALL)];
  expect(first.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(first.headers.get('content-disposition')).toContain('trades-filed-model.csv');
  expect(second.rows).toHaveLength(1 + trades.length);
  expect(second.rows.slice(0, 3)).toEqual(first.rows);
  trades.forEach((one: any, at: number) => {
    const time = new Date(one.timestamp).toISOString();
    const { id, price, quantity, taker_side: side, region } = one;
    expect(second.rows[at + 1]).toBe([time, id, price, quantity, side, region, false].join());
  });
  expect(second.headers.get('link')).toBeNull();
  const next = /cursor=([^>&]+)>; rel="next"/.exec(first.headers.get('link') ?? '')![1]!;
  const rest = await file(path, { limit: 2, cursor: decodeURIComponent(next) });
  expect(rest.rows.slice(1)).toEqual(second.rows.slice(3));
});

test('candles as CSV are those of the JSON, by the query or by the Accept header', async () => {
  await print(records, [trade('drawn', 3), trade('drawn', 5, { executedAt: LATER })]);
  await rebuildCandles(records, 1);
  const query = { ...ALL, interval: '1h' };
  const { candles } = await ask('drawn/candles', query);
  expect(candles).toHaveLength(2);
  const rows = [Object.keys(candles[0]), ...candles.map(Object.values)].map(String);
  expect((await file('drawn/candles', query)).rows).toEqual(rows);
  expect(
    (await file('drawn/candles', { ...query, format: 'csv' }, 'application/json')).rows,
  ).toEqual(rows);
});

test('candles that are asked for at once are each of their own interval and region', async () => {
  for (const query of [
    { interval: '1m' },
    { interval: '1h' },
    { interval: '1h', region: 'apac' },
  ]) {
    expect(await ask('asked/candles', { ...ALL, ...query })).toMatchObject(query);
  }
});
