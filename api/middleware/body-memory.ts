/**
 * The memory that large bodies may use while they are received and read: a limit per account, so
 * that others can send theirs, and a total limit.
 */
import { fail } from '../../domain/errors';

const ACCOUNT_BYTES = 16_000_000;
const ALL_BYTES = 256_000_000;

/** The share of one body. */
export interface BodyShare {
  /** @throws Failure `rate_limited` or `service_unavailable` when the bytes exceed a limit */
  grow(bytes: number): void;
  /** Idempotent. */
  release(): void;
}

export class BodyMemory {
  private readonly bytesOf = new Map<string, number>();
  private bytes = 0;

  /** @param limits of one account, and of all together */
  constructor(private readonly limits = { account: ACCOUNT_BYTES, all: ALL_BYTES }) {}

  share(accountId: string): BodyShare {
    let held = 0;
    return {
      grow: (bytes) => {
        if (bytes <= held) return;
        this.reserve(accountId, bytes - held);
        held = bytes;
      },
      release: () => {
        this.release(accountId, held);
        held = 0;
      },
    };
  }

  private reserve(accountId: string, bytes: number): void {
    const ofAccount = (this.bytesOf.get(accountId) ?? 0) + bytes;
    if (ofAccount > this.limits.account) {
      throw fail('rate_limited', {
        message: 'The account sends too many large requests at once. Wait for some of them to end.',
      });
    }
    if (this.bytes + bytes > this.limits.all) {
      throw fail('service_unavailable');
    }
    this.bytesOf.set(accountId, ofAccount);
    this.bytes += bytes;
  }

  private release(accountId: string, bytes: number): void {
    const left = (this.bytesOf.get(accountId) ?? 0) - bytes;
    if (left > 0) this.bytesOf.set(accountId, left);
    else this.bytesOf.delete(accountId);
    this.bytes -= bytes;
  }
}
