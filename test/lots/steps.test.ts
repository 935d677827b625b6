/** The steps of a draw when two workers are at the same one: a worker that was thought dead is not. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { ExchangeDeps } from '../../exchange/deps';
import { createDrawSteps } from '../../exchange/chat/draw';
import { MarketMetrics } from '../../api/operator/market-metrics';
import { StandingWatch } from '../../exchange/judging/standing-watch';
import { noTracing } from '../../exchange/tracing/tracing';
import { loadCatalog } from '../../config/catalog';
import type { ChatOrder } from '../../domain/chat';
import { type DrawableLot, chooseLot } from '../../domain/contract-standing';
import type { WritableRecords } from '../../records/connect';
import { boughtTicket, draw } from '../contracts/records-scenario';
import {
  MODEL,
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  settlement,
} from '../records/scenario';
import { testSettings } from '../support/environment';

let workers: WritableRecords[];
let steps: ReturnType<typeof createDrawSteps>[];
beforeAll(async () => {
  const settings = await testSettings();
  const database = settings.MONGODB_DATABASE;
  workers = [await openRecords(database), await openRecords(database)];
  const catalog = loadCatalog(settings.CATALOG_FILE);
  steps = workers.map((records) => {
    const ignored = () => undefined;
    const nobody = { tell: () => Promise.resolve(), suspect: ignored, onError: ignored };
    const standings = new StandingWatch({ records, windowMs: 1, ...nobody });
    return createDrawSteps({
      settings,
      records,
      catalog,
      standings,
      meter: new MarketMetrics(catalog),
      tracing: noTracing,
    } as unknown as ExchangeDeps);
  });
});
afterEach(() => expectSound(workers[0]!));
afterAll(async () => {
  await workers[1]!.close();
  await dropRecords(workers[0]!);
});

/** A lot of a registered seller. */
async function lotOf(terms: { quantityTokens: number; lifetimeMs?: number }) {
  const [records] = workers as [WritableRecords];
  const sellerId = randomUUID();
  const now = new Date();
  await records.models.sellers.create({
    _id: sellerId,
    name: 'Seller',
    endpointUrl: `http://127.0.0.1:1/${sellerId}`,
    apiKeyHash: sellerId,
    standing: 'Active',
    owner: null,
    quotas: {},
    registeredAt: now,
    updatedAt: now,
  });
  const accountId = await fundedAccount(records, 10_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: terms.quantityTokens, sellerId });
  const bought = await boughtTicket(records, { accountId, askId, ...terms });
  return { records, sellerId, accountId, ...bought };
}

function chatOrder(accountId: string, contractId: string, quantityTokens: number): ChatOrder {
  const orderId = uuidV7();
  return {
    orderId,
    accountId,
    contractId,
    modelId: MODEL,
    requestId: 'request',
    idempotencyId: null,
    workflowId: 'workflow',
    streamed: false,
    request: { sealed: '' },
    limits: {
      deadlineMs: 1,
      answerTimeoutMs: 1,
      heartbeatMs: 1,
    },
    promptTokens: 1,
    quantityMinTokens: quantityTokens,
    quantityMaxTokens: quantityTokens,
    choices: 1,
    elastic: false,
    region: null,
    sellerId: null,
    venuePin: null,
    excludedSellerIds: [],
    ceilingScale8: '0',
  };
}

test('a draw that two workers do at once is one draw, and both are told the same', async () => {
  const { records, accountId, contractId, lotId } = await lotOf({ quantityTokens: 1_000 });
  for (let at = 0; at < 20; at += 1) {
    const order = chatOrder(accountId, contractId, 10);
    const seed = uuidV7();
    const told = await Promise.all(steps.map((step) => step.draw(order, seed, false)));
    expect(told[0]).toMatchObject({ kind: 'matched', fill: { drawnOn: { lotId } } });
    expect(told[1]).toEqual(told[0]);
  }
  expect(await records.lots.findOne({ _id: lotId })).toMatchObject({
    remainingTokens: 800,
    reservedTokens: 200,
  });
});

test.each([60_000, -60_000])(
  "whether a window is open is MongoDB's to say, by however much a process is wrong (%i ms)",
  async (wrongByMs) => {
    const { records, lotId } = await lotOf({ quantityTokens: 100, lifetimeMs: 30_000 });
    const clock = jest.spyOn(Date, 'now');
    clock.mockImplementation(() => performance.timeOrigin + performance.now() + wrongByMs);
    // The last two go together: more than there is, so that each is looked at by itself.
    const draws = await Promise.all([1, 60, 60].map((tokens) => draw(records, lotId, tokens)));
    clock.mockRestore();
    expect(draws.map(({ result }) => result.status).sort()).toEqual([
      'lot_short',
      'reserved',
      'reserved',
    ]);
  },
);

describe('a bound seller that failed a request in all its attempts', () => {
  async function drawn(terms: { quantityTokens: number; lifetimeMs?: number }) {
    const place = await lotOf(terms);
    const order = chatOrder(place.accountId, place.contractId, 400);
    const outcome = await steps[0]!.draw(order, uuidV7(), false);
    if (outcome.kind !== 'matched') throw new Error(JSON.stringify(outcome));
    const { fill } = outcome;
    const lot = () => place.records.lots.findOne({ _id: place.lotId });
    return { ...place, fill, lot };
  }

  it('gives everything back, and nobody can draw what it gave up', async () => {
    const { records, lotId, fill, lot } = await drawn({ quantityTokens: 1_000 });
    const other = await draw(records, lotId, 100);
    await Promise.all(steps.map((step) => step.defaultLot(fill)));
    const given = { status: 'defaulted', refundedTokens: 900, reservedTokens: 100 };
    expect(await lot()).toMatchObject({ ...given, refundedScale8: 90_000_000n });
    await records.ledger.settleFill(settlement(other.fillId, 40));
    expect(await lot()).toMatchObject({ drawnTokens: 40, refundedTokens: 960, escrowScale8: 0n });
  });

  it('is not paid for that request when its window has ended meanwhile, whoever noticed that', async () => {
    for (const isClosed of [true, false]) {
      const { records, lotId, fill, lot } = await drawn({ quantityTokens: 1_000 });
      const now = new Date();
      await records.lots.updateOne({ _id: lotId }, { $set: { endsAt: now } });
      const end = { lotId, status: 'expired', reason: 'over', now } as const;
      if (isClosed) await records.ledger.capacity.closeLot(end);
      await steps[0]!.defaultLot(fill);
      expect(await lot()).toMatchObject({
        status: 'expired',
        paidTokens: 600,
        refundedTokens: 400,
        escrowScale8: 0n,
      });
    }
  });

  it('keeps its lot when an attempt that was given up has delivered after all', async () => {
    const { records, fill, lot } = await drawn({ quantityTokens: 1_000 });
    await records.ledger.settleFill(settlement(fill.fillId, 40));
    await steps[0]!.defaultLot(fill);
    expect(await lot()).toMatchObject({ status: 'open', drawnTokens: 40, refundedTokens: 0 });
  });
});

test('a window holds its first millisecond and not its last one', () => {
  const [opensAtMs, endsAtMs] = [10_000, 20_000];
  const times = { opensAt: new Date(opensAtMs), endsAt: new Date(endsAtMs) };
  const lot: DrawableLot = { status: 'open', region: 'apac', remainingTokens: 100, ...times };
  const at = (nowMs: number, tokens = 100) => {
    const criteria = { quantityMinTokens: tokens, quantityMaxTokens: tokens, region: null };
    const choice = chooseLot([lot], criteria, new Date(nowMs));
    return 'lot' in choice ? choice.quantityTokens : choice.refused;
  };
  expect(at(opensAtMs - 1)).toBe('contract_pending');
  expect([at(opensAtMs), at(opensAtMs, 101)]).toEqual([100, 'contract_exhausted']);
  expect([at(endsAtMs - 1), at(endsAtMs - 1, 101)]).toEqual([100, 'contract_exhausted']);
  expect([at(endsAtMs), at(endsAtMs, 101)]).toEqual(['contract_expired', 'contract_expired']);
});

test('of the lots that hold enough, the one whose window ends first is drawn', () => {
  const lot = (endsAtMs: number, remainingTokens: number): DrawableLot => ({
    status: 'open',
    region: 'apac',
    remainingTokens,
    opensAt: new Date(0),
    endsAt: new Date(endsAtMs),
  });
  const [late, early, tooSmall] = [lot(30_000, 100), lot(20_000, 100), lot(10_000, 99)];
  const criteria = { quantityMinTokens: 100, quantityMaxTokens: 100, region: null };
  const choice = chooseLot([late, early, tooSmall], criteria, new Date(1_000));
  expect(choice).toEqual({ lot: early, quantityTokens: 100 });
});
