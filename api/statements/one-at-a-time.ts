/**
 * One expensive read of each participant at a time, per gateway: what grows with its history would
 * otherwise multiply by its requests. One more waits for it, so that a page that reads by itself does
 * not get in the way of its reader; a third is refused.
 */
import { fail } from '../../domain/errors';

/** Reads of one participant: one that is executed, and one that waits. */
const READS_MAX = 2;
const RETRY_AFTER_SECONDS = 1;

interface Line {
  reads: number;
  /** Resolves when the newest read is over. */
  over: Promise<unknown>;
}

export class OneAtATime {
  /** By participant. */
  private readonly lines = new Map<string, Line>();

  /** @param what is read, for the refusal */
  constructor(private readonly what: string) {}

  /** @throws Failure `rate_limited` while another read of the participant waits */
  async run<Result>(participantId: string, read: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(participantId) ?? { reads: 0, over: Promise.resolve() };
    if (line.reads >= READS_MAX) throw this.refusal();
    line.reads += 1;
    this.lines.set(participantId, line);
    const result = line.over.then(read);
    line.over = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      line.reads -= 1;
      if (line.reads === 0) this.lines.delete(participantId);
    }
  }

  private refusal() {
    return fail('rate_limited', {
      message: `Another ${this.what} of yours is being read, and one waits. Wait for their end.`,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}
