/**
 * Relays a seller's stream to the order's answer channel, each chunk once. Readers in this process
 * receive each chunk as it arrives; the channel, from which others replay it, receives it shortly
 * after, batched. Without a local reader, or with one elsewhere too, the channel receives it
 * immediately.
 *
 * After a crash the same seller is asked again with the same key and answers the same. Chunks that
 * an earlier attempt relayed are compared with the new ones and not repeated; a different second
 * answer counts as an aborted one. An attempt that the server abandoned may still run beside the
 * next one: both write, and each finds the other's chunks.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerPublisher, AppendResult } from '../../channel/answer-publisher';
import { CHUNKS_PER_MESSAGE, isLast } from '../../channel/messages';
import type { MatchedFill, Refusal } from '../../domain/chat';
import type { JsonObject } from '../../domain/json-object';
import type { ExchangeDeps } from '../deps';

const RETRY_MS = 100;
/** Interval between appends while the local reader is ahead of the channel. */
const APPEND_GAP_MS = 500;
/** Characters per write, at least one chunk. */
const CHARACTERS_PER_MESSAGE = 64 * 1024;
/** Characters that wait for a write; beyond it a faster seller waits. */
const WAITING_CHARACTERS_MAX = 128 * 1024;

export type RelayEnd =
  | 'seller_differs'
  | 'buyer_gone'
  | 'channel_lost'
  /** The channel holds the order's end: another attempt settled it, or it was refused. */
  | 'order_ended';

export class StreamRelay {
  /** Every payload that the seller sent, as the buyer reads it. */
  readonly chunks: string[] = [];
  /** Set when the relay itself ended the stream. */
  end: RelayEnd | null = null;
  /** Number of chunks on the channel. */
  private written = 0;
  /** Number of chunks that local readers have. */
  private told = 0;
  /** Number of chunks that match those of earlier attempts. */
  private compared = 0;
  /** The refusal, when the channel reports that the order was refused. */
  private refusal: Refusal | null = null;
  private isHeardElsewhere = false;
  private isFlushing = false;
  private appendedAtMs = performance.now();
  private hurry: (() => void) | null = null;
  private waitingCharacters = 0;
  private writing: Promise<void> | null = null;
  private onCapacity: (() => void) | null = null;

  private constructor(
    private readonly channel: AnswerPublisher,
    private readonly channelWaitMs: number,
    private readonly fill: MatchedFill,
    /** Chunks of other attempts, by index from 0; a hole where Redis lost a chunk. */
    private earlier: (string | undefined)[],
    private readonly stop: AbortController,
  ) {}

  /** @param stop ends the request to the seller; the relay ends with it */
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

  /** Whether the buyer has received a first byte, from this attempt or an earlier one. */
  get begun(): boolean {
    return this.earlier.length > 0 || this.had > 0;
  }

  /** Whether the channel holds the order's end. */
  get orderEnded(): boolean {
    return this.end === 'order_ended';
  }

  /**
   * The chunks that the buyer has: those of this attempt, or of an earlier one that progressed
   * further.
   */
  get delivered(): readonly string[] {
    if (this.had < this.earlier.length) {
      return this.earlier
        .map((data, at) => data ?? this.chunks[at])
        .filter((data) => data !== undefined);
    }
    return this.chunks.slice(0, this.had);
  }

  private get had(): number {
    return Math.max(this.written, this.told);
  }

  /**
   * Relays one well-formed chunk of the seller.
   * @returns resolves when the next chunk may be passed, which slows the seller to the channel's
   *   speed; undefined when it may be passed immediately
   */
  pass(data: string): Promise<void> | undefined {
    this.chunks.push(data);
    if (this.isOver) return undefined;
    this.waitingCharacters += data.length;
    this.compare();
    this.tell();
    if (this.isMessageFull()) this.hurry?.();
    if (this.written < this.chunks.length) {
      this.writing ??= this.write().finally(() => (this.writing = null));
    }
    return this.hasCapacity() ? undefined : this.untilCapacity();
  }

  private hasCapacity(): boolean {
    return this.waitingCharacters <= WAITING_CHARACTERS_MAX || this.writing === null;
  }

  private async untilCapacity(): Promise<void> {
    while (!this.hasCapacity()) await new Promise<void>((resolve) => (this.onCapacity = resolve));
  }

  /** Resolves when every passed chunk is on the channel, or cannot reach it. */
  async flush(): Promise<void> {
    this.isFlushing = true;
    this.hurry?.();
    while (this.writing) await this.writing;
    if (this.told > this.written) await this.keepTold();
    this.isFlushing = false;
  }

  private get isOver(): boolean {
    return this.end !== null || this.stop.signal.aborted;
  }

  /** Delivers the new chunks to local readers. */
  private tell(): void {
    const from = Math.max(this.told, this.compared);
    if (this.isOver || from < this.earlier.length || from === this.chunks.length) return;
    const { orderId, fillId } = this.fill;
    const isRead = this.channel.tellAhead(orderId, from + 1, fillId, this.chunks.slice(from));
    if (isRead) this.told = this.chunks.length;
  }

  private async write(): Promise<void> {
    try {
      while (!this.isOver && this.written < this.chunks.length) {
        await this.untilDue();
        if (!this.isOver) await this.writeNext();
      }
    } catch {
      this.endWith('channel_lost'); // the chunks of other attempts cannot be read
    } finally {
      this.waitingCharacters = 0;
      this.resumeSeller();
    }
  }

  /** With only local readers the channel writes at intervals. */
  private async untilDue(): Promise<void> {
    const waitMs = this.appendedAtMs + APPEND_GAP_MS - performance.now();
    const hasTime = this.told > this.written && !this.isHeardElsewhere && !this.isFlushing;
    if (!hasTime || waitMs <= 0 || this.isMessageFull()) return;
    const { signal } = this.stop;
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', go);
        this.hurry = null;
        resolve();
      };
      const timer = setTimeout(go, waitMs);
      this.hurry = go;
      signal.addEventListener('abort', go, { once: true });
    });
  }

  private isMessageFull(): boolean {
    const isLong = this.waitingCharacters >= CHARACTERS_PER_MESSAGE;
    return isLong || this.chunks.length - this.written >= CHUNKS_PER_MESSAGE;
  }

  /** One round: afterwards at least one more chunk is on the channel, or the relay has ended. */
  private async writeNext(): Promise<void> {
    const batch = this.nextBatch();
    const result = await this.append(this.written + 1, batch);
    this.appendedAtMs = performance.now();
    if (result === 'taken') return this.giveWay();
    if (result === 'stopped') return;
    if (result === 'lost') return this.endWith('channel_lost');
    this.isHeardElsewhere = result === 'heard';
    for (const data of batch) this.note(data);
    this.compared = Math.max(this.compared, this.written);
    this.resumeSeller();
    if (result === 'stop') this.endWith('buyer_gone');
  }

  /**
   * The relay has ended, and a local reader has more than the channel: writes the rest, so that the
   * next attempt continues there. If that fails, the reader's wait ends, because another attempt
   * may answer differently.
   */
  private async keepTold(): Promise<void> {
    const { orderId, fillId } = this.fill;
    while (this.end !== 'order_ended' && this.end !== 'seller_differs') {
      const batch = this.nextBatch(this.told);
      if (batch.length === 0) return;
      const append = this.channel.append(orderId, this.written + 1, fillId, batch);
      const result = await append.catch(() => 'lost' as const);
      if (result === 'taken') await this.giveWay().catch(() => this.endWith('channel_lost'));
      else if (result !== 'lost') for (const data of batch) this.note(data);
      if (result === 'lost' || this.end === 'channel_lost') break;
    }
    if (this.told > this.written) this.channel.breakOff(orderId, this.refusal);
  }

  /** Chunks that the seller repeats are on the channel already, and must match. */
  private compare(): void {
    const upTo = Math.min(this.chunks.length, this.earlier.length);
    if (this.compared >= upTo) return;
    for (; this.compared < upTo; this.compared += 1) {
      const data = this.chunks[this.compared]!;
      const before = this.earlier[this.compared];
      if (before !== undefined && !sameChoices(before, data)) return this.endWith('seller_differs');
      if (before !== undefined) this.chunks[this.compared] = before;
      if (this.written === this.compared) this.note(data);
    }
    if (this.told > 0) this.channel.confirm(this.fill.orderId, this.written);
  }

  /** Another attempt has written the next index. */
  private async giveWay(): Promise<void> {
    const { written } = this;
    await this.readEarlier();
    this.compare();
    if (!this.end && this.written === written) this.endWith('channel_lost');
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
    const last = placed.at(-1)?.message;
    if (!last || !isLast(last)) return;
    if (last.kind === 'refused') this.refusal = last.refusal;
    this.endWith('order_ended');
  }

  private note(data: string): void {
    this.written += 1;
    this.waitingCharacters -= data.length;
  }

  private resumeSeller(): void {
    this.onCapacity?.();
    this.onCapacity = null;
  }

  private nextBatch(end = this.chunks.length): string[] {
    const batch: string[] = [];
    let characters = 0;
    for (let at = this.written; at < end; at += 1) {
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

/** Ids and times may differ between two answers to the same key; the content may not. */
function sameChoices(before: string, now: string): boolean {
  const choicesOf = (data: string) => JSON.stringify((JSON.parse(data) as JsonObject)['choices']);
  return choicesOf(before) === choicesOf(now);
}
