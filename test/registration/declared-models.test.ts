/** What a seller declares of its models: how it is asked, what it shows, what the next registration keeps. */
import { Exchange, type TestSeller } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { newKey, profile, register, registration } from './registering';

let exchange: Exchange;
const started: Seller[] = [];
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(async () => {
  await Promise.all(started.map((seller) => seller.close()));
  await exchange.stop();
});

let count = 0;
const newModel = () => `Declared-${process.pid}-${(count += 1)}`;

/** A seller of one model, with a price. */
async function declaring(declared: object, { model = newModel(), behaviour = 'normal' } = {}) {
  const server = await startSeller(BEHAVIOURS[behaviour as 'normal']());
  started.push(server);
  const body = registration({
    endpoint_url: server.url,
    supported_models: [model],
    api_key: newKey(),
    models: [
      {
        model,
        ...declared,
      },
    ],
  }) as Record<string, unknown> & { api_key: string };
  const answer = await register(exchange, body);
  expect(answer.status).toBe(200);
  const seller = { sellerId: answer.body.seller_id as string, apiKey: body.api_key };
  await exchange.ask(seller, { model, price: '0.001' });
  return { body, model, server: Object.assign(server, seller) as TestSeller };
}

const shown = async ({ apiKey }: { apiKey: string }) =>
  (await profile(exchange, apiKey)).body.models;

test('the endpoint is asked by its own name for the model, and the buyer sees the instrument', async () => {
  const upstream_model = 'meta-llama/Llama-3.3-70B-Instruct';
  const { model, server } = await declaring({ upstream_model });
  const { key } = await exchange.buyer();
  const whole = await exchange.chat(key, { model });
  const { chunks } = await exchange.stream(key, { model });
  expect(server.requests.map(({ body }) => body['model'])).toEqual([
    upstream_model,
    upstream_model,
  ]);
  expect(whole.body).toMatchObject({ model: model.toLowerCase() });
  expect(new Set(chunks.map((chunk) => chunk.model))).toEqual(new Set([model.toLowerCase()]));
});

test('without a name of its own the registered spelling is asked for', async () => {
  const { model, server } = await declaring({ features: [] });
  await exchange.chat((await exchange.buyer()).key, { model });
  expect(server.requests.map(({ body }) => body['model'])).toEqual([model]);
});

test('a probe asks by the same name', async () => {
  const { model, server } = await declaring(
    { upstream_model: 'own/name' },
    { behaviour: 'status' },
  );
  await exchange.chat((await exchange.buyer()).key, { model });
  await until(() => server.probes.length > 0, { what: 'a probe' });
  expect(server.probes[0]!.body).toMatchObject({ model: 'own/name' });
});

test('the profile shows what was declared, and nothing that was not', async () => {
  const everything = {
    upstream_model: 'own/name',
    context_window: 32768,
    max_output_tokens: 4096,
    quantization: 'fp8',
    input_modalities: ['text', 'image'],
    output_modalities: ['text'],
    features: ['tools', 'json_schema', 'of_tomorrow'],
    data_policy: { trains: false },
  };
  const { model, server } = await declaring(everything);
  expect(await shown(server)).toEqual([{ model: model.toLowerCase(), ...everything }]);
  const bare = await declaring({ quantization: null });
  expect(await shown(bare.server)).toEqual([{ model: bare.model.toLowerCase() }]);
});

test('the next registration replaces it, leaves it or removes it', async () => {
  const { body, model, server } = await declaring({ features: ['tools'] });
  const after = async (fields: object) => {
    await register(exchange, { ...body, ...fields });
    return shown(server);
  };
  const own = { model: model.toLowerCase() };
  expect(await after({ models: undefined, name: 'Renamed' })).toEqual([
    { ...own, features: ['tools'] },
  ]);
  const again = {
    models: [
      { model, context_window: 8_192 },
      { model, context_window: 1 },
    ],
  };
  expect(await after(again)).toEqual([{ ...own, context_window: 8_192 }]);
  expect(await after({ models: null })).toEqual([]);
});

test('a repeated registration leaves no record of a change', async () => {
  const { body, server } = await declaring({ features: ['tools'], data_policy: { trains: false } });
  await register(exchange, body);
  const changes = exchange.records.sellerChanges.countDocuments({ sellerId: server.sellerId });
  expect(await changes).toBe(1);
});

test('a declaration of a model that is offered no longer stays: its lots may still be drawn on', async () => {
  const { body, model, server } = await declaring({ upstream_model: 'own/name' });
  const other = newModel();
  await register(exchange, { ...body, supported_models: [other], models: [{ model: other }] });
  expect((await shown(server)).map((one: { model: string }) => one.model)).toEqual([
    other.toLowerCase(),
    model.toLowerCase(),
  ]);
});

test.each([
  ['a model that is not supported', [{ model: 'another' }]],
  ['no model', [{ features: ['tools'] }]],
  ['an unknown member', [{ model: 'm', context_length: 1 }]],
  ['a context window of 0', [{ model: 'm', context_window: 0 }]],
  ['a feature with a space', [{ model: 'm', features: ['json schema'] }]],
  ['65 features', [{ model: 'm', features: Array.from({ length: 65 }, (_, at) => `f${at}`) }]],
  ['an unknown quantization', [{ model: 'm', quantization: 'q4_k_m' }]],
])('%s is refused', async (_case, models) => {
  const body = registration({ supported_models: ['m'], models });
  const answer = await register(exchange, body);
  expect(answer.status).toBe(400);
  expect(answer.body.param).toMatch(/^models/);
});

test('an answer without a cap is not asked for more than the model can say', async () => {
  const { key } = await exchange.buyer();
  const capOf = async (declared: object) => {
    const { model, server } = await declaring(declared);
    await exchange.chat(key, { model, max_tokens: undefined });
    return server.requests[0]!.body['max_tokens'] as number;
  };
  const reserved = await capOf({});
  expect(reserved).toBeGreaterThan(200);
  expect(await capOf({ max_output_tokens: 200 })).toBe(200);
  const window = await capOf({ context_window: 200 });
  expect(window).toBeLessThan(200);
  expect(window).toBeGreaterThan(100);
});
