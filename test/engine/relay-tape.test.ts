/** The tape: every committed trade is told, in order, whoever dies; and what gateways receive. */
import { createAdapter } from '@socket.io/redis-adapter';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';
import type { Settings } from '../../config/settings';
import { BOOK_EVENT, bookChannelKey, type BookMessage } from '../../domain/book-message';
import { BookBus } from '../../processes/book-bus';
import { Tape } from '../../followers/tape';
import { connectRecords, type WritableRecords } from '../../records/connect';
import { print } from '../market/tape';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';

const MODEL = 'model-of-the-tape';

let settings: Settings;
let records: WritableRecords;
const tapes: Tape[] = [];

beforeAll(async () => {
  settings = await testSettings();
  records = await connectRecords(settings);
});
afterEach(async () => {
  await Promise.all(tapes.splice(0).map((tape) => tape.stop()));
});
afterAll(() => records.close());

function startTape(publish: (message: BookMessage) => Promise<void>): Tape {
  const onError = (err: unknown) => {
    throw err;
  };
  const tape = new Tape(records, { holder: randomUUID(), leaseMs: 1_000, publish, onError });
  tapes.push(tape);
  tape.start();
  return tape;
}

/** Prints trades, each with as many tokens as it has trades before it. */
async function printFrom(first: number, count: number): Promise<void> {
  for (let at = first; at < first + count; at += 1) {
    await print(records, [{ modelId: MODEL, executedAt: new Date(), quantityTokens: at }]);
  }
}

const numbersOf = (messages: readonly BookMessage[]) =>
  messages.flatMap(({ trades }) => trades.map(({ quantity }) => Number.parseInt(quantity, 10)));

/** Until the tape's place is noted: from there on nothing is missed. */
async function untilNoted(): Promise<void> {
  const isNoted = async () => (await records.followers.findOne({ _id: 'tape' }))?.token;
  await until(isNoted, { what: 'the place of the tape' });
}

test('another tape goes on where the first one hangs, and that one tells nothing more', async () => {
  const [first, second]: [BookMessage[], BookMessage[]] = [[], []];
  let goOn: () => void = () => undefined;
  startTape(async (message) => {
    first.push(message);
    if (numbersOf(first).length === 5) await new Promise<void>((resolve) => (goOn = resolve));
  });
  await untilNoted();
  await printFrom(1, 8);
  await until(() => first.length === 5, { what: 'the fifth trade' });
  startTape(async (message) => void second.push(message));
  await until(() => numbersOf(second).includes(8), { what: 'every trade' });
  goOn();
  await printFrom(9, 2);
  await until(() => numbersOf(second).includes(10), { what: 'the later trades' });

  expect(numbersOf(first)).toEqual([1, 2, 3, 4, 5]);
  const told = numbersOf(second);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(new Set([...numbersOf(first), ...told]).size).toBe(10);
  expect(new Set(told).size).toBe(told.length);
});

test('a fill of nothing is no trade for anybody to read', async () => {
  const told: BookMessage[] = [];
  startTape(async (message) => void told.push(message));
  await untilNoted();
  await printFrom(0, 2);
  await until(() => numbersOf(told).includes(1), { what: 'the trade behind it' });
  expect(numbersOf(told)).not.toContain(0);
});

test('what was printed while there was no tape is told by the next one', async () => {
  await printFrom(11, 3);
  const told: BookMessage[] = [];
  const tape = startTape(async (message) => void told.push(message));
  await until(() => numbersOf(told).includes(13), { what: 'every trade' });
  await tape.stop();
  const later: BookMessage[] = [];
  startTape(async (message) => void later.push(message));
  await printFrom(14, 1);
  await until(() => later.length > 0, { what: 'the next trade' });
  expect(numbersOf(later)).toEqual([14]);
});

test('gateways get trades and depth over socket.io', async () => {
  const clients = [new Redis(settings.redisUrl), new Redis(settings.redisUrl)] as const;
  const key = bookChannelKey(settings.TOKENBOOK_DEPLOYMENT);
  const gateway = new Server(createServer(), { adapter: createAdapter(...clients, { key }) });
  const received: BookMessage[] = [];
  gateway.on(BOOK_EVENT, (message: BookMessage) => received.push(message));
  const hooks = { onError: () => undefined, onReconnect: () => undefined };
  const bus = new BookBus(settings.redisUrl, settings.TOKENBOOK_DEPLOYMENT, hooks);
  try {
    const isHeard = async () => (await clients[0].pubsub('NUMSUB', `${key}-request#/#`))[1] === 1;
    await until(isHeard, { what: 'the gateway to listen' });
    const depth: BookMessage = {
      modelId: MODEL,
      tenor: 'spot',
      epoch: 1,
      sequence: 7,
      atMs: 1,
      asks: { apac: [['0.5', '10']] },
      bids: { any: [['0.4', '3']] },
      trades: [],
    };
    await bus.publish(depth);
    startTape(bus.publish.bind(bus));
    await printFrom(15, 1);
    await until(() => received.length === 2, { what: 'both messages' });
    const [trade] = await records.trades.find({ quantityTokens: 15 }).toArray();
    expect(received).toEqual([
      depth,
      {
        modelId: MODEL,
        tenor: 'spot',
        epoch: 0,
        sequence: 0,
        atMs: expect.any(Number),
        asks: null,
        bids: null,
        trades: [
          {
            id: trade?.tradeId,
            price: '0.001',
            quantity: '15',
            taker_side: 'bid',
            region: 'us-east',
            timestamp: trade?.executedAt.getTime(),
          },
        ],
      },
    ]);
  } finally {
    bus.close();
    await gateway.close();
    for (const client of clients) client.disconnect();
  }
});
