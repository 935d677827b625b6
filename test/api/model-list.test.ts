/** `GET /v1/models`: what a client needs to choose an instrument. */
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const exchange = Exchange.pooledForFile();

const shown = async (model: string) => (await exchange.send('GET', `/v1/models/${model}`)).body;

async function offer(model: string, price: string, declared?: object): Promise<void> {
  const seller = await exchange.seller('normal', {
    models: [model],
    ...(declared ? { declared: [{ model, ...declared }] } : {}),
  });
  await exchange.ask(seller, { model, price });
}

test('an instrument has the best price in both forms, and what its sellers declare together', async () => {
  const model = newModel();
  await offer(model, '0.0006', {
    context_window: 8192,
    features: ['tools'],
    input_modalities: ['text'],
  });
  await offer(model, '0.0005', { context_window: 32_768, features: ['json_schema', 'tools'] });
  await offer(model, '0.0007');
  const isWhole = async () => (await shown(model)).price === '0.0005';
  await until(isWhole, { what: 'the price in the list' });
  const facts = {
    context_window: 32_768,
    price: '0.0005',
    pricing: { prompt: '0.0000005', completion: '0.0000005' },
    input_modalities: ['text'],
    output_modalities: null,
    features: ['json_schema', 'tools'],
  };
  expect(await shown(model)).toMatchObject({ id: model, ...facts });
  const { data } = (await exchange.send('GET', '/v1/models')).body;
  expect(data.find(({ id }: { id: string }) => id === model)).toMatchObject(facts);
});

test('an instrument without an offer has no price, and says nothing of what nobody declares', async () => {
  const { data } = (await exchange.send('GET', '/v1/models')).body;
  const unoffered = data.filter(({ price }: { price: string | null }) => price === null);
  expect(unoffered.length).toBeGreaterThan(0);
  for (const one of unoffered) expect(one.pricing).toBeNull();
});
