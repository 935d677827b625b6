/** Who has no money is refused before its body is received, whether or not its length is known. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Exchange } from '../support/exchange';

const exchange = Exchange.pooledForFile();

/** Sends the headers of a request, and none of its body. @returns the status */
async function statusOf(key: string, length: string): Promise<number> {
  const { port } = new URL(exchange.url());
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /buyer/v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
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
