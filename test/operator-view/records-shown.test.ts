/** What an operator reads of sellers and of checks, from the records. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { Cursors } from '../../api/cursor';
import { ReconciliationRoutes } from '../../api/operator/reconciliation';
import { sellerDetails } from '../../api/operator/seller-details';
import type { Settings } from '../../config/settings';
import { newSeller } from '../../exchange/sellers/seller-profile';
import type { WritableRecords } from '../../records/connect';
import type { SellerDocument } from '../../records/documents/seller';
import { changeSeller, createSeller } from '../../records/standings/change-seller';
import { boughtTicket, draw } from '../contracts/records-scenario';
import {
  clearRecords,
  dropRecords,
  fundedAccount,
  openRecords,
  placedAsk,
  reserve,
} from '../records/scenario';
import { testSettings } from '../support/environment';

let settings: Settings;
let records: WritableRecords;
beforeAll(async () => {
  settings = await testSettings();
  records = await openRecords(settings.MONGODB_DATABASE);
});
beforeEach(() => clearRecords(records));
afterAll(() => dropRecords(records));

const BY_OPERATOR = { actor: 'operator', causes: [] as string[] };

async function registered(): Promise<SellerDocument> {
  const document = newSeller({
    name: 'Seller',
    endpointUrl: `http://127.0.0.1:8080/${randomUUID()}`,
    local: true,
    supportedModels: ['gpt-4o'],
    modelNames: ['gpt-4o'],
    regions: null,
    apiKeyHash: randomUUID(),
    currentKeyHash: null,
  });
  const change = { kind: 'registered', standing: 'Active', reason: 'registered' } as const;
  await createSeller(records, document, { ...change, ...BY_OPERATOR });
  return document;
}

describe('a seller', () => {
  const detailsOf = (seller: SellerDocument) => sellerDetails(records, settings, seller);

  test('owes what is reserved of it and what is sold ahead, each once, until its lots end', async () => {
    const seller = await registered();
    const accountId = await fundedAccount(records, 10_000_000_000n);
    const ask = { sellerId: seller._id, capacityTokens: 10_000 };
    const [askId, ofAnother] = await Promise.all([
      placedAsk(records, ask),
      placedAsk(records, { ...ask, sellerId: randomUUID() }),
    ]);
    await reserve(records, { accountId, askId, quantityTokens: 300 });
    await reserve(records, { accountId, askId: ofAnother, quantityTokens: 70 });
    const { lotId } = await boughtTicket(records, { accountId, askId, quantityTokens: 2_000 });
    await draw(records, lotId, 500);
    const owing = await detailsOf(seller);
    expect(owing.obligations).toEqual({
      tokens: 1_500,
      lots: 1,
      reserved_tokens: 800,
      contracts: 1,
      buyers: 1,
      escrow: owing.open_lots[0]!.escrow,
    });
    expect(owing.obligations.escrow).not.toBe('0');
    expect(owing.open_lots).toMatchObject([
      { lot_id: lotId, quantity: 2_000, remaining: 1_500, reserved: 500 },
    ]);
    const ended = {
      tokens: 0,
      lots: 0,
      reserved_tokens: 300,
      contracts: 0,
      buyers: 0,
      escrow: '0',
    };
    await records.lots.updateOne({ _id: lotId }, { $set: { endsAt: new Date() } });
    expect((await detailsOf(seller)).obligations).toEqual(ended);
    await records.lots.updateOne({ _id: lotId }, { $set: { status: 'expired' } });
    expect(await detailsOf(seller)).toMatchObject({ obligations: ended, open_lots: [] });
  });

  test('has its newest changes, oldest first, and those of its standing apart', async () => {
    const seller = await registered();
    for (let change = 1; change <= 100; change += 1) {
      await changeSeller(
        records,
        { _id: seller._id },
        { $set: { name: `Seller ${change}` } },
        { kind: 'updated', standing: null, reason: `change ${change}`, ...BY_OPERATOR },
      );
    }
    const { changes, standing_history: standings } = await detailsOf(seller);
    const reasons = Array.from({ length: 100 }, (_, at) => `change ${at + 1}`);
    expect(changes.map(({ reason }) => reason)).toEqual(reasons);
    expect(standings).toMatchObject([{ standing: 'Active', reason: 'registered' }]);
  });
});

describe('checks', () => {
  type Routes = ReconciliationRoutes;

  /** The answer of a handler, as its caller gets it. */
  async function answerOf<Name extends 'runs' | 'run' | 'status'>(name: Name, query: object) {
    let body: unknown;
    const res = { json: (answer: unknown) => (body = answer) };
    const routes = new ReconciliationRoutes(records, new Cursors('pepper'));
    await (routes[name] as (...given: unknown[]) => unknown)({}, res, { query });
    return body as Awaited<ReturnType<Routes[Name]>> & Record<string, any>;
  }

  const result = (id: string, violations: number) => ({
    id,
    name: `${id} holds`,
    status: violations > 0 ? 'violated' : 'ok',
    violations,
    samples: [],
    durationMs: 1,
    error: null,
  });

  async function ranAt(day: number): Promise<string> {
    const _id = uuidV7();
    await records.reconciliationRuns.insertOne({
      _id,
      trigger: 'schedule',
      ranAt: new Date(Date.UTC(2026, 0, day)),
      extent: 'recent',
      durationMs: 5,
      journals: null,
      results: [result('I1', day), result('I2', 0)],
    } as never);
    return _id;
  }

  test('are listed from the newest on, with the invariant that was asked for', async () => {
    const ids: string[] = [];
    for (const day of [1, 2, 3]) ids.push(await ranAt(day));
    const first = await answerOf('runs', { limit: 2, invariant: 'I1' });
    expect(first['runs']).toMatchObject([
      { run_id: ids[2], invariants: [{ id: 'I1', violations: 3 }] },
      { run_id: ids[1], invariants: [{ id: 'I1', violations: 2 }] },
    ]);
    expect(first['runs'][0].invariants).toHaveLength(1);
    const second = await answerOf('runs', { limit: 2, cursor: first['next_cursor'] });
    expect(second['runs']).toMatchObject([{ run_id: ids[0], invariants: [{}, {}] }]);
  });

  test('read all records when the operator asks for it, and recent ones otherwise', async () => {
    expect(await answerOf('run', {})).toMatchObject({ extent: 'recent', journals: null });
    expect(await answerOf('status', {})).toMatchObject({ extent: 'recent', full: null });
    expect(await answerOf('run', { extent: 'all' })).toMatchObject({ extent: 'all', journals: 0 });
    const status = await answerOf('status', {});
    expect(status).toMatchObject({ extent: 'all', full: { journals: 0 } });
  });
});
