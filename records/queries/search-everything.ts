/**
 * Whatever an operator has an id or a name of. Each read is a range of an index, and ends at a few
 * records of its kind.
 */
import type { mongo } from 'mongoose';
import { isUuidV7, lowestUuidV7At, timeOfUuidV7 } from '../../domain/ids';
import { parseBookName } from '../../domain/instruments';
import { nameKey } from '../../domain/seller-names';
import { pastFills, pastLots, pastOrders } from '../archive/past';
import type { Records } from '../connect';
import { findOrders } from './find-orders';
import { NAME_ORDER } from '../mongodb/name-order';
import type { ReadCollection } from '../mongodb/read-collection';

export const FOUND_KINDS = [
  'account',
  'seller',
  'key',
  'instrument',
  'order',
  'contract',
  'ticket',
  'lot',
  'fill',
  'ask',
] as const;

export interface FoundRecord {
  readonly kind: (typeof FOUND_KINDS)[number];
  readonly id: string;
  /** Of an account, a seller or a key; the instrument of the others. */
  readonly title: string | null;
  readonly status: string | null;
  readonly accountId: string | null;
  readonly sellerId: string | null;
}

/** Of each kind. */
export const FOUND_MAX = 8;

/** The ids of a minute or two begin with the same eight digits. */
const ID_START = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/;
/** Behind every character: in the order of code points, and in that of names. */
const LAST = '\u{10ffff}';
const LAST_OF_NAMES = '\uffff';
/** An order is recorded after its request arrived, by the same clock. */
const BEFORE_REQUEST_MS = 50;
const NEWEST = { sort: { _id: -1 }, limit: FOUND_MAX } as const;
/** A book for each tenor of an instrument. */
const BOOKS_MAX = 16 * FOUND_MAX;

export async function searchEverything(records: Records, text: string): Promise<FoundRecord[]> {
  const id = text.toLowerCase();
  const [byId, byName, byRequest] = await Promise.all([
    ID_START.test(id) ? startingWithId(records, id) : [],
    startingWithName(records, text),
    isUuidV7(id) ? ofRequest(records, id) : [],
  ]);
  const all = [...byId, ...byName, ...byRequest];
  // A caller's own request id says nothing about its time: only the newest orders are looked at.
  return all.length > 0 ? all : ofRequest(records, text);
}

async function startingWithId(records: Records, start: string): Promise<FoundRecord[]> {
  const ids = { _id: { $gte: start, $lt: start + LAST } };
  const newest = <Document extends { _id: string }>(collection: ReadCollection<Document>) =>
    collection.find(ids as mongo.Filter<Document>, NEWEST).toArray() as Promise<Document[]>;
  const page = { filter: ids, sorting: 'newest', limit: FOUND_MAX } as const;
  const { accounts, sellers, buyerKeys, asks, contractOrders, contracts, tickets } = records;
  const [buyers, venues, keys, offers, capacity, bought, issued, orders, lots, fills] =
    await Promise.all([
      newest(accounts),
      newest(sellers),
      newest(buyerKeys),
      newest(asks),
      newest(contractOrders),
      newest(contracts),
      newest(tickets),
      pastOrders(records).page({ ...page, projection: { bid: 0 } }),
      pastLots(records).page(page),
      pastFills(records).page(page),
    ]);
  const ofLots = new Set(lots.map(({ _id }) => _id));
  return [
    ...buyers.map((one) => found('account', one)),
    ...venues.map((one) => found('seller', one)),
    ...keys.map((one) => found('key', one)),
    ...[...orders, ...capacity].map((one) => found('order', one)),
    ...bought.map((one) => found('contract', one)),
    ...issued.map((one) => found('ticket', one)),
    ...lots.map((one) => found('lot', one)),
    // A lot has the id of its fill.
    ...fills.filter(({ _id }) => !ofLots.has(_id)).map((one) => found('fill', one)),
    ...offers.map((one) => found('ask', one)),
  ];
}

async function startingWithName(records: Records, text: string): Promise<FoundRecord[]> {
  const { accounts, buyerKeys, sellers, books } = records;
  const inOrder = { $gte: text, $lt: text + LAST_OF_NAMES };
  const named = { collation: NAME_ORDER, limit: FOUND_MAX };
  const key = nameKey(text);
  const model = text.toLowerCase();
  const [buyers, keys, venues, opened] = await Promise.all([
    accounts.find({ name: inOrder }, { ...named, sort: { name: 1 } }).toArray(),
    buyerKeys.find({ label: inOrder }, { ...named, sort: { label: 1 } }).toArray(),
    key === ''
      ? []
      : sellers
          .find(
            { nameKey: { $gte: key, $lt: key + LAST } },
            { sort: { nameKey: 1 }, limit: FOUND_MAX },
          )
          .toArray(),
    books
      .find({ _id: { $gte: model, $lt: model + LAST } }, { sort: { _id: 1 }, limit: BOOKS_MAX })
      .toArray(),
  ]);
  const models = new Set(opened.map(({ _id }) => parseBookName(_id).modelId));
  return [
    ...buyers.map((one) => found('account', one)),
    ...venues.map((one) => found('seller', one)),
    ...[...models].slice(0, FOUND_MAX).map((id) => found('instrument', { _id: id, modelId: id })),
    ...keys.map((one) => found('key', one)),
  ];
}

async function ofRequest(records: Records, requestId: string): Promise<FoundRecord[]> {
  const arrivedMs = isUuidV7(requestId) ? timeOfUuidV7(requestId) : null;
  const place =
    arrivedMs === null
      ? ({ sorting: 'newest', behindId: null } as const)
      : ({ sorting: 'oldest', behindId: lowestUuidV7At(arrivedMs - BEFORE_REQUEST_MS) } as const);
  const any = { kind: undefined, status: undefined, accountId: undefined, sellerId: undefined };
  const asked = { ...any, modelId: undefined, requestId, before: null, ...place };
  const { orders } = await findOrders(records, asked, FOUND_MAX);
  return orders.map(({ order }) => found('order', order));
}

interface Part {
  readonly _id: string;
  readonly name?: string;
  readonly label?: string | null;
  readonly modelId?: string;
  readonly status?: string;
  readonly standing?: string;
  readonly accountId?: string;
  readonly sellerId?: string;
}

function found(kind: FoundRecord['kind'], part: Part): FoundRecord {
  return {
    kind,
    id: part._id,
    title: part.name ?? part.label ?? part.modelId ?? null,
    status: part.standing ?? part.status ?? null,
    accountId: part.accountId ?? null,
    sellerId: part.sellerId ?? null,
  };
}
