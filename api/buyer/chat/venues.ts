/** Which sellers may serve a request, and at which price: `venue_pin`, and `provider` of OpenRouter. */
import { fail } from '../../../domain/errors';
import { parsePrice } from '../../../domain/money';
import { nameKey } from '../../../domain/seller-names';
import type { Records } from '../../../records/connect';
import type { ProviderPreferences } from '../../schemas/provider';
import type { ChatTerms } from './read-chat';

export interface Venues {
  readonly sellerId: string | null;
  readonly ignoredSellerIds: readonly string[];
}

/** @throws Failure `no_match` for an unknown venue, `invalid_request` for two of them */
export async function venuesOf(
  records: Records,
  { venue_pin: pin, provider }: ChatTerms,
): Promise<Venues> {
  const wanted = new Set([pin, provider?.only?.[0], provider?.order?.[0]].filter(isGiven));
  const ids = new Set<string>();
  for (const venue of wanted) ids.add(await venueOf(records, venue));
  if (ids.size > 1) {
    throw fail('invalid_request', {
      param: 'provider',
      message: 'venue_pin and provider name different sellers.',
    });
  }
  const ignored = await Promise.all((provider?.ignore ?? []).map((one) => findVenue(records, one)));
  return { sellerId: [...ids][0] ?? null, ignoredSellerIds: ignored.filter(isGiven) };
}

/** The lowest price that the request states; null when it states none. */
export function statedCeiling({ max_price: perThousand, provider }: ChatTerms): bigint | null {
  const ceilings = [
    ...(perThousand == null ? [] : [parsePrice(perThousand, 'perThousand', 'max_price')]),
    ...perMillion(provider?.max_price),
  ];
  return ceilings.reduce<bigint | null>(
    (least, one) => (least === null || one < least ? one : least),
    null,
  );
}

function perMillion(prices: ProviderPreferences['max_price']): bigint[] {
  return (['prompt', 'completion'] as const).flatMap((part) => {
    const price = prices?.[part];
    return price == null
      ? []
      : [parsePrice(String(price), 'perMillion', `provider.max_price.${part}`)];
  });
}

async function venueOf(records: Records, venue: string): Promise<string> {
  const sellerId = await findVenue(records, venue);
  if (sellerId !== null) return sellerId;
  throw fail('no_match', { param: 'venue_pin', message: 'No venue has this id or name.' });
}

/**
 * A seller's id, or the name of the oldest seller that is not banned and was used lately: nobody
 * stops the buyers of a seller by taking its name, or takes them over.
 */
async function findVenue(records: Records, venue: string): Promise<string | null> {
  const projection = { _id: 1 } as const;
  // The id first: a seller may use another seller's id as its name.
  const byId = await records.sellers.findOne({ _id: venue }, { projection });
  if (byId) return byId._id;
  const oldest = await records.sellers.findOne(
    { nameKey: nameKey(venue), standing: { $ne: 'Banned' }, asleepSince: null },
    { projection, sort: { _id: 1 } },
  );
  return oldest?._id ?? null;
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
