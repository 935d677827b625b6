/** The ends of the lots of a large contract, and what they read. */
import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import { v7 as uuidV7 } from 'uuid';
import { LEAST_REQUEST_TOKENS } from '../../domain/prompts/size';
import { fanOut } from '../../exchange/webhooks/fan-out';
import { asDouble } from '../../records/collections';
import type { LotDocument } from '../../records/documents/lot';
import { lotEndEvent } from '../../records/webhooks/events';
import { recordsForFile } from '../records/scenario';

const LOTS = 300;

const records = recordsForFile();
afterEach(() => jest.restoreAllMocks());

/**
 * A contract with a ticket, whose lots have ended at once.
 * @param open lots that have not ended
 * @param leftTokens of each of those
 */
async function endedContract(open: number, leftTokens = LEAST_REQUEST_TOKENS): Promise<string> {
  const now = new Date();
  const none = asDouble(0);
  const [contractId, ticketId] = [uuidV7(), uuidV7()];
  const lots = Array.from({ length: LOTS }, (_, place): LotDocument => ({
    _id: uuidV7(),
    contractId,
    orderId: 'order',
    accountId: 'buyer',
    sellerId: 'seller',
    askId: 'ask',
    modelId: 'm',
    tenor: 'spot',
    region: 'us-east',
    priceScale8: 1000n,
    quantityTokens: asDouble(9),
    remainingTokens: asDouble(leftTokens),
    reservedTokens: none,
    drawnTokens: none,
    paidTokens: none,
    refundedTokens: none,
    draws: none,
    costScale8: 9n,
    escrowScale8: 0n,
    earnedScale8: 9n,
    feeScale8: 0n,
    refundedScale8: 0n,
    feeBasisPoints: none,
    opensAt: now,
    endsAt: now,
    status: place < LOTS - open ? 'exhausted' : 'open',
    createdAt: now,
    closedAt: now,
    hasStory: true,
  }));
  await records.lots.insertMany(lots);
  await records.contracts.insertOne({
    _id: contractId,
    accountId: 'buyer',
    orderId: randomUUID(),
    ticketId,
    modelId: 'm',
    tenor: 'spot',
    region: null,
    quantityTokens: asDouble(9 * LOTS),
    costScale8: 9n,
    opensAt: now,
    endsAt: now,
    createdAt: now,
  });
  const ended = lots.filter(({ status }) => status === 'exhausted');
  await records.webhookEvents.insertMany(ended.map((lot) => lotEndEvent(lot, null, now)));
  return ticketId;
}

/** @returns how often lots were read, and how many */
async function fanOutAll(): Promise<{ reads: number; lots: number }> {
  const read = { reads: 0, lots: 0 };
  const { find } = mongo.Collection.prototype;
  const { hasNext, toArray } = mongo.FindCursor.prototype;
  jest.spyOn(mongo.Collection.prototype, 'find').mockImplementation(function (
    this: mongo.Collection,
    ...args: unknown[]
  ) {
    const cursor = find.apply(this, args as never);
    if (this.collectionName !== 'lots') return cursor as never;
    read.reads += 1;
    return Object.assign(cursor, {
      hasNext: async () => {
        const has = await hasNext.call(cursor);
        read.lots += has ? 1 : 0;
        return has;
      },
      toArray: async () => {
        const found = await toArray.call(cursor);
        read.lots += found.length;
        return found;
      },
    }) as never;
  });
  for (let isMore = true; isMore;) isMore = await fanOut(records);
  return read;
}

function exhaustedEvents(ticketId: string): Promise<number> {
  const ofTicket = { type: 'ticket.exhausted', body: { $regex: ticketId } };
  return records.webhookEvents.countDocuments(ofTicket);
}

test('looks for one other lot per contract and batch, and reports the exhausted ticket once', async () => {
  const ticketId = await endedContract(0);
  const { reads, lots } = await fanOutAll();
  expect(reads).toBeLessThanOrEqual(LOTS / 100);
  expect(lots).toBe(0);
  expect(await exhaustedEvents(ticketId)).toBe(1);
});

test('reports a ticket whose last open lot has less than the least request left', async () => {
  const ticketId = await endedContract(1, LEAST_REQUEST_TOKENS - 1);
  await fanOutAll();
  expect(await exhaustedEvents(ticketId)).toBe(1);
});

test('does not report a ticket of which one lot is left', async () => {
  const ticketId = await endedContract(1);
  const { lots } = await fanOutAll();
  expect(lots).toBeLessThanOrEqual(LOTS / 100);
  expect(await exhaustedEvents(ticketId)).toBe(0);
});
