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
import { makeTrade, type Trade } from './trade';

const HOUR_MS = 3_600_000;
/** Of an ask that expires within the simulation. */
const SHORT_MS = 8_000;
const PRICE_SCALE8 = 1_000n;
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
  /** Whether accounts order capacity. */
  readonly hasOrders?: boolean;
}

export async function makeMarket(
  { records, settings }: Servers,
  random: Random,
  terms: MarketTerms,
): Promise<Market> {
  const { hasRelays = false } = terms;
  const modelId = `sim-${randomUUID().slice(0, 13)}`;
  const manners = new Map<string, Manner>();
  for (let at = 0; at < random.between(2, 4); at += 1) {
    const manner = at === 0 ? 'honest' : random.of(MANNERS);
    const owner = at === 0 ? OWNER : null;
    const sellerId = await makeSeller(records, random, { modelId, hasRelays, owner });
    manners.set(sellerId, terms.manner ?? manner);
  }
  const accounts = new Map<string, bigint>();
  for (let at = 0; at < random.between(1, 2); at += 1) {
    const accountId = uuidV7();
    const balanceScale8 = random.of([150_000n, 1_000_000n, 100_000_000n]);
    const now = new Date();
    const times = { createdAt: now, updatedAt: now };
    const name = { name: 'Buyer', owner: null, priceCeilingScale8: null };
    await records.accounts.insertOne({ _id: accountId, ...name, ...times });
    await records.ledger.deposit({ accountId, amountScale8: balanceScale8, reference: 'first' });
    accounts.set(accountId, balanceScale8);
  }
  const contracts: Contract[] = [];
  for (const accountId of accounts.keys()) {
    if (!(terms.isDrawn ?? random.isLikely(0.4))) continue;
    const sellerIds = [...manners.keys()];
    contracts.push(await buyAhead(records, random, { modelId, accountId, sellerIds }));
  }
  const requests = Array.from(
    { length: Math.min(random.between(2, 5), terms.requestsMax ?? Infinity) },
    () => {
      const accountId = random.of([...accounts.keys()]);
      const contract = contracts.find((one) => one.accountId === accountId);
      const isDrawn = contract !== undefined && (terms.isDrawn ?? random.isLikely(0.7));
      const request = makeRequest(random, modelId, accountId, terms.isStreamed);
      return isDrawn ? { ...request, contractId: contract.contractId } : request;
    },
  );
  const hasOrders = terms.hasOrders ?? random.isLikely(0.5);
  const trade = hasOrders
    ? await makeTrade(records, random, { modelId, accounts: accounts.keys(), hasRelays })
    : { orders: [], newAsks: [] };
  const hasOperator = terms.hasOperator ?? (hasOrders && random.isLikely(0.4));
  const decisions = hasOperator
    ? makeDecisions(random, { modelId, accounts: accounts.keys() })
    : NO_DECISIONS;
  const [accountId, sellerId] = [[...accounts.keys()][0]!, [...manners.keys()][0]!];
  const hasKeys = terms.hasKeys ?? random.isLikely(0.4);
  const keys = hasKeys
    ? await makeKeys(records, settings, random, { modelId, accountId, sellerId })
    : NO_KEYS;
  return { modelId, accounts, manners, contracts, requests, ...trade, ...decisions, ...keys };
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
    ...{ name: 'Seller', endpointUrl, apiKeyHash: sellerId, owner, quotas: {} },
    ...{ supportedModels: [modelId], regions: ['us-east'], standing: 'Active' },
    ...{ registeredAt: now, updatedAt: now },
  });
  for (let at = 0; at < (hasRelays ? 2 : random.between(1, 2)); at += 1) {
    const lastsMs = hasRelays && at > 0 ? SHORT_MS : HOUR_MS;
    await records.ledger.asks.create({
      ...{ askId: uuidV7(), sellerId, surface: 'market', modelId, tenor: 'spot' },
      ...{ region: 'us-east', lotTokens: 1, validForSeconds: lastsMs / 1_000 },
      priceScale8: PRICE_SCALE8 * BigInt(random.between(1, 3)),
      capacityTokens: random.of([60, 200, 10_000]),
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
  isStreamed = random.isLikely(0.5),
): Request {
  const ceilingScale8 = PRICE_SCALE8 * BigInt(random.between(2, 4));
  return {
    ...{ key: randomUUID(), accountId, contractId: null, modelId },
    ...{ told: [], orderIds: new Set(), isOver: false },
    body: {
      ...{ model: modelId, messages: [{ role: 'user', content: 'Hello' }], stream: isStreamed },
      max_tokens: random.between(10, 90),
      max_price: formatPrice(ceilingScale8, 'perThousand'),
    },
  };
}
