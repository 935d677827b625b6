/** What the places of the archive are called, and which records each kind of them lists. */
import { bookName } from '../../domain/instruments';
import type { Tenor } from '../../domain/tenors';
import type { ArchivedName } from './months';

type Place = 'account' | 'seller' | 'book';
type Placed = readonly (readonly [place: Place, fields: readonly string[]])[];

const ACCOUNT = ['account', ['accountId']] as const;
const SELLER = ['seller', ['sellerId']] as const;
const BOOK = ['book', ['modelId', 'tenor']] as const;

/**
 * By which fields the records of each kind are listed. Lots are looked for in the three months of
 * their contracts.
 */
export const PLACED_BY: Readonly<Record<ArchivedName, Placed>> = {
  orders: [ACCOUNT],
  fills: [SELLER],
  journals: [ACCOUNT, SELLER],
  trades: [ACCOUNT, SELLER, BOOK],
  lots: [],
};

/** @param values of its fields, in their order */
export function placeOf(place: Place, values: readonly string[]): string {
  const [first = '', second = ''] = values;
  const name = place === 'book' ? bookName({ modelId: first, tenor: second as Tenor }) : first;
  return `${place}:${name}`;
}

/** Where a record is listed: under its account, seller and book, if it has them. */
export function placesOfRecord(of: ArchivedName, record: object): string[] {
  return PLACED_BY[of].flatMap(([place, fields]) => {
    const values = fields.map((field) => Reflect.get(record, field) as unknown);
    return values.every((value) => typeof value === 'string') ? [placeOf(place, values)] : [];
  });
}
