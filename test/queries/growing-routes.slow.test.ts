/**
 * What every route that reads costs does not grow with the past: counted in documents and index keys
 * that MongoDB examined. Of two exchanges, one has five times the past of the other, at the same rate.
 */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { MODEL } from '../../bench/chat/exchange';
import { reconcile } from '../../exchange/maintenance/reconcile';
import { History } from '../../bench/years/history';
import { type ReadRoute, readRoutes } from '../../bench/years/read-routes';
import { ARCHIVE_AGE_MIN_MS } from '../../records/archive/archives';
import { archiveFinished } from '../../records/archive/move';
import { SCANNED_PER_PAGE } from '../../records/queries/bounded-search';
import { chainDays } from '../../records/chain/chain-days';
import { closeDays } from '../../records/closings/close-days';
import { Exchange } from '../support/exchange';
import { type Work, workIn } from './work';

/** It fills the pages of everybody. */
const SHORT = { chats: 1_800, days: 90 } as const;
const TIMES_LONGER = 5;
const OTHERS = 20;
const RUN_MS = 600_000;
const RECENT = { recent: { days: 2, seed: 1 } } as const;
const GROWTH_MAX = 1.3;
/** What gateways read of themselves meanwhile. */
const NOISE = 30;

/** Of each kind of order, however long the past is: ids in an index, and orders. */
const SEARCHED: Readonly<Record<string, { readonly keys: number; readonly documents: number }>> = {
  '/admin/v1/orders?status=filled': { keys: 3 * SCANNED_PER_PAGE, documents: 0 },
  '/admin/v1/search?q=a': { keys: 6 * SCANNED_PER_PAGE, documents: 2 * SCANNED_PER_PAGE + NOISE },
};

interface Read extends Work {
  /** Of the answer; 1 of one without a list. */
  readonly rows: number;
}

let buyerKey: string;

/** Of each route, in an exchange with a past of its own. */
async function measure(times: number): Promise<ReadonlyMap<string, Read>> {
  const exchange = await Exchange.start();
  try {
    const reads = await prepare(exchange, times);
    const works = new Map<string, Read>();
    for (const { name, url, headers } of reads) {
      const read = async () => {
        const { statusCode, body } = await request(url, { headers });
        const text = await body.text();
        if (statusCode >= 500) throw new Error(`${name}: ${statusCode} ${text}`);
        return rowsOf(text);
      };
      const rows = await read();
      works.set(name, { ...(await workIn(exchange.records, read)), rows });
    }
    for (const [name, run] of Object.entries(workOf(exchange))) {
      await run();
      works.set(name, { ...(await workIn(exchange.records, run)), rows: 1 });
    }
    return works;
  } finally {
    await exchange.stop();
  }
}

/** What the exchange does beside reading: the chat itself, and maintenance that finds nothing new. */
function workOf(exchange: Exchange): Readonly<Record<string, () => Promise<unknown>>> {
  const { records } = exchange;
  const archiving = { ageMs: ARCHIVE_AGE_MIN_MS, runMs: RUN_MS };
  return {
    'a chat': async () => expect((await exchange.chat(buyerKey)).status).toBe(200),
    'closing days': () => closeDays(records, new Date()),
    'moving records to the archive': () => archiveFinished(records, archiving),
    'a recent check of the invariants': () => reconcile(records, 'operator', RECENT),
  };
}

function rowsOf(answer: string): number {
  const parts: unknown[] = Object.values(JSON.parse(answer) as object);
  const lists = parts.filter((part) => Array.isArray(part));
  return Math.max(1, ...lists.map(({ length }) => length));
}

async function prepare(exchange: Exchange, times: number): Promise<readonly ReadRoute[]> {
  const { records, settings } = exchange;
  const seller = await exchange.seller();
  const { sellerId, apiKey: sellerKey } = seller;
  await exchange.ask(seller, { price: '0.001' });
  const buyer = await exchange.buyer('100');
  const { accountId } = buyer;
  buyerKey = buyer.key;
  await exchange.workers[0]!.kill(); // it would close days of the past while they are inserted
  await records.sellers.updateOne({ _id: sellerId }, { $set: { registeredAt: new Date(0) } });
  const others = () => Array.from({ length: OTHERS }, () => randomUUID());
  const accountIds = [accountId, ...others()];
  const sellerIds = [sellerId, ...others()];
  const quiet = { accountId: accountIds.at(-1)!, sellerId: sellerIds.at(-1)! };
  await nameQuiet(exchange, quiet);
  const [chats, days] = [SHORT.chats * times, SHORT.days * times];
  const history = new History(records, { accountIds, sellerIds }, chats, days);
  await history.extendTo(chats, () => undefined);
  await records.closings.deleteMany({});
  await records.closedDays.deleteMany({});
  await closeDays(records, new Date());
  await chainDays(records);
  await archiveFinished(records, { ageMs: ARCHIVE_AGE_MIN_MS, runMs: RUN_MS });
  const { port, adminPort } = exchange.gateways[0]!;
  const [url, adminUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${adminPort}`];
  const { operatorToken } = settings.secrets;
  const contract = (await records.contracts.find({}).sort({ _id: 1 }).limit(1).next())!;
  const [fill] = await records.archivedFills
    .find({ kind: 'chat' })
    .sort({ _id: 1 })
    .limit(1)
    .toArray();
  return [
    ...readRoutes({
      url,
      adminUrl,
      operatorToken,
      buyerKey,
      sellerKey,
      accountId,
      sellerId,
      quiet,
      modelId: MODEL,
      fillId: fill!._id,
      orderId: fill!.orderId,
      reconciliationId: 'none',
      contractOrderId: contract.orderId,
      contractId: contract._id,
      ticketId: contract.ticketId!,
    }),
    {
      name: 'an old contract order',
      url: `${adminUrl}/admin/v1/orders/${contract.orderId}`,
      headers: { authorization: `Bearer ${operatorToken}` },
    },
  ];
}

/** The operator asks for known accounts and sellers only. */
async function nameQuiet(
  { records }: Exchange,
  quiet: { readonly accountId: string; readonly sellerId: string },
): Promise<void> {
  const now = new Date();
  const [account] = await records.accounts.find({}).limit(1).toArray();
  await records.accounts.insertOne({ ...account!, _id: quiet.accountId, createdAt: now });
  const [seller] = await records.sellers.find({}).limit(1).toArray();
  const { _id: id } = { _id: quiet.sellerId };
  const endpointUrl = `https://${id}.example`;
  const own = { endpointUrl, heldEndpoint: endpointUrl, apiKeyHash: id, asleepSince: now };
  await records.sellers.insertOne({ ...seller!, _id: id, ...own, registeredAt: new Date(0) });
}

test('a past of five times the length', async () => {
  const short = await measure(1);
  const long = await measure(TIMES_LONGER);
  const rows = [...long].map(([name, after]) => ({ name, before: short.get(name)!, after }));
  const grown = rows.filter(({ name, before, after }) => {
    // A longer list costs more.
    const most = GROWTH_MAX * Math.max(1, after.rows / before.rows);
    const searched = SEARCHED[name] ?? { keys: 0, documents: 0 };
    return (
      after.documents > Math.max(most * before.documents + NOISE, searched.documents) ||
      after.keys > Math.max(most * before.keys + NOISE, searched.keys)
    );
  });
  if (process.env['SHOW_WORK']) {
    const shown = ({ documents, keys, rows: count }: Read) => `${documents}/${keys} of ${count}`;
    process.stderr.write(
      rows.map((row) => `${row.name}: ${shown(row.before)} > ${shown(row.after)}\n`).join(''),
    );
  }
  expect(rows.length).toBeGreaterThan(60);
  expect(grown).toEqual([]);
}, 900_000);
