/** Random commands played on the engine, and everything that there is to say about each step. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { PlaceAsk, PlaceBid, Take } from '../../engine/book';
import { epochKeys } from '../../engine/keys';
import { idOf, isOffered, positionOf } from '../../engine/layouts';
import type { BookAsk, BookBid, BookEvent, BookOrder } from '../../engine/layouts';
import { commandsOfOneEpoch } from './commands';
import { Follower } from './follower';
import { indexFaults } from './indexes';
import { readHead, type Head } from './state';
import { Twins } from './twins';
import type { World } from './world';

/** A command as it went over the wire, or the clock as it was set. */
export type Call = { readonly args: readonly unknown[] } | { readonly nowMs: number };

export interface History {
  readonly asks: readonly PlaceAsk[];
  readonly bids: readonly PlaceBid[];
  readonly takes: ReadonlyMap<string, Take>;
  readonly calls: readonly Call[];
  readonly events: readonly BookEvent[];
  readonly follower: Follower;
  readonly indexFaults: readonly string[];
  readonly head: Head;
  readonly journalHash: string;
}

export async function hashOfJournal({ redis, book }: World): Promise<string> {
  const hash = createHash('sha256');
  for (const [id, fields] of await redis.xrangeBuffer(epochKeys(book, 1).events, '-', '+')) {
    hash.update(id);
    for (const field of fields) hash.update(field);
  }
  return hash.digest('hex');
}

export async function playHistories(
  world: World,
  count: number,
  each: (history: History) => Promise<void>,
) {
  const sequences = fc.sample(commandsOfOneEpoch(40, 90), count);
  for (const commands of sequences) {
    await world.redis.flushdb();
    await world.pass(0);
    const twins = new Twins(world);
    const calls: Call[] = [{ nowMs: world.nowMs }];
    const restore = record(world, calls);
    await twins.rebuild();
    const faults: string[] = [];
    for (const command of commands) {
      await twins.run(command);
      calls.push({ nowMs: world.nowMs });
      faults.push(...(await indexFaults(world.redis, world.book, 1)));
    }
    restore();
    const follower = new Follower(world);
    await each({
      ...{ asks: twins.placed, bids: twins.bids, calls, indexFaults: faults, follower },
      takes: new Map(twins.taken.map((take) => [take.fillId, take])),
      events: await follower.follow(),
      head: await readHead(world.redis, world.book),
      journalHash: await hashOfJournal(world),
    });
  }
}

function record({ books }: World, calls: Call[]): () => void {
  const { redis } = books.functions;
  const callBuffer = redis.callBuffer.bind(redis) as (...args: unknown[]) => Promise<unknown>;
  redis.callBuffer = ((...args: unknown[]) => {
    calls.push({ args });
    return callBuffer(...args);
  }) as typeof redis.callBuffer;
  return () => {
    redis.callBuffer = callBuffer as typeof redis.callBuffer;
  };
}

/** The book of a history before each event, by folding those before it. */
export function* replay(history: History): Generator<{ event: BookEvent; book: Fold }> {
  const book = new Fold();
  for (const event of history.events) {
    yield { event, book };
    if (event.order) book.orders.set(idOf(event.order), event.order);
  }
}

export class Fold {
  readonly orders = new Map<string, BookOrder>();

  /** On offer and in time, best first. */
  asks(atMs: number): BookAsk[] {
    return this.live(atMs).filter(
      (order): order is BookAsk => order.side === 'ask' && isOffered(order),
    );
  }

  /** Resting and in time, best first. */
  bids(atMs: number): BookBid[] {
    return this.live(atMs).filter(
      (order): order is BookBid => order.side === 'bid' && order.state === 'open',
    );
  }

  private live(atMs: number): BookOrder[] {
    return [...this.orders.values()]
      .filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > atMs)
      .sort((a, b) => Buffer.compare(positionOf(a), positionOf(b)));
  }
}
