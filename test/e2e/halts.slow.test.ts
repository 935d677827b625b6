/** An operator halts a book: nothing is matched in it, and nothing else is stopped. And rebuilds one. */
import Redis from 'ioredis';
import { buyTicket } from '../contracts/market';
import { Exchange } from '../support/exchange';
import { joinMarket, openMarket } from './market';

const exchange = Exchange.pooledForFile();

async function halt(
  model: string,
  body: object = { halted: true, reason: 'a wrong price' },
): Promise<unknown> {
  return (await exchange.admin('PATCH', `/books/${encodeURIComponent(model)}`, body)).body;
}

test('a halted book matches nothing, lets asks be cancelled, and goes on when it is resumed', async () => {
  const { key, model, seller, askId } = await openMarket(exchange);
  expect((await exchange.chat(key, { model })).status).toBe(200);
  expect(await halt(model)).toMatchObject({ status: 'halted', reason: 'a wrong price' });
  expect(await halt(model)).toMatchObject({ status: 'halted' }); // again

  const refused = await exchange.chat(key, { model });
  expect(refused).toMatchObject({ status: 503, body: { code: 'market_halted' } });
  expect(refused.headers['retry-after']).toBe('60');
  const ticket = await buyTicket(exchange, key, { model });
  expect(ticket).toMatchObject({ status: 503, body: { code: 'market_halted' } });
  expect(ticket.headers['retry-after']).toBe('60');
  await expect(joinMarket(exchange, model)).rejects.toThrow('market_halted');
  expect((await exchange.account(key)).reserved).toBe('0');

  const cancelled = await exchange.send('DELETE', `/seller/v1/offers/${askId}`, {
    headers: { 'x-seller-api-key': seller.apiKey },
  });
  expect(cancelled.status).toBe(204);

  expect(await halt(model, { halted: false })).toMatchObject({ status: 'open', reason: null });
  await joinMarket(exchange, model);
  expect((await exchange.chat(key, { model })).status).toBe(200);
  await exchange.expectExact();
});

test('a halt outlives what Redis knows', async () => {
  const { key, model } = await openMarket(exchange);
  await halt(model);
  const redis = new Redis(exchange.settings.redisUrl);
  await redis.flushdb();
  redis.disconnect();
  const refused = await exchange.chat(key, { model });
  expect(refused).toMatchObject({ status: 503, body: { code: 'market_halted' } });
  await halt(model, { halted: false });
  expect((await exchange.chat(key, { model })).status).toBe(200);
});

test('a rebuild restores a damaged book from the records, and a halt stays', async () => {
  const { key, model } = await openMarket(exchange);
  const rebuild = (body = {}) => exchange.admin('POST', `/books/${model}/rebuilds`, body);
  const { body: before } = await rebuild();
  const redis = new Redis(exchange.settings.redisUrl);
  const damaged = await redis.keys(`book:{${model}|spot}:${before.epoch}:asks:*`);
  expect(damaged).not.toEqual([]);
  await redis.del(damaged);
  redis.disconnect();
  expect((await rebuild()).body).toMatchObject({ status: 'open', epoch: before.epoch + 1 });
  expect((await exchange.chat(key, { model })).status).toBe(200);

  await halt(model);
  expect((await rebuild()).body).toMatchObject({ status: 'halted', reason: 'a wrong price' });
  expect((await exchange.chat(key, { model })).body.code).toBe('market_halted');
  await halt(model, { halted: false });
  expect((await exchange.chat(key, { model })).status).toBe(200);
  await expect(rebuild({ tenor: '30d' })).rejects.toThrow('not_found');
  await expect(rebuild({ tenor: 'never' })).rejects.toThrow('invalid_tenor');
  await exchange.expectExact();
});

test('a book that is not there, and a halt without a reason', async () => {
  const { model } = await openMarket(exchange);
  await expect(halt('nothing-of-the-kind')).rejects.toThrow('not_found');
  await expect(halt(model, { halted: true })).rejects.toThrow('invalid_request');
});

test('a whole instrument is halted and resumed at once: each of its books, and no other', async () => {
  const { model, key, seller } = await openMarket(exchange, { capacity: 10_000 });
  const other = await openMarket(exchange);
  const forward = { model_id: model, price: '2', capacity: 1_000_000, tenor: '1d' };
  const asked = await exchange.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
    headers: { 'x-seller-api-key': seller.apiKey },
    body: forward,
  });
  expect(asked.status).toBe(200);
  const halted = { halted: true, reason: 'a wrong price' };
  const change = (name: string, body: object) =>
    exchange.admin('PATCH', `/instruments/${name}`, body);
  expect(await change(model, halted)).toMatchObject({
    status: 200,
    body: {
      books: [
        { tenor: 'spot', status: 'halted', reason: 'a wrong price' },
        { tenor: '1d', status: 'halted', reason: 'a wrong price' },
      ],
    },
  });
  expect((await exchange.chat(key, { model })).body.code).toBe('market_halted');
  for (const tenor of ['spot', '1d']) {
    const ticket = await buyTicket(exchange, key, { model, tenor });
    expect(ticket.body.code).toBe('market_halted');
  }
  expect((await exchange.chat(other.key, { model: other.model })).status).toBe(200);

  await expect(change(model, { halted: true })).rejects.toThrow('invalid_request');
  const resumed = await change(model, { halted: false });
  expect(resumed.body.books).toMatchObject([{ status: 'open' }, { status: 'open' }]);
  expect((await exchange.chat(key, { model })).status).toBe(200);
  await expect(change('never-heard-of', halted)).rejects.toThrow('not_found');
  const actions = await exchange.admin('GET', `/audit?target=${model}&action=updateInstrument`);
  expect(actions.body.actions.map(({ status, reason }: any) => [status, reason])).toEqual([
    [200, null],
    [200, 'a wrong price'],
  ]);
});

test('all books are halted and resumed at once; one that was halted by itself keeps its halt', async () => {
  const [first, second, apart] = await Promise.all([
    openMarket(exchange),
    openMarket(exchange),
    openMarket(exchange),
  ]);
  const all = (body: object) => exchange.admin('PATCH', '/books', body);
  const codes = () =>
    Promise.all(
      [first, second, apart].map(async ({ key, model }) => {
        const { status, body } = await exchange.chat(key, { model });
        return body.code ?? status;
      }),
    );
  await halt(apart.model, { halted: true, reason: 'of its own' });

  await expect(all({ halted: true })).rejects.toThrow('invalid_request');
  for (const _again of [1, 2]) {
    const { books } = (await all({ halted: true, reason: 'clocks are wrong' })).body;
    expect(books.filter(({ status }: any) => status === 'open')).toEqual([]);
    const reasons = new Map(books.map((book: any) => [book.model_id, book.reason]));
    expect(reasons.get(first.model)).toBe('clocks are wrong');
    expect(reasons.get(apart.model)).toBe('of its own');
  }
  expect(await codes()).toEqual(['market_halted', 'market_halted', 'market_halted']);

  await all({ halted: false });
  expect(await codes()).toEqual([200, 200, 'market_halted']);
  await halt(apart.model, { halted: false });
  expect(await codes()).toEqual([200, 200, 200]);
  const { actions } = (await exchange.admin('GET', '/audit?action=updateBooks')).body;
  expect(actions.slice(0, 2).map(({ reason, details }: any) => [reason, details.halted])).toEqual([
    [null, 'false'],
    ['clocks are wrong', 'true'],
  ]);
});
