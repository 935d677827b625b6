/** Months of the archive, read by one command at a time: as many as a page is likely to need. */

/** Months that one command reads at most. */
const MONTHS_PER_READ = 12;

export class MonthGroups<Month> {
  private readAt = 0;
  private width = 1;

  constructor(private readonly months: readonly Month[]) {}

  /** The first month is often enough. */
  first(): readonly Month[] {
    return this.months.slice(0, this.width);
  }

  /**
   * @param found records of the last group
   * @param missing records that the page can still have
   */
  next(found: number, missing: number): readonly Month[] {
    this.readAt += this.width;
    const wanted = found > 0 ? Math.ceil((this.width * missing) / found) : Infinity;
    // The first month may have few: it is often a part of one.
    this.width = Math.min(Math.max(1, wanted), 2 * this.width, MONTHS_PER_READ);
    return this.months.slice(this.readAt, this.readAt + this.width);
  }
}
