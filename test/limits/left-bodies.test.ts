/** Clients that announce large chats and leave, or send nothing, keep nobody from chatting. */
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const exchange = Exchange.pooledForFile();

/** Sends the headers of a chat, and nothing of its body. */
function announce(key: string, bytes: number): Socket {
  const socket = connect(Number(new URL(exchange.url()).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  return socket;
}

test('an account whose clients hang up at once can send the next chat', async () => {
  const { key, model } = await openMarket(exchange);
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      const socket = announce(key, 100_000).resume().end();
      await once(socket, 'close');
    }),
  );
  for (let count = 0; count < 3; count += 1) {
    expect((await exchange.chat(key, { model })).status).toBe(200);
  }
});

test('160 requests that announce large bodies keep nobody from chatting', async () => {
  const { key, model } = await openMarket(exchange);
  const others = await Promise.all(Array.from({ length: 16 }, () => exchange.buyer('1')));
  const sockets = others.flatMap((other) =>
    Array.from({ length: 10 }, () => announce(other.key, 1_600_000)),
  );
  try {
    await until(() => sockets.every((socket) => socket.bytesWritten > 0 && !socket.pending));
    for (let count = 0; count < 10; count += 1) {
      expect((await exchange.chat(key, { model })).status).toBe(200);
    }
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});
