/** What a buyer reads beside the chat route: its account, and the models that can be bid for. */
import { Exchange } from '../support/exchange';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.start();
});
afterAll(() => exchange.stop());

const account = async (key: string) =>
  exchange.send('GET', '/market/v1/account', { headers: { authorization: `Bearer ${key}` } });

test('the account of a buyer: what was deposited, to the last unit', async () => {
  const { accountId, key } = await exchange.buyer('0', { price_ceiling: '0.0025' });
  expect((await account(key)).body).toMatchObject({ balance: '0', reserved: '0', available: '0' });
  for (const [reference, amount] of [
    ['a', '0.00000001'],
    ['b', '12.5'],
    ['a', '0.00000001'],
  ]) {
    await exchange.admin('POST', `/accounts/${accountId}/deposits`, { reference, amount });
  }
  const { status, body } = await account(key);
  expect(status).toBe(200);
  expect(body).toEqual({
    account_id: accountId,
    currency: 'USD',
    balance: '12.50000001',
    reserved: '0',
    available: '12.50000001',
    price_ceiling: '0.0025',
    reservations: [],
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

test.each(['/v1', '/buyer/v1'])(
  'models at %s: the catalog, then what else is offered',
  async (at) => {
    const seller = await exchange.seller('normal', { models: ['house/own-model'] });
    await exchange.ask(seller, { price: '0.01', model: 'house/own-model' });
    const { status, body } = await exchange.send('GET', `${at}/models`);
    expect(status).toBe(200);
    expect(body.object).toBe('list');
    const ids = body.data.map((model: { id: string }) => model.id);
    expect(ids).toContain('llama-3.3-70b');
    expect(body.data.at(-1)).toEqual({
      id: 'house/own-model',
      object: 'model',
      created: expect.any(Number),
      owned_by: 'other',
    });
  },
);

test('the keys that verify dispatches are public', async () => {
  const { status, body } = await exchange.send('GET', '/.well-known/jwks.json');
  expect(status).toBe(200);
  expect(body.keys).toEqual([expect.objectContaining({ kty: 'OKP', crv: 'Ed25519' })]);
  expect(body.keys[0].d).toBeUndefined();
});
