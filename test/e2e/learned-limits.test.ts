/** A seller that refuses what others serve is not asked for it again and again (MATCH-19). */
import { Exchange } from '../support/exchange';
import type { Behaviour } from '../support/sellers/behaviours';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { joinMarket, openMarket } from './market';

const exchange = Exchange.pooledForFile();

const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
const noTools: Behaviour = {
  answer: (visit) =>
    visit.request?.body['tools']
      ? BEHAVIOURS.contextLength().answer(visit)
      : BEHAVIOURS.normal().answer(visit),
};

/** The first seller is the cheapest, and refuses tools; the second one serves everything. */
async function twoSellers() {
  const { key, model, seller: first } = await openMarket(exchange, { behaviour: noTools });
  const { seller: second } = await joinMarket(exchange, model, { price: '0.002' });
  const { key: other } = await exchange.buyer();
  const chat = async (by: string, body: object = { tools }) => {
    const answer = await exchange.chat(by, { model, ...body });
    expect(answer.status).toBe(200);
    const asked = await exchange.records.sellers.findOne({ _id: first.sellerId });
    return { asked: first.requests.length, known: asked?.refusedNeeds?.length ?? 0 };
  };
  const noted = (count: number) =>
    until(
      async () => {
        const seller = await exchange.records.sellers.findOne({ _id: first.sellerId });
        return (seller?.refusedNeeds ?? []).length === count;
      },
      { what: `${count} refusals to be noted` },
    );
  const refusedTo = async (by: string, count: number) => {
    await chat(by);
    await noted(count);
    expect(first.requests).toHaveLength(count);
  };
  const profile = async () =>
    (
      await exchange.send('GET', '/seller/v1/profile', {
        headers: { 'x-seller-api-key': first.apiKey },
      })
    ).body;
  return { key, other, model, first, second, chat, refusedTo, profile };
}

test('the fourth request with tools goes to the other seller at once, and others still to it', async () => {
  const { key, other, model, first, chat, refusedTo, profile } = await twoSellers();
  await refusedTo(key, 1);
  await refusedTo(key, 2);
  expect((await profile()).learned_limits).toEqual([]);
  await refusedTo(other, 3);
  const { key: third } = await exchange.buyer();
  await chat(third);
  expect(first.requests).toHaveLength(3);
  await chat(third, {});
  expect(first.requests).toHaveLength(4);
  const limit = {
    model_id: model,
    lacks: ['tools'],
    from_tokens: expect.any(Number),
    until: expect.any(String),
  };
  expect((await profile()).learned_limits).toEqual([limit]);
  const participants = `seller:${first.sellerId}`;
  const events = await exchange.records.webhookEvents
    .find({ participants, type: 'seller.limit_learned' })
    .toArray();
  expect(events.map(({ body }) => JSON.parse(body).data)).toEqual([
    { seller_id: first.sellerId, ...limit },
  ]);
});

test('refusals to one buyer alone are learned for that buyer', async () => {
  const { key, other, first, chat, refusedTo } = await twoSellers();
  for (const count of [1, 2, 3]) await refusedTo(key, count);
  await chat(key);
  expect(first.requests).toHaveLength(3);
  await chat(other);
  expect(first.requests).toHaveLength(4);
});

test('a seller that has served tools is not taken to lack them, whatever it refuses', async () => {
  const { key, other, first, chat, refusedTo, profile } = await twoSellers();
  first.setBehaviour('normal');
  await chat(key);
  await until(
    async () => {
      const seller = await exchange.records.sellers.findOne({ _id: first.sellerId });
      return (seller?.servedNeeds ?? []).length === 2;
    },
    { what: 'what it has served to be noted' },
  );
  first.setBehaviour(noTools);
  first.requests.length = 0;
  for (const [at, by] of [key, key, other].entries()) await refusedTo(by, at + 1);
  await chat(other);
  expect(first.requests).toHaveLength(4);
  expect((await profile()).learned_limits).toEqual([]);
});

test('a new declaration forgets what was learned', async () => {
  const { key, other, model, first, chat, refusedTo, profile } = await twoSellers();
  for (const [at, by] of [key, key, other].entries()) await refusedTo(by, at + 1);
  expect((await profile()).learned_limits).toHaveLength(1);
  const registered = await exchange.send('POST', '/seller/v1/register', {
    body: {
      name: `Seller ${first.port}`,
      endpoint_url: first.url,
      supported_models: [model],
      api_key: first.apiKey,
      models: [
        {
          model,
          features: ['tools'],
        },
      ],
    },
  });
  expect(registered.status).toBe(200);
  expect((await profile()).learned_limits).toEqual([]);
  await chat(key);
  expect(first.requests).toHaveLength(4);
});
