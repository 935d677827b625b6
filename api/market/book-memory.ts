/**
 * A cache of book data, shared by all polling clients: while a book is unchanged its answer is
 * computed once, and a read after a change sees the change. A view that is polled while it keeps
 * changing is read at most ten times a second; its newest answer is valid for the rest of the
 * second.
 */
import { LRUCache } from 'lru-cache';
import { type BookId, bookName } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { fromRedis } from '../../exchange/books/redis-unavailable';

/** Delay until expiries, which change no version, become visible. */
const FRESH_MS = 1_000;
/** Per changing view. */
const READINGS_PER_SECOND = 10;
/** Beyond this the least recently used views are evicted. */
const VIEWS_MAX = 200;

interface Reading<Answer> {
  readonly version: string;
  readonly answer: Promise<Answer>;
  readonly madeAtMs: number;
  /** Start of the current second, and the number of reads in it. */
  readonly secondAtMs: number;
  readonly count: number;
}

export class BookMemory<Answer> {
  private readonly readings = new LRUCache<string, Reading<Answer>>({ max: VIEWS_MAX });

  constructor(private readonly books: Pick<OrderBooks, 'functions' | 'versionOf'>) {}

  /**
   * @param view the part of the book that is read
   * @throws Failure `service_unavailable` when Redis is unavailable
   */
  async recall(book: BookId, view: string, read: () => Promise<Answer>): Promise<Answer> {
    const version = await fromRedis(this.books.functions.redis, () => this.books.versionOf(book));
    if (version === null) return read(); // empty, or rebuilt by the read
    const key = `${bookName(book)}|${view}`;
    const known = this.readings.get(key);
    const nowMs = performance.now();
    if (known && isGood(known, version, nowMs)) return known.answer;
    const reading = this.begin(known, version, nowMs, read());
    this.keep(key, reading);
    return reading.answer;
  }

  private begin(
    known: Reading<Answer> | undefined,
    version: string,
    nowMs: number,
    answer: Promise<Answer>,
  ): Reading<Answer> {
    const goesOn = known !== undefined && nowMs < known.secondAtMs + FRESH_MS;
    return {
      version,
      answer,
      madeAtMs: nowMs,
      secondAtMs: goesOn ? known.secondAtMs : nowMs,
      count: goesOn ? known.count + 1 : 1,
    };
  }

  private keep(key: string, reading: Reading<Answer>): void {
    this.readings.set(key, reading);
    reading.answer.catch(() => {
      if (this.readings.peek(key) === reading) this.readings.delete(key);
    });
  }
}

function isGood(known: Reading<unknown>, version: string, nowMs: number): boolean {
  if (nowMs >= known.madeAtMs + FRESH_MS) return false;
  if (known.version === version) return true;
  return known.count >= READINGS_PER_SECOND && nowMs < known.secondAtMs + FRESH_MS;
}
