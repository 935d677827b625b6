/** The raw WebSocket: what is sent, in which order, to which view (DATA-3). */
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
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

const read = (model: string, query = '') =>
  StreamClient.open(exchange.url(), `model_id=${encodeURIComponent(model)}${query}`);

test('the first message is a complete snapshot, the same as the plain HTTP book', async () => {
  const model = newModel();
  const empty = await read(model);
  await until(() => empty.book, { what: 'the first snapshot' });
  expect(empty.messages).toEqual([
    {
      type: 'orderbook_snapshot',
      model_id: model,
      tenor: 'spot',
      region: 'any',
      bids: [],
      asks: [],
      sequence: 0,
      timestamp: expect.any(Number),
    },
  ]);
  const path = `/market/v1/orderbook?model_id=${model}`;
  const plain = (await exchange.send('GET', path)).body;
  expect({ ...empty.book, timestamp: 0 }).toEqual({ ...plain, timestamp: 0 });
  empty.close();
});

test('every change is a complete snapshot; trades come between, in order and once', async () => {
  const model = newModel();
  const reader = await read(model.toUpperCase());
  const trades = Array.from({ length: 40 }, () => trade());
  for (const [index, one] of trades.entries()) {
    voice.say(bookMessage(model, index + 1, { trades: [one] }));
  }
  // Reported again, as after a crash of the relay, and without a newer book.
  voice.say(bookMessage(model, 40, { trades: trades.slice(-3) }));
  voice.say(bookMessage(model, 41, { asks: { apac: [['0.5', '7']] } }));
  await reader.reaches(41);
  expect(reader.trades).toEqual(
    trades.map((one) => ({ type: 'trade', model_id: model, tenor: 'spot', ...one })),
  );
  const sequences = reader.snapshots.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  expect(reader.book?.asks).toEqual([{ price: '0.5', quantity: '7' }]);
  reader.close();
});

test('a message of an older book changes nothing; a later epoch counts from anew', async () => {
  const model = newModel();
  const reader = await read(model);
  voice.say(bookMessage(model, 5));
  await reader.reaches(5);
  voice.say(bookMessage(model, 4, { asks: {} }));
  voice.say(bookMessage(model, 2, { epoch: 2, asks: { apac: [['3', '1']] } }));
  await until(() => reader.book?.sequence === 2, { what: 'the next epoch' });
  expect(reader.snapshots.map(({ sequence }) => sequence)).toEqual([0, 5, 2]);
  reader.close();
});

test('a trade without a change of the book is told at once', async () => {
  const model = newModel();
  const reader = await read(model);
  const told = trade({ taker_side: 'ask' });
  voice.say(bookMessage(model, 0, { asks: null, bids: null, trades: [told] }));
  await until(() => reader.trades.length === 1, { what: 'the trade' });
  expect(reader.trades[0]).toMatchObject(told);
  expect(reader.snapshots).toHaveLength(1);
  reader.close();
});

test('a view shows its region: its asks, the bids that may meet them, its trades', async () => {
  const model = newModel();
  const regions = ['any', 'us-east', 'apac', 'global'] as const;
  const [any, east, apac, global] = await Promise.all(
    regions.map((region) => read(model, `&region=${region}`)),
  );
  const elsewhere = await read(model, '&tenor=1d');
  const trades = (['us-east', 'global', 'apac'] as const).map((region) => trade({ region }));
  voice.say(
    bookMessage(model, 1, {
      asks: {
        'us-east': [
          ['0.9', '1'],
          ['1.05', '2'],
        ],
        apac: [
          ['0.9', '10'],
          ['10', '20'],
        ],
        global: [['2', '100']],
      },
      bids: {
        any: [
          ['0.5', '1'],
          ['0.05', '2'],
        ],
        apac: [
          ['0.6', '3'],
          ['0.5', '4'],
        ],
        'us-east': [['0.45', '5']],
      },
      trades,
    }),
  );
  await Promise.all([any, east, apac, global].map((reader) => reader!.reaches(1)));
  const rows = (pairs: string[][]) => pairs.map(([price, quantity]) => ({ price, quantity }));
  expect(any!.book).toMatchObject({
    region: 'any',
    asks: rows([
      ['0.9', '11'],
      ['1.05', '2'],
      ['2', '100'],
      ['10', '20'],
    ]),
    bids: rows([
      ['0.6', '3'],
      ['0.5', '5'],
      ['0.45', '5'],
      ['0.05', '2'],
    ]),
  });
  expect(east!.book).toMatchObject({
    region: 'us-east',
    asks: rows([
      ['0.9', '1'],
      ['1.05', '2'],
    ]),
    bids: rows([
      ['0.5', '1'],
      ['0.45', '5'],
      ['0.05', '2'],
    ]),
  });
  expect(apac!.book).toMatchObject({
    bids: rows([
      ['0.6', '3'],
      ['0.5', '5'],
      ['0.05', '2'],
    ]),
  });
  expect(global!.book).toMatchObject({
    asks: rows([['2', '100']]),
    bids: rows([
      ['0.5', '1'],
      ['0.05', '2'],
    ]),
  });
  const told = [any, east, apac, global].map((reader) => reader!.trades.map(({ id }) => id));
  const [inEast, inGlobal, inApac] = trades.map(({ id }) => id);
  expect(told).toEqual([[inEast, inGlobal, inApac], [inEast], [inApac], [inGlobal]]);
  expect(elsewhere.messages).toHaveLength(1);
  for (const reader of [any, east, apac, global, elsewhere]) reader!.close();
});

test('pings are answered, what else a client sends is ignored', async () => {
  const model = newModel();
  const reader = await read(model);
  for (const data of ['{"type":"subscribe"}', Buffer.alloc(60_000), '']) reader.socket.send(data);
  const pongs: string[] = [];
  reader.socket.on('pong', (data) => pongs.push(String(data)));
  reader.socket.ping('one');
  reader.socket.ping('two');
  await until(() => pongs.length === 2, { what: 'two pongs' });
  expect(pongs).toEqual(['one', 'two']);
  voice.say(bookMessage(model, 1));
  await reader.reaches(1);
  expect(reader.code).toBeNull();
  reader.close();
});

test('after a reconnection the first snapshot is whole and current', async () => {
  const model = newModel();
  const watcher = await read(model);
  const first = await read(model);
  voice.say(bookMessage(model, 1));
  await first.reaches(1);
  first.close();
  voice.say(bookMessage(model, 2));
  await watcher.reaches(2);
  const again = await read(model);
  const [snapshot] = await until(() => (again.messages.length > 0 ? again.messages : null));
  expect(snapshot).toEqual(watcher.book);
  watcher.close();
  again.close();
});
