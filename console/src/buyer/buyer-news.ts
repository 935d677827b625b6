/** The news of a buyer: orders that are filled, contracts that end, deposits, and a key that comes to its limit. */
import type { Change } from '../client/account-events';
import { type BuyerClient, type MarketClient, answerOf } from '../client/clients';
import type { News, NewsReader } from '../client/news';
import { Repeated } from '../client/repeated';
import type { Contract, Order } from './bodies';

const CONTRACTS_EVERY_MS = 2_000;
const KEY_EVERY_MS = 15_000;
/** A tenth. */
const NEAR = 10;

const ORDERS: Readonly<Partial<Record<Order['status'], string>>> = {
  filled: 'is filled',
  partially_filled: 'is filled in part',
  expired: 'has expired',
};

const CONTRACTS: Readonly<Partial<Record<Contract['status'], string>>> = {
  exhausted: 'is delivered in full',
  expired: 'has ended with its window',
  defaulted: 'was not delivered: what was left is refunded',
};

interface Clients {
  readonly market: MarketClient;
  readonly buyer: BuyerClient;
}

export function buyerNews({ market, buyer }: Clients, add: News['add']): NewsReader {
  const statuses = new Map<string, Contract['status']>();
  /** What they are at first is no news. */
  let isKnown = false;
  const contracts = new Repeated(CONTRACTS_EVERY_MS, async () => {
    const { contracts: listed } = await answerOf(market.GET('/v1/contracts'));
    for (const contract of listed) {
      const { contract_id: id, model_id: model, status } = contract;
      const before = statuses.get(id);
      statuses.set(id, status);
      const what = CONTRACTS[status];
      if (!isKnown || before === status || what === undefined) continue;
      add({
        id: `${id} ${status}`,
        text: `The contract for ${model} ${what}.`,
        to: PAGES.contracts,
      });
    }
    isKnown = true;
  });
  const key = new Repeated(KEY_EVERY_MS, async () => {
    const { limit, limit_remaining: left } = (await answerOf(buyer.GET('/v1/key'))).data;
    if (limit === null || left === null || left * NEAR > limit) return;
    const text = left === 0 ? 'The limit of this key is used up.' : 'This key is near its limit.';
    add({ id: `key ${limit} ${left === 0}`, text, to: PAGES.account });
  });
  const order = async (id: string) => {
    const params = { path: { id } };
    const { status, model_id: model } = await answerOf(market.GET('/v1/orders/{id}', { params }));
    const what = ORDERS[status];
    if (what === undefined) return;
    add({
      id: `${id} ${status}`,
      text: `The order for ${model} ${what}.`,
      to: `/buyer/orders/${id}`,
    });
  };
  return (changes: readonly Change[]) => {
    for (const { kind, id } of changes) {
      if (kind === 'order' && id !== null) order(id).catch(() => undefined);
      if (kind === 'lot' || kind === 'all') contracts.request();
      if (kind === 'request' || kind === 'all') key.request();
      if (kind === 'deposit') {
        add({ id: `deposit ${Date.now()}`, text: 'A deposit was credited.', to: PAGES.statement });
      }
    }
  };
}

const PAGES = {
  account: '/buyer',
  contracts: '/buyer/contracts',
  statement: '/buyer/statement',
} as const;
