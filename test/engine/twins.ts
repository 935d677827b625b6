/** The naive book and the engine side by side, and the one way to run a command on both. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import type { PlaceAsk, PlaceBid, Take } from '../../engine/book';
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
  taken: Take[] = [];
  private epoch = 0;

  constructor(readonly world: World) {
    this.naive.nowMs = world.nowMs;
  }

  /**
   * Answers of both to one command: [naive, engine]. A take decides at its last call, every other
   * command at its first: this is the order in which the naive book has them.
   */
  async run(command: Command): Promise<Pair> {
    const answers = await this.runBoth(command);
    await this.world.books.work(this.world.book);
    return answers;
  }

  private async runBoth(command: Command): Promise<Pair> {
    const { naive, world } = this;
    const { book, books } = world;
    switch (command.do) {
      case 'place': {
        const { lifetimeMs, do: _, ...terms } = command;
        const owner = OWNER_OF.get(terms.sellerId) ?? null;
        const ask = world.ask({ ...terms, owner, expiresAtMs: world.nowMs + lifetimeMs });
        this.placed.push(ask);
        return this.runPlace(ask);
      }
      case 'place again':
        return this.runAgain(this.placed, command.which, (ask) => this.runPlace(ask));
      case 'bid':
        return this.runBid(this.newBid(command));
      case 'bid again':
        return this.runAgain(this.bids, command.which, (bid) => this.runBid(bid));
      case 'take':
        return this.runTake(this.newTake(command));
      case 'take again':
        return this.runAgain(this.taken, command.which, (take) => this.runTake(take));
      case 'release':
        return this.runRelease(command.which, command.share);
      case 'cancel': {
        const cancel = { book, id: pick(this.ids(), command.which) ?? world.newId() };
        const expected = comparable(naive.cancel(cancel), naive.nowMs);
        const answer = comparable(await books.cancel(cancel), naive.nowMs);
        return [expected, answer];
      }
      case 'expire': {
        const from = command.which % (this.ids().length + 1);
        await books.expire({ book, ids: this.ids().slice(from, from + 5) });
        return [null, null];
      }
      case 'look': {
        const { minimum, do: _, ...terms } = command;
        const best = await books.best({ book, ...terms, quantityMinTokens: minimum });
        const expected = naive.epoch === null ? null : naive.best({ book, ...terms }, minimum);
        return [expected?.askId, best?.askId];
      }
      default:
        await this.runRest(command);
        return [null, null];
    }
  }

  private async runRest(command: Command): Promise<void> {
    const { naive, world } = this;
    const { book, books } = world;
    switch (command.do) {
      case 'halt':
        naive.halt();
        await books.halt(book);
        break;
      case 'resume':
        naive.resume();
        await books.resume(book);
        break;
      case 'pass':
        await world.pass(command.milliseconds);
        naive.nowMs = world.nowMs;
        break;
      case 'invalidate':
        await books.invalidate(book, this.epoch);
        naive.epoch = null;
        break;
      case 'rebuild':
        await this.rebuild();
    }
  }

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

  private runAgain<T>(former: readonly T[], which: number, run: (one: T) => Promise<Pair>) {
    const one = pick(former, which);
    return one ? run(one) : Promise.resolve<Pair>([null, null]);
  }

  private async runPlace(ask: PlaceAsk): Promise<Pair> {
    return [this.naive.place(ask), await this.world.books.place(ask)];
  }

  private async runBid(bid: PlaceBid): Promise<Pair> {
    const first = this.naive.bid(bid);
    const answer = await this.world.books.bid(bid);
    // Somebody may have come between its calls: it tells how the order stands by then.
    const expected = first.status === 'accepted' ? this.naive.bid(bid) : first;
    return [comparable(expected, this.world.nowMs), comparable(answer, this.world.nowMs)];
  }

  private async runTake(take: Take): Promise<Pair> {
    const answer = await this.world.books.take(take);
    return [this.naive.take(take), answer];
  }

  /** Part of a take's fill, all of a bid's. */
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

  private newBid({ do: _, lifetimeMs, ...terms }: Extract<Command, { do: 'bid' }>): PlaceBid {
    const expiresAtMs = terms.timeInForce === 'GTD' ? this.world.nowMs + lifetimeMs : null;
    const bid = this.world.order({ ...terms, expiresAtMs });
    this.bids.push(bid);
    return bid;
  }

  private newTake({ do: _, minimum, extra, ...terms }: Extract<Command, { do: 'take' }>): Take {
    const size = { quantityMinTokens: minimum, quantityMaxTokens: minimum + extra };
    const take = this.world.bid({ ...terms, ...size });
    this.taken.push(take);
    return take;
  }
}

type Pair = [unknown, unknown];

function pick<T>(items: readonly T[], index: number): T | undefined {
  return items[index % Math.max(1, items.length)];
}
