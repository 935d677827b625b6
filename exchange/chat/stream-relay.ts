/**
 * Passes a seller's stream on to the order's answer channel, each chunk once. What arrives while a
 * write is under way goes together in the next one.
 *
 * After a crash of ours the same seller is asked again with the same key and answers the same. The
 * chunks that an earlier attempt passed on are compared with the new ones and not repeated; a
 * seller that answers differently the second time has broken off its answer. An attempt that the
 * server has given up may still run beside the next one: both write, and each finds what the other
 * wrote.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerPublisher, AppendResult } from '../../channel/answer-publisher';
import { CHUNKS_PER_MESSAGE, isLast } from '../../channel/messages';
import type { MatchedFill } from '../../domain/chat';
import type { JsonObject } from '../../domain/completion';
import type { ExchangeDeps } from '../deps';

const RETRY_MS = 100;
/** Characters that are written together, one chunk at least. */
const CHARACTERS_PER_MESSAGE = 64 * 1024;
/** Characters that wait for a write; a seller that is faster than the channel waits beyond them. */
const WAITING_CHARACTERS_MAX = 128 * 1024;

export type RelayEnd =
  | 'seller_differs'
  | 'buyer_gone'
  | 'channel_lost'
  /** The channel holds the order's end: another attempt settled it, or it was refused. */
  | 'order_ended';

export class StreamRelay {
  /** Every payload that the seller has given, as the buyer reads it. */
  readonly chunks: string[] = [];
  /** Set when the relay itself ended the stream. */
  end: RelayEnd | null = null;
  /** How many of the chunks are on the channel. */
  private written = 0;
  private waitingCharacters = 0;
  private writing: Promise<void> | null = null;
  private room: (() => void) | null = null;

  private constructor(
    private readonly channel: AnswerPublisher,
    private readonly channelWaitMs: number,
    private readonly fill: MatchedFill,
    /** What other attempts wrote, by index from 0; a hole where Redis has lost it. */
    private earlier: (string | undefined)[],
    private readonly stop: AbortController,
  ) {}

  /** @param stop ends the request to the seller; the relay also ends with it */
  static async open(
    { channel, settings }: Pick<ExchangeDeps, 'channel' | 'settings'>,
    fill: MatchedFill,
    attempt: number,
    stop: AbortController,
  ): Promise<StreamRelay> {
    const relay = new StreamRelay(channel, settings.CHANNEL_WAIT_MS, fill, [], stop);
    if (attempt > 1) await relay.readEarlier();
    return relay;
  }

  /** Whether the buyer has had a first byte, from this attempt or an earlier one. */
  get begun(): boolean {
    return this.earlier.length > 0 || this.written > 0;
  }

  /** Whether the channel holds the order's end. */
  get orderEnded(): boolean {
    return this.end === 'order_ended';
  }

  /** The chunks that the buyer has: those of this attempt, or of an earlier one that came further. */
  get delivered(): readonly string[] {
    if (this.written < this.earlier.length) {
      return this.earlier
        .map((data, at) => data ?? this.chunks[at])
        .filter((data) => data !== undefined);
    }
    return this.chunks.slice(0, this.written);
  }

  /**
   * One well-formed chunk of the seller's. Resolves as soon as there is room for the next one,
   * which slows the seller to the channel's speed.
   */
  async pass(data: string): Promise<void> {
    this.chunks.push(data);
    if (this.isOver) return;
    this.waitingCharacters += data.length;
    this.writing ??= this.write().finally(() => (this.writing = null));
    while (this.waitingCharacters > WAITING_CHARACTERS_MAX && this.writing !== null) {
      await new Promise<void>((resolve) => (this.room = resolve));
    }
  }

  /** Resolves when everything that was passed is on the channel, or will not get there any more. */
  async flush(): Promise<void> {
    while (this.writing) await this.writing;
  }

  private get isOver(): boolean {
    return this.end !== null || this.stop.signal.aborted;
  }

  private async write(): Promise<void> {
    try {
      while (!this.isOver && this.written < this.chunks.length) await this.writeNext();
    } catch {
      this.endWith('channel_lost'); // what others wrote cannot be read
    } finally {
      this.waitingCharacters = 0;
      this.makeRoom();
    }
  }

  /** One round: afterwards at least one more chunk is on the channel, or the relay has ended. */
  private async writeNext(): Promise<void> {
    if (this.written < this.earlier.length) return this.compareNext();
    const batch = this.nextBatch();
    const result = await this.append(this.written + 1, batch);
    if (result === 'taken') return this.giveWay();
    if (result === 'stopped') return;
    if (result === 'lost') return this.endWith('channel_lost');
    for (const data of batch) this.note(data);
    this.makeRoom();
    if (result === 'stop') this.endWith('buyer_gone');
  }

  private compareNext(): void {
    const data = this.chunks[this.written]!;
    const before = this.earlier[this.written];
    if (before !== undefined && !sameChoices(before, data)) return this.endWith('seller_differs');
    if (before !== undefined) this.chunks[this.written] = before;
    this.note(data);
    this.makeRoom();
  }

  /** Another attempt has written the next index. */
  private async giveWay(): Promise<void> {
    await this.readEarlier();
    if (!this.end && this.earlier.length <= this.written) this.endWith('channel_lost');
  }

  private async readEarlier(): Promise<void> {
    const placed = await this.channel.written(this.fill.orderId);
    const earlier: (string | undefined)[] = [];
    for (const { index, message } of placed) {
      if (message.kind !== 'chunk') continue;
      const { data } = message;
      while (earlier.length < index) earlier.push(undefined);
      for (const [at, chunk] of data.entries()) earlier[index - data.length + at] = chunk;
    }
    this.earlier = earlier;
    if (placed.some(({ message }) => isLast(message))) this.endWith('order_ended');
  }

  private note(data: string): void {
    this.written += 1;
    this.waitingCharacters -= data.length;
  }

  private makeRoom(): void {
    this.room?.();
    this.room = null;
  }

  private nextBatch(): string[] {
    const batch: string[] = [];
    let characters = 0;
    for (let at = this.written; at < this.chunks.length; at += 1) {
      characters += this.chunks[at]!.length;
      const isFull = batch.length === CHUNKS_PER_MESSAGE || characters > CHARACTERS_PER_MESSAGE;
      if (isFull && batch.length > 0) break;
      batch.push(this.chunks[at]!);
    }
    return batch;
  }

  private endWith(end: RelayEnd): void {
    this.end ??= end;
    this.stop.abort();
  }

  private async append(first: number, batch: string[]): Promise<AppendResult | 'lost' | 'stopped'> {
    const until = Date.now() + this.channelWaitMs;
    const { orderId, fillId } = this.fill;
    while (!this.stop.signal.aborted) {
      try {
        return await this.channel.append(orderId, first, fillId, batch);
      } catch {
        if (Date.now() > until) return 'lost';
        await delay(RETRY_MS, undefined, { signal: this.stop.signal }).catch(() => undefined);
      }
    }
    return 'stopped';
  }
}

/** Ids and times may differ between two answers to the same key; what the buyer reads may not. */
function sameChoices(before: string, now: string): boolean {
  const choicesOf = (data: string) => JSON.stringify((JSON.parse(data) as JsonObject)['choices']);
  return choicesOf(before) === choicesOf(now);
}
