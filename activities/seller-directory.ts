/** Endpoints of sellers. A seller's endpoint is its identity and never changes, so it is remembered for good. */
import type { Records } from '../records/connect';

const REMEMBERED_MAX = 10_000;

export class SellerDirectory {
  private readonly endpoints = new Map<string, string>();

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
}
