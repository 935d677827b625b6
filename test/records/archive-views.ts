/** Everything that lists what chats, tickets and draws leave behind, page by page, as the routes read it. */
import { MODEL } from '../../bench/chat/exchange';
import { REGIONS } from '../../domain/regions';
import { contractDetails } from '../../api/operator/contract-details';
import { contractBody } from '../../api/market/contract-bodies';
import { pastFills, pastJournals, pastOrders, pastTrades } from '../../records/archive/past';
import { atOneMoment } from '../../records/mongodb/at-one-moment';
import type { Records } from '../../records/connect';
import { readLots } from '../../records/queries/contract-lots';
import { executedBehind, executedPosition } from '../../records/queries/executed-position';
import { findJournals } from '../../records/queries/find-journals';
import { findOrders } from '../../records/queries/find-orders';
import { searchRequests } from '../../records/queries/search-requests';
import { countFills } from '../../records/reputations/count-fills';
import { readOutcomes } from '../../records/standings/read-outcomes';
import { readSpend } from '../../records/queries/read-spend';
import type { TradeDocument } from '../../records/documents/trade';
import { type StatementOf, readStatement } from '../../records/queries/read-statement';
import { of } from '../statements/reading';
import { testSettings } from '../support/environment';

const NOW = new Date();
/** As the public route reads its trades: each region has its own range of the index. */
const BOOK = { modelId: MODEL, tenor: 'spot', region: { $in: [...REGIONS] } } as const;
/** The addresses of workflows are those of one deployment. */
const settingsOnce = testSettings();
const REQUESTS_PER_PAGE = 7;
const TRADES_PER_PAGE = 7;
const JOURNALS_PER_PAGE = 11;
const LINES_PER_PAGE = 5;

export interface Participant {
  readonly accountId: string;
  readonly sellerId: string;
}

export type Views = Awaited<ReturnType<typeof viewsOf>>;

/** @param middle a time within the past */
export async function viewsOf(
  records: Records,
  { accountId, sellerId }: Participant,
  middle: Date,
) {
  const [order] = await pastOrders(records).page({ filter: {}, sorting: 'oldest', limit: 1 });
  const ofOrder = order!._id;
  const seller = { _id: sellerId, countedSince: null, registeredAt: new Date(0) };
  return {
    requests: await requestsOf(records, accountId),
    contracts: await contractsOf(records, accountId),
    newest: await ordersOf(records, 'newest', {}),
    oldest: await ordersOf(records, 'oldest', {}),
    filled: await ordersOf(records, 'newest', { status: 'filled' as const }),
    ofSeller: await ordersOf(records, 'newest', { sellerId }),
    journals: await journalsOf(records),
    captures: await journalsOf(records, { kind: 'capture' as const }),
    ofOrder: [
      (await pastFills(records).ofOrder(ofOrder)).map(({ _id }) => _id),
      (await pastJournals(records).ofOrder(ofOrder)).map(({ _id }) => _id).sort(),
    ],
    outcomes: await readOutcomes(records, seller, NOW),
    trades: await tradesOf(records, BOOK),
    tradesOfSeller: await tradesOf(records, { sellerId }),
    spend: (await readSpend(records, { accountId, from: new Date(0), to: NOW })).sort(
      (one, other) => one.day.localeCompare(other.day),
    ),
    reputation: await countFills(records, sellerId, null, { now: NOW, failuresTo: NOW }),
    statements: [
      await statementOf(records, of('account', accountId)),
      await statementOf(records, of('account', accountId, { from: middle })),
      await statementOf(records, of('account', accountId, { sorting: 'newest' })),
      await statementOf(records, of('seller', sellerId, { to: middle })),
    ],
  };
}

/** With their lots, their draws and all their money. */
async function contractsOf(records: Records, accountId: string) {
  const settings = await settingsOnce;
  const contracts = await records.contracts.find({ accountId }).sort({ _id: -1 }).toArray();
  const ids = contracts.map(({ _id }) => _id);
  const lots = await atOneMoment(records.connection, (session) => readLots(records, ids, session));
  const views: unknown[] = [];
  for (const contract of contracts) {
    const its = lots.get(contract._id)!;
    const order = (await records.contractOrders.findOne({ _id: contract.orderId }))!;
    views.push(contractBody(contract, its, NOW));
    views.push(await contractDetails(records, settings, order, null));
    views.push(await contractDetails(records, settings, order, its[0]!._id));
  }
  const unfilled = { accountId, filledTokens: 0 };
  for (const order of await records.contractOrders.find(unfilled).sort({ _id: 1 }).toArray()) {
    views.push(await contractDetails(records, settings, order, null));
  }
  return views;
}

async function requestsOf(records: Records, accountId: string): Promise<string[]> {
  const search = { accountId, modelId: undefined, status: undefined, requestId: undefined };
  const ids: string[] = [];
  for (let behindId: string | null = null; ; behindId = ids.at(-1)!) {
    const query = { ...search, from: undefined, to: undefined, behindId };
    const { items: requests } = await searchRequests(records, query, REQUESTS_PER_PAGE);
    ids.push(...requests.map(({ _id }) => _id));
    if (requests.length < REQUESTS_PER_PAGE) return ids;
  }
}

export async function ordersOf(
  records: Records,
  sorting: 'newest' | 'oldest',
  filter: object,
): Promise<string[]> {
  const none = { accountId: undefined, sellerId: undefined, modelId: undefined, before: null };
  const query = { kind: 'chat' as const, status: undefined, ...none, sorting, ...filter };
  const ids: string[] = [];
  for (let behindId: string | null = null; ;) {
    const page = await findOrders(records, { ...query, behindId }, REQUESTS_PER_PAGE);
    ids.push(...page.orders.map(({ order }) => order._id));
    if (page.nextId === null) return ids;
    behindId = page.nextId;
  }
}

/** As routes list them, from one position to the next. */
async function tradesOf(records: Records, filter: object): Promise<string[]> {
  const ids: string[] = [];
  for (let behind: string | null = null; ;) {
    const page: TradeDocument[] = await pastTrades(records).page({
      filter: { ...filter, ...(behind === null ? {} : executedBehind(behind)) },
      sorting: 'newest',
      limit: TRADES_PER_PAGE,
    });
    ids.push(...page.map(({ _id }) => _id));
    if (page.length < TRADES_PER_PAGE) return ids;
    behind = executedPosition(page.at(-1)!);
  }
}

async function journalsOf(records: Records, filter: object = {}): Promise<string[]> {
  const none = { account: undefined, orderId: undefined, kind: undefined, from: undefined };
  const query = { ...none, to: undefined, minScale8: undefined, maxScale8: undefined, ...filter };
  const ids: string[] = [];
  for (let behind: Parameters<typeof findJournals>[1]['behind'] = null; ;) {
    const page = await findJournals(records, { ...query, behind }, JOURNALS_PER_PAGE);
    ids.push(...page.journals.map(({ _id }) => _id));
    if (page.next === null) return ids;
    behind = page.next;
  }
}

/** @param between runs behind each page */
export async function statementOf(
  records: Records,
  statement: StatementOf,
  between: () => Promise<unknown> = async () => {},
) {
  const lines: unknown[] = [];
  for (let position: Parameters<typeof readStatement>[2] = null; ;) {
    const page = await readStatement(records, statement, position, LINES_PER_PAGE);
    lines.push(...page.lines);
    await between();
    if (page.next === null) return { ...page, asOf: null, lines };
    position = page.next;
  }
}
