/** A wait that other code can end. */

export class Timer {
  private hasFired = false;
  private wake: (() => void) | null = null;
  private endsAt = Infinity;
  private timer: NodeJS.Timeout | undefined;

  /** Ends the current wait, or the next one. */
  fire(): void {
    this.hasFired = true;
    this.wake?.();
  }

  /** Limits the remaining duration of the current wait. */
  fireWithin(milliseconds: number): void {
    if (this.wake && performance.now() + milliseconds < this.endsAt) this.endIn(milliseconds);
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.hasFired) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        this.endIn(milliseconds);
      });
      clearTimeout(this.timer);
    }
    this.wake = null;
    this.hasFired = false;
  }

  private endIn(milliseconds: number): void {
    clearTimeout(this.timer);
    this.endsAt = performance.now() + milliseconds;
    this.timer = setTimeout(() => this.wake?.(), milliseconds);
  }
}
