/** The endpoint in front of an OpenAI-compatible server. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type Challenge, PROOF_ROUTE, challengeIn } from '../../domain/endpoint-proof';
import { chatUrl, modelsUrl } from '../../domain/endpoint-url';
import { reasonOf } from '../client';
import { Answers } from './answers';
import { Bodies } from './bodies';
import type { Recording } from './recording';
import type { TrustedKeys } from './trusted-keys';

export interface Upstream {
  readonly url: string;
  /** Its own name of the model. */
  readonly model: string;
  readonly key: string | undefined;
}

interface Options {
  readonly upstream: Upstream;
  readonly trusted: Pick<TrustedKeys, 'mayAccept' | 'accepts'>;
  readonly slots: number;
  /** The answer to the exchange's question for the seller's key; null for another seller's. */
  readonly prove: (challenge: Challenge) => string | null;
  /** A request has begun or ended. */
  readonly onChange: () => void;
  readonly say: (line: string) => void;
}

const BODY_LIMIT_BYTES = 8_000_000;
const ANSWER_LIMIT_BYTES = 16 * 1_024 * 1_024;
/** Answers, and refusals that blame the request. The buyer gets them unchanged. */
const PASSED_ON = new Set([200, 400, 413, 422]);

interface Request {
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
}

const UNSIGNED = 'Not signed by the exchange.';
const DEFAULT_TOKENS = 1_024;

export class Proxy {
  readonly server: Server;
  private readonly answers = new Answers();
  private readonly bodies = new Bodies();
  /** Tokens that each request in progress may still generate. */
  private readonly running = new Map<string, number>();
  private isEnding = false;
  served = 0;

  constructor(private readonly options: Options) {
    this.server = createServer((req, res) => {
      this.serve(req, res).catch(() => res.destroy());
    });
  }

  /** Whether requests are answered, or throttled, but not failed. */
  get isServing(): boolean {
    return !this.isEnding;
  }

  get freeSlots(): number {
    return this.isEnding ? 0 : this.options.slots - this.running.size;
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
    const request = parsed(body);
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

  private async record(key: string, recording: Recording, request: Request): Promise<void> {
    const { onChange, say } = this.options;
    this.running.set(key, request.max_completion_tokens ?? request.max_tokens ?? DEFAULT_TOKENS);
    onChange();
    try {
      const answer = await this.ask(request, recording.unread);
      if (!PASSED_ON.has(answer.status)) return this.fail(key, recording, answer);
      const contentType = answer.headers.get('content-type') ?? 'application/json';
      recording.begin({ status: answer.status, headers: { 'content-type': contentType } });
      for await (const chunk of answer.body ?? []) {
        recording.add(chunk as Uint8Array);
        if (recording.bytes > ANSWER_LIMIT_BYTES) throw new Error('the answer is too long');
      }
      recording.end('whole');
      this.served += 1;
    } catch (err) {
      say(`upstream: ${reasonOf(err)}`);
      this.answers.forget(key);
      end(recording, 502, 'The upstream cannot be reached, or broke off.');
    } finally {
      this.running.delete(key);
      onChange();
    }
  }

  private ask(request: Request, signal: AbortSignal): Promise<Response> {
    const { url, model, key } = this.options.upstream;
    return fetch(chatUrl(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credential(key) },
      body: JSON.stringify({ ...request, model }),
      redirect: 'error',
      signal,
    });
  }

  /** Not stored: the exchange repeats the request, or asks another seller. */
  private fail(key: string, recording: Recording, answer: Response): void {
    void answer.body?.cancel();
    this.options.say(`upstream: status ${answer.status}`);
    this.answers.forget(key);
    const wait = answer.headers.get('retry-after');
    if (answer.status === 429) {
      return end(recording, 429, 'The upstream is busy.', wait ? { 'retry-after': wait } : {});
    }
    // Also a 401 and a 404: our key or model is wrong at the upstream, not the buyer's request.
    end(recording, answer.status >= 500 ? answer.status : 502, 'The upstream failed.');
  }

  /** The exchange's health checks ask for it. */
  private async listModels(res: ServerResponse): Promise<void> {
    const { url, key } = this.options.upstream;
    try {
      const answer = await fetch(modelsUrl(url), { headers: credential(key), redirect: 'error' });
      const text = await answer.text();
      res.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    } catch {
      refuse(res, 502, 'The upstream cannot be reached.');
    }
  }
}

function credential(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function parsed(body: Buffer): Request | null {
  try {
    const request: unknown = JSON.parse(body.toString());
    return typeof request === 'object' && !Array.isArray(request)
      ? (request as Request | null)
      : null;
  } catch {
    return null;
  }
}

/** An error in the shape that OpenAI clients read. */
function errorText(message: string): string {
  return JSON.stringify({ error: { message, type: 'seller_error', code: null, param: null } });
}

function refuse(
  res: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(errorText(message));
}

/** Ends a recording that failed; one that has begun is cut off. */
function end(
  recording: Recording,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  if (recording.hasBegun) return recording.end('broken');
  recording.begin({ status, headers: { 'content-type': 'application/json', ...headers } });
  recording.add(Buffer.from(errorText(message)));
  recording.end('whole');
}
