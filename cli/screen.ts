/** Lines that are drawn again in place, on a terminal. */

const CLEAR_LINE = '\u001B[K';
const CLEAR_BELOW = '\u001B[J';
/** A terminal shows no more frames than this usefully. */
const BETWEEN_FRAMES_MS = 100;
const WIDTH_OF_A_FILE = 80;

export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/** Columns of the terminal, or of a file. */
export function screenWidth(): number {
  return process.stdout.columns || WIDTH_OF_A_FILE;
}

export class Screen {
  private shown = 0;
  private next: (() => readonly string[]) | null = null;
  private timer: NodeJS.Timeout | null = null;

  /** Draws now, or with the next frame; of several drawings in one frame the newest counts. */
  draw(lines: () => readonly string[]): void {
    this.next = lines;
    if (this.timer) return;
    this.flush();
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.next) this.draw(this.next);
    }, BETWEEN_FRAMES_MS);
  }

  /** Leaves the newest drawing on the terminal. */
  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.flush();
  }

  private flush(): void {
    if (!this.next) return;
    const height = Math.max(1, (process.stdout.rows || 24) - 1);
    const lines = this.next().slice(0, height);
    this.next = null;
    const up = this.shown > 0 ? `\u001B[${this.shown}A` : '';
    const text = lines.map((line) => `${line}${CLEAR_LINE}\n`).join('');
    process.stdout.write(`${up}\r${text}${CLEAR_BELOW}`);
    this.shown = lines.length;
  }
}
