/**
 * Writing side of the answer channel: a Redis stream per order. Each entry's id is the index of the
 * last chunk in its message. The explicit ids make the channel exactly-once across attempts: after
 * a crash the same seller is asked again and answers the same, and indexes that were already
 * written are refused. Messages are encrypted, because Redis also writes the stream to its
 * append-only file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ruleOf } from '../domain/errors';
import type { Sealer } from '../domain/sealing';
import type { Refusal, SettledAnswer } from '../domain/chat';
import type { RedisClient } from '../engine/connect-redis';
import type { AnswerListener } from './answer-listener';
import {
  type AnswerMessage,
  type PlacedMessage,
  answerKey,
  isLast,
  messagesOf,
  placedIn,
  placesOf,
  stopKey,
} from './messages';
import { announcementsOf } from './subscriber';

/** Longer than any answer takes. */
const KEEP_SECONDS = 3_600;
/** After the last message the records have the whole answer, and every reader turns to them. */
const KEEP_FINISHED_SECONDS = 60;
const APPEND = readFileSync(join(__dirname, 'append.lua'), 'utf8');

type RedisWithAppend = RedisClient & {
  answerAppend(
    stream: string,
    stop: string,
    index: string,
    sealed: string,
    keepSeconds: string,
    places: string,
    isLast: string,
    publish: string,
  ): Promise<string>;
};

/** `heard`: a subscriber in another process received the message. */
export type AppendResult = 'ok' | 'heard' | 'stop' | 'taken';

type Nearby = Pick<AnswerListener, 'tell' | 'tellAhead' | 'confirm' | 'tellRefusal' | 'isReadHere'>;

export class AnswerPublisher {
  private readonly redis: RedisWithAppend;

  /** @param nearby the listener of this process, in a gateway that executes orders itself */
  constructor(
    redis: RedisClient,
    private readonly sealer: Sealer,
    private readonly nearby: Nearby | null = null,
  ) {
    redis.defineCommand('answerAppend', { numberOfKeys: 2, lua: APPEND });
    this.redis = redis as RedisWithAppend;
  }

  /**
   * Delivers chunks to readers in this process before the channel has them. `append` follows with
   * the same chunks, or `breakOff` when the channel holds different ones.
   * @param first index of the first chunk, from 1
   * @returns whether a reader waits here
   */
  tellAhead(orderId: string, first: number, fillId: string, data: readonly string[]): boolean {
    const message = { kind: 'chunk', fillId, data } as const;
    return this.nearby?.tellAhead(orderId, { index: first + data.length - 1, message }) ?? false;
  }

  /** The channel holds the chunks up to this one as they were delivered ahead. */
  confirm(orderId: string, index: number): void {
    this.nearby?.confirm(orderId, index);
  }

  /** Ends the wait of readers that received chunks that the channel does not hold. */
  breakOff(orderId: string, refusal: Refusal | null): void {
    const { message } = ruleOf('service_unavailable');
    this.nearby?.tellRefusal(orderId, refusal ?? { code: 'service_unavailable', message });
  }

  /**
   * Appends chunks in one message and announces it to every listener in the same step.
   * @param first index of the first chunk, from 1
   */
  async append(
    orderId: string,
    first: number,
    fillId: string,
    data: readonly string[],
  ): Promise<AppendResult> {
    const message = { kind: 'chunk', fillId, data } as const;
    const result = await this.write(orderId, first, message, KEEP_SECONDS);
    if (result === 'taken') return result;
    const index = first + data.length - 1;
    this.nearby?.tell(orderId, { index, message });
    this.nearby?.confirm(orderId, index);
    // A reader in this process is not counted by Redis.
    return result === 'stop' && this.nearby?.isReadHere(orderId) ? 'ok' : result;
  }

  /**
   * Ends the channel, at whatever position, with a settled answer. Readers in this process receive
   * it immediately; Redis has it for readers elsewhere.
   * @param isJoinable whether other requests may ask for the same answer
   */
  async settled(orderId: string, answer: SettledAnswer, isJoinable = true): Promise<void> {
    const messages = messagesOf(answer);
    const last = messages.at(-1)!;
    const index = messages.reduce((total, message) => total + placesOf(message), 0);
    const isHere = this.nearby?.isReadHere(orderId) === true;
    this.nearby?.tell(orderId, { index, message: last });
    if (isHere && !isJoinable && !answer.streamed) return; // Redis holds no part of it
    await this.finish(orderId, last, index);
  }

  /**
   * Ends the channel of a refused order. Readers in this process receive the refusal immediately.
   */
  async refused(orderId: string, refusal: Refusal): Promise<void> {
    this.nearby?.tellRefusal(orderId, refusal);
    await this.finish(orderId, { kind: 'refused', refusal });
  }

  /**
   * Appends the last message, at whatever position the channel is.
   * @param index its place in the whole answer: a channel that lacks chunks gets a gap, which sends
   *   its readers to the records
   */
  async finish(orderId: string, message: AnswerMessage, index = 1): Promise<void> {
    await this.write(orderId, index, message, KEEP_FINISHED_SECONDS);
  }

  /** The messages that earlier attempts wrote, in order. */
  async written(orderId: string): Promise<PlacedMessage[]> {
    const entries = await this.redis.xrange(answerKey(orderId), '-', '+');
    return entries.map((entry) => placedIn(this.sealer, orderId, entry));
  }

  /** The index of the last chunk; 0 without one. */
  async position(orderId: string): Promise<number> {
    const [last] = await this.redis.xrevrange(answerKey(orderId), '+', '-', 'COUNT', 1);
    return last ? Number.parseInt(last[0], 10) : 0;
  }

  /** Whether the buyer of a stream has disconnected. */
  async stopRequested(orderId: string): Promise<boolean> {
    return (await this.redis.exists(stopKey(orderId))) === 1;
  }

  private async write(
    orderId: string,
    first: number,
    message: AnswerMessage,
    keepSeconds: number,
  ): Promise<AppendResult> {
    const at = first + placesOf(message) - 1;
    const sealed = this.sealer.sealJson({ ...message, at }, orderId).toString('base64');
    const answer = await this.redis.answerAppend(
      answerKey(orderId),
      stopKey(orderId),
      String(first),
      sealed,
      String(keepSeconds),
      String(placesOf(message)),
      isLast(message) ? '1' : '0',
      announcementsOf(this.redis).publish,
    );
    return answer as AppendResult;
  }
}
