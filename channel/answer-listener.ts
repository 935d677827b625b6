/**
 * Reading side of the answer channel. One subscriber connection per gateway serves every waiting
 * request. Messages arrive with the announcement; missed ones (a lost connection, a reader slower
 * than its seller) are read again from the stream, so a request holds at most `BUFFERED_MESSAGES`
 * in memory.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Refusal } from '../domain/chat';
import type { Sealer } from '../domain/sealing';
import type { RedisClient } from '../engine/connect-redis';
import {
  type AnswerMessage,
  type PlacedMessage,
  answerKey,
  isLast,
  openMessage,
  placedIn,
  placesOf,
  stopKey,
} from './messages';
import { announcementsOf, type ChannelSubscriber, subscriberOf } from './subscriber';

const BUFFERED_MESSAGES = 32;
const STOP_SECONDS = 900;
const NOBODY: ReadonlySet<AnswerSubscription> = new Set();
const STOP = readFileSync(join(__dirname, 'stop.lua'), 'utf8');

type RedisWithStop = RedisClient & {
  answerStop(stream: string, stop: string, count: string, keepSeconds: number): Promise<0 | 1>;
};

export class AnswerListener {
  private readonly subscriptions = new Map<string, Set<AnswerSubscription>>();
  /** The awaited keys whose announcements are subscribed to. */
  private readonly subscribed = new Set<string>();
  private readonly redis: RedisWithStop;
  private readonly subscriber: ChannelSubscriber;

  constructor(
    redis: RedisClient,
    private readonly sealer: Sealer,
  ) {
    redis.defineCommand('answerStop', { numberOfKeys: 2, lua: STOP });
    this.redis = redis as RedisWithStop;
    this.subscriber = subscriberOf(redis, {
      onMessage: (channel, text) => this.announce(channel, text),
      onRenewed: () => this.catchUp(),
    });
  }

  /**
   * Subscribes to an order's answer. Resolves once announcements are certain to arrive.
   * @param fromStart also read earlier messages (an order that may already be in progress)
   */
  async listen(orderId: string, fromStart: boolean): Promise<AnswerSubscription> {
    const subscription = this.subscribe(orderId, fromStart);
    try {
      await this.askFor(answerKey(orderId));
    } catch (err) {
      subscription.close();
      throw err;
    }
    return subscription;
  }

  /**
   * Waits for an order that this process itself starts; its messages are delivered here directly.
   */
  expect(orderId: string): AnswerSubscription {
    return this.subscribe(orderId, false);
  }

  /** Another process continues an order that a client here awaits: its messages come from Redis. */
  async follow(orderId: string): Promise<void> {
    if (!this.isReadHere(orderId)) return;
    await this.askFor(answerKey(orderId));
    for (const subscription of this.readersOf(orderId)) subscription.missed();
  }

  private async askFor(key: string): Promise<void> {
    this.subscribed.add(key);
    await this.subscriber.subscribe(key);
  }

  /** Whether a reader in this process waits for the order. */
  isReadHere(orderId: string): boolean {
    return this.subscriptions.has(answerKey(orderId));
  }

  /** The requests that wait here for an answer. */
  get readers(): number {
    return this.all().length;
  }

  /** The messages that arrived here and are not yet read by their requests. */
  get backlog(): number {
    return this.all().reduce((sum, { unreadMessages }) => sum + unreadMessages, 0);
  }

  private readersOf(orderId: string): ReadonlySet<AnswerSubscription> {
    return this.subscriptions.get(answerKey(orderId)) ?? NOBODY;
  }

  private all(): AnswerSubscription[] {
    return [...this.subscriptions.values()].flatMap((listeners) => [...listeners]);
  }

  private subscribe(orderId: string, fromStart: boolean): AnswerSubscription {
    const key = answerKey(orderId);
    const subscription = new AnswerSubscription(
      (after) => this.read(orderId, after),
      () => this.leave(key, subscription),
      fromStart,
    );
    const listeners = this.subscriptions.get(key) ?? new Set();
    listeners.add(subscription);
    this.subscriptions.set(key, listeners);
    return subscription;
  }

  /**
   * Requests the end of a stream's dispatch because its buyer disconnected, unless the buyer reads
   * the stream elsewhere: with one Idempotency-Key an answer can have several readers, at this
   * gateway or another.
   * @returns whether no reader is left
   */
  async stopUnread(orderId: string): Promise<boolean> {
    const key = answerKey(orderId);
    if (this.subscriptions.has(key)) return false;
    this.subscribed.delete(key);
    await this.subscriber.unsubscribe(key); // before counting: of two concurrent disconnects the last one counts no readers
    const { count } = announcementsOf(this.redis);
    return (await this.redis.answerStop(key, stopKey(orderId), count, STOP_SECONDS)) === 1;
  }

  /** Delivers what this process is about to write: local readers need not receive it from Redis. */
  tell(orderId: string, placed: PlacedMessage): void {
    for (const subscription of this.readersOf(orderId)) subscription.push(placed);
  }

  /**
   * Delivers chunks that Redis does not have yet; `confirm` follows when it does.
   * @returns whether a reader waits here
   */
  tellAhead(orderId: string, placed: PlacedMessage): boolean {
    const readers = this.readersOf(orderId);
    for (const subscription of readers) subscription.pushAhead(placed);
    return readers.size > 0;
  }

  /** Redis has the delivered chunks up to this one. */
  confirm(orderId: string, index: number): void {
    for (const subscription of this.readersOf(orderId)) subscription.confirm(index);
  }

  /** Delivers a refusal, wherever its readers are in the answer. */
  tellRefusal(orderId: string, refusal: Refusal): void {
    for (const subscription of this.readersOf(orderId)) subscription.refuse(refusal);
  }

  /** Ends every wait of this process, wherever its reader is in the answer. */
  refuseAll(refusal: Refusal): void {
    for (const subscription of this.all()) subscription.refuse(refusal);
  }

  close(): void {
    this.subscriber.close();
  }

  private announce(key: string, text: string): void {
    const listeners = this.subscriptions.get(key);
    if (!listeners) return;
    const split = text.indexOf(':');
    const index = Number.parseInt(text.slice(0, split), 10);
    const orderId = key.slice(key.indexOf('{') + 1, key.lastIndexOf('}'));
    const message = this.opened(text.slice(split + 1), orderId, index);
    if (!message) return;
    for (const subscription of listeners) subscription.announced({ index, message });
  }

  /**
   * Null when the message cannot be decrypted: it was encrypted with a key that this process does
   * not have, or was altered or moved. The reader then takes the outcome from the records.
   */
  private opened(sealed: string, orderId: string, index: number): AnswerMessage | null {
    try {
      return openMessage(this.sealer, orderId, sealed, index);
    } catch {
      return null;
    }
  }

  private catchUp(): void {
    for (const subscription of this.all()) subscription.missed();
  }

  private leave(key: string, subscription: AnswerSubscription): void {
    const listeners = this.subscriptions.get(key);
    if (!listeners?.delete(subscription) || listeners.size > 0) return;
    this.subscriptions.delete(key);
    if (!this.subscribed.delete(key)) return;
    this.subscriber.unsubscribe(key).catch(() => undefined); // a lost connection has dropped its subscriptions anyway
  }

  private async read(orderId: string, after: number): Promise<PlacedMessage[]> {
    const entries = await this.redis.xrange(
      answerKey(orderId),
      `${after + 1}-0`,
      '+',
      'COUNT',
      BUFFERED_MESSAGES,
    );
    return entries.map((entry) => placedIn(this.sealer, orderId, entry));
  }
}

/**
 * The messages of one order, in order and each once. A gap that the stream cannot fill (Redis lost
 * its data) is never skipped: the reader waits, and the caller turns to the settled answer.
 */
export class AnswerSubscription {
  private buffer: PlacedMessage[] = [];
  private deliveredIndex = 0;
  /** Index of the last chunk delivered before Redis had it, and of the last of those that Redis has. */
  private aheadIndex = 0;
  private confirmedIndex = 0;
  private behind: boolean;
  private ended = false;
  private wake: (() => void) | null = null;

  constructor(
    private readonly read: (after: number) => Promise<PlacedMessage[]>,
    private readonly leave: () => void,
    fromStart: boolean,
  ) {
    this.behind = fromStart;
  }

  push(placed: PlacedMessage): void {
    if (this.hasEnd) return;
    const rest = restBehind(this.buffer.at(-1)?.index ?? this.deliveredIndex, placed);
    if (rest === 'gap' || (rest && this.buffer.length >= BUFFERED_MESSAGES)) this.behind = true;
    else if (rest) this.buffer.push(rest);
    this.wake?.();
  }

  /** Delivers chunks that Redis does not have yet. */
  pushAhead(placed: PlacedMessage): void {
    this.aheadIndex = placed.index;
    this.push(placed);
  }

  /** Redis has the chunks that were delivered ahead, up to this one. */
  confirm(index: number): void {
    this.confirmedIndex = index;
    if (this.behind) this.wake?.();
  }

  /**
   * From Redis: while the reader is ahead of Redis, another attempt may have written different
   * chunks.
   */
  announced(placed: PlacedMessage): void {
    if (!this.isAhead) return this.push(placed);
    const last = this.buffer.at(-1)?.index ?? this.deliveredIndex;
    if (placed.index > last) this.missed();
  }

  missed(): void {
    this.behind = true;
    this.wake?.();
  }

  /**
   * Ends the wait with the outcome in the records: the messages of the whole answer, from the first
   * one.
   */
  conclude(messages: readonly AnswerMessage[]): void {
    this.behind = false;
    this.buffer = [];
    let index = 0;
    for (const message of messages) {
      const known = Math.max(0, this.deliveredIndex - index);
      index += placesOf(message);
      if (index > this.deliveredIndex)
        this.buffer.push({ index, message: without(known, message) });
    }
    const last = messages.at(-1);
    // An abandoned attempt delivered more than was settled: the answer still ends here.
    if (last && this.buffer.length === 0) {
      this.buffer.push({ index: this.deliveredIndex + 1, message: last });
    }
    this.wake?.();
  }

  /**
   * Ends the wait with a refusal from the records, however much of an answer was delivered before.
   */
  refuse(refusal: Refusal): void {
    this.behind = false;
    this.buffer = [{ index: this.deliveredIndex + 1, message: { kind: 'refused', refusal } }];
    this.wake?.();
  }

  /** All new messages; empty once the last one was returned or the subscription was closed. */
  async next(): Promise<readonly AnswerMessage[]> {
    while (!this.ended) {
      const placed = this.buffer;
      const last = placed.at(-1);
      if (last) {
        this.buffer = [];
        this.deliveredIndex = last.index;
        if (isLast(last.message)) this.close();
        return placed.map(({ message }) => message);
      }
      if (this.behind && !this.isAhead) await this.refill();
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
    return [];
  }

  /** The number of chunks returned. */
  get position(): number {
    return this.deliveredIndex;
  }

  get unreadMessages(): number {
    return this.buffer.length;
  }

  /** Whether the last message waits to be read: whatever follows is a repetition of the end. */
  private get hasEnd(): boolean {
    const newest = this.buffer.at(-1);
    return newest !== undefined && isLast(newest.message);
  }

  private get isAhead(): boolean {
    return this.aheadIndex > this.confirmedIndex;
  }

  close(): void {
    if (this.ended) return;
    this.ended = true;
    this.leave();
    this.wake?.();
  }

  /**
   * Called with an empty buffer only, so that messages read here precede messages announced
   * meanwhile.
   */
  private async refill(): Promise<void> {
    this.behind = false;
    // On failure Redis is unavailable, and `missed` runs when it is back; or a message cannot be
    // decrypted, and the records end the wait.
    const found = await this.read(this.deliveredIndex).catch(() => []);
    const announced = this.buffer;
    this.buffer = [];
    for (const placed of [...found, ...announced]) {
      if (this.hasEnd) break;
      const rest = restBehind(this.buffer.at(-1)?.index ?? this.deliveredIndex, placed);
      if (rest === 'gap') this.behind ||= announced.includes(placed);
      else if (rest) this.buffer.push(rest);
    }
    if (found.length === BUFFERED_MESSAGES) this.behind = true;
  }
}

/** The part of a message after a given place; null when there is none. */
function restBehind(last: number, placed: PlacedMessage): PlacedMessage | 'gap' | null {
  const { index, message } = placed;
  const known = last - (index - placesOf(message));
  if (index <= last) return null;
  return known < 0 ? 'gap' : { index, message: without(known, message) };
}

/** A message without the chunks that its reader has. */
function without(known: number, message: AnswerMessage): AnswerMessage {
  return known > 0 && message.kind === 'chunk'
    ? { ...message, data: message.data.slice(known) }
    : message;
}
