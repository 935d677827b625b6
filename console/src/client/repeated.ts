/**
 * Work that is requested often: one at a time, not more often than allowed, and once more after a
 * request that came while it was under way.
 */
export class Repeated {
  private isRunning = false;
  private isRequested = false;

  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<unknown>,
  ) {}

  request(): void {
    this.isRequested = true;
    if (!this.isRunning) void this.run();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.isRequested) {
      this.isRequested = false;
      await Promise.all([
        this.work().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, this.everyMs)),
      ]);
    }
    this.isRunning = false;
  }
}
