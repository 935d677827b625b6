/** Random commands played on the engine, and everything that there is to say about each step. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { PlaceAsk, PlaceBid, ReserveRequest } from '../../engine/book';
import { epochKeys } from '../../engine/keys';
import { idOf, isOffered, positionOf } from '../../engine/layouts';
import type { BookAsk, BookBid, BookEvent, BookOrder } from '../../engine/layouts';
import { SEED } from '../support/random';
import { commandsOfOneEpoch } from './commands';
import { Follower, mayMeet } from './follower';
import { indexFaults } from './indexes';
import { readHead, type Head } from './state';
import { Twins } from './twins';
import type { World } from './world';

/** A command as it went over the wire, or the clock as it was set. */
export type Call = { readonly args: readonly unknown[] } | { readonly nowMs: number };

export interface History {
  readonly asks: readonly PlaceAsk[];
  readonly bids: readonly PlaceBid[];
  readonly reservations: ReadonlyMap<string, ReserveRequest>;
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
  const sequences = fc.sample(commandsOfOneEpoch(40, 90), { numRuns: count, seed: SEED });
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
      asks: twins.placed,
      bids: twins.bids,
      calls,
      indexFaults: faults,
      follower,
      reservations: new Map(twins.reservations.map((request) => [request.fillId, request])),
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

export interface Moment {
  readonly event: BookEvent;
  /** The asks on offer before it, best first. */
  readonly before: readonly BookAsk[];
  /** Id of the order that an incoming one has to meet first. */
  first(incoming: BookOrder): string | undefined;
}

/** Each event of a history with the book before it, by folding the events before. */
export function* replay({ events }: History): Generator<Moment> {
  const orders = new Map<string, BookOrder>();
  for (const event of events) {
    const live = [...orders.values()]
      .filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > event.atMs)
      .sort((a, b) => Buffer.compare(positionOf(a), positionOf(b)));
    const before = live.filter((order) => order.side === 'ask').filter(isOffered);
    const first = (incoming: BookOrder) =>
      incoming.side === 'bid'
        ? before.find((ask) => mayMeet(incoming, ask))?.askId
        : live.find(
            (bid): bid is BookBid =>
              bid.side === 'bid' && bid.state === 'open' && mayMeet(bid, incoming),
          )?.orderId;
    yield { event, before, first };
    if (event.order) orders.set(idOf(event.order), event.order);
  }
}
