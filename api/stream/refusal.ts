/** Answers a refused upgrade like any request of the Market surface, and closes the connection. */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Failure } from '../../domain/errors';
import type { Surface } from '../context';
import { errorBody } from '../middleware/error-body';
import { requestIdOf } from '../middleware/request-id';

export function refuseUpgrade(
  req: IncomingMessage,
  socket: Duplex,
  failure: Failure,
  { surface, publicUrl }: { readonly surface: Surface; readonly publicUrl: string | undefined },
): void {
  const { rule, retryAfterSeconds } = failure;
  const body = JSON.stringify(errorBody(failure, surface, publicUrl));
  const lines = [
    `HTTP/1.1 ${rule.status} ${STATUS_CODES[rule.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    'Cache-Control: no-store',
    `Date: ${new Date().toUTCString()}`,
    `x-request-id: ${requestIdOf(req.headers['x-request-id'])}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${Math.ceil(retryAfterSeconds)}`]),
    ...(rule.retry === 'never' ? ['x-should-retry: false'] : []),
    ...(rule.status === 405 ? ['Allow: GET'] : []),
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n${req.method === 'HEAD' ? '' : body}`);
}
