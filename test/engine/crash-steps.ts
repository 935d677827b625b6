/** The commands of a crash run: random, the same from the same seed, with the answers that are right. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import type { BookId } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import type { OrderBooks } from '../../engine/book';
import { comparable } from './answers';
import { NaiveBook } from './naive-book';
import { OWNERS, OWNER_OF, SELLERS } from './world';

/** One moment for the whole run: nothing is over before its end. */
export const NOW_MS = Date.now();
const HOUR_MS = 3_600_000;

interface Played {
  /** Whether it may come again at any later time without effect: a halt or a resumption may not. */
  readonly isRepeatable: boolean;
  naive(book: NaiveBook): object;
  engine(books: OrderBooks): Promise<object>;
}

export interface Step extends Played {
  readonly expected: object;
  /** The book's version after it. */
  readonly version: number;
}

export function openNaive(): NaiveBook {
  const naive = new NaiveBook();
  naive.nowMs = NOW_MS;
  naive.open(1);
  return naive;
}

export class StepMaker {
  private readonly naive = openNaive();
  private readonly open: string[] = [];

  /** @param halts whether books are halted and resumed, too */
  constructor(
    private readonly book: BookId,
    private readonly random: () => number,
    private readonly halts: boolean,
  ) {}

  make(count: number): Step[] {
    return Array.from({ length: count }, () => {
      const command = this.command();
      const expected = comparable(command.naive(this.naive), NOW_MS);
      const engine = async (books: OrderBooks) => comparable(await command.engine(books), NOW_MS);
      return { ...command, engine, expected, version: this.naive.events.length };
    });
  }

  private command(): Played {
    const chance = this.random();
    if (this.naive.halted ? chance < 0.2 : this.halts && chance < 0.01) return this.haltOrResume();
    const held = this.naive.fills.filter((fill) => !fill.released);
    if (chance < 0.3 && held.length > 0) return this.release(this.pick(held));
    if (chance < 0.42 && this.open.length > 0) return this.cancel();
    if (chance < 0.57) return this.place();
    return chance < 0.75 ? this.bid() : this.reserve();
  }

  private haltOrResume(): Played {
    const { book } = this;
    const isHalted = this.naive.halted;
    return {
      isRepeatable: false,
      naive: (to) => (isHalted ? to.resume() : to.halt(), {}),
      engine: async (to) => (await (isHalted ? to.resume(book) : to.halt(book)), {}),
    };
  }

  private release(fill: NaiveBook['fills'][number]): Played {
    const { fillId, quantityTokens: all, bid } = fill;
    const quantityTokens = bid ? all : Math.floor(this.random() * (all + 1));
    const release = { book: this.book, fillId, quantityTokens };
    return {
      isRepeatable: true,
      naive: (to) => to.release(release),
      engine: (to) => to.release(release),
    };
  }

  private cancel(): Played {
    const [id] = this.open.splice(Math.floor(this.random() * this.open.length), 1) as [string];
    const cancel = { book: this.book, id };
    return {
      isRepeatable: true,
      naive: (to) => to.cancel(cancel),
      engine: (to) => to.cancel(cancel),
    };
  }

  private place(): Played {
    const capacityTokens = 1 + Math.floor(this.random() * 40_000);
    const sellerId = this.pick(SELLERS);
    const ask = {
      book: this.book,
      askId: this.newId(),
      sellerId,
      region: this.pick(REGIONS),
      priceScale8: BigInt(2 + Math.floor(this.random() * 5)),
      capacityTokens,
      remainingTokens: capacityTokens,
      lotTokens: 16,
      expiresAtMs: NOW_MS + HOUR_MS,
      owner: OWNER_OF.get(sellerId) ?? null,
    };
    this.open.push(ask.askId);
    return { isRepeatable: true, naive: (to) => to.place(ask), engine: (to) => to.place(ask) };
  }

  private bid(): Played {
    const timeInForce = this.pick(['GTC', 'GTC', 'GTD', 'IOC', 'FOK'] as const);
    const bid = {
      book: this.book,
      orderId: this.newId(),
      timeInForce,
      limitPriceScale8: BigInt(1 + Math.floor(this.random() * 5)),
      quantityTokens: 1 + Math.floor(this.random() * 3e4),
      region: this.pick([null, null, ...REGIONS]),
      excludedOwner: this.pick([null, ...OWNERS]),
      expiresAtMs: timeInForce === 'GTD' ? NOW_MS + HOUR_MS : null,
    };
    this.open.push(bid.orderId);
    return { isRepeatable: true, naive: (to) => to.bid(bid), engine: (to) => to.bid(bid) };
  }

  private reserve(): Played {
    const quantityMinTokens = 1 + Math.floor(this.random() * 4_000);
    const request = {
      book: this.book,
      fillId: this.newId(),
      quantityMinTokens,
      quantityMaxTokens: quantityMinTokens + this.pick([0, 500]),
      limitPriceScale8: BigInt(1 + Math.floor(this.random() * 7)),
      region: this.pick([null, null, ...REGIONS]),
      sellerId: this.pick([null, null, null, ...SELLERS]),
      excludedSellerIds: this.pick([[], [], [SELLERS[0]]]),
    };
    return {
      isRepeatable: true,
      naive: (to) => to.reserve(request),
      engine: (to) => to.reserve(request),
    };
  }

  private newId(): string {
    return uuidV7At(NOW_MS, randomUUID());
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }
}
