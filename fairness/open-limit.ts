/**
 * Limits a holder's open orders, asks or sellers: those in the records plus those that this gateway
 * is opening now, so that parallel requests gain nothing over sequential ones. Other gateways are
 * not included: what they open at the same moment can exceed the limit.
 */
import { fail } from '../domain/errors';

interface Opening {
  /** The account or seller that the limit applies to. */
  readonly holderId: string;
  /** Id of the object being opened. */
  readonly id: string;
  readonly max: number;
  /** Counts open objects, up to the limit, with exceptions. */
  readonly count: (limit: number, exceptIds: readonly string[]) => Promise<number>;
  /** The error message at the limit. */
  readonly message: string;
}

export class OpenLimit {
  private readonly underWay = new Map<string, Set<string>>();

  /** @throws Failure `invalid_request` at the limit */
  async within<Made>(opening: Opening, make: () => Promise<Made>): Promise<Made> {
    const { holderId, id, max, count, message } = opening;
    const ids = this.underWay.get(holderId) ?? new Set<string>();
    const others = [...ids].filter((other) => other !== id);
    this.underWay.set(holderId, ids.add(id));
    try {
      // An object that is already open is created again: a repetition does not count.
      const open = await count(max, [...others, id]);
      if (open + others.length >= max) throw fail('invalid_request', { message });
      return await make();
    } finally {
      ids.delete(id);
      if (ids.size === 0) this.underWay.delete(holderId);
    }
  }
}
