/** Reads the bodies of requests, whose bytes are bounded together: their senders are strangers until the end. */
import type { Readable } from 'node:stream';

const BYTES_MAX = 64_000_000;

interface Arriving {
  bytes: number;
  giveWay(): void;
}

export class Bodies {
  /** The one that has been arriving for the longest first. */
  private readonly arriving = new Set<Arriving>();
  private bytes = 0;

  constructor(private readonly bytesMax = BYTES_MAX) {}

  /**
   * @returns null when it had to give way to others: the slowest does, so that nobody keeps them out
   * @throws when the sender breaks off
   */
  read(from: Readable): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    return new Promise((resolve, reject) => {
      const one: Arriving = { bytes: 0, giveWay: () => end(() => resolve(null)) };
      const add = (part: Buffer) => {
        parts.push(part);
        one.bytes += part.length;
        this.bytes += part.length;
        for (const slowest of this.arriving) {
          if (this.bytes <= this.bytesMax) return;
          slowest.giveWay();
        }
      };
      const whole = () => end(() => resolve(Buffer.concat(parts)));
      const closed = () => end(() => reject(new Error('The body broke off.')));
      const end = (settle: () => void) => {
        if (!this.arriving.delete(one)) return;
        this.bytes -= one.bytes;
        from.off('data', add).off('end', whole).off('close', closed).off('error', closed);
        from.on('error', () => undefined).resume(); // what still arrives is dropped
        settle();
      };
      this.arriving.add(one);
      from.on('data', add).on('end', whole).on('close', closed).on('error', closed);
    });
  }
}
