/** Random commands as plain data, and the one way to run each of them on both books at once. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { uuidV7At } from '../../domain/ids';
import { REGIONS, type Region } from '../../domain/regions';
import type { PlaceAsk, Take } from '../../engine/book';
import { rebuildBook } from '../../engine/rebuild';
import { NaiveBook } from './naive-book';
import { SELLERS, type World } from './world';

const PRICES = [
  1n,
  2n,
  65_535n,
  65_536n,
  9_007_199_254_740_992n,
  9_007_199_254_740_993n,
  9_000_000_000_000_000_000n,
] as const;
const QUANTITIES = [1, 15, 16, 100, 255, 256, 1_000, 1_000_000_000_000] as const;

const some = <T>(values: readonly T[]) => fc.constantFrom(...values);
const which = fc.nat(99);
const wish = {
  region: fc.option(some<Region>(REGIONS)),
  sellerId: fc.option(some(SELLERS), { freq: 4 }),
  excludedSellerIds: fc.subarray([...SELLERS], { maxLength: 2 }),
};

export const commandArbitrary = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      sellerId: some(SELLERS),
      region: some<Region>(REGIONS),
      priceScale8: some<bigint>(PRICES),
      capacityTokens: some<number>(QUANTITIES),
      lotTokens: some([1, 16, 256]),
      lifetimeMs: some([0, 1, 5_000, 30_000, 600_000]),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      minimum: some<number>(QUANTITIES),
      extra: some([0, 7, 1_000]),
      limitPriceScale8: some<bigint>(PRICES),
      ...wish,
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constant('release' as const), which, share: fc.nat(4) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('place again' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take again' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      milliseconds: some([1, 999, 5_000, 40_000]),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('sweep' as const), limit: some([1, 3, 100]) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rebuild' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('invalidate' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('look' as const),
      minimum: some<number>(QUANTITIES),
      ...wish,
    }),
  },
);

export type Command = typeof commandArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** Both books and what has happened to them so far. */
export class Twins {
  readonly naive = new NaiveBook();
  private readonly placed: PlaceAsk[] = [];
  private readonly taken: Take[] = [];
  private epoch = 0;

  constructor(readonly world: World) {
    this.naive.nowMs = world.nowMs;
  }

  /** Answers of both to one command: [naive, engine]. */
  async run(command: Command): Promise<[unknown, unknown]> {
    const { naive, world } = this;
    const { book, books } = world;
    switch (command.do) {
      case 'place': {
        const { lifetimeMs, do: _, ...terms } = command;
        const ask = world.ask({ ...terms, expiresAtMs: world.nowMs + lifetimeMs });
        this.placed.push(ask);
        return [naive.place(ask), await books.place(ask)];
      }
      case 'place again': {
        const ask = pick(this.placed, command.which) ?? world.ask();
        return [naive.place(ask), await books.place(ask)];
      }
      case 'take': {
        const take = this.bidOf(command);
        const answer = await books.take(take);
        return [naive.take(take), answer];
      }
      case 'take again': {
        const take = pick(this.taken, command.which) ?? world.bid();
        const answer = await books.take(take);
        return [naive.take(take), answer];
      }
      case 'release': {
        const fill = pick(naive.fills, command.which);
        const fillId = fill?.fillId ?? uuidV7At(world.nowMs, randomUUID());
        const quantityTokens = Math.ceil(((fill?.quantityTokens ?? 4) * command.share) / 4);
        const release = { book, fillId, quantityTokens };
        return [naive.release(release), await books.release(release)];
      }
      case 'cancel': {
        const cancel = { book, askId: pick(this.placed, command.which)?.askId ?? world.newId() };
        return [naive.cancel(cancel), await books.cancel(cancel)];
      }
      case 'look': {
        const { minimum, do: _, ...terms } = command;
        const best = await books.best({ book, ...terms, quantityMinTokens: minimum });
        return [naive.best({ book, ...terms }, minimum)?.askId, best?.askId];
      }
      case 'pass':
        await world.pass(command.milliseconds);
        naive.nowMs = world.nowMs;
        return [null, null];
      case 'sweep':
        await books.expire({ book, limit: command.limit });
        return [null, null];
      case 'invalidate':
        await books.invalidate(book, this.epoch);
        naive.epoch = null;
        return [null, null];
      case 'rebuild':
        await this.rebuild();
        return [null, null];
    }
  }

  /** Rebuilds the engine's book from what the naive one knows, as from MongoDB. */
  async rebuild(): Promise<void> {
    this.epoch += 1;
    this.naive.rebuild(this.epoch);
    const { asks, fills } = this.naive;
    await rebuildBook(this.world.books, this.world.book, () =>
      Promise.resolve({
        epoch: this.epoch,
        asks,
        reservations: fills.map((fill) => ({ ...fill, askId: fill.ask.askId })),
      }),
    );
  }

  private bidOf(command: Extract<Command, { do: 'take' }>): Take {
    const { minimum, extra, do: _, ...terms } = command;
    const take = this.world.bid({
      ...terms,
      quantityMinTokens: minimum,
      quantityMaxTokens: minimum + extra,
    });
    this.taken.push(take);
    return take;
  }
}

function pick<T>(items: readonly T[], index: number): T | undefined {
  return items[index % Math.max(1, items.length)];
}
