/** The endpoint in front of an OpenAI-compatible server. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type Challenge, PROOF_ROUTE, challengeIn } from '../../domain/endpoint-proof';
import { type JsonObject, parseJsonObject } from '../../domain/json-object';
import { Answers } from './answers';
import { Bodies } from './bodies';
import { errorText, generate } from './generation';
import type { Recording } from './recording';
import type { TrustedKeys } from './trusted-keys';
import type { Upstream } from './upstream';
import { Watch } from './watch';

interface Options {
  readonly upstream: Upstream;
  readonly trusted: Pick<TrustedKeys, 'mayAccept' | 'accepts'>;
  /** The answer to the exchange's question for the seller's key; null for another seller's. */
  readonly prove: (challenge: Challenge) => string | null;
  /** A request has begun or ended. */
  readonly onChange: () => void;
  readonly say: (line: string) => void;
}

/** Of a request, as the exchange accepts it from a buyer. */
const BODY_LIMIT_BYTES = 32_000_000;

const UNSIGNED = 'Not signed by the exchange.';
const DEFAULT_TOKENS = 1_024;

export class Proxy {
  readonly server: Server;
  private readonly answers = new Answers();
  private readonly bodies = new Bodies();
  /** Tokens that each request in progress may still generate. */
  private readonly running = new Map<string, number>();
  private readonly watch: Watch;
  private isEnding = false;
  /** Requests at a time. */
  slots = 1;

  constructor(private readonly options: Options) {
    this.watch = new Watch(options.upstream, options);
    this.server = createServer((req, res) => {
      this.serve(req, res).catch(() => res.destroy());
    });
  }

  /** Whether requests are answered, or throttled, but not failed. */
  get isServing(): boolean {
    return !this.isEnding && !this.watch.isAway;
  }

  get freeSlots(): number {
    return this.isEnding ? 0 : this.slots - this.running.size;
  }

  get committedTokens(): number {
    return [...this.running.values()].reduce((sum, tokens) => sum + tokens, 0);
  }

  /** Takes no further request; those in progress go on. */
  stopTaking(): void {
    this.isEnding = true;
  }

  /** Waits for the requests in progress. */
  close(): Promise<void> {
    this.stopTaking();
    this.watch.close();
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeIdleConnections();
    });
  }

  private async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (this.isEnding) res.setHeader('connection', 'close');
    if (req.method === 'GET' && req.url === '/v1/models') return this.listModels(res);
    const isProof = req.url === `/v1${PROOF_ROUTE}`;
    if (req.method !== 'POST' || !(isProof || req.url === '/v1/chat/completions')) {
      return refuse(res, 404, 'Not served here.');
    }
    if (Number(req.headers['content-length'] ?? Infinity) > BODY_LIMIT_BYTES) {
      return refuse(res, 413, 'The request is too large.');
    }
    const { trusted } = this.options;
    if (!trusted.mayAccept(req.headers)) return refuse(res, 401, UNSIGNED);
    const body = await this.bodies.read(req);
    if (!body) return refuse(res, 429, 'Too many large requests.', { 'retry-after': '1' });
    if (!(await trusted.accepts(req.headers, body))) return refuse(res, 401, UNSIGNED);
    if (isProof) return this.prove(body.toString(), res);
    const key = String(req.headers['idempotency-key']);
    this.answers.trim(Date.now());
    const known = this.answers.find(key);
    if (known) return known.play(res);
    // A throttle is no failure: the exchange waits, or asks another seller.
    if (this.freeSlots <= 0) return refuse(res, 429, 'All slots are busy.', { 'retry-after': '1' });
    const request = parseJsonObject(body.toString());
    if (!request) return refuse(res, 400, 'The body is not JSON.');
    const recording = this.answers.begin(key, Date.now());
    void this.record(key, recording, request);
    await recording.play(res);
  }

  private prove(body: string, res: ServerResponse): void {
    const challenge = challengeIn(body);
    const proof = challenge && this.options.prove(challenge);
    if (proof === null) return refuse(res, 400, 'No question for the key of this seller.');
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ proof }));
  }

  private async record(key: string, recording: Recording, request: JsonObject): Promise<void> {
    const { upstream, onChange, say } = this.options;
    this.running.set(key, tokensOf(request));
    onChange();
    try {
      const isKept = await generate({ upstream, watch: this.watch, say }, request, recording);
      // The exchange repeats the request, or asks another seller.
      if (!isKept) this.answers.forget(key);
    } finally {
      this.running.delete(key);
      onChange();
    }
  }

  /** The exchange's health checks ask for it. */
  private async listModels(res: ServerResponse): Promise<void> {
    const listed = await this.options.upstream.models();
    if (!listed) return refuse(res, 502, 'The upstream cannot be reached.');
    res.writeHead(listed.status, { 'content-type': 'application/json' }).end(listed.text);
  }
}

/** What it may still generate. */
function tokensOf({ max_completion_tokens: newer, max_tokens: older }: JsonObject): number {
  return Number(newer ?? older ?? DEFAULT_TOKENS) || DEFAULT_TOKENS;
}

function refuse(
  res: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(errorText(message));
}
