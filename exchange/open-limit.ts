/**
 * Limits how many orders, asks or sellers a holder has open at once: those in the records plus those
 * that this gateway is opening at this moment, so that parallel requests pass no further than
 * sequential ones. Other gateways are not asked: what they open at the same moment can come on top.
 */
import { fail } from '../domain/errors';

interface Opening {
  /** The account or seller whose limit it is. */
  readonly holderId: string;
  /** Id of what is being opened. */
  readonly id: string;
  readonly max: number;
  /** Of those that are open, up to this many, how many are none of these. */
  readonly count: (limit: number, exceptIds: readonly string[]) => Promise<number>;
  /** What the holder reads when as many are open as may be. */
  readonly message: string;
}

export class OpenLimit {
  private readonly underWay = new Map<string, Set<string>>();

  /** @throws Failure `invalid_request` when as many are open as may be */
  async within<Made>(opening: Opening, make: () => Promise<Made>): Promise<Made> {
    const { holderId, id, max, count, message } = opening;
    const ids = this.underWay.get(holderId) ?? new Set<string>();
    const others = [...ids].filter((other) => other !== id);
    this.underWay.set(holderId, ids.add(id));
    try {
      // One that is open already is made again: a repetition does not count.
      const open = await count(max, [...others, id]);
      if (open + others.length >= max) throw fail('invalid_request', { message });
      return await make();
    } finally {
      ids.delete(id);
      if (ids.size === 0) this.underWay.delete(holderId);
    }
  }
}
