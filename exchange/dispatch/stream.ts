/**
 * A streamed answer, relayed chunk by chunk. The first chunk with text, thinking, a call or an end
 * is the first byte: until then the attempt fails and another seller may be asked; from then on the
 * stream is either complete or broken. What comes before it is held back and relayed with it.
 */
import { isError } from '../../domain/answers/errors';
import { AnswerReader, isReadable } from '../../domain/answers/reader';
import { type Envelope, wholeChunk } from '../../domain/envelope';
import { type JsonObject, parseJsonObject } from '../../domain/json-object';
import { TokenMeter } from '../../domain/token-meter';
import type { AnswerBounds } from './answer-bounds';
import type { HttpExchange } from './http-exchange';
import { AttemptFailure, type CutOutcome, sellerError, type StreamedOutcome } from './outcome';
import type { ChunkReader } from './protocol';

/** Silence limit of a stream that has all its ends and its usage. */
const TAIL_SILENCE_MS = 2_000;

/** Everything before the first byte, comments included. */
const PREAMBLE_BYTES_MAX = 256 * 1024;
/** Limit of the seller's fields that our last chunk repeats, in characters of JSON. */
const CLOSING_MAX = 64 * 1024;

/** Receives a chunk. A promise is awaited, so that a slow reader slows the seller. */
export type OnChunk = (data: string) => Promise<void> | undefined;

export interface StreamOptions {
  /** The first bytes, which have been read. */
  readonly beginning: Buffer;
  readonly reader: ChunkReader;
  /** Receives each chunk as one line of JSON. */
  readonly onChunk: OnChunk;
  /** Put into chunks. */
  readonly envelope: Envelope | null;
  readonly signal: AbortSignal;
  readonly bounds: AnswerBounds;
  /** Of bytes, and of chunks that say something. */
  readonly silenceMs: number;
  readonly progressMs: number;
  readonly startedAtMs: number;
  /** Limits the time until the next byte, before the first chunk that says something. */
  readonly armFirstByte: () => void;
}

interface Received {
  /** As received, to be passed on when nothing in it changes. */
  readonly data: string;
  readonly value: JsonObject;
  readonly chunk: JsonObject;
}

/** @throws AttemptFailure when it fails before the first byte, and any error of `onChunk` */
export async function relayStream(
  exchange: HttpExchange,
  options: StreamOptions,
): Promise<StreamedOutcome | CutOutcome> {
  const relay = new Relay(exchange, options);
  try {
    await relay.run();
  } catch (error) {
    const failure = options.signal.aborted ? goneBuyer() : error;
    if (!(failure instanceof AttemptFailure) || relay.firstByteMs === null) throw failure;
    exchange.fail(failure);
    const isLost = failure.reason === 'connection_lost';
    if (isLost || !relay.isOver) return relay.cut(failure);
  }
  return relay.outcome();
}

class Relay {
  firstByteMs: number | null = null;
  private readonly tokens = new TokenMeter();
  private readonly answer: AnswerReader;
  /** Chunks before the first byte. */
  private readonly held: Received[] = [];
  private relayed = 0;
  /** Chunks that say something. */
  private sayings = 0;
  private saidAtMs = 0;
  private keptBytes = 0;
  private preambleBytes = 0;
  private hasDone = false;
  /** Ended by the exchange, because the stream exceeded its reservation. */
  private isBeyond = false;

  constructor(
    private readonly exchange: HttpExchange,
    private readonly options: StreamOptions,
  ) {
    this.answer = new AnswerReader((text, piece) => this.tokens.add(text, piece));
  }

  get isOver(): boolean {
    return this.answer.isOver;
  }

  /** Reads to `[DONE]`, to the end of the stream or of its reservation, or throws a failure. */
  async run(): Promise<void> {
    for (let bytes: Buffer | null = this.options.beginning; ; bytes = await this.next()) {
      for (const data of this.options.reader.feed(bytes)) {
        if (data.trimEnd() === '[DONE]') {
          this.hasDone = true;
          return;
        }
        const relayed = this.take(data);
        if (relayed) await relayed;
        if (this.mayBeBeyond && (await this.isBeyondBounds())) return this.endBeyond();
      }
      if (bytes === null) return;
      if (this.firstByteMs === null) this.checkPreamble(bytes);
    }
  }

  private async next(): Promise<Buffer | null> {
    this.armTimer();
    const bytes = await this.exchange.read();
    if (this.firstByteMs !== null) this.exchange.stopTimer();
    return bytes;
  }

  async outcome(): Promise<StreamedOutcome | CutOutcome> {
    const { answer, firstByteMs } = this;
    if (firstByteMs === null) throw new AttemptFailure('malformed', 'the stream has no chunk');
    const isComplete = answer.isFinished || (this.hasDone && answer.hasSound);
    if (!isComplete) {
      return this.cut(new AttemptFailure('unfinished', 'the stream ended without a finish_reason'));
    }
    return {
      kind: 'answered',
      streamed: true,
      chunks: this.relayed,
      finishReason: answer.finishReason ?? 'stop',
      closing: this.closing(),
      usage: this.isBeyond ? null : answer.usage,
      completionTokens: await this.tokens.count(this.options.bounds.tokens),
      calls: answer.calls,
      firstByteMs,
    };
  }

  cut(failure: AttemptFailure): CutOutcome {
    return {
      kind: 'cut',
      by: failure.reason === 'aborted' ? 'buyer' : 'seller',
      chunks: this.relayed,
      closing: this.closing(),
      firstByteMs: this.firstByteMs ?? 0,
      reason: failure.reason,
      detail: failure.message,
    };
  }

  /** The seller's envelope and usage, limited to a plausible size. */
  private closing(): JsonObject {
    const { usage, ...envelope } = this.answer.closing;
    const closing = this.isBeyond || !usage ? envelope : { ...envelope, usage };
    return JSON.stringify(closing).length <= CLOSING_MAX ? closing : { choices: [] };
  }

  /** The seller continues beyond all bounds: the buyer has a whole answer, which ends here. */
  private async endBeyond(): Promise<void> {
    this.isBeyond = true;
    this.exchange.fail(new AttemptFailure('aborted', 'the stream has passed its reservation'));
    const { unfinished } = this.answer;
    if (unfinished.length === 0) return;
    const choices = unfinished.map((index) => ({ index, delta: {}, finish_reason: 'length' }));
    const data = JSON.stringify({ ...this.closing(), usage: undefined, choices });
    await this.take(data);
  }

  private get mayBeBeyond(): boolean {
    const { tokens, sayings } = this.options.bounds;
    return this.tokens.most > tokens || this.sayings > sayings;
  }

  private async isBeyondBounds(): Promise<boolean> {
    const { tokens, sayings } = this.options.bounds;
    return this.sayings > sayings || (await this.tokens.isAbove(tokens));
  }

  /** Returns no promise when nothing is awaited: a stream has very many chunks. */
  private take(data: string): Promise<void> | undefined {
    const value = readValue(data, this.options.bounds.values);
    const read = value && this.answer.read(value);
    if (!value || !read) return undefined;
    if (read.says) {
      this.sayings += 1;
      this.saidAtMs = performance.now();
    }
    const received = { data, value, chunk: read.chunk };
    if (this.firstByteMs !== null) return this.relay(received);
    this.held.push(received);
    if (!read.says) return undefined;
    this.firstByteMs = performance.now() - this.options.startedAtMs;
    this.exchange.stopTimer();
    return this.relayHeld();
  }

  private async relayHeld(): Promise<void> {
    for (const received of this.held.splice(0)) await this.relay(received);
  }

  private relay(received: Received): Promise<void> | undefined {
    const line = lineOf(received, this.options.envelope);
    this.checkSize(line);
    const passing = this.options.onChunk(line);
    const passed = () => {
      this.relayed += 1;
    };
    return passing ? passing.then(passed) : (passed(), undefined);
  }

  /** Relayed chunks are also stored, each line as a string within JSON. */
  private checkSize(line: string): void {
    if (this.isBeyond) return; // the end is the exchange's own
    const { chunks, bytes, mediaBytes, storedBytes } = this.options.bounds;
    this.keptBytes += Buffer.byteLength(JSON.stringify(line));
    const media = this.answer.mediaCharacters;
    const isWithin =
      this.relayed < chunks &&
      media <= mediaBytes &&
      this.keptBytes - media <= bytes &&
      this.keptBytes <= storedBytes;
    if (isWithin) return;
    const detail = `the answer has more than ${chunks} chunks, ${bytes} bytes or ${mediaBytes} bytes of media`;
    throw new AttemptFailure('answer_too_large', detail);
  }

  /** An event that is not complete may be a picture. */
  private checkPreamble(bytes: Buffer): void {
    this.preambleBytes += bytes.length;
    const readBytes = this.preambleBytes - this.options.reader.waitingCharacters;
    if (readBytes <= PREAMBLE_BYTES_MAX) return;
    const detail = `no text within the first ${PREAMBLE_BYTES_MAX} bytes of the stream`;
    throw new AttemptFailure('malformed', detail);
  }

  /**
   * Before the first byte the attempt's own timer applies. After it, any byte proves life, and a
   * stream without text for long makes no progress.
   */
  private armTimer(): void {
    if (this.firstByteMs === null) return this.options.armFirstByte();
    const { silenceMs, progressMs } = this.options;
    const quietMs = this.answer.isExhausted ? Math.min(silenceMs, TAIL_SILENCE_MS) : silenceMs;
    const leftMs = this.saidAtMs + progressMs - performance.now();
    if (quietMs <= leftMs) this.exchange.failAfter(quietMs, 'silence');
    else this.exchange.failAfter(leftMs, 'answer_timeout');
  }
}

/** Null for an event that is no JSON object: heartbeats, and names of vendors' own events. */
function readValue(data: string, valuesMax: number): JsonObject | null {
  if (!data.trimStart().startsWith('{')) return null;
  const value = parseJsonObject(data, valuesMax);
  if (!value) throw new AttemptFailure('malformed', 'a chunk is not a JSON object');
  if (isError(value)) throw sellerError();
  if (!isReadable(value)) throw new AttemptFailure('malformed', 'a chunk has malformed choices');
  return value;
}

/** As received, but for what would break the framing (a line break) or our promises (a `fill`, required members). */
function lineOf({ data, value, chunk }: Received, envelope: Envelope | null): string {
  const whole = envelope ? wholeChunk(chunk, envelope) : chunk;
  if (whole === value && !data.includes('\n') && !Object.hasOwn(chunk, 'fill')) return data;
  const { fill: _fill, ...rest } = whole;
  return JSON.stringify(rest);
}

function goneBuyer(): AttemptFailure {
  return new AttemptFailure('aborted', 'the buyer disconnected');
}
