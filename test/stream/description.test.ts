/** The stream's description: served, and true of what is sent. */
import Ajv from 'ajv';
import { newModel } from '../e2e/market';
import { describeStream } from '../../api/stream/asyncapi';
import { Exchange } from '../support/exchange';
import { StreamClient, Voice, bookMessage, trade } from './client';

let exchange: Exchange;
let voice: Voice;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  voice = new Voice(exchange.settings);
});
afterAll(async () => {
  voice.close();
  await exchange.stop();
});

test('it is served beside the description of the routes, which has the same book', async () => {
  const { status, body } = await exchange.send('GET', '/market/asyncapi.json');
  expect(status).toBe(200);
  expect(body).toEqual(describeStream());
  const routes = (await exchange.send('GET', '/market/openapi.json')).body;
  const told = body.components.schemas.OrderBook;
  const plain = routes.components.schemas.OrderBook;
  expect(Object.keys(told.properties)).toEqual(Object.keys(plain.properties));
  expect(told.required).toEqual(plain.required);
});

test('every reference leads somewhere', () => {
  const document: any = describeStream();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(5);
  for (const [, path = ''] of references) {
    const target = path.split('/').reduce((at: any, name) => at?.[name], document);
    expect([path, typeof target]).toEqual([path, 'object']);
  }
});

test('what is sent fits it, field by field', async () => {
  const document: any = describeStream();
  const ajv = new Ajv({ strict: false, formats: { uuid: /^[0-9a-f-]{36}$/ } });
  ajv.addSchema(document, 'stream');
  const model = newModel();
  const reader = await StreamClient.open(exchange.url(), `model_id=${model}&region=apac`);
  for (let sequence = 1; sequence <= 3; sequence++) {
    const trades = [trade({ region: 'apac', taker_side: sequence === 2 ? 'ask' : 'bid' })];
    const bids = { any: [['0.0005', '70']] } as const;
    voice.say(bookMessage(model, sequence, { asks: { apac: [['1', '2']] }, bids, trades }));
    await reader.reaches(sequence);
  }
  expect(reader.trades).toHaveLength(3);
  for (const message of reader.messages) {
    const name = message.type === 'trade' ? 'Trade' : 'OrderBook';
    const validate = ajv.getSchema(`stream#/components/schemas/${name}`)!;
    expect([validate(message), validate.errors]).toEqual([true, null]);
    const { properties } = document.components.schemas[name];
    const { off_market: _, ...always } = properties;
    expect(Object.keys(message).sort()).toEqual(Object.keys(always).sort());
  }
  reader.close();
});
