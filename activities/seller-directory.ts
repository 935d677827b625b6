/**
 * What a match needs to know of a seller. Its endpoint is its identity and never changes, so it is
 * remembered for good; its tier is remembered for a while.
 */
import { type VenueClass, venueClassOf } from '../domain/reputation';
import type { Records } from '../records/connect';
import { newestScore } from '../records/reputations/newest-score';

const REMEMBERED_MAX = 10_000;
const CLASS_REMEMBERED_MS = 5_000;

export class SellerDirectory {
  private readonly endpoints = new Map<string, string>();
  private readonly classes = new Map<string, { venueClass: VenueClass; untilMs: number }>();

  constructor(private readonly records: Records) {}

  async endpointUrlOf(sellerId: string): Promise<string> {
    const known = this.endpoints.get(sellerId);
    if (known) return known;
    const seller = await this.records.sellers.findOne(
      { _id: sellerId },
      { projection: { endpointUrl: 1 } },
    );
    if (!seller) throw new Error(`No seller ${sellerId}`);
    if (this.endpoints.size >= REMEMBERED_MAX) this.endpoints.clear();
    this.endpoints.set(sellerId, seller.endpointUrl);
    return seller.endpointUrl;
  }

  /** By its newest score, as it was known within the last seconds. */
  async venueClassOf(sellerId: string): Promise<VenueClass> {
    const known = this.classes.get(sellerId);
    if (known && known.untilMs > Date.now()) return known.venueClass;
    const venueClass = venueClassOf(await newestScore(this.records.reputations, sellerId));
    if (this.classes.size >= REMEMBERED_MAX) this.classes.clear();
    this.classes.set(sellerId, { venueClass, untilMs: Date.now() + CLASS_REMEMBERED_MS });
    return venueClass;
  }
}
