/** Limits concurrent lookups in one DNS zone: an unresponsive zone delays only its own names. */
import { zoneOf } from '../../domain/zones';
import { NoPlace } from '../../fairness/fair-door';
import { Places } from '../../fairness/places';
import { AttemptFailure } from './outcome';

const ONE_ZONE_MAX = 4;
const WAITING_PER_ZONE_MAX = 64;
const ALL_ZONES_MAX = 1_000;

export class ZonePlaces {
  private readonly places = new Places(ONE_ZONE_MAX, WAITING_PER_ZONE_MAX);
  private lookups = 0;

  /** @param waitMs how long a name waits for others of its zone */
  constructor(private readonly waitMs: number) {}

  /** @throws AttemptFailure when there is no place, and the errors of the work */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (this.lookups >= ALL_ZONES_MAX) {
      throw new AttemptFailure('dns_failed', 'the exchange looks up too many names');
    }
    this.lookups += 1;
    const waiting = { participant: name, deadlineAtMs: Date.now() + this.waitMs };
    try {
      const release = await this.places.take(zoneOf(name), waiting);
      return await work().finally(release);
    } catch (err) {
      if (!(err instanceof NoPlace)) throw err;
      throw new AttemptFailure('connect_timeout', 'the name servers of this zone do not answer');
    } finally {
      this.lookups -= 1;
    }
  }
}
