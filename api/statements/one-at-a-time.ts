/**
 * At most one expensive read of each participant at a time, per gateway: what grows with its
 * history would otherwise multiply by its requests.
 */
import { fail } from '../../domain/errors';

const RETRY_AFTER_SECONDS = 1;

export class OneAtATime {
  private readonly reading = new Set<string>();

  /** @param what is read, for the refusal */
  constructor(private readonly what: string) {}

  /** @throws Failure `rate_limited` while another read of the participant is in progress */
  async run<Result>(participantId: string, read: () => Promise<Result>): Promise<Result> {
    if (this.reading.has(participantId)) {
      throw fail('rate_limited', {
        message: `Another ${this.what} of yours is being read. Wait for its end.`,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    this.reading.add(participantId);
    try {
      return await read();
    } finally {
      this.reading.delete(participantId);
    }
  }
}
