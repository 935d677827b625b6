/**
 * A server with an upgrade listener receives every request with an upgrade header, including
 * clients that offer HTTP/2 with each request (such as the JDK's) and expect a plain answer. Such a
 * request is returned to the server without its upgrade header.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const OFFER = new Set(['upgrade', 'http2-settings']);

export function serveWithoutUpgrade(
  server: Server,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${req.method} ${req.url} HTTP/${req.httpVersion}`];
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = req.rawHeaders.slice(at, at + 2);
    if (OFFER.has(name.toLowerCase())) continue;
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutOffer(value) : value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

/** Once for each connection, also when its requests are returned to the server. */
export function onNewConnection(server: Server, opened: (socket: Socket) => void): void {
  const known = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    if (known.has(socket)) return;
    known.add(socket);
    opened(socket);
  });
}

function withoutOffer(connection: string): string {
  const kept = connection.split(',').filter((option) => !OFFER.has(option.trim().toLowerCase()));
  return kept.join(',').trim() || 'keep-alive';
}
