/** Follows a book's journal from its opening, as the relay does: orders are replaced by their ids. */
import { readJournal } from '../../engine/journal';
import { idOf, isOffered, ownerCode } from '../../engine/layouts';
import type { BookAsk, BookBid, BookEvent, BookOrder } from '../../engine/layouts';
import type { NaiveEvent } from './naive-orders';
import { OWNER_OF, type World } from './world';

const PAGE = 100_000;

export class Follower {
  /** Every order that the journal has told of, as it stands. */
  readonly orders = new Map<string, BookOrder>();
  /** Versions that are missing. */
  readonly gaps: string[] = [];
  /** Pairs at rest that should have traded, after any event. */
  readonly crosses: string[] = [];
  private version = -1;

  constructor(private readonly world: World) {}

  /** Reads on and folds; answers what was new. */
  async follow(): Promise<BookEvent[]> {
    const { redis, book } = this.world;
    const events = await readJournal(redis, book, { epoch: 1, version: this.version }, PAGE);
    for (const event of events) {
      if (event.version !== this.version + 1) this.gaps.push(`before ${event.version}`);
      this.version = event.version;
      if (!event.order) continue;
      this.orders.set(idOf(event.order), event.order);
      this.crosses.push(...this.findCrosses().map((cross) => `version ${event.version}: ${cross}`));
    }
    return events;
  }

  private findCrosses(): string[] {
    const orders = [...this.orders.values()];
    const asks = orders.filter((order) => order.side === 'ask').filter(isOffered);
    const bids = orders.filter((order) => order.side === 'bid' && order.state === 'open');
    return (bids as BookBid[]).flatMap((bid) =>
      asks
        .filter((ask) => mayMeet(bid, ask))
        .map((ask) => `bid ${bid.orderId} crosses ask ${ask.askId}`),
    );
  }
}

/** Whether a bid and an ask of the engine may trade. */
export function mayMeet(bid: BookBid, ask: BookAsk): boolean {
  return (
    bid.priceScale8 >= ask.priceScale8 &&
    (bid.region === null || bid.region === ask.region) &&
    (bid.excludedOwnerCode === null || bid.excludedOwnerCode !== ownerOf(ask.sellerId))
  );
}

function ownerOf(sellerId: string): string | null {
  const owner = OWNER_OF.get(sellerId);
  return owner ? ownerCode(owner) : null;
}

/** An event in the naive book's words; null for those that it does not have. */
export function asNaiveEvent(event: BookEvent): NaiveEvent | null {
  const { kind, order, fillId, counterOrderId } = event;
  if (kind === 'opened' || kind === 'expired') return null;
  const isOver = !order || (order.expiresAtMs !== null && order.expiresAtMs <= event.atMs);
  const remainingTokens = isOver ? 0 : order.remainingTokens;
  return { kind, orderId: order && idOf(order), remainingTokens, fillId, counterOrderId };
}
