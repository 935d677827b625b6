/** Lets so many in at once; the others wait in the order in which they came. */
export class Semaphore {
  private inside = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly places: number) {}

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.inside < this.places) this.inside += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.inside -= 1;
    }
  }
}
