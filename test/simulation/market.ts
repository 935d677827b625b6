/** The market of one simulation: sellers with asks, accounts with little money, requests. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { formatPrice } from '../../domain/money';
import type { WritableRecords } from '../../records/connect';
import { buyAhead, type Contract } from './bought-ahead';
import type { Request } from './buyers';
import { type Keys, makeKeys, NO_KEYS } from './keys';
import { type Decisions, makeDecisions, NO_DECISIONS, OWNER } from './operator';
import type { Random } from '../support/random';
import type { Servers } from './processes';
import { MANNERS, type Manner } from './seller-answers';
import { makeTrade, type OrderTenor, type Trade } from './trade';

const HOUR_MS = 3_600_000;
/** Of an ask that expires within the simulation. */
const SHORT_MS = 8_000;
const PRICE_SCALE8 = 1_000n;
/** A request costs 20 to 400. */
const CAPS_SCALE8 = [120n, 500n, 5_000n];
/** As the exchange counts the message of every request. */
export const PROMPT_TOKENS = 8;

export interface Market extends Trade, Decisions, Keys {
  readonly modelId: string;
  readonly accounts: ReadonlyMap<string, bigint>;
  /** By seller. */
  readonly manners: ReadonlyMap<string, Manner>;
  readonly contracts: readonly Contract[];
  readonly requests: readonly Request[];
}

/** What is left to chance unless it is stated. */
export interface MarketTerms {
  /** Of all sellers; without it the first one is honest and the others are of any kind. */
  readonly manner?: Manner;
  readonly requestsMax?: number;
  readonly isStreamed?: boolean;
  /** Whether requests draw on capacity that was bought ahead. */
  readonly isDrawn?: boolean;
  /** Whether relays follow the books; some asks expire then. */
  readonly hasRelays?: boolean;
  /** Whether the operator halts a book and changes an owner. */
  readonly hasOperator?: boolean;
  /** Whether keys of sellers and buyers change. */
  readonly hasKeys?: boolean;
  /** Of what is ordered and offered meanwhile. */
  readonly tenor?: OrderTenor;
  /** Whether accounts order capacity. */
  readonly hasOrders?: boolean;
}

export async function makeMarket(
  servers: Servers,
  random: Random,
  terms: MarketTerms,
): Promise<Market> {
  const { records, settings } = servers;
  const { hasRelays = false } = terms;
  const parts = partsOf(random);
  const modelId = `sim-${randomUUID().slice(0, 13)}`;
  const manners = await makeSellers(records, parts.sellers, { ...terms, modelId });
  const accounts = await makeAccounts(records, parts.accounts);
  const contracts: Contract[] = [];
  for (const accountId of accounts.keys()) {
    const isLikely = parts.contracts.isLikely(0.4);
    if (!(terms.isDrawn ?? isLikely)) continue;
    const sellerIds = [...manners.keys()];
    contracts.push(await buyAhead(records, parts.contracts, { modelId, accountId, sellerIds }));
  }
  const cappedKeys = await makeCappedKeys(records, parts.caps, accounts.keys());
  const made = { ...terms, modelId, accounts, contracts, cappedKeys };
  const requests = makeRequests(parts.requests, parts.caps, made);
  const isTraded = parts.orders.isLikely(0.5);
  const hasOrders = terms.hasOrders ?? isTraded;
  const trade = hasOrders
    ? await makeTrade(records, parts.orders, {
        modelId,
        accounts: accounts.keys(),
        hasRelays,
        tenor: terms.tenor,
      })
    : { orders: [], newAsks: [] };
  const isOperated = hasOrders && parts.operator.isLikely(0.4);
  const hasOperator = terms.hasOperator ?? isOperated;
  const decisions = hasOperator
    ? makeDecisions(parts.operator, { modelId, accounts: accounts.keys() })
    : NO_DECISIONS;
  const [accountId, sellerId] = [[...accounts.keys()][0]!, [...manners.keys()][0]!];
  const areChanged = parts.keys.isLikely(0.4);
  const hasKeys = terms.hasKeys ?? areChanged;
  const keys = hasKeys
    ? await makeKeys(records, settings, parts.keys, { modelId, accountId, sellerId })
    : NO_KEYS;
  return { modelId, accounts, manners, contracts, requests, ...trade, ...decisions, ...keys };
}

/** Without one part the others are as with it: a failing seed can lose parts and still fail. */
const partsOf = (random: Random) => ({
  sellers: random.fork(),
  accounts: random.fork(),
  contracts: random.fork(),
  requests: random.fork(),
  orders: random.fork(),
  operator: random.fork(),
  keys: random.fork(),
  caps: random.fork(),
});

async function makeSellers(
  records: WritableRecords,
  random: Random,
  { manner, hasRelays = false, modelId }: MarketTerms & { readonly modelId: string },
): Promise<Map<string, Manner>> {
  const manners = new Map<string, Manner>();
  for (let at = 0; at < random.between(2, 4); at += 1) {
    const own = at === 0 ? 'honest' : random.of(MANNERS);
    const owner = at === 0 ? OWNER : null;
    const sellerId = await makeSeller(records, random, { modelId, hasRelays, owner });
    manners.set(sellerId, manner ?? own);
  }
  return manners;
}

async function makeAccounts(
  records: WritableRecords,
  random: Random,
): Promise<Map<string, bigint>> {
  const accounts = new Map<string, bigint>();
  for (let at = 0; at < random.between(1, 2); at += 1) {
    const accountId = uuidV7();
    const balanceScale8 = random.of([150_000n, 1_000_000n, 100_000_000n]);
    const now = new Date();
    const times = { createdAt: now, updatedAt: now };
    const name = { name: 'Buyer', owner: null, priceCeilingScale8: null };
    await records.accounts.insertOne({ _id: accountId, ...name, ...times });
    const key = { _id: accountId, accountId, hash: accountId, label: null, quotas: {} };
    await records.buyerKeys.insertOne({ ...key, createdAt: times.createdAt, revokedAt: null });
    await records.ledger.deposit({ accountId, amountScale8: balanceScale8, reference: 'first' });
    accounts.set(accountId, balanceScale8);
  }
  return accounts;
}

/** Of each account one, for some of its requests: all of them, or for the first one only. */
async function makeCappedKeys(
  records: WritableRecords,
  random: Random,
  accountIds: Iterable<string>,
): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const accountId of accountIds) {
    const keyId = uuidV7();
    const limitScale8 = random.of(CAPS_SCALE8);
    const key = { _id: keyId, accountId, hash: keyId, label: null, quotas: {}, limitScale8 };
    await records.buyerKeys.insertOne({ ...key, createdAt: new Date(), revokedAt: null });
    keys.set(accountId, keyId);
  }
  return keys;
}

interface RequestTerms extends MarketTerms {
  readonly modelId: string;
  readonly accounts: ReadonlyMap<string, bigint>;
  readonly contracts: readonly Contract[];
  /** By account. */
  readonly cappedKeys: ReadonlyMap<string, string>;
}

function makeRequests(random: Random, caps: Random, terms: RequestTerms): Request[] {
  const { modelId, accounts, contracts, requestsMax = Infinity } = terms;
  return Array.from({ length: random.between(2, 5) }, () => {
    const accountId = random.of([...accounts.keys()]);
    const contract = contracts.find((one) => one.accountId === accountId);
    const isLikely = random.isLikely(0.7);
    const isDrawn = contract !== undefined && (terms.isDrawn ?? isLikely);
    const request = makeRequest(random, modelId, accountId, terms.isStreamed);
    const cappedKeyId = caps.isLikely(0.4) ? terms.cappedKeys.get(accountId)! : null;
    return isDrawn ? { ...request, contractId: contract.contractId } : { ...request, cappedKeyId };
  }).slice(0, requestsMax);
}

interface SellerTerms {
  readonly modelId: string;
  readonly hasRelays: boolean;
  readonly owner: string | null;
}

/** @returns its id */
async function makeSeller(
  records: WritableRecords,
  random: Random,
  { modelId, hasRelays, owner }: SellerTerms,
) {
  const sellerId = uuidV7();
  const endpointUrl = `http://127.0.0.1:8080/${sellerId}`;
  const now = new Date();
  await records.sellers.insertOne({
    _id: sellerId,
    name: 'Seller',
    endpointUrl,
    apiKeyHash: sellerId,
    owner,
    quotas: {},
    supportedModels: [modelId],
    regions: ['us-east'],
    standing: 'Active',
    registeredAt: now,
    updatedAt: now,
  });
  for (let at = 0; at < (hasRelays ? 2 : random.between(1, 2)); at += 1) {
    const lastsMs = hasRelays && at > 0 ? SHORT_MS : HOUR_MS;
    await records.ledger.asks.create({
      askId: uuidV7(),
      sellerId,
      surface: 'market',
      modelId,
      tenor: 'spot',
      region: 'us-east',
      lotTokens: 1,
      validForSeconds: lastsMs / 1e3,
      priceScale8: PRICE_SCALE8 * BigInt(random.between(1, 3)),
      capacityTokens: random.of([60, 200, 1e4]),
      createdAt: now,
      expiresAt: new Date(now.getTime() + lastsMs),
    });
  }
  return sellerId;
}

function makeRequest(
  random: Random,
  modelId: string,
  accountId: string,
  stated?: boolean,
): Request {
  const isLikely = random.isLikely(0.5);
  const isStreamed = stated ?? isLikely;
  const ceilingScale8 = PRICE_SCALE8 * BigInt(random.between(2, 4));
  return {
    key: randomUUID(),
    accountId,
    cappedKeyId: null,
    contractId: null,
    modelId,
    told: [],
    orderIds: new Set(),
    isOver: false,
    body: {
      model: modelId,
      messages: [
        {
          role: 'user',
          content: 'Hello',
        },
      ],
      stream: isStreamed,
      max_tokens: random.between(10, 90),
      max_price: formatPrice(ceilingScale8, 'perThousand'),
    },
  };
}
