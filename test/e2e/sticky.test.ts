/** A session prefers the seller that served it last, at no worse price (MATCH-18). */
import Redis from 'ioredis';
import { Exchange } from '../support/exchange';
import { type Ask, cancelAsk, joinMarket, openMarket } from './market';

const exchange = Exchange.pooledForFile();

/** The first seller has served the session; its new ask stands behind that of the second, at this price. */
async function served(session: object, newPrice = '0.001') {
  const market = await openMarket(exchange);
  const { key, model, seller, accountId } = market;
  const chat = async (body: object = session, by = key) => {
    const answer = await exchange.chat(by, { model, ...body });
    const { fill } = answer.body;
    return [fill?.fill_price ?? answer.body.code, fill?.sticky];
  };
  expect(await chat()).toEqual(['1', false]);
  await cancelAsk(exchange, market);
  const second = await joinMarket(exchange, model);
  await exchange.ask(seller, { model, price: newPrice });
  const asked = () => [seller, second.seller].map(({ requests }) => requests.length);
  return { key, model, accountId, first: { seller } as Ask, second, chat, asked };
}

test.each([{ session_id: 'a session' }, { prompt_cache_key: 'a key of a cache' }])(
  '%j: the seller that served it last is taken before an earlier ask at the same price',
  async (session) => {
    const { chat, asked } = await served(session);
    expect(await chat({})).toEqual(['1', undefined]);
    expect(asked()).toEqual([1, 1]);
    expect(await chat()).toEqual(['1', true]);
    expect(asked()).toEqual([2, 1]);
    const [name] = Object.keys(session);
    expect(await chat({ [name!]: 'another one' })).toEqual(['1', false]);
    expect(asked()).toEqual([2, 2]);
  },
);

test('a stream says so in its fill, and both names of a session reach sellers as documented', async () => {
  const both = { session_id: 'a session', prompt_cache_key: 'a key of a cache' };
  const { key, model, first } = await served(both);
  const { chunks } = await exchange.stream(key, { model, ...both });
  expect(chunks.at(-1).fill.sticky).toBe(true);
  for (const { body } of first.seller.requests) {
    expect(body).not.toHaveProperty('session_id');
    expect(body['prompt_cache_key']).toBe('a key of a cache');
  }
});

test('a dearer ask of its seller is passed over, and the session moves to the one that serves', async () => {
  const { chat, asked } = await served({ session_id: 'a session' }, '0.0011');
  expect(await chat()).toEqual(['1', false]);
  expect(await chat()).toEqual(['1', true]);
  expect(asked()).toEqual([1, 2]);
});

test('a seller that fails loses the session to the one that serves it', async () => {
  const { chat, first, asked } = await served({ session_id: 'a session' });
  first.seller.setBehaviour('error500');
  expect(await chat()).toEqual(['1', false]);
  first.seller.setBehaviour('normal');
  expect(await chat()).toEqual(['1', true]);
  expect(asked()).toEqual([2, 2]);
});

test('the same name is another session for another account', async () => {
  const { chat, asked } = await served({ session_id: 'a session' });
  const { key } = await exchange.buyer();
  expect(await chat({ session_id: 'a session' }, key)).toEqual(['1', false]);
  expect(asked()).toEqual([1, 1]);
});

test('a preference of the buyer goes before the session', async () => {
  const { chat, second, first } = await served({ session_id: 'a session' });
  const session = { session_id: 'a session' };
  const order = [second.seller.sellerId];
  expect(await chat({ ...session, provider: { order } })).toEqual(['1', false]);
  expect(await chat({ ...session, provider: { ignore: order } })).toEqual(['1', false]);
  expect(await chat({ ...session, venue_pin: second.seller.sellerId })).toEqual(['1', false]);
  expect(first.seller.requests).toHaveLength(2);
});

test('a forged place leads no chat to a worse price, and to no seller that its buyer has ruled out', async () => {
  const { chat, asked, accountId, model, second } = await served(
    { session_id: 'a session' },
    '0.0011',
  );
  const dearer = await joinMarket(exchange, model, { price: '0.002' });
  const redis = new Redis(exchange.settings.redisUrl);
  const [place] = await redis.keys(`session:${accountId}:*`);
  const [check] = (await redis.get(place!))!.split(':');
  const forge = (sellerId: string) => redis.set(place!, `${check}:${sellerId}`);
  try {
    await forge(dearer.seller.sellerId);
    expect(await chat()).toEqual(['1', false]);
    await forge(second.seller.sellerId);
    const ignoring = { provider: { ignore: [second.seller.sellerId] } };
    expect(await chat({ session_id: 'a session', ...ignoring })).toEqual(['1.1', false]);
    for (const noSeller of ['', '*', accountId]) {
      await forge(noSeller);
      expect(await chat()).toEqual(['1', false]);
    }
    expect(asked()).toEqual([2, 4]);
    expect(dearer.seller.requests).toHaveLength(0);
  } finally {
    redis.disconnect();
  }
});
