/**
 * What a managed Temporal puts in front of its server: TLS with client certificates, API keys, and
 * no right to change the namespace. Forwards the calls of gRPC to a development server.
 */
import { once } from 'node:events';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../support/certificate';

const END_STREAM = 0x1;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

interface FrontOptions {
  /** Address of the development server, `host:port`. */
  readonly server: string;
  readonly certificate: Certificate;
  /** PEM of the one certificate that clients must present. */
  readonly clientCertificate?: string;
  /** Without any, every call is accepted. */
  readonly apiKeys?: readonly string[];
  /** Refuses the operator service and changes of the namespace, as Temporal Cloud does. */
  readonly isManaged?: boolean;
}

export class TemporalFront {
  /** The keys of which calls must carry one. */
  readonly apiKeys: Set<string>;
  /** Calls that were forwarded, and those that lacked the key, by the name of the method. */
  readonly forwarded = new Map<string, number>();
  readonly refused = new Map<string, number>();
  /** The key of the last call on each connection. */
  private readonly sessions = new Map<http2.ServerHttp2Session, string>();

  private constructor(
    private readonly options: FrontOptions,
    private readonly listener: http2.Http2SecureServer,
    private readonly server: http2.ClientHttp2Session,
  ) {
    this.apiKeys = new Set(options.apiKeys);
    listener.on('session', (session) => {
      this.sessions.set(session, '');
      session.on('close', () => this.sessions.delete(session));
      session.on('error', () => undefined);
    });
    listener.on('stream', (stream, headers) => this.answer(stream, headers));
    listener.on('tlsClientError', () => undefined);
  }

  static async start(options: FrontOptions): Promise<TemporalFront> {
    const { certificate, clientCertificate } = options;
    const listener = http2.createSecureServer({
      ...certificate,
      ...(clientCertificate
        ? { requestCert: true, rejectUnauthorized: true, ca: clientCertificate }
        : {}),
    });
    const server = http2.connect(`http://${options.server}`);
    server.on('error', () => undefined);
    await once(server, 'connect');
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new TemporalFront(options, listener, server);
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  /** The keys that the connected processes use now. */
  get keysInUse(): string[] {
    return [...new Set(this.sessions.values())];
  }

  close(): void {
    for (const session of this.sessions.keys()) session.destroy();
    this.listener.close();
    this.server.destroy();
  }

  private answer(stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders): void {
    stream.on('error', () => undefined);
    const path = headers[':path'] ?? '';
    const method = path.slice(path.lastIndexOf('/') + 1);
    const key = (headers.authorization ?? '').replace(/^Bearer /, '');
    if (stream.session) this.sessions.set(stream.session as http2.ServerHttp2Session, key);
    if (this.apiKeys.size > 0 && !this.apiKeys.has(key)) {
      count(this.refused, method);
      return refuse(stream, UNAUTHENTICATED, 'the API key is not valid');
    }
    const isOfOperators = path.includes('.OperatorService/') || method === 'UpdateNamespace';
    if (this.options.isManaged && isOfOperators) {
      count(this.refused, method);
      return refuse(stream, PERMISSION_DENIED, 'Request unauthorized.');
    }
    count(this.forwarded, method);
    this.forward(stream, headers);
  }

  private forward(stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders): void {
    const call = this.server.request({ ...headers, ':scheme': 'http' });
    let trailers: http2.IncomingHttpHeaders = {};
    call.on('error', () => stream.close());
    call.on('trailers', (received) => (trailers = received));
    call.on('response', (response, flags) => {
      if (stream.destroyed) return;
      const endStream = (flags & END_STREAM) !== 0;
      stream.respond(response, { endStream, waitForTrailers: !endStream });
      if (!endStream) call.pipe(stream);
    });
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    stream.on('close', () => call.close(http2.constants.NGHTTP2_CANCEL));
    stream.pipe(call);
  }
}

function refuse(stream: http2.ServerHttp2Stream, status: number, message: string): void {
  const headers = { ':status': 200, 'content-type': 'application/grpc' };
  stream.respond(
    { ...headers, 'grpc-status': status, 'grpc-message': message },
    { endStream: true },
  );
}

function count(counts: Map<string, number>, method: string): void {
  counts.set(method, (counts.get(method) ?? 0) + 1);
}
