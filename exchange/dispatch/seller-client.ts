/**
 * One attempt at one seller: a signed POST, a validated and relayed answer, an outcome. It is
 * independent of workflows, ledgers and channels; the caller decides what follows from an outcome
 * (DISPATCH-5 to DISPATCH-10).
 */
import type { Readable } from 'node:stream';
import { Agent } from 'undici';
import type { Secrets, Settings } from '../../config/settings';
import { chunkOfCompletion } from '../../domain/answers/chunk-of-completion';
import { isAnswered } from '../../domain/answers/errors';
import { AnswerReader } from '../../domain/answers/reader';
import { type Envelope, wholeChunk } from '../../domain/envelope';
import { Signer } from '../../domain/signing';
import { guardedConnector, type AddressLookup } from './address-guard';
import { readAnswer, readBody } from './answer';
import { Additions } from './additions';
import { type AnswerBounds, boundsOf } from './answer-bounds';
import { ChunkTurns } from '../../fairness/chunk-turns';
import { beginningOf } from './beginning';
import { NoPlace, type NoPlaceReason } from '../../fairness/fair-door';
import { Places } from '../../fairness/places';
import { HttpExchange, type AnswerHead } from './http-exchange';
import {
  AttemptFailure,
  failedOutcome,
  type DispatchOutcome,
  type StreamedOutcome,
} from './outcome';
import { PauseWatch } from './own-faults';
import { readRefusal } from './refusal';
import type { SellerProtocol } from './protocol';
import { protocolOf } from './protocols';
import { sellerHeaders } from './request';
import { type RequestSource, inPieces } from './request-source';
import { type OnChunk, relayStream } from './stream';
import { canParseUrl } from '../../domain/can-parse-url';

export type SellerClientSettings = Pick<
  Settings,
  | 'local'
  | 'CONNECT_TIMEOUT_MS'
  | 'FIRST_BYTE_TIMEOUT_MS'
  | 'FIRST_BYTE_PER_TOKEN_MS'
  | 'STREAM_SILENCE_MS'
  | 'ANSWER_TIMEOUT_MS'
  | 'ANSWER_LIMIT_BYTES'
  | 'ANSWER_MEDIA_BYTES'
  | 'SELLER_CONNECTIONS'
  | 'SELLER_CONNECTION_QUEUE'
> & { readonly secrets: Pick<Secrets, 'signingKey'> };

export interface DispatchRequest {
  readonly endpointUrl: string;
  /** The only seller for which the request is signed. */
  readonly sellerId: string;
  readonly fillId: string;
  /** The participant that takes turns for a free connection. */
  readonly participant: string;
  /** A probe of the exchange, which is not paid for. */
  readonly isProbe?: boolean;
  /** The `Authorization` header that the seller gave for its endpoint. */
  readonly authorization?: string | undefined;
  /** W3C `traceparent`, sent to the seller. */
  readonly traceparent?: string | undefined;
  readonly body: RequestSource;
  /** The seller's spelling of the model. */
  readonly model: string;
  readonly streamed: boolean;
  /** Put into a stream's chunks; without it they stay unchanged. */
  readonly envelope?: Envelope;
  /**
   * Reserved size minus the prompt, per choice, sent as the cap; null when the buyer stated one.
   */
  readonly reservedCompletionTokens: number | null;
  /** Tokens that the request may generate: extends the timeout of an unstreamed answer. */
  readonly estimatedTokens: number;
  /** Tokens that may be generated and are paid for: limits the size of the answer. */
  readonly reservedTokens: number;
  /**
   * The bid's deadline, in milliseconds since the Unix epoch: it limits the search for a seller,
   * and never one that shows life.
   */
  readonly deadlineAtMs: number;
  /** How long a seller that shows life has for its first token. */
  readonly firstTokenMs: number;
  /** How long it waits for a connection before it ends with `no_connection`. */
  readonly connectionWaitMs?: number;
  /** Aborted when the buyer of a stream disconnected: the seller is stopped. */
  readonly signal: AbortSignal;
  /**
   * Receives each chunk of a stream as one line of JSON; awaited, so that a slow reader slows the
   * seller.
   */
  readonly onChunk: OnChunk;
}

export interface SellerClient {
  /** Never rejects because of the seller, only with an error of `onChunk`. */
  dispatch(request: DispatchRequest): Promise<DispatchOutcome>;
  close(): Promise<void>;
}

/** Large bodies that are on their way to sellers at once: each is in memory until its seller has it. */
const LARGE_BODIES = 6;

/** The connections to sellers, one pool for each origin. */
export type SellerAgent = Pick<Agent, 'dispatch' | 'destroy'>;

export function createSellerClient(
  settings: SellerClientSettings,
  options: {
    readonly lookup: AddressLookup;
    /** Whether this process is overloaded with several participants. */
    readonly isLimited?: () => boolean;
    /** By default one of undici; the simulator has sellers of its own. */
    readonly agent?: SellerAgent;
  },
): SellerClient {
  const signer = new Signer(settings.secrets.signingKey);
  const agent = options.agent ?? connectAgent(settings, options.lookup);
  // A wait for a connection, however it ends, says nothing about the seller.
  const places = new Places(settings.SELLER_CONNECTIONS, settings.SELLER_CONNECTION_QUEUE);
  const large = new Places(LARGE_BODIES, settings.SELLER_CONNECTION_QUEUE);
  const pauses = new PauseWatch();
  const turns = new ChunkTurns(options.isLimited);
  const additions = new Additions();
  return {
    async dispatch(request) {
      let onTaken = () => {};
      let release = () => {};
      const enter = async () => {
        if (request.body.isLarge) onTaken = await large.take('', request);
      };
      try {
        await enter();
        release = await places.take(originOf(request.endpointUrl), request);
        const onChunk = (data: string) => {
          const turn = turns.next(request.participant);
          return turn ? turn.then(() => request.onChunk(data)) : request.onChunk(data);
        };
        let isAgain = false;
        const ask = async (isBare: boolean) => {
          if (isAgain) await enter();
          isAgain = true;
          const asked = { ...request, onChunk, onTaken, isBare };
          const attempt = new Attempt(settings, signer, agent, asked, pauses);
          return pauses.during(() => attempt.run());
        };
        return await additions.ask(request, ask);
      } catch (err) {
        const failure = err instanceof NoPlace ? withoutPlace(err.reason) : err;
        if (!(failure instanceof AttemptFailure)) throw failure;
        return failedOutcome(failure, false, true);
      } finally {
        onTaken();
        release();
      }
    },
    close: () => agent.destroy(),
  };
}

function withoutPlace(reason: NoPlaceReason): AttemptFailure {
  switch (reason) {
    case 'left':
      return new AttemptFailure('aborted', 'the buyer disconnected');
    case 'deadline':
      return new AttemptFailure('deadline', 'the deadline passed before a connection');
    case 'full':
    case 'owner_full':
      return new AttemptFailure('no_connection', 'too many requests wait for a connection');
  }
}

/** The agent keeps one pool per origin while it has a connection. */
function connectAgent(settings: SellerClientSettings, lookup: AddressLookup): Agent {
  const { local, CONNECT_TIMEOUT_MS: connectTimeoutMs } = settings;
  return new Agent({
    connections: settings.SELLER_CONNECTIONS,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: guardedConnector({ local, connectTimeoutMs, lookup }),
  });
}

function originOf(endpointUrl: string): string {
  return canParseUrl(endpointUrl) ? new URL(endpointUrl).origin : '';
}

interface AttemptRequest extends DispatchRequest {
  /** Without the members that the exchange adds. */
  readonly isBare: boolean;
  /** The seller has the body, which is not in memory any more. */
  readonly onTaken: () => void;
}

class Attempt {
  /** Settles when the seller has the whole body, or when it will not get it. */
  private sent: Promise<void> = Promise.resolve();
  private readonly startedAtMs = performance.now();
  private readonly exchange: HttpExchange;
  private timeGivenMs: number | null = null;
  private readonly bounds: AnswerBounds;

  constructor(
    private readonly settings: SellerClientSettings,
    private readonly signer: Signer,
    private readonly agent: SellerAgent,
    private readonly request: AttemptRequest,
    private readonly pauses: PauseWatch,
  ) {
    const { candidates } = request.body;
    this.bounds = boundsOf({ ...request, candidates }, settings);
    this.exchange = new HttpExchange(this.bounds.storedBytes);
  }

  private get protocol(): SellerProtocol {
    return protocolOf(this.request.endpointUrl);
  }

  async run(): Promise<DispatchOutcome> {
    const { exchange, request } = this;
    const onAbort = () => exchange.fail(new AttemptFailure('aborted', 'the buyer disconnected'));
    request.signal.addEventListener('abort', onAbort);
    try {
      await this.send();
      return this.asSeen(await this.receive(await exchange.head()));
    } catch (error) {
      if (!(error instanceof AttemptFailure)) {
        exchange.fail(new AttemptFailure('aborted', 'the answer could not be relayed'));
        throw error;
      }
      // After a bad status the body is drained, so that the connection can be reused.
      if (error.reason !== 'status') exchange.fail(error);
      return failedOutcome(error, exchange.sent, this.isExchangeFault(error));
    } finally {
      request.signal.removeEventListener('abort', onAbort);
      exchange.close();
    }
  }

  /**
   * If this process was paused meanwhile, the seller is responsible for neither its time nor a
   * broken stream.
   */
  private asSeen(outcome: DispatchOutcome): DispatchOutcome {
    if (!this.pauses.pausedSince(this.startedAtMs)) return outcome;
    if (outcome.kind === 'answered') return { ...outcome, wasPaused: true };
    return outcome.kind === 'cut' && outcome.by === 'seller'
      ? { ...outcome, by: 'exchange' }
      : outcome;
  }

  /**
   * Includes a deadline that earlier sellers had used up: this seller had less than its full time.
   */
  private isExchangeFault({ reason }: AttemptFailure): boolean {
    if (this.pauses.pausedSince(this.startedAtMs)) return true;
    const timeGivenMs = this.timeGivenMs ?? 0;
    return reason === 'deadline' && timeGivenMs < this.settings.FIRST_BYTE_TIMEOUT_MS;
  }

  private async send(): Promise<void> {
    const { request, exchange } = this;
    if (request.signal.aborted) throw new AttemptFailure('aborted', 'the buyer disconnected');
    if (!canParseUrl(request.endpointUrl)) {
      throw new AttemptFailure('address_refused', 'the endpoint is not a URL');
    }
    const { protocol } = this;
    const url = protocol.requestUrl(request.endpointUrl);
    this.armFirstByteTimer();
    const { model, reservedCompletionTokens } = request;
    const written = [await request.body.open(), model, reservedCompletionTokens] as const;
    const bare = request.isBare ? protocol.bareBody(...written) : null;
    const body = bare ?? protocol.requestBody(...written);
    const signed = await sellerHeaders(this.signer, body, request, protocol);
    const headers = { ...signed, 'content-length': String(body.length) };
    if (request.signal.aborted) throw new AttemptFailure('aborted', 'the buyer disconnected');
    const path = url.pathname + url.search;
    const post = { origin: url.origin, path, method: 'POST', headers } as const;
    this.agent.dispatch({ ...post, body: this.onItsWay(body) }, exchange);
  }

  /** A seller that takes its request shows life, too. */
  private onItsWay(body: Buffer): Buffer | Readable {
    if (!this.request.body.isLarge) return body;
    const { stream, ended } = inPieces(body, () => this.armFirstByteTimer());
    this.sent = ended.then(this.request.onTaken);
    return stream;
  }

  /**
   * Until the seller shows life, its silence and the bid's deadline are limited. Then only its
   * silence, and the time until its first token.
   */
  private armFirstByteTimer(): void {
    const { exchange, request, timeGivenMs, startedAtMs } = this;
    const leftMs = exchange.isAlive
      ? startedAtMs + request.firstTokenMs + this.generationMs - performance.now()
      : request.deadlineAtMs - Date.now();
    if (timeGivenMs === null) this.timeGivenMs = leftMs;
    if (leftMs <= 0 && !exchange.isAlive) {
      throw new AttemptFailure('deadline', 'the deadline had passed before');
    }
    const silenceMs = this.settings.FIRST_BYTE_TIMEOUT_MS + this.generationMs;
    if (leftMs >= silenceMs) exchange.failAfter(silenceMs, 'first_byte_timeout');
    else exchange.failAfter(leftMs, exchange.isAlive ? 'first_token_timeout' : 'deadline');
  }

  /** What an unstreamed answer may take for its tokens. */
  private get generationMs(): number {
    const { settings, request } = this;
    if (request.streamed) return 0;
    const { FIRST_BYTE_PER_TOKEN_MS: perTokenMs, ANSWER_TIMEOUT_MS: answerMs } = settings;
    return Math.min(perTokenMs * request.estimatedTokens, answerMs);
  }

  private async receive(head: AnswerHead): Promise<DispatchOutcome> {
    const { exchange, request, bounds } = this;
    if (!isAnswered(head.status)) return readRefusal(exchange, head);
    checkEncoding(head);
    const arm = () => this.armFirstByteTimer();
    arm();
    // A seller that answers early may not keep its request in memory: it is read behind it.
    await this.sent;
    const { kind, bytes } = await beginningOf(exchange, arm);
    if (kind === 'stream' && request.streamed) return this.relay(bytes);
    if (kind !== 'object') {
      throw new AttemptFailure('malformed', 'the answer is neither JSON nor a requested stream');
    }
    const answer = await readAnswer(await readBody(exchange, bytes, arm), bounds, this.protocol);
    const firstByteMs = performance.now() - this.startedAtMs;
    if (request.streamed) return this.relayWhole(answer, firstByteMs);
    return { kind: 'answered', streamed: false, ...answer, firstByteMs };
  }

  private relay(beginning: Buffer): Promise<DispatchOutcome> {
    const { settings, request } = this;
    return relayStream(this.exchange, {
      beginning,
      reader: this.protocol.chunkReader(),
      onChunk: request.onChunk,
      envelope: request.envelope ?? null,
      signal: request.signal,
      bounds: this.bounds,
      silenceMs: settings.STREAM_SILENCE_MS,
      progressMs: settings.ANSWER_TIMEOUT_MS,
      startedAtMs: this.startedAtMs,
      armFirstByte: () => this.armFirstByteTimer(),
    });
  }

  /** A streamed request that was answered with one JSON completion: relayed as one chunk. */
  private async relayWhole(
    answer: Awaited<ReturnType<typeof readAnswer>>,
    firstByteMs: number,
  ): Promise<StreamedOutcome> {
    const { envelope } = this.request;
    const reader = new AnswerReader(() => undefined);
    const completion = chunkOfCompletion(answer.body);
    const bare = reader.read(completion)?.chunk ?? completion;
    const chunk = envelope ? wholeChunk(bare, envelope) : bare;
    await this.request.onChunk(JSON.stringify(chunk));
    return {
      kind: 'answered',
      streamed: true,
      chunks: 1,
      finishReason: String(reader.finishReason),
      closing: reader.closing,
      usage: answer.usage,
      completionTokens: answer.completionTokens,
      calls: answer.calls,
      firstByteMs,
    };
  }
}

function checkEncoding({ headers }: AnswerHead): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new AttemptFailure('malformed', 'the answer is compressed, which was not requested');
}
