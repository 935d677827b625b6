/** Every route that reads answers the same bytes before and after its records have moved to the archive. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { History } from '../../bench/years/history';
import { type ReadRoute, readRoutes } from '../../bench/years/read-routes';
import { archiveFinished } from '../../records/archive/move';
import { closeDays } from '../../records/closings/close-days';
import type { ContractDocument } from '../../records/documents/contract';
import { KEY_PREFIXES, deriveKey, hashKey } from '../../domain/key-hash';
import type { LotDocument } from '../../records/documents/lot';
import { Exchange } from '../support/exchange';
import { MODEL } from '../../bench/chat/exchange';
import { expectSound } from './scenario';

const CHATS = 80;
/** 80 of them last four months. */
const CHATS_IN_TWO_YEARS = 480;
const DAY_MS = 86_400_000;
const RUN_MS = 60_000;
/** An answer that tells its time differs from one second to the next. */
const SECOND_MS = 1_100;

let exchange: Exchange;
let reads: readonly ReadRoute[];
let credential: string;

beforeAll(async () => {
  exchange = await Exchange.start();
  const { records, settings } = exchange;
  const { sellerId, apiKey: sellerKey } = await exchange.seller();
  const { accountId, key: buyerKey } = await exchange.buyer();
  await exchange.workers[0]!.kill(); // it would close days of the past while they are inserted
  // It sees trades since its registration.
  await records.sellers.updateOne({ _id: sellerId }, { $set: { registeredAt: new Date(0) } });
  const participants = {
    accountIds: [accountId, randomUUID()],
    sellerIds: [sellerId, randomUUID()],
  };
  await new History(records, participants, CHATS_IN_TWO_YEARS).extendTo(CHATS, () => undefined);
  await records.closings.deleteMany({});
  await records.closedDays.deleteMany({});
  await closeDays(records, new Date());
  const { contract, lot } = await oldContract(accountId);
  const draw = (await records.fills.findOne({ lotId: lot._id }))!;
  const { keyPepper, operatorToken } = settings.secrets;
  credential = deriveKey(KEY_PREFIXES[settings.TOKENBOOK_MODE].ticket, keyPepper, 'old');
  const credentialHash = hashKey(keyPepper, credential);
  await records.tickets.updateOne({ _id: contract.ticketId! }, { $set: { credentialHash } });
  const { port, adminPort } = exchange.gateways[0]!;
  const [url, adminUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${adminPort}`];
  const busiest = {
    url,
    adminUrl,
    operatorToken,
    buyerKey,
    sellerKey,
    accountId,
    sellerId,
    modelId: MODEL,
    fillId: draw._id,
    orderId: draw.orderId,
    reconciliationId: 'none',
    contractOrderId: contract.orderId,
    contractId: contract._id,
    ticketId: contract.ticketId!,
  };
  const byId = [contract._id, contract.orderId, contract.ticketId!, lot._id, draw._id];
  const headers = { authorization: `Bearer ${operatorToken}` };
  const journals = [`order_id=${contract.orderId}`, `order_id=${draw.orderId}`, 'kind=window_end'];
  reads = [
    // The refusals of these reads are counted some time after them.
    ...readRoutes(busiest).filter(({ name }) => !name.endsWith('/refusals')),
    ...byId.map((id) => ({
      name: `order ${id}`,
      url: `${adminUrl}/admin/v1/orders/${id}`,
      headers,
    })),
    ...journals.map((query) => ({
      name: query,
      url: `${adminUrl}/admin/v1/journals?${query}`,
      headers,
    })),
  ];
}, 120_000);

afterAll(() => exchange.stop());

/** The oldest one with a lot that can move. */
async function oldContract(
  accountId: string,
): Promise<{ contract: ContractDocument; lot: LotDocument }> {
  const { lots, contracts } = exchange.records;
  const lot = (await lots.find({ accountId, status: 'expired' }).sort({ _id: 1 }).limit(1).next())!;
  return { lot, contract: (await contracts.findOne({ _id: lot.contractId }))! };
}

async function answers(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, url, headers } of reads) {
    const { statusCode, body } = await request(url, { headers });
    found.set(name, `${statusCode} ${await body.text()}`);
  }
  return found;
}

function differing(one: Map<string, string>, other: Map<string, string>): string[] {
  return [...one].flatMap(([name, answer]) => (other.get(name) === answer ? [] : [name]));
}

/** A chat with the credential of the old ticket. */
const chat = async () => {
  const { status, body } = await exchange.chat(credential);
  const { request_id: _other, ...error } = body.error;
  return { status, error };
};

test('every answer is the same when the records have moved', async () => {
  const { records } = exchange;
  const refused = await chat();
  expect(refused).toMatchObject({ error: { code: 'contract_expired' } });
  const first = await answers();
  await delay(SECOND_MS);
  const before = await answers();
  const volatile = new Set(differing(first, before));
  const lots = await records.lots.countDocuments({});
  const draws = await records.fills.countDocuments({ kind: 'draw' });
  await archiveFinished(records, { ageMs: DAY_MS, runMs: RUN_MS });
  expect(await records.lots.countDocuments({})).toBeLessThan(lots);
  expect(await records.fills.countDocuments({ kind: 'draw' })).toBeLessThan(draws);
  const after = await answers();
  expect(differing(before, after).filter((name) => !volatile.has(name))).toEqual([]);
  const steady = [...before].filter(([name]) => !volatile.has(name));
  expect(steady.filter(([, answer]) => answer.startsWith('200')).length).toBeGreaterThan(25);
  const named = /order |order_id|contracts|tickets|orders|requests|trades|refunds/;
  expect([...volatile].filter((name) => named.test(name))).toEqual([]);
  const ofLot = [...before].filter(([name]) => name.startsWith('order '));
  expect(ofLot.map(([, answer]) => answer.slice(0, 3))).toEqual(ofLot.map(() => '200'));
  expect(await chat()).toEqual(refused);
  await expectSound(records);
});
