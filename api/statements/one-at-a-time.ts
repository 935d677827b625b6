/**
 * One expensive read of each participant at a time, per gateway: what grows with its history would
 * otherwise multiply by its requests. One more waits for it, so that a page that reads by itself does
 * not get in the way of its reader; a third is refused.
 */
import { fail } from '../../domain/errors';
import { FairDoor, NoPlace } from '../../fairness/fair-door';

const RETRY_AFTER_SECONDS = 1;

export class OneAtATime {
  private readonly door = new FairDoor({
    places: Infinity,
    most: 1,
    waiting: { perOwner: 1, all: Infinity },
  });

  /** @param what is read, for the refusal */
  constructor(private readonly what: string) {}

  /** @throws Failure `rate_limited` while another read of the participant waits */
  async run<Result>(participantId: string, read: () => Promise<Result>): Promise<Result> {
    try {
      return await this.door.run(participantId, read);
    } catch (err) {
      if (!(err instanceof NoPlace)) throw err;
      throw fail('rate_limited', {
        message: `Another ${this.what} of yours is being read, and one waits. Wait for their end.`,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  }
}
