/** Writes a refusal to a bare connection, where express cannot, and closes it. */
import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Failure, fail } from '../domain/errors';
import type { Surface } from './context';
import { errorBody } from './middleware/error-body';

export interface Refusal {
  readonly surface: Surface;
  readonly publicUrl: string | undefined;
  readonly requestId?: string;
  readonly isHead?: boolean;
}

export function refuse(socket: Duplex, failure: Failure, refusal: Refusal): void {
  const { rule, status, retryAfterSeconds } = failure;
  const { surface, publicUrl, requestId = randomUUID(), isHead = false } = refusal;
  const body = JSON.stringify(errorBody(failure, surface, publicUrl));
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    'Cache-Control: no-store',
    `Date: ${new Date().toUTCString()}`,
    `x-request-id: ${requestId}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${Math.ceil(retryAfterSeconds)}`]),
    ...(rule.retry === 'never' ? ['x-should-retry: false'] : []),
    ...(status === 405 ? ['Allow: GET'] : []),
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
}

/**
 * Answers what Node's parser refuses before there is a request, or in the middle of its body:
 * malformed, too large, or too late.
 * @param hasBegun whether a response on the connection has begun: nothing can be added to it then
 */
export function refuseMalformed(
  server: Server,
  refusal: Refusal,
  hasBegun: (socket: Duplex) => boolean,
): void {
  server.on('clientError', (err: NodeJS.ErrnoException, socket: Duplex) => {
    if (socket.writableEnded) return; // refused before: the rest of what it sends is malformed, too
    const failure = failureOf(err.code ?? '');
    if (!failure || !socket.writable || hasBegun(socket)) socket.destroy();
    else refuse(socket, failure, refusal);
  });
}

/** Null for a lost connection. */
function failureOf(code: string): Failure | null {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return fail('request_too_large', { status: 431, message: 'The headers are too large.' });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return fail('request_too_large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return fail('invalid_request', {
        status: 408,
        message: 'The request did not arrive in time.',
      });
    default:
      return code.startsWith('HPE_')
        ? fail('invalid_request', { message: 'The request is not valid HTTP/1.1.' })
        : null;
  }
}
