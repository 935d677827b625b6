/** Who may have one more chat request: before its body is received, by money and by count. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { checkMeans, meansOf } from '../../api/buyer/chat/means';
import type { Settings } from '../../config/settings';
import { Exchange } from '../support/exchange';

const LIMIT = { REQUESTS_UNDER_WAY_PER_ACCOUNT: 3 } as Settings;
const check = (availableScale8: bigint, requestsUnderWay: number, isPrepaid = false) =>
  checkMeans({ availableScale8, requestsUnderWay }, isPrepaid, LIMIT);

test('an account needs the least amount of money, unless its contract pays', () => {
  expect(() => check(1n, 0)).not.toThrow();
  for (const none of [0n, -1n]) {
    expect(() => check(none, 0)).toThrow(expect.objectContaining({ code: 'insufficient_balance' }));
    expect(() => check(none, 0, true)).not.toThrow();
  }
});

test('an account has as many requests as the limit says, also those that a contract pays', () => {
  for (const isPrepaid of [false, true]) {
    expect(() => check(1n, 2, isPrepaid)).not.toThrow();
    expect(() => check(1n, 3, isPrepaid)).toThrow(
      expect.objectContaining({ code: 'rate_limited' }),
    );
  }
});

test('an account that nobody has paid into has nothing', () => {
  expect(meansOf(null)).toEqual({ availableScale8: 0n, requestsUnderWay: 0 });
});

describe('before the body', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    exchange = await Exchange.pooled();
  });
  afterAll(() => exchange.stop());

  /** Sends the headers of a request, and none of its body. @returns the status */
  async function statusOf(key: string, length: string): Promise<number> {
    const { port } = new URL(exchange.url());
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /buyer/v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\n${length}\r\n\r\n`,
    );
    const [data] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return Number(data.toString().split(' ')[1]);
  }

  test.each(['Transfer-Encoding: chunked', 'Content-Length: 1000000'])(
    'an account without money is refused: %s',
    async (length) => {
      const { key } = await exchange.buyer('0');
      expect(await statusOf(key, length)).toBe(402);
    },
  );
});
