/**
 * One HTTP exchange with a seller, read at the caller's pace: at most a few network reads wait in
 * memory, the whole answer has a size limit, and a single timer limits the next step. `head()` and
 * `read()` throw every failure as an AttemptFailure.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { AttemptFailure, type FailureReason } from './outcome';
import { isOurNetwork } from './own-faults';

export interface AnswerHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

const WAITING_BYTES_MAX = 128 * 1024;
/** Bytes read after the end of an answer so that its connection can be reused. */
const DRAINED_BYTES_MAX = 16 * 1024;
const DRAIN_TIMEOUT_MS = 1_000;
/** A longer timer would fire immediately. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export class HttpExchange implements Dispatcher.DispatchHandler {
  /** True once writing the request to a connection has started. */
  sent = false;
  /** Whether any byte of the answer has arrived. */
  isAlive = false;
  private controller: Dispatcher.DispatchController | null = null;
  private answerHead: AnswerHead | null = null;
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private receivedBytes = 0;
  private ended = false;
  private draining = false;
  private failure: AttemptFailure | null = null;
  private wake: (() => void) | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limitBytes: number) {}

  /** Status and headers of the answer. */
  async head(): Promise<AnswerHead> {
    while (!this.answerHead) {
      if (this.failure) throw this.failure;
      await this.change();
    }
    return this.answerHead;
  }

  /**
   * The next bytes of the answer; null at its end. Bytes that arrived before a connection loss are
   * read first.
   */
  async read(): Promise<Buffer | null> {
    for (;;) {
      const bytes = this.waiting.shift();
      if (bytes) {
        this.waitingBytes -= bytes.length;
        if (this.controller?.paused && this.waitingBytes < WAITING_BYTES_MAX) {
          this.controller.resume();
        }
        return bytes;
      }
      if (this.failure) throw this.failure;
      if (this.ended) return null;
      await this.change();
    }
  }

  /**
   * Replaces the timer: the exchange fails with this reason unless the timer is replaced or stopped
   * in time.
   */
  failAfter(timeoutMs: number, reason: FailureReason): void {
    this.stopTimer();
    const fail = () => this.fail(new AttemptFailure(reason, `${reason} after ${timeoutMs} ms`));
    this.timer = setTimeout(fail, Math.min(Math.max(0, timeoutMs), TIMER_MAX_MS));
  }

  stopTimer(): void {
    clearTimeout(this.timer);
  }

  /** Ends the exchange immediately and closes its connection; unread bytes are dropped. */
  fail(failure: AttemptFailure): void {
    if (this.failure || this.ended) return;
    this.waiting.length = 0;
    this.settle(failure);
    this.controller?.abort(failure);
  }

  /**
   * The caller needs no more. The connection of a finished or nearly finished answer stays usable.
   */
  close(): void {
    this.stopTimer();
    if (this.ended || this.failure) return;
    this.draining = true;
    this.receivedBytes = 0;
    this.waiting.length = 0;
    this.controller?.resume();
    this.timer = setTimeout(() => this.abandon(), DRAIN_TIMEOUT_MS).unref();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.failure) controller.abort(this.failure);
    else this.sent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.isAlive = true;
    if (status < 200) return;
    this.answerHead = { status, headers };
    this.wake?.();
  }

  onResponseData(controller: Dispatcher.DispatchController, bytes: Buffer): void {
    this.receivedBytes += bytes.length;
    if (this.draining) {
      if (this.receivedBytes > DRAINED_BYTES_MAX) this.abandon();
      return;
    }
    if (this.receivedBytes > this.limitBytes) {
      return this.fail(
        new AttemptFailure('answer_too_large', `the answer has more than ${this.limitBytes} bytes`),
      );
    }
    const kept = ownBytes(bytes);
    this.waiting.push(kept);
    this.waitingBytes += kept.length;
    if (this.waitingBytes >= WAITING_BYTES_MAX) controller.pause();
    this.wake?.();
  }

  onResponseEnd(): void {
    this.ended = true;
    if (this.draining) this.stopTimer();
    this.wake?.();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.failure) this.settle(failureOf(error, this.sent));
    if (this.draining) this.stopTimer();
  }

  private abandon(): void {
    this.fail(new AttemptFailure('aborted', 'the rest of the answer was not needed'));
  }

  private settle(failure: AttemptFailure): void {
    this.failure = failure;
    this.wake?.();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}

/**
 * A copy of the bytes without their network buffer: a seller may send one byte in each packet of 64
 * KiB.
 */
function ownBytes(bytes: Buffer): Buffer {
  return bytes.length * 2 < bytes.buffer.byteLength ? Buffer.from(bytes) : bytes;
}

function failureOf(error: Error, sent: boolean): AttemptFailure {
  if (error instanceof AttemptFailure) return error;
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  // The seller does not speak HTTP, or its headers are too large.
  if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new AttemptFailure('malformed', `not HTTP: ${code}`);
  }
  if (!sent && isOurNetwork(error)) {
    return new AttemptFailure('exchange_fault', `not sent: ${code}`);
  }
  return sent
    ? new AttemptFailure('connection_lost', `connection lost: ${code}`)
    : new AttemptFailure('connect_failed', `not sent: ${code}`);
}
