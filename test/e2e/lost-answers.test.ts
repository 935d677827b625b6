/** The stored answer of a settled request is gone: its key does not buy another one. */
import { Exchange } from '../support/exchange';
import { openMarket } from './market';

const exchange = Exchange.pooledForFile();

/** A settled chat under the key `lost`, whose answer somebody deletes. */
async function settledAndLost({ stream = false } = {}) {
  const market = await openMarket(exchange);
  const { key, model, seller, accountId } = market;
  const chat = (gateway: number, idempotencyKey = 'lost') =>
    exchange.chat(key, { model, stream }, { idempotencyKey, gateway });
  const first = await chat(0);
  expect(first.status).toBe(200);
  const charged = await exchange.account(key);
  const [order] = await exchange.records.orders.find({ accountId }).toArray();
  expect(await exchange.records.answers.deleteOne({ _id: order!._id })).toMatchObject({
    deletedCount: 1,
  });
  const expectOneCharge = async () => {
    expect(seller.requests).toHaveLength(1);
    expect(await exchange.account(key)).toEqual(charged);
  };
  return { chat, order: order!, expectOneCharge };
}

test.each([{ stream: false }, { stream: true }])(
  'a repetition ($stream) says so, as often as it comes, and charges nothing',
  async (request) => {
    const { chat, expectOneCharge } = await settledAndLost(request);
    for (const gateway of [0, 1, 0]) {
      const again = await chat(gateway);
      expect(again).toMatchObject({ status: 500, body: { error: { code: 'internal_error' } } });
      expect(again.body.error.message).toMatch(/answered and charged/);
    }
    await expectOneCharge();
    expect((await chat(1, 'another')).status).toBe(200);
  },
);

test('the key is free once the answer would have expired', async () => {
  const { chat, order, expectOneCharge } = await settledAndLost();
  const retentionMs = exchange.settings.ANSWER_RETENTION_HOURS * 3_600_000;
  const aged = new Date(Date.now() - retentionMs - 1);
  await exchange.records.orders.updateOne({ _id: order._id }, { $set: { createdAt: aged } });
  expect(await chat(0)).toMatchObject({ status: 503 });
  await expectOneCharge();
  expect((await chat(0)).status).toBe(200);
});
