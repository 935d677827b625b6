/** An Idempotency-Key whose first request has not started its order: it may be slow, or dead. */
import { v7 as uuidV7 } from 'uuid';
import { canonicalHash } from '../../domain/canonical-json';
import { Exchange, chatBody } from '../support/exchange';
import { openMarket } from './market';

const exchange = Exchange.pooledForFile();

/** A market, and a key of its buyer as the first request leaves it before it starts anything. */
async function begun(terms: object) {
  const { key, model, accountId, seller } = await openMarket(exchange);
  const [orderId, idempotencyKey] = [uuidV7(), 'begun'];
  const now = Date.now();
  await exchange.records.idempotency.insertOne({
    _id: `chat:${accountId}:${idempotencyKey}`,
    orderId,
    response: null,
    underWay: 1,
    bodyHash: canonicalHash(
      chatBody({
        model,
        ...terms,
      }),
    ),
    createdAt: new Date(now),
    expiresAt: new Date(now + 36e5),
  });
  const chat = (more: object) => exchange.chat(key, { model, ...more }, { idempotencyKey });
  return { chat, orderId, seller };
}

test('a repetition starts the order under its id', async () => {
  const { chat, orderId, seller } = await begun({});
  const [one, other] = await Promise.all([chat({}), chat({})]);
  expect(one).toMatchObject({ status: 200, body: other.body });
  expect(await exchange.records.orders.findOne({ _id: orderId })).toMatchObject({
    status: 'filled',
  });
  expect(seller.requests).toHaveLength(1);
});

test('a repetition that is refused leaves the key to it', async () => {
  const terms = { venue_pin: 'nobody' };
  const { chat } = await begun(terms);
  expect((await chat(terms)).body.error.code).toBe('no_match');
  expect((await chat({})).body.error.code).toBe('idempotency_conflict');
});
