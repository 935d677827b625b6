/** Readers of the list of the instruments receive every change, once, in messages of bounded size. */
import { once } from 'node:events';
import { io } from 'socket.io-client';
import { CatalogChanges } from '../../api/stream/catalog-changes';
import { REGIONS } from '../../domain/regions';
import { newModel, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const COUNT = 500;

/** A list of instruments, each with this ask in one region. */
function listOf(asks: readonly string[]) {
  const instruments = asks.map((ask, index) => ({
    model_id: `model-${index}`,
    name: `model-${index}`,
    context_window: null,
    default_max_tokens: 1_024,
    list_price: '0.001',
    last_price: ask,
    open_24h: '0.002',
    quotes: REGIONS.map((region) => ({
      region,
      best_bid: null,
      best_ask: region === 'us-east' ? ask : null,
      last_price: null,
      volume_24h: 0,
    })),
  }));
  const family = { family: 'other', name: 'Other', instruments };
  return { families: [family], regions: [...REGIONS], as_of: new Date().toISOString() };
}

const all = (ask: string) => Array.from({ length: COUNT }, () => ask);

test('a message has the changed regions only, and an unchanged list none', () => {
  const changes = new CatalogChanges(listOf(['0.001', '0.002']));
  expect(changes.in(listOf(['0.001', '0.002']))).toEqual([]);
  expect(changes.in(listOf(['0.001', '0.003']))).toEqual([
    {
      model_id: 'model-1',
      list_price: '0.001',
      last_price: '0.003',
      open_24h: '0.002',
      quotes: [expect.objectContaining({ region: 'us-east', best_ask: '0.003' })],
    },
  ]);
  expect(changes.in(listOf(['0.001', '0.003']))).toEqual([]);
});

test('an instrument that leaves the list has empty quotes, and one that returns has its own', () => {
  const changes = new CatalogChanges(listOf(['0.001', '0.002']));
  const gone = { model_id: 'model-1', list_price: null };
  expect(changes.in(listOf(['0.001']))).toMatchObject([{ ...gone, quotes: [{ best_ask: null }] }]);
  expect(changes.in(listOf(['0.001']))).toEqual([]);
  const back = changes.in(listOf(['0.001', '0.002']));
  expect(back).toMatchObject([{ model_id: 'model-1', quotes: [{ best_ask: '0.002' }] }]);
});

test('of 500 changed instruments no message passes 17 kB, and the last one leaves nothing untold', () => {
  const changes = new CatalogChanges(listOf(all('0.001')));
  const told = new Map<string, string | null>();
  for (let message = 0; told.size < COUNT; message += 1) {
    expect(message).toBeLessThan(20);
    const instruments = changes.in(listOf(all(`0.00${message + 2}`)));
    expect(JSON.stringify(instruments).length).toBeLessThan(17_000);
    for (const { model_id: id, quotes } of instruments) told.set(id, quotes[0]!.best_ask);
  }
  const last = listOf(all('0.009'));
  for (let next = changes.in(last); next.length > 0; next = changes.in(last))
    for (const { model_id: id, quotes } of next) told.set(id, quotes[0]!.best_ask);
  expect(new Set(told.values())).toEqual(new Set(['0.009']));
});

test('a reader of the list hears each change of a price, and of a name that is new', async () => {
  const exchange = await Exchange.pooled();
  const { model, seller } = await openMarket(exchange, { price: '0.002' });
  const list = async () => (await exchange.send('GET', '/market/v1/markets')).body;
  const isListed = async () => JSON.stringify(await list()).includes(model);
  await until(isListed, { what: 'the instrument in the list' });

  const socket = io(`${exchange.url()}/catalog`, { transports: ['websocket'], forceNew: true });
  const messages: any[] = [];
  socket.on('catalog_changed', (message) => messages.push(message));
  await once(socket as unknown as NodeJS.EventEmitter, 'catalog_changed');
  expect(messages[0]).toMatchObject({ type: 'catalog_changed', instruments: [] });
  const { as_of: readAt } = await list();
  expect(Date.parse(readAt)).toBeGreaterThanOrEqual(Date.parse(messages[0].as_of));

  const askTold = (modelId: string, price: string) =>
    until(
      () =>
        messages
          .flatMap(({ instruments }) => instruments)
          .some(
            ({ model_id: id, quotes }) =>
              id === modelId && quotes.some(({ best_ask: ask }: any) => ask === price),
          ),
      { what: `${price} to be told`, timeoutMs: 60_000 },
    );
  await exchange.ask(seller, { model, price: '0.001' });
  await askTold(model, '0.001');
  const other = newModel();
  const newcomer = await exchange.seller('normal', { models: [other] });
  await exchange.ask(newcomer, { model: other, price: '0.003' });
  await askTold(other, '0.003');
  socket.disconnect();
  await exchange.stop();
}, 150_000);
