/**
 * A controllable seller: a real HTTP server whose behaviour a test sets and changes, that records
 * every request, and that can hold its answers until the test releases them.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { PROOF_ROUTE } from '../../../domain/endpoint-proof';
import type { Certificate } from '../certificate';
import type { SellerRequest } from './seller-request';
import { BEHAVIOURS, type Behaviour, type BehaviourName } from './behaviours';

export interface Seller {
  /** `http://127.0.0.1:<port>/v1` by default, to be registered as `endpoint_url`. */
  readonly url: string;
  readonly port: number;
  /** Every request with a complete body, oldest first. */
  readonly requests: SellerRequest[];
  /** Probes of the exchange: answered like every request, and counted only here. */
  readonly probes: SellerRequest[];
  /** How often each Idempotency-Key was seen. */
  readonly keys: ReadonlyMap<string, number>;
  /** Connections opened to it so far, without those for the proof of its endpoint. */
  readonly connections: number;
  /** Answers held back now. */
  readonly held: number;
  setBehaviour(behaviour: BehaviourName | Behaviour): void;
  /** From now on requests are accepted but not answered, until `release()`. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

export interface SellerOptions {
  readonly port?: number;
  readonly path?: string;
  /** A host name that resolves to 127.0.0.1, for its URL. */
  readonly host?: string;
  /** With a certificate the seller uses https. */
  readonly tls?: Certificate;
}

/** Starts a seller on a free port of 127.0.0.1. Behaviours: see `BEHAVIOURS`, or any function. */
export async function startSeller(
  initial: BehaviourName | Behaviour = 'normal',
  options: SellerOptions = {},
): Promise<Seller> {
  let behaviour = behaviourOf(initial);
  const requests: SellerRequest[] = [];
  const probes: SellerRequest[] = [];
  const keys = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let holding = false;
  let connections = 0;

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url?.endsWith(PROOF_ROUTE)) {
      connections -= 1;
      return void res.writeHead(404).end();
    }
    if (behaviour.beforeBody) return behaviour.answer({ req, res, request: null, count: 0 });
    const request = await readRequest(req, res);
    if (request.headers['x-tokenbook-probe'] !== undefined) {
      probes.push(request);
      return behaviour.answer({ req, res, request, count: 1 });
    }
    requests.push(request);
    const count = (keys.get(request.idempotencyKey) ?? 0) + 1;
    keys.set(request.idempotencyKey, count);
    if (holding) await new Promise<void>((resolve) => waiting.push(resolve));
    await behaviour.answer({ req, res, request, count });
  }

  const { tls, host = '127.0.0.1', path = '/v1' } = options;
  const listen = (req: IncomingMessage, res: ServerResponse) => {
    // A caller that disconnects during an answer is part of many tests.
    serve(req, res).catch(() => res.destroy());
  };
  const server = tls ? createSecureServer(tls, listen) : createServer(listen);
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const release = () => {
    holding = false;
    for (const go of waiting.splice(0)) go();
  };
  return {
    url: `${tls ? 'https' : 'http'}://${host}:${port}${path}`,
    port,
    requests,
    probes,
    keys,
    get connections() {
      return connections;
    },
    get held() {
      return waiting.length;
    },
    setBehaviour: (next) => {
      behaviour = behaviourOf(next);
    },
    hold: () => {
      holding = true;
    },
    release,
    close: async () => {
      release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function behaviourOf(behaviour: BehaviourName | Behaviour): Behaviour {
  return typeof behaviour === 'string' ? BEHAVIOURS[behaviour]() : behaviour;
}

async function readRequest(req: IncomingMessage, res: ServerResponse): Promise<SellerRequest> {
  const rawBody = await text(req);
  const request: SellerRequest = {
    method: req.method ?? '',
    path: req.url ?? '',
    headers: req.headers,
    rawBody,
    body: JSON.parse(rawBody) as Record<string, unknown>,
    idempotencyKey: String(req.headers['idempotency-key'] ?? ''),
    receivedAtMs: Date.now(),
    finished: false,
    abandoned: false,
    bytesWritten: () => req.socket.bytesWritten,
  };
  res.on('finish', () => {
    request.finished = true;
  });
  res.on('close', () => {
    request.abandoned = !res.writableFinished;
  });
  return request;
}
