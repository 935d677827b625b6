/**
 * How many things a holder may have open at once: counted in the records, and, beside them, those that
 * this gateway is making right now, so that many at once get no further than one after the other.
 * Other gateways are not asked: what they are making at the same moment can come on top.
 */
import { fail } from '../../domain/errors';

interface Opening {
  /** Whose it is. */
  readonly holderId: string;
  /** Of what is made. */
  readonly id: string;
  readonly max: number;
  /** Of those that are open, up to this many, how many are none of these. */
  readonly count: (limit: number, exceptIds: readonly string[]) => Promise<number>;
  /** What the holder reads when there is no room. */
  readonly message: string;
}

export class Headroom {
  private readonly underWay = new Map<string, Set<string>>();

  /** @throws Failure `invalid_request` when as many are open as may be */
  async within<Made>(opening: Opening, make: () => Promise<Made>): Promise<Made> {
    const { holderId, id, max, count, message } = opening;
    const ids = this.underWay.get(holderId) ?? new Set<string>();
    const others = [...ids].filter((other) => other !== id);
    this.underWay.set(holderId, ids.add(id));
    try {
      // One that is open already is made again: a repetition needs no room.
      const open = await count(max, [...others, id]);
      if (open + others.length >= max) throw fail('invalid_request', { message });
      return await make();
    } finally {
      ids.delete(id);
      if (ids.size === 0) this.underWay.delete(holderId);
    }
  }
}
