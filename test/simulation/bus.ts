/**
 * The bus from the relays to the gateways. Messages of one relay arrive at a gateway in their order,
 * some of them late, and some of them once more.
 */
import type { BookMessage } from '../../domain/book-message';
import type { Random } from '../support/random';
import type { Actor } from './actors';
import { redisLost } from './lost';
import type { Scheduler } from './scheduler';
import { asPayload } from './temporal-values';

interface Subscriber {
  readonly actor: Actor;
  readonly receive: (message: BookMessage) => void;
  /** When the last message of each relay arrives, by the relay. */
  readonly arrivals: Map<Actor, number>;
}

const LATE_MS = [0, 1, 30, 2_000];
const AGAIN_AFTER_MS = 1_500;

export class SimulatedBus {
  private readonly subscribers: Subscriber[] = [];

  constructor(
    private readonly scheduler: Scheduler,
    private readonly random: Random,
  ) {}

  subscribe(actor: Actor, receive: (message: BookMessage) => void): void {
    this.subscribers.push({ actor, receive, arrivals: new Map() });
  }

  publish(relay: Actor, message: BookMessage): Promise<void> {
    const what = message.asks === null ? 'trade' : 'depth';
    const publish = async () => {
      for (const subscriber of this.subscribers) this.send(relay, subscriber, message);
    };
    return this.scheduler.effect(`bus.publish ${what}`, publish, redisLost);
  }

  private send(relay: Actor, { actor, receive, arrivals }: Subscriber, message: BookMessage): void {
    if (actor.isDead) return;
    const nowMs = Date.now();
    const earliestMs = Math.max(nowMs, arrivals.get(relay) ?? 0);
    const arrivesMs = Math.max(earliestMs, nowMs + this.random.of(LATE_MS));
    arrivals.set(relay, arrivesMs);
    const arrive = (atMs: number) =>
      actor.run(() =>
        setTimeout(() => receive(asPayload(message) as BookMessage), Math.max(1, atMs - nowMs)),
      );
    arrive(arrivesMs);
    if (this.random.isLikely(0.2)) arrive(arrivesMs + AGAIN_AFTER_MS);
  }
}
