/** Which sellers may serve a request, and at which price: `venue_pin`, and `provider` of OpenRouter. */
import type { ChatOrder } from '../../../domain/chat';
import { fail } from '../../../domain/errors';
import { parsePrice } from '../../../domain/money';
import { nameKey } from '../../../domain/seller-names';
import type { Records } from '../../../records/connect';
import type { ProviderPreferences } from '../../schemas/provider';
import type { ChatTerms } from './read-chat';

export interface Venues extends Pick<ChatOrder, 'sellerId' | 'onlySellerIds' | 'orderedSellerIds'> {
  readonly ignoredSellerIds: readonly string[];
}

/** @throws Failure `no_match` for unknown venues, `invalid_request` for preferences that exclude each other */
export async function venuesOf(
  records: Records,
  { venue_pin: pin, provider }: ChatTerms,
): Promise<Venues> {
  const { only, order, ignore, allow_fallbacks: mayFallBack } = provider ?? {};
  const found = (venues: Names) => findVenues(records, venues ?? []);
  const [pinned, allowed, ordered, ignoredSellerIds] = await Promise.all([
    found(pin == null ? null : [pin]),
    found(only),
    found(order),
    found(ignore),
  ]);
  const limits = [
    limit('venue_pin', pin, pinned),
    limit('provider.only', only, allowed),
    limit('provider.order', mayFallBack === false ? order : null, ordered),
  ].filter(isGiven);
  if (limits.length === 0) return { sellerId: null, ignoredSellerIds, ...inOrder(ordered) };
  const [first = [], ...more] = limits;
  const eligible = first.filter((id) => more.every((ids) => ids.includes(id)));
  if (eligible.length === 0) {
    const message = 'venue_pin and provider name different sellers.';
    throw fail('invalid_request', { param: 'provider', message });
  }
  const [sellerId = null, ...others] = eligible;
  if (others.length === 0) return { sellerId, ignoredSellerIds };
  const preferred = inOrder(ordered.filter((id) => eligible.includes(id)));
  return { sellerId: null, ignoredSellerIds, onlySellerIds: eligible, ...preferred };
}

type Names = readonly string[] | null | undefined;

function inOrder(ids: readonly string[]): Pick<Venues, 'orderedSellerIds'> {
  return ids.length > 0 ? { orderedSellerIds: ids } : {};
}

/** The sellers of a list that lets no others serve; null without one. */
function limit(param: string, names: Names | string, found: readonly string[]): Names {
  if (names == null) return null;
  if (found.length > 0) return found;
  throw fail('no_match', { param, message: 'No venue has this id or name.' });
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

/** Those that are known, each once. */
async function findVenues(records: Records, venues: readonly string[]): Promise<string[]> {
  const found = await Promise.all([...new Set(venues)].map((one) => findVenue(records, one)));
  return [...new Set(found.filter(isGiven))];
}

/**
 * A seller's id, or a name: that of the seller that has had it for the longest time, is not banned and
 * was used lately. Nobody stops the buyers of a seller by taking its name, or takes them over.
 */
async function findVenue(records: Records, venue: string): Promise<string | null> {
  const projection = { _id: 1 } as const;
  // The id first: a seller may use another seller's id as its name.
  const byId = await records.sellers.findOne({ _id: venue }, { projection });
  if (byId) return byId._id;
  const first = await records.sellers.findOne(
    { nameKey: nameKey(venue), standing: { $ne: 'Banned' }, asleepSince: null },
    { projection, sort: { namedAt: 1, _id: 1 } },
  );
  return first?._id ?? null;
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
