/**
 * What a match needs to know of a seller: where and how it is asked, and its tier. Remembered for
 * a while; the endpoint never changes, the spelling of a model with the next registration.
 */
import { type VenueClass, venueClassOf } from '../domain/reputation';
import type { Records } from '../records/connect';
import type { ModelSpelling } from '../domain/instruments';
import { newestScore } from '../records/reputations/newest-score';

const REMEMBERED_MAX = 10_000;
const REMEMBERED_MS = 5_000;

export interface AskedSeller {
  readonly endpointUrl: string;
  readonly modelSpellings: readonly ModelSpelling[];
}

export class SellerDirectory {
  private readonly sellers = new ShortMemory<AskedSeller>();
  private readonly classes = new ShortMemory<VenueClass>();

  constructor(private readonly records: Records) {}

  async sellerOf(sellerId: string): Promise<AskedSeller> {
    return this.sellers.get(sellerId) ?? this.sellers.keep(sellerId, await this.read(sellerId));
  }

  /** By its newest score. */
  async venueClassOf(sellerId: string): Promise<VenueClass> {
    const known = this.classes.get(sellerId);
    if (known) return known;
    const score = await newestScore(this.records.reputations, sellerId);
    return this.classes.keep(sellerId, venueClassOf(score));
  }

  private async read(sellerId: string): Promise<AskedSeller> {
    const seller = await this.records.sellers.findOne(
      { _id: sellerId },
      { projection: { endpointUrl: 1, modelSpellings: 1 } },
    );
    if (!seller) throw new Error(`No seller ${sellerId}`);
    return { endpointUrl: seller.endpointUrl, modelSpellings: seller.modelSpellings ?? [] };
  }
}

class ShortMemory<Value> {
  private readonly kept = new Map<string, { value: Value; untilMs: number }>();

  get(id: string): Value | null {
    const known = this.kept.get(id);
    return known && known.untilMs > Date.now() ? known.value : null;
  }

  keep(id: string, value: Value): Value {
    if (this.kept.size >= REMEMBERED_MAX) this.kept.clear();
    this.kept.set(id, { value, untilMs: Date.now() + REMEMBERED_MS });
    return value;
  }
}
