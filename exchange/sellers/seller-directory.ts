/**
 * A seller's data for a match: its endpoint, spelling of the model, and tier. Cached for a while:
 * the spellings of both change with a further registration.
 */
import { LRUCache } from 'lru-cache';
import { type VenueClass, venueClassOf } from '../../domain/reputation';
import type { Records } from '../../records/connect';
import type { ModelSpelling } from '../../domain/instruments';
import { newestScore } from '../../records/queries/newest-score';
import { askedUrl } from '../../domain/endpoint-url';

const REMEMBERED_MAX = 10_000;
const REMEMBERED_MS = 5_000;

export interface AskedSeller {
  readonly endpointUrl: string;
  readonly modelSpellings: readonly ModelSpelling[];
}

export class SellerDirectory {
  private readonly sellers = new LRUCache<string, AskedSeller>({
    max: REMEMBERED_MAX,
    ttl: REMEMBERED_MS,
    ignoreFetchAbort: true,
    fetchMethod: (sellerId) => this.readSeller(sellerId),
  });

  private readonly classes = new LRUCache<string, VenueClass>({
    max: REMEMBERED_MAX,
    ttl: REMEMBERED_MS,
    ignoreFetchAbort: true,
    fetchMethod: async (sellerId) =>
      venueClassOf(await newestScore(this.records.reputations, sellerId)),
  });

  constructor(private readonly records: Records) {}

  sellerOf(sellerId: string): Promise<AskedSeller> {
    return this.sellers.forceFetch(sellerId);
  }

  /** By its newest score. */
  venueClassOf(sellerId: string): Promise<VenueClass> {
    return this.classes.forceFetch(sellerId);
  }

  private async readSeller(sellerId: string): Promise<AskedSeller> {
    const seller = await this.records.sellers.findOne(
      { _id: sellerId },
      { projection: { endpointUrl: 1, respelledUrl: 1, modelSpellings: 1 } },
    );
    if (!seller) throw new Error(`No seller ${sellerId}`);
    return { endpointUrl: askedUrl(seller), modelSpellings: seller.modelSpellings ?? [] };
  }
}
