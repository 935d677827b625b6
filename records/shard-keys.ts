/**
 * How each collection is divided in a sharded cluster of MongoDB, and which queries go to every shard
 * (docs/operate/sharding.md).
 *
 * A document whose id is a business key is divided by its id: an id is unique only within a shard,
 * and the ledger's repetitions rely on its uniqueness. Another key is possible where the id
 * determines it, since then the same id always meets the same shard.
 */
import type { Collections } from './collections';

type KeyPart = 1 | 'hashed';

interface Sharded {
  /** As `sh.shardCollection` receives it. */
  readonly key: Readonly<Record<string, KeyPart>>;
  readonly reason: string;
  /**
   * Queries without the key, which every shard answers: the fields that they fix, in alphabetical
   * order with commas between, and what asks.
   */
  readonly everyShard?: Readonly<Record<string, string>>;
}

/** Stays whole, on the primary shard of the database. */
interface Whole {
  readonly key: null;
  readonly reason: string;
}

const BY_ID = { _id: 'hashed' } as const;

function whole(reason: string): Whole {
  return { key: null, reason };
}

export const SHARD_KEYS: Readonly<Record<keyof Collections, Sharded | Whole>> = {
  balances: { key: BY_ID, reason: 'by account: its id. Every hold and charge changes it' },
  journals: {
    key: { accountId: 'hashed', _id: 1 },
    reason: 'by account, beside its balance; the id of a journal determines the account',
    everyShard: {
      '': "the operator's list of journals, and its periods",
      _id: 'a repeated deposit, payout or correction, once each',
      kind: "the operator's list of journals",
      'kind,sellerId': "a seller's earnings",
      orderId: 'the journals of one order, for the operator',
      'orderId,reference': 'the refund of one lot',
      sellerId: "a seller's statement and payable balance",
    },
  },
  closings: {
    key: BY_ID,
    reason: 'written by its id: the day and the account',
    everyShard: {
      '': 'the closings of a day, which reconciliation compares',
      account: "the newest closing of an account: a statement, a seller's payable balance",
    },
  },
  holds: {
    key: BY_ID,
    reason: 'the id of a contract order, or of a fill of an earlier release',
    everyShard: { 'accountId,status': 'what an account has reserved' },
  },
  orders: {
    key: BY_ID,
    reason: 'each step of a chat knows the id',
    everyShard: {
      '': "the operator's lists",
      accountId: "a buyer's requests",
      'accountId,modelId,status': "a buyer's requests",
      'accountId,status': "the operator's lists",
      modelId: "the operator's lists",
      status: "abandoned orders, and the operator's lists",
      'gatewayId,status': 'the open orders of a lost gateway',
      unrecordedBy: 'the orders of a gateway that no workflow records yet',
    },
  },
  fills: {
    key: BY_ID,
    reason: 'the id of the reservation in the book; a tombstone has nothing else',
    everyShard: {
      '': 'what moves to the archive',
      'accountId,hold.status': 'what an account has reserved',
      lotId: 'the draws of a lot',
      'lotId,releaseReason': 'the draw that ended a lot',
      'modelId,status,tenor': 'a book that is rebuilt',
      orderId: 'the fills of a request that is listed, given up, or continued by another process',
      'orderId,status': 'the live fill of an order that is refused or taken up',
      sellerId: "a seller's trades",
      'sellerId,status': 'tokens that a seller has to deliver',
    },
  },
  trades: {
    key: BY_ID,
    reason: 'the id of its fill',
    everyShard: {
      '': 'all candles made anew',
      accountId: "a buyer's spend",
      'modelId,tenor': 'the candles that follow the trades',
      'modelId,region,tenor': 'the public trades of an instrument',
      sellerId: "a seller's trades",
    },
  },
  answers: { key: BY_ID, reason: 'the id of its order' },
  payloads: { key: BY_ID, reason: 'found by id alone' },
  idempotency: { key: BY_ID, reason: 'found by id alone: the caller and its key' },
  asks: {
    key: BY_ID,
    reason: 'each reservation changes it by its id',
    everyShard: {
      'modelId,region,tenor': 'arrivals of capacity',
      'modelId,tenor': 'arrivals of capacity',
      'modelId,status,tenor': 'a book that is rebuilt',
      'sellerId,status': "a seller's asks, and how many are active",
      sellerId: "a seller's asks",
      'sequence,status': 'asks that no book received',
      'modelId,sequence,status,tenor': 'the same',
      status: 'expired asks',
      'status,tenor': 'books with asks',
    },
  },
  contractOrders: {
    key: { accountId: 'hashed' },
    reason: 'by account: `clientOrderId` is unique within it; an order never changes its account',
    everyShard: {
      '': "the operator's lists, and rebuilt books",
      _id: 'one order by its id: read before each fill, and its place in the book',
      '_id,status': 'orders that lost their workflow',
      modelId: "the operator's lists",
      'modelId,status,tenor': 'a book that is rebuilt',
      'modelId,status,tenor,timeInForce': 'a book that is rebuilt',
      status: 'orders that lost their workflow',
      'status,tenor': 'books with orders',
    },
  },
  contracts: {
    key: BY_ID,
    reason: 'each fill of its order changes it by its id',
    everyShard: { accountId: "a buyer's contracts" },
  },
  lots: {
    key: BY_ID,
    reason: 'each draw changes it by its id',
    everyShard: {
      '': 'what moves to the archive',
      contractId: 'the lots of a contract: once for each draw',
      'contractId,hasStory': 'lots that lost their workflow',
      hasStory: 'the same',
      sellerId: "a seller's deliveries",
      'sellerId,status': "a seller's deliveries",
      status: 'lots at the end of their window',
    },
  },
  accounts: {
    key: BY_ID,
    reason: 'found by id',
    everyShard: { '': "the operator's list" },
  },
  buyerKeys: {
    key: { hash: 1 },
    reason: 'each request finds its key by the hash, which is unique and spreads by itself',
    everyShard: {
      _id: 'a key that the operator revokes',
      '_id,accountId': 'the same',
      '_id,accountId,revokedAt': 'the same',
      accountId: "an account's keys",
    },
  },
  candles: {
    key: BY_ID,
    reason: 'written by id; the newest of an instrument would otherwise share a shard',
    everyShard: {
      '': 'candles of several series',
      interval: 'the volume of a day',
      'interval,modelId,tenor': 'candles that are made anew',
      'interval,modelId,region,tenor': 'the candles of an instrument',
    },
  },
  webhookEvents: {
    key: BY_ID,
    reason: 'the id is the business key',
    everyShard: {
      isWaiting: 'events that no delivery was made of',
      participants: 'events that are sent again',
      'participants,type': 'the same',
    },
  },
  webhookDeliveries: {
    key: BY_ID,
    reason: 'made by its id, perhaps twice',
    everyShard: {
      endpointId: 'the deliveries of an endpoint, in their order',
      'endpointId,status': 'the same',
    },
  },
  decisionLogs: { key: BY_ID, reason: 'found by id alone' },
  archivePlaces: { key: BY_ID, reason: 'found by id: an account, a seller or a book' },
  sellers: whole('endpoint and key are unique each, which no shard key allows; small'),
  tickets: whole('contract and credential are unique each, which no shard key allows; small'),
  webhookEndpoints: whole('the next due one is claimed without its id; a few for each participant'),
  sellerChanges: whole('few for each seller'),
  sellerProbes: whole('one for each seller'),
  payables: whole('one for each seller'),
  capacityReports: whole('one for each offer of a seller'),
  reputations: whole('one for each seller and model'),
  judgingPauses: whole('few'),
  books: whole('one for each book'),
  bookFences: whole('up to 256 small ones for each book; a rebuild writes those of its book'),
  dayFences: whole('256 small ones; every ledger transaction writes one of them'),
  tickers: whole('one for each traded series'),
  followers: whole('one for each follower'),
  gateways: whole('one for each gateway process'),
  deployments: whole('one for each deployment'),
  closedDays: whole('one for each day'),
  archiveMonths: whole('a few for each month'),
  archivePositions: whole('one for each archived kind of record'),
  reconciliation: whole('two'),
  reconciliationRuns: whole('a few a day'),
  openings: whole('one each time an operator decrypts a prompt'),
  operatorActions: whole('one for each change by an operator'),
};

/** Fields of the shard key in their order; empty for a collection that stays whole. */
export function shardFields(name: keyof Collections): readonly string[] {
  return Object.keys(SHARD_KEYS[name].key ?? {});
}

/**
 * Whether mongos sends a query to one shard, or to those of the listed values.
 * @param fixed fields that the query compares with a value or a list of values
 */
export function isTargeted(name: keyof Collections, fixed: readonly string[]): boolean {
  const [first] = shardFields(name);
  return first === undefined || fixed.includes(first);
}
