/**
 * A streamed answer, relayed chunk by chunk. The first well-formed chunk without an error object is
 * the first byte: until then the attempt fails and another seller may be asked; from then on the
 * stream is either complete (every choice has its `finish_reason`) or broken.
 */
import {
  errorTextOf,
  isChunk,
  parseJsonObject,
  saysNothing,
  StreamProgress,
  type JsonObject,
} from '../../domain/completion';
import { type Envelope, wholeChunk } from '../../domain/envelope';
import type { AnswerBounds } from './answer-bounds';
import type { Exchange } from './exchange';
import { AttemptFailure, type CutOutcome, sellerError, type StreamedOutcome } from './outcome';
import type { ChunkReader } from './protocol';

/** Shorter silence limit for a stream that already has all its `finish_reason`s. */
const TAIL_SILENCE_MS = 2_000;

/** Comments and ignored fields before the first chunk. */
const PREAMBLE_BYTES_MAX = 256 * 1024;
/** Limit of the seller's fields that our last chunk repeats, in characters of JSON. */
const CLOSING_MAX = 64 * 1024;

/** Receives a chunk. A promise is awaited, so that a slow reader slows the seller. */
export type OnChunk = (data: string) => Promise<void> | undefined;

export interface StreamOptions {
  readonly reader: ChunkReader;
  /** Receives each chunk as one line of JSON. */
  readonly onChunk: OnChunk;
  /** Put into chunks. */
  readonly envelope: Envelope | null;
  readonly signal: AbortSignal;
  /** Choices that the buyer requested. */
  readonly choices: number;
  readonly bounds: AnswerBounds;
  readonly silenceMs: number;
  readonly startedAtMs: number;
  readonly answerTimeoutMs: number;
}

/** @throws AttemptFailure when it fails before the first byte, and any error of `onChunk` */
export async function relayStream(
  exchange: Exchange,
  options: StreamOptions,
): Promise<StreamedOutcome | CutOutcome> {
  const relay = new Relay(exchange, options);
  try {
    await relay.run();
  } catch (error) {
    const failure = options.signal.aborted ? goneBuyer() : error;
    if (!(failure instanceof AttemptFailure) || relay.firstByteMs === null) throw failure;
    exchange.fail(failure);
    if (!relay.progress.complete) return await relay.cut(failure);
  }
  return relay.outcome();
}

class Relay {
  readonly progress: StreamProgress;
  firstByteMs: number | null = null;
  private relayed = 0;
  private keptBytes = 0;
  private preambleBytes = 0;
  /** Ended by the exchange, because the stream exceeded its reservation. */
  private isBeyond = false;

  constructor(
    private readonly exchange: Exchange,
    private readonly options: StreamOptions,
  ) {
    this.progress = new StreamProgress(options.choices);
  }

  /** Reads to `[DONE]`, to the end of the stream or of its reservation, or throws a failure. */
  async run(): Promise<void> {
    for (;;) {
      this.armTimer();
      const bytes = await this.exchange.read();
      if (this.firstByteMs !== null) this.exchange.stopTimer();
      else this.checkPreamble(bytes);
      for (const data of this.options.reader.feed(bytes)) {
        if (data === '[DONE]') return;
        const relayed = this.relay(data);
        if (relayed) await relayed;
        if (this.mayBeBeyond && (await this.isAboveReserved())) return this.endBeyond();
      }
      if (bytes === null) return;
    }
  }

  async outcome(): Promise<StreamedOutcome | CutOutcome> {
    const { progress, firstByteMs } = this;
    if (firstByteMs === null) throw new AttemptFailure('malformed', 'the stream has no chunk');
    if (!progress.complete) {
      return this.cut(new AttemptFailure('unfinished', 'the stream ended without a finish_reason'));
    }
    return {
      kind: 'answered',
      streamed: true,
      chunks: this.relayed,
      finishReason: progress.finishReason ?? 'stop',
      closing: this.closing(),
      usage: this.isBeyond ? null : progress.usage,
      completionTokens: await this.delivered(),
      firstByteMs,
    };
  }

  async cut(failure: AttemptFailure): Promise<CutOutcome> {
    return {
      kind: 'cut',
      by: failure.reason === 'aborted' ? 'buyer' : 'seller',
      chunks: this.relayed,
      closing: this.closing(),
      deliveredCompletionTokens: await this.delivered(),
      firstByteMs: this.firstByteMs ?? 0,
      reason: failure.reason,
      detail: failure.message,
    };
  }

  private delivered(): Promise<number> {
    return this.progress.tokens.count(this.options.bounds.tokens);
  }

  /** The seller's envelope and usage, limited to a plausible size. */
  private closing(): JsonObject {
    const { usage, ...envelope } = this.progress.closing;
    const closing = this.isBeyond || !usage ? envelope : { ...envelope, usage };
    return JSON.stringify(closing).length <= CLOSING_MAX ? closing : { choices: [] };
  }

  /** The seller continues beyond the reservation: the buyer has a whole answer, which ends here. */
  private async endBeyond(): Promise<void> {
    this.isBeyond = true;
    this.exchange.fail(new AttemptFailure('aborted', 'the stream has passed its reservation'));
    const { unfinished } = this.progress;
    if (unfinished.length === 0) return;
    const choices = unfinished.map((index) => ({ index, delta: {}, finish_reason: 'length' }));
    await this.relay(JSON.stringify({ ...this.closing(), choices }));
  }

  private get mayBeBeyond(): boolean {
    return this.progress.tokens.most > this.options.bounds.tokens;
  }

  private isAboveReserved(): Promise<boolean> {
    return this.progress.tokens.isAbove(this.options.bounds.tokens);
  }

  /** Returns no promise when nothing is awaited: a stream has very many chunks. */
  private relay(data: string): Promise<void> | undefined {
    const chunk = readChunk(data, this.options.bounds.values);
    if (this.firstByteMs === null) {
      this.firstByteMs = performance.now() - this.options.startedAtMs;
      this.exchange.stopTimer();
    }
    if (this.isForNobody(chunk)) {
      this.progress.note(chunk);
      return undefined;
    }
    const line = lineOf(data, chunk, this.options.envelope);
    this.checkSize(line);
    const passing = this.options.onChunk(line);
    const passed = () => {
      this.relayed += 1;
      this.progress.note(chunk);
    };
    return passing ? passing.then(passed) : (passed(), undefined);
  }

  /** Relayed chunks are also stored, each line as a string within JSON. */
  private checkSize(line: string): void {
    if (this.isBeyond) return; // the end is the exchange's own
    const { chunks, bytes } = this.options.bounds;
    this.keptBytes += Buffer.byteLength(JSON.stringify(line));
    if (this.relayed < chunks && this.keptBytes <= bytes) return;
    const detail = `the answer has more than ${chunks} chunks or ${bytes} bytes`;
    throw new AttemptFailure('answer_too_large', detail);
  }

  /**
   * A chunk with usage only is stored for the end; an empty one is relayed only as the first byte.
   */
  private isForNobody(chunk: JsonObject): boolean {
    return this.progress.isUsageOnly(chunk) || (this.relayed > 0 && saysNothing(chunk));
  }

  private checkPreamble(bytes: Buffer | null): void {
    this.preambleBytes += bytes?.length ?? 0;
    if (this.preambleBytes <= PREAMBLE_BYTES_MAX) return;
    throw new AttemptFailure(
      'malformed',
      `no chunk within the first ${PREAMBLE_BYTES_MAX} bytes of the stream`,
    );
  }

  /**
   * Before the first byte the attempt's own timer continues; after it, silence and the whole answer
   * are limited.
   */
  private armTimer(): void {
    if (this.firstByteMs === null) return;
    const { silenceMs, answerTimeoutMs, startedAtMs } = this.options;
    const leftMs = startedAtMs + answerTimeoutMs - performance.now();
    const quietMs = this.progress.exhausted ? Math.min(silenceMs, TAIL_SILENCE_MS) : silenceMs;
    if (quietMs <= leftMs) this.exchange.failAfter(quietMs, 'silence');
    else this.exchange.failAfter(leftMs, 'answer_timeout');
  }
}

function readChunk(data: string, valuesMax: number): JsonObject {
  const chunk = parseJsonObject(data, valuesMax);
  if (!chunk) throw new AttemptFailure('malformed', 'a chunk is not a JSON object');
  if (errorTextOf(chunk) !== null) throw sellerError();
  if (!isChunk(chunk)) throw new AttemptFailure('malformed', 'a chunk has no list of choices');
  return chunk;
}

/** As received, but for what would break the framing (a line break) or our promises (a `fill`, required members). */
function lineOf(data: string, chunk: JsonObject, envelope: Envelope | null): string {
  const whole = envelope ? wholeChunk(chunk, envelope) : chunk;
  if (whole === chunk && !data.includes('\n') && !Object.hasOwn(chunk, 'fill')) return data;
  const { fill: _fill, ...rest } = whole;
  return JSON.stringify(rest);
}

function goneBuyer(): AttemptFailure {
  return new AttemptFailure('aborted', 'the buyer disconnected');
}
