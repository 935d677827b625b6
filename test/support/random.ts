/**
 * The seed of this run, another one each time; `SEED=4711` in the environment repeats one. Tests that
 * choose at random have it in their titles.
 */
export const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** Repeatable choices of one seed. */
export class Random {
  constructor(private state: number) {}

  /** In [0, 1): mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  isLikely(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Choices of their own, whatever others choose meanwhile. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }

  of<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.next() * values.length)]!;
  }
}
