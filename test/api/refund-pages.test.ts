/** The refunds of a seller in pages: each of them once, also when many ended in one moment. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { request } from 'undici';
import { v7 as uuidV7 } from 'uuid';
import { Cursors, pageQuerySchema } from '../../api/cursor';
import { refundsHandler } from '../../api/operator/refunds';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import type { LotDocument } from '../../records/documents/lot';
import { dropRecords, openRecords } from '../records/scenario';
import { Random, SEED } from '../support/random';

const LOTS = 9;
const SECOND_MS = 1_000;

let records: WritableRecords;
let server: Server;
let sellerId: string;
beforeAll(async () => {
  records = await openRecords();
  const handler = refundsHandler(records, new Cursors('pepper'));
  const app = express();
  app.get('/:id', async (req, res) => {
    const query = pageQuerySchema.parse(req.query);
    await handler(req as never, res, { params: req.params, query } as never);
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(async () => {
  sellerId = randomUUID();
  const now = new Date();
  await records.models.sellers.create({
    _id: sellerId,
    name: 'Seller',
    owner: null,
    standing: 'Active',
    apiKeyHash: sellerId,
    endpointUrl: `http://127.0.0.1:1/${sellerId}`,
    quotas: {},
    registeredAt: now,
    updatedAt: now,
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await dropRecords(records);
});

/** A lot of the seller whose tokens went back to the buyer. @returns its id */
async function refundedLot(closedAt: Date): Promise<string> {
  const none = asDouble(0);
  const lot = {
    _id: uuidV7(),
    contractId: uuidV7(),
    orderId: uuidV7(),
    askId: uuidV7(),
    sellerId,
    accountId: randomUUID(),
    modelId: 'gpt-4o',
    tenor: 'spot',
    region: 'us-east',
    priceScale8: 100n,
    quantityTokens: asDouble(10),
    refundedTokens: asDouble(10),
    remainingTokens: none,
    reservedTokens: none,
    drawnTokens: none,
    paidTokens: none,
    draws: none,
    feeBasisPoints: none,
    costScale8: 1n,
    refundedScale8: 1n,
    escrowScale8: 0n,
    earnedScale8: 0n,
    feeScale8: 0n,
    status: 'defaulted',
    opensAt: closedAt,
    endsAt: closedAt,
    createdAt: closedAt,
    closedAt,
    hasStory: true,
  } as unknown as LotDocument;
  await records.lots.insertOne(lot);
  return lot._id;
}

/** The lots of all pages, in their order. */
async function readAll(limit: number): Promise<string[]> {
  const { port } = server.address() as AddressInfo;
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const behind = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await request(`http://127.0.0.1:${port}/${sellerId}?limit=${limit}${behind}`);
    const page = (await answer.body.json()) as any;
    found.push(...page.refunds.map((refund: { lot_id: string }) => refund.lot_id));
    cursor = page.next_cursor;
  }
  return found;
}

test('lots that ended together are all shown, whatever the size of a page', async () => {
  const together = new Date();
  const lots: string[] = [];
  for (let count = 0; count < LOTS; count += 1) lots.push(await refundedLot(together));
  for (const limit of [1, 2, LOTS - 1, LOTS]) {
    expect(await readAll(limit)).toEqual(lots.toSorted().toReversed());
  }
});

test(`lots of several moments are shown once, the newest first (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const startMs = Date.now();
  const closed = new Map<string, number>();
  for (let count = 0; count < LOTS; count += 1) {
    const closedAtMs = startMs - random.between(0, 3) * SECOND_MS;
    closed.set(await refundedLot(new Date(closedAtMs)), closedAtMs);
  }
  const shown = await readAll(random.between(1, 3));
  expect(shown.toSorted()).toEqual([...closed.keys()].toSorted());
  const times = shown.map((lot) => closed.get(lot)!);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});
