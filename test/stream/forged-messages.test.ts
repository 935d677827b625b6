/** Somebody who can write to Redis sends gateways messages that are no changes of a book. */
import Redis from 'ioredis';
import { bookMessageIn } from '../../api/stream/book-messages';
import { BOOK_EVENT, bookChannelKey } from '../../domain/book-message';
import { Exchange } from '../support/exchange';

const MESSAGE = {
  modelId: 'a',
  tenor: 'spot',
  epoch: 1,
  sequence: 1,
  atMs: 1,
  asks: { apac: [['0.5', '10']] },
  bids: null,
  trades: [],
};
const sent = (message: unknown) => JSON.stringify({ type: 6, data: [BOOK_EVENT, message] });

const FORGED: readonly [string, string][] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[null]'],
  ['a number of another coding', '\u0001'],
  ['a question for all sockets', '{"type":5,"requestId":"a","opts":{"rooms":[],"except":[]}}'],
  ['a question for all rooms', '{"type":1,"requestId":"a"}'],
  ['a room for all sockets', '{"type":2,"opts":{"rooms":[],"except":[]},"rooms":["a"]}'],
  ['another event', JSON.stringify({ type: 6, data: ['other', MESSAGE] })],
  ['no message', sent(null)],
  ['a message without trades', sent({ ...MESSAGE, trades: null })],
  ['a trade that is none', sent({ ...MESSAGE, trades: [{}] })],
  ['a depth that is none', sent({ ...MESSAGE, asks: { apac: [['x', '1']] } })],
  ['a sequence that is none', sent({ ...MESSAGE, sequence: '9' })],
];

test('a change of a book is heard', () => {
  expect(bookMessageIn(sent(MESSAGE))).toEqual(MESSAGE);
});

test.each(FORGED)('%s is not heard', (_what, text) => {
  expect(bookMessageIn(text)).toBeNull();
});

test('no gateway answers them, or ends', async () => {
  const exchange = await Exchange.pooled();
  const [redis, listening] = [1, 2].map(() => new Redis(exchange.settings.redisUrl)) as [
    Redis,
    Redis,
  ];
  try {
    const key = bookChannelKey(exchange.settings.TOKENBOOK_DEPLOYMENT);
    const answers: string[] = [];
    listening.on('pmessage', (_pattern, _channel, text: string) => answers.push(text));
    await listening.psubscribe(`${key}-response*`);
    for (const [, text] of FORGED) {
      for (const channel of [`${key}-request#/#`, `${key}#/#`, `${key}#/#a#`, key]) {
        await redis.publish(channel, text);
      }
    }
    for (const { port } of exchange.gateways) {
      expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
    }
    await listening.ping();
    expect(answers).toEqual([]);
  } finally {
    for (const one of [redis, listening]) one.disconnect();
    await exchange.stop();
  }
});
