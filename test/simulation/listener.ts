/**
 * The waiting clients of a gateway. What this process itself says reaches them at once; the
 * announcements of other processes are lost, all of them, so that the channel in Redis and the
 * records must make up for it.
 */
import { AnswerSubscription } from '../../channel/answer-listener';
import { answerKey, type PlacedMessage, readMessage } from '../../channel/messages';
import type { Refusal } from '../../domain/chat';
import type { Sealer } from '../../domain/sealing';
import type { RedisClient } from '../../engine/connect-redis';

export class Listener {
  private readonly subscriptions = new Map<string, Set<AnswerSubscription>>();

  constructor(
    private readonly redis: RedisClient,
    private readonly sealer: Sealer,
  ) {}

  subscribe(orderId: string, fromStart: boolean): AnswerSubscription {
    const listeners = this.subscriptions.get(orderId) ?? new Set();
    this.subscriptions.set(orderId, listeners);
    const subscription = new AnswerSubscription(
      (after) => this.read(orderId, after),
      () => listeners.delete(subscription),
      fromStart,
    );
    listeners.add(subscription);
    return subscription;
  }

  follow = (orderId: string): Promise<void> => {
    this.each(orderId, (subscription) => subscription.missed());
    return Promise.resolve();
  };

  isReadHere(orderId: string): boolean {
    return (this.subscriptions.get(orderId)?.size ?? 0) > 0;
  }

  tell(orderId: string, placed: PlacedMessage): void {
    this.each(orderId, (subscription) => subscription.push(placed));
  }

  tellAhead(orderId: string, placed: PlacedMessage): boolean {
    this.each(orderId, (subscription) => subscription.pushAhead(placed));
    return this.isReadHere(orderId);
  }

  confirm(orderId: string, index: number): void {
    this.each(orderId, (subscription) => subscription.confirm(index));
  }

  tellRefusal(orderId: string, refusal: Refusal): void {
    this.each(orderId, (subscription) => subscription.refuse(refusal));
  }

  private each(orderId: string, run: (subscription: AnswerSubscription) => void): void {
    this.subscriptions.get(orderId)?.forEach(run);
  }

  private async read(orderId: string, after: number): Promise<PlacedMessage[]> {
    const entries = await this.redis.xrange(answerKey(orderId), `${after + 1}-0`, '+');
    return entries.map(([id, fields]) => ({
      index: Number.parseInt(id, 10),
      message: readMessage(this.sealer.openJson(Buffer.from(fields[1]!, 'base64'), orderId)),
    }));
  }
}
