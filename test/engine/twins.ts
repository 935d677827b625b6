/** The naive book and the engine side by side, and the one way to run a command on both. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { needsExpiry } from '../../domain/time-in-force';
import type { PlaceAsk, PlaceBid, ReserveRequest } from '../../engine/book';
import { rebuildBook } from '../../engine/rebuild';
import type { Command } from './commands';
import { comparable } from './answers';
import { NaiveBook } from './naive-book';
import { OWNER_OF, type World } from './world';

/** Both books and what has happened to them so far. */
export class Twins {
  readonly naive = new NaiveBook();
  placed: PlaceAsk[] = [];
  bids: PlaceBid[] = [];
  reservations: ReserveRequest[] = [];
  private epoch = 0;

  constructor(readonly world: World) {
    this.naive.nowMs = world.nowMs;
  }

  /**
   * Answers of both to one command: [naive, engine]. A reservation decides at its last call, every other
   * command at its first: this is the order in which the naive book has them.
   */
  run(command: Command): Promise<Pair> {
    const run = this.runs[command.do] as (any: Command) => Promise<Pair>;
    return run(command);
  }

  /** How each command is run on both. */
  private readonly runs: { [Name in Command['do']]: (command: Of<Name>) => Promise<Pair> } = {
    place: (command) => this.runPlace(this.newAsk(command)),
    'place again': ({ which }) => this.runAgain(this.placed, which, (ask) => this.runPlace(ask)),
    bid: (command) => this.runBid(this.newBid(command)),
    'bid again': ({ which }) => this.runAgain(this.bids, which, (bid) => this.runBid(bid)),
    reserve: (command) => this.runReserve(this.newReserve(command)),
    'reserve again': ({ which }) =>
      this.runAgain(this.reservations, which, (request) => this.runReserve(request)),
    release: ({ which, share }) => this.runRelease(which, share),
    cancel: ({ which }) => this.runCancel(pick(this.ids(), which) ?? this.world.newId()),
    look: (command) => this.runLook(command),
    expire: ({ which }) =>
      this.quietly(() => {
        const from = which % (this.ids().length + 1);
        const ids = this.ids().slice(from, from + 5);
        return this.world.books.expire({ book: this.world.book, ids });
      }),
    halt: () =>
      this.quietly(() => {
        this.naive.halt();
        return this.world.books.halt(this.world.book);
      }),
    resume: () =>
      this.quietly(() => {
        this.naive.resume();
        return this.world.books.resume(this.world.book);
      }),
    pass: ({ milliseconds }) =>
      this.quietly(async () => {
        await this.world.pass(milliseconds);
        this.naive.nowMs = this.world.nowMs;
      }),
    invalidate: () =>
      this.quietly(() => {
        this.naive.epoch = null;
        return this.world.books.invalidate(this.world.book, this.epoch);
      }),
    rebuild: () => this.quietly(() => this.rebuild()),
  };

  /** Rebuilds the engine's book from what the naive one knows, as from MongoDB. */
  async rebuild(): Promise<void> {
    this.epoch += 1;
    const { naive } = this;
    naive.close();
    const source = {
      epoch: this.epoch,
      isHalted: naive.halted,
      asks: naive.asks.map((ask) => ({ ...ask })),
      bids: naive.bids.map((bid) => ({ ...bid })),
      reservations: naive.fills.map(({ ask, bid, priceScale8, takerSide, atMs, ...fill }) => ({
        ...fill,
        askId: ask.askId,
        ...(bid && { ofBid: { orderId: bid.orderId, priceScale8, takerSide, atMs } }),
      })),
    };
    naive.open(this.epoch);
    this.bids = this.bids.filter(({ orderId }) =>
      naive.bids.some((bid) => bid.orderId === orderId),
    );
    await rebuildBook(this.world.books, this.world.book, () => Promise.resolve(source));
  }

  /** What has no answer that both give. */
  private async quietly(run: () => Promise<unknown>): Promise<Pair> {
    await run();
    return [null, null];
  }

  private async runCancel(id: string): Promise<Pair> {
    const { naive, world } = this;
    const cancel = { book: world.book, id };
    const expected = comparable(naive.cancel(cancel), naive.nowMs);
    return [expected, comparable(await world.books.cancel(cancel), naive.nowMs)];
  }

  private async runLook(command: Of<'look'>): Promise<Pair> {
    const { naive, world } = this;
    const { minimum, do: _, ...terms } = command;
    const criteria = { book: world.book, ...terms };
    const best = await world.books.best({ ...criteria, quantityMinTokens: minimum });
    return [naive.best(criteria, minimum)?.askId, best?.ask?.askId];
  }

  private runAgain<T>(former: readonly T[], which: number, run: (one: T) => Promise<Pair>) {
    const one = pick(former, which);
    return one ? run(one) : Promise.resolve<Pair>([null, null]);
  }

  private async runPlace(ask: PlaceAsk): Promise<Pair> {
    const expected = this.naive.place(ask);
    const answer = await this.world.books.place(ask);
    const known = this.naive.asks.find(({ askId }) => askId === ask.askId);
    if (known && this.naive.isLive(known)) return [expected, answer];
    // Nothing is left of an ask that is over, whatever its record counts.
    const ended = (one: object) => ({ ...one, remainingTokens: 0 });
    return [ended(expected), ended(answer)];
  }

  private async runBid(bid: PlaceBid): Promise<Pair> {
    const first = this.naive.bid(bid);
    const answer = await this.world.books.bid(bid);
    // Somebody may have come between its calls: it tells how the order stands by then.
    const expected = first.status === 'accepted' ? this.naive.bid(bid) : first;
    return [comparable(expected, this.world.nowMs), comparable(answer, this.world.nowMs)];
  }

  private async runReserve(request: ReserveRequest): Promise<Pair> {
    const answer = await this.world.books.reserve(request);
    return [this.naive.reserve(request), answer];
  }

  /** Part of a reservation's fill, all of a bid's. */
  private async runRelease(which: number, share: number): Promise<Pair> {
    const { naive, world } = this;
    const fill = pick(naive.fills, which);
    const fillId = fill?.fillId ?? uuidV7At(world.nowMs, randomUUID());
    const whole = fill?.quantityTokens ?? 4;
    const quantityTokens = fill?.bid ? whole : Math.ceil((whole * share) / 4);
    const release = { book: world.book, fillId, quantityTokens };
    // Whether any bid rests counts those past their time until somebody closes them.
    const over = naive.bids.filter((bid) => !naive.isLive(bid)).map(({ orderId }) => orderId);
    await world.books.expire({ book: world.book, ids: over });
    return [naive.release(release), await world.books.release(release)];
  }

  private ids(): string[] {
    return [...this.placed.map(({ askId }) => askId), ...this.bids.map(({ orderId }) => orderId)];
  }

  private newAsk(command: Of<'place'>): PlaceAsk {
    const { do: _, lifetimeMs, ...terms } = command;
    const owner = OWNER_OF.get(terms.sellerId) ?? null;
    const ask = this.world.ask({ ...terms, owner, expiresAtMs: this.world.nowMs + lifetimeMs });
    this.placed.push(ask);
    return ask;
  }

  private newBid(command: Of<'bid'>): PlaceBid {
    const { do: _, lifetimeMs, ...terms } = command;
    const expiresAtMs = needsExpiry(terms.timeInForce) ? this.world.nowMs + lifetimeMs : null;
    const bid = this.world.order({ ...terms, expiresAtMs });
    this.bids.push(bid);
    return bid;
  }

  private newReserve(command: Of<'reserve'>): ReserveRequest {
    const { do: _, minimum, extra, ...terms } = command;
    const size = { quantityMinTokens: minimum, quantityMaxTokens: minimum + extra };
    const request = this.world.bid({ ...terms, ...size });
    this.reservations.push(request);
    return request;
  }
}

type Of<Name> = Extract<Command, { do: Name }>;
type Pair = [unknown, unknown];

function pick<T>(items: readonly T[], index: number): T | undefined {
  return items[index % Math.max(1, items.length)];
}
