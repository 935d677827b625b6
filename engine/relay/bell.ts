/** Waiting that somebody else can end. */

export class Bell {
  private isRung = false;
  private wake: (() => void) | null = null;

  /** Ends the wait under way, or the next one. */
  ring(): void {
    this.isRung = true;
    this.wake?.();
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = null;
    this.isRung = false;
  }
}
