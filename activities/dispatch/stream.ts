/**
 * A streamed answer, relayed chunk by chunk. The first well-formed chunk without an error object is
 * the first byte: until then the attempt fails and another seller may be asked, from then on the
 * stream is either complete (every choice has its `finish_reason`) or cut.
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
import { countCompletionTokens } from '../../domain/tokens';
import { EventReader } from './events';
import type { Exchange } from './exchange';
import { AttemptFailure, type CutOutcome, sellerError, type StreamedOutcome } from './outcome';

/** A stream that has all its `finish_reason`s is not waited for as long as one that has not. */
const TAIL_SILENCE_MS = 2_000;

/** Comments and what nobody reads, in front of the first chunk. */
const PREAMBLE_BYTES_MAX = 256 * 1024;
/** Each chunk costs the answer channel more than its text: an honest answer fills its chunks better. */
const CHUNKS_MAX = 50_000;

export interface StreamOptions {
  /** Given each chunk as one line of JSON; awaited, so that a slow reader slows the seller. */
  readonly onChunk: (data: string) => Promise<void>;
  /** Put into chunks. */
  readonly envelope: Envelope | null;
  readonly signal: AbortSignal;
  /** Choices that the buyer asked for. */
  readonly choices: number;
  readonly silenceMs: number;
  readonly startedAtMs: number;
  readonly answerTimeoutMs: number;
}

/** @throws AttemptFailure when it fails before the first byte, and whatever `onChunk` throws */
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
    if (!relay.progress.complete) return relay.cut(failure);
  }
  return relay.outcome();
}

class Relay {
  readonly progress: StreamProgress;
  firstByteMs: number | null = null;
  private relayed = 0;
  private preambleBytes = 0;

  constructor(
    private readonly exchange: Exchange,
    private readonly options: StreamOptions,
  ) {
    this.progress = new StreamProgress(options.choices);
  }

  /** Reads to `[DONE]`, to the end of the stream, or to the failure that it throws. */
  async run(): Promise<void> {
    const events = new EventReader();
    for (;;) {
      this.armTimer();
      const bytes = await this.exchange.read();
      if (this.firstByteMs !== null) this.exchange.stopTimer();
      else this.checkPreamble(bytes);
      for (const data of events.feed(bytes)) {
        if (data === '[DONE]') return;
        await this.relay(data);
      }
      if (bytes === null) return;
    }
  }

  outcome(): StreamedOutcome | CutOutcome {
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
      closing: progress.closing,
      usage: progress.usage,
      completionTokens: countCompletionTokens(progress.texts()),
      firstByteMs,
    };
  }

  cut(failure: AttemptFailure): CutOutcome {
    return {
      kind: 'cut',
      by: failure.reason === 'aborted' ? 'buyer' : 'seller',
      chunks: this.relayed,
      closing: this.progress.closing,
      deliveredCompletionTokens: countCompletionTokens(this.progress.texts()),
      firstByteMs: this.firstByteMs ?? 0,
      reason: failure.reason,
      detail: failure.message,
    };
  }

  private async relay(data: string): Promise<void> {
    const chunk = readChunk(data);
    if (this.firstByteMs === null) {
      this.firstByteMs = performance.now() - this.options.startedAtMs;
      this.exchange.stopTimer();
    }
    if (!this.isForNobody(chunk)) {
      if (this.relayed >= CHUNKS_MAX) {
        throw new AttemptFailure(
          'answer_too_large',
          `the answer has more than ${CHUNKS_MAX} chunks`,
        );
      }
      await this.options.onChunk(lineOf(data, chunk, this.options.envelope));
      this.relayed += 1;
    }
    this.progress.note(chunk);
  }

  /** What only carries the usage is kept for the end; what says nothing is relayed as a first byte only. */
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

  /** Before the first byte the attempt's own timer runs on; after it, silence and the whole answer count. */
  private armTimer(): void {
    if (this.firstByteMs === null) return;
    const { silenceMs, answerTimeoutMs, startedAtMs } = this.options;
    const leftMs = startedAtMs + answerTimeoutMs - performance.now();
    const quietMs = this.progress.exhausted ? Math.min(silenceMs, TAIL_SILENCE_MS) : silenceMs;
    if (quietMs <= leftMs) this.exchange.failAfter(quietMs, 'silence');
    else this.exchange.failAfter(leftMs, 'answer_timeout');
  }
}

function readChunk(data: string): JsonObject {
  const chunk = parseJsonObject(data);
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
  return new AttemptFailure('aborted', 'the buyer is gone');
}
