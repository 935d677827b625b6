/**
 * The operator's searches have every record that is meant, once and in order, over all pages: beyond the
 * bounds of one scan, and where many records have one time.
 */
import { v7 as uuidV7 } from 'uuid';
import { SCANNED_PER_PAGE } from '../../records/queries/bounded-search';
import { type JournalQuery, findJournals } from '../../records/queries/find-journals';
import { type OrderQuery, findOrders } from '../../records/queries/find-orders';
import type { JournalDocument } from '../../records/documents/journal';
import { depositLines, newJournal } from '../../records/ledger/journal-lines';
import { Random, SEED } from '../support/random';
import { recordsForFile } from './scenario';

const COUNT = 4 * SCANNED_PER_PAGE;
const JOURNALS = 120;
const MINUTE_MS = 60_000;
/** An order of a rare instrument among so many. */
const RARE = 150;

const random = new Random(SEED);
const NOW = Date.now() - MINUTE_MS;

const records = recordsForFile();

const ANY: OrderQuery = {
  kind: undefined,
  status: undefined,
  accountId: undefined,
  sellerId: undefined,
  modelId: undefined,
  before: null,
  sorting: 'newest',
  behindId: null,
};

describe('orders', () => {
  /** Of both kinds, oldest first: those of chats lie closer together, a scan of them ends sooner. */
  const orders = Array.from({ length: COUNT }, (_, at) => {
    const createdAt = new Date(NOW - (COUNT - at) * 10);
    const modelId = random.between(1, RARE) === 1 ? 'rare' : 'common';
    const _id = uuidV7({ msecs: createdAt.getTime() });
    const parts = { _id, modelId, createdAt, updatedAt: createdAt, accountId: 'buyer' };
    return { ...parts, status: 'filled', workflowId: _id, clientOrderId: _id };
  });
  type Order = (typeof orders)[number];
  const chatIds = new Set(orders.filter((_, at) => at % 3 !== 0).map(({ _id }) => _id));
  const isChat = ({ _id }: Order) => chatIds.has(_id);
  // The last ones of the first scans, from either end.
  for (const some of [orders.filter(isChat), orders.filter((order) => !isChat(order))])
    for (const at of [SCANNED_PER_PAGE - 1, -SCANNED_PER_PAGE]) some.at(at)!.modelId = 'rare';
  beforeAll(async () => {
    const { fills, contractOrders, orders: chats } = records;
    await chats.insertMany(orders.filter(isChat) as never);
    await contractOrders.insertMany(orders.filter((order) => !isChat(order)) as never);
    await fills.insertMany(
      orders.map(({ _id, createdAt }) => ({
        _id: uuidV7({ msecs: createdAt.getTime() + 1 }),
        orderId: _id,
        sellerId: 'seller',
      })) as never,
    );
  });

  async function everyId(query: Partial<OrderQuery>, limit: number): Promise<string[]> {
    const ids: string[] = [];
    let behindId: string | null = null;
    do {
      const page = await findOrders(records, { ...ANY, ...query, behindId }, limit);
      expect(page.orders.length).toBeLessThanOrEqual(limit);
      ids.push(...page.orders.map(({ order }) => order._id));
      behindId = page.nextId;
    } while (behindId !== null);
    return ids;
  }

  const meant = (sorting: OrderQuery['sorting'], isMeant: (order: Order) => boolean) => {
    const ids = orders.filter(isMeant).map(({ _id }) => _id);
    return sorting === 'newest' ? ids.toReversed() : ids;
  };

  test.each(['newest', 'oldest'] as const)(
    `a rare instrument, %s first, seed ${SEED}`,
    async (sorting) => {
      const rare = meant(sorting, ({ modelId }) => modelId === 'rare');
      expect(rare.length).toBeGreaterThan(5);
      for (const limit of [3, 100]) {
        expect(await everyId({ sorting, modelId: 'rare' }, limit)).toEqual(rare);
        expect(await everyId({ sorting, modelId: 'rare', sellerId: 'seller' }, limit)).toEqual(
          rare,
        );
      }
      const chats = meant(sorting, (order) => order.modelId === 'rare' && isChat(order));
      expect(await everyId({ sorting, modelId: 'rare', kind: 'chat' }, 3)).toEqual(chats);
    },
  );

  test('those before a time, of all sellers and of one', async () => {
    const before = orders[COUNT / 8]!.createdAt;
    const older = meant('newest', ({ createdAt }) => createdAt < before);
    expect(await everyId({ before }, 100)).toEqual(older);
    expect(await everyId({ before, sellerId: 'seller' }, 100)).toEqual(older);
  });
});

describe('journals', () => {
  const ACCOUNTS = ['one', 'two', 'three'];
  /** Many of one millisecond. */
  const journals = Array.from({ length: JOURNALS }, (_, at): JournalDocument => {
    const accountId = random.of(ACCOUNTS);
    const [amount, orderId] = [BigInt(random.between(1, 4)), `order-${random.between(1, 5)}`];
    const lines = depositLines(accountId, amount);
    // A further line of another account, with another amount.
    const others = depositLines(random.of(ACCOUNTS), BigInt(random.between(1, 4)));
    return newJournal({
      _id: `deposit:${at}`,
      kind: random.of(['deposit', 'hold'] as const),
      accountId,
      orderId,
      lines: [...lines, ...others],
      createdAt: new Date(NOW + random.between(0, 5)),
    });
  });
  beforeAll(() => records.journals.insertMany(journals));

  async function everyId(query: Partial<JournalQuery>, limit: number): Promise<string[]> {
    const ids: string[] = [];
    let behind: JournalQuery['behind'] = null;
    do {
      const parts = { account: undefined, orderId: undefined, kind: undefined, behind };
      const range = { from: undefined, to: undefined, minScale8: undefined, maxScale8: undefined };
      const page = await findJournals(records, { ...parts, ...range, ...query }, limit);
      ids.push(...page.journals.map(({ _id }) => _id));
      behind = page.next;
    } while (behind !== null);
    return ids;
  }

  test(`any filter, each journal once and in order, seed ${SEED}`, async () => {
    for (let round = 0; round < 30; round += 1) {
      const maybe = <Value>(value: Value) => (random.isLikely(0.5) ? value : undefined);
      const accountId = maybe(random.of(ACCOUNTS));
      const [kind, orderId] = [maybe(random.of(['deposit', 'hold'] as const)), maybe('order-1')];
      const minScale8 = maybe(BigInt(random.between(1, 4)));
      const maxScale8 = maybe(BigInt(random.between(1, 4)));
      const [from, to] = [maybe(new Date(NOW + 1)), maybe(new Date(NOW + 5))];
      const account = accountId && `buyer:${accountId}`;
      const hasLine = (journal: JournalDocument) =>
        journal.lines.some(
          (line) =>
            line.amountScale8 >= (minScale8 ?? 0n) &&
            line.amountScale8 <= (maxScale8 ?? 9n) &&
            (account === undefined || line.account === account),
        );
      const isOf = ({ accountId: own }: JournalDocument) =>
        orderId !== undefined || accountId === undefined || own === accountId;
      const expected = journals
        .filter((journal) => isOf(journal) && hasLine(journal))
        .filter((journal) => kind === undefined || journal.kind === kind)
        .filter((journal) => orderId === undefined || journal.orderId === orderId)
        .filter(({ createdAt }) => (!from || createdAt >= from) && (!to || createdAt < to))
        .toSorted(
          (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1),
        )
        .map(({ _id }) => _id);
      const query = { account, kind, orderId, minScale8, maxScale8, from, to };
      const found = await everyId(query as Partial<JournalQuery>, random.between(1, 20));
      expect({ round, found }).toEqual({ round, found: expected });
    }
  });
});
