/** Limits concurrent lookups in one DNS zone: an unresponsive zone delays only its own names. */
import { zoneOf } from '../domain/zones';
import { AttemptFailure } from '../exchange/dispatch/outcome';

const ONE_ZONE_MAX = 4;
const WAITING_PER_ZONE_MAX = 64;
const ALL_ZONES_MAX = 1_000;

interface Zone {
  active: number;
  readonly waiting: Set<() => void>;
}

export class ZonePlaces {
  private readonly zones = new Map<string, Zone>();
  private taken = 0;

  /** @param waitMs how long a name waits for others of its zone */
  constructor(private readonly waitMs: number) {}

  /** @throws AttemptFailure when there is no place, and the errors of the work */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (this.taken >= ALL_ZONES_MAX) {
      throw new AttemptFailure('dns_failed', 'the exchange looks up too many names');
    }
    const key = zoneOf(name);
    const zone = this.zones.get(key) ?? { active: 0, waiting: new Set() };
    this.zones.set(key, zone);
    this.taken += 1;
    try {
      if (zone.active >= ONE_ZONE_MAX) await this.turn(zone);
      else zone.active += 1;
      try {
        return await work();
      } finally {
        this.handOn(zone);
      }
    } finally {
      this.taken -= 1;
      if (zone.active === 0 && zone.waiting.size === 0) this.zones.delete(key);
    }
  }

  /** Passes a free place to the first waiting name. */
  private handOn(zone: Zone): void {
    const [next] = zone.waiting;
    if (next) next();
    else zone.active -= 1;
  }

  private turn(zone: Zone): Promise<void> {
    return new Promise((resolve, reject) => {
      const full = () =>
        reject(
          new AttemptFailure('connect_timeout', 'the name servers of this zone do not answer'),
        );
      if (zone.waiting.size >= WAITING_PER_ZONE_MAX) return full();
      const take = () => {
        clearTimeout(timer);
        zone.waiting.delete(take);
        resolve();
      };
      const timer = setTimeout(() => {
        zone.waiting.delete(take);
        full();
      }, this.waitMs);
      zone.waiting.add(take);
    });
  }
}
