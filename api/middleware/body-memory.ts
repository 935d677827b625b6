/**
 * The memory that bodies may use until they are read. Each sender has a limit, so that others can
 * send theirs. Large bodies have a part of their own, so that they take nothing from small ones.
 */
import { fail } from '../../domain/errors';

/** A larger body takes many steps: others would wait for it. */
export const LARGE_BODY_BYTES = 128 * 1024;

export interface MemoryLimits {
  readonly senderBytes: number;
  readonly allBytes: number;
}

/** Two of the largest chat bodies (32 MB) of a sender, and six of all senders. */
const LARGE: MemoryLimits = { senderBytes: 64_000_000, allBytes: 192_000_000 };
const SMALL: MemoryLimits = { senderBytes: 8_000_000, allBytes: 64_000_000 };

/** The share of one body. */
export interface BodyShare {
  /**
   * @param bytes of the body so far
   * @throws Failure `rate_limited` or `service_unavailable` when they exceed a limit, or
   *   `invalid_request` after the release
   */
  readonly grow: (bytes: number) => void;
  /** Idempotent. */
  readonly release: () => void;
}

export class BodyMemory {
  private readonly small: Part;
  private readonly large: Part;

  constructor(limits: { small?: MemoryLimits; large?: MemoryLimits } = {}) {
    this.small = new Part(limits.small ?? SMALL);
    this.large = new Part(limits.large ?? LARGE);
  }

  share(sender: string): BodyShare {
    let held = 0;
    let isReleased = false;
    const partOf = (bytes: number) => (bytes > LARGE_BODY_BYTES ? this.large : this.small);
    const hold = (bytes: number) => {
      const [before, after] = [partOf(held), partOf(bytes)];
      after.reserve(sender, before === after ? bytes - held : bytes);
      if (before !== after) before.release(sender, held);
      held = bytes;
    };
    return {
      grow(bytes) {
        if (isReleased) throw fail('invalid_request', { message: 'The client has disconnected.' });
        hold(bytes);
      },
      release() {
        isReleased = true;
        partOf(held).release(sender, held);
        held = 0;
      },
    };
  }
}

class Part {
  private readonly bytesOf = new Map<string, number>();
  private bytes = 0;

  constructor(private readonly limits: MemoryLimits) {}

  reserve(sender: string, bytes: number): void {
    const ofSender = (this.bytesOf.get(sender) ?? 0) + bytes;
    if (ofSender > this.limits.senderBytes) {
      throw fail('rate_limited', {
        message: 'Too many request bodies at once. Wait for some of the requests to end.',
      });
    }
    if (this.bytes + bytes > this.limits.allBytes) throw fail('service_unavailable');
    this.bytesOf.set(sender, ofSender);
    this.bytes += bytes;
  }

  release(sender: string, bytes: number): void {
    const left = (this.bytesOf.get(sender) ?? 0) - bytes;
    if (left > 0) this.bytesOf.set(sender, left);
    else this.bytesOf.delete(sender);
    this.bytes -= bytes;
  }
}
