/** Sellers of test mode offer every tenor that they plan, and a successor before an ask runs out. */
import { v7 as uuidV7 } from 'uuid';
import pino from 'pino';
import { chatUrl } from '../../domain/endpoint-url';
import type { Settings } from '../../config/settings';
import { AccountService } from '../../exchange/accounts/account-service';
import { BuyerKeyService } from '../../exchange/accounts/buyer-key-service';
import { AskService } from '../../exchange/asks/ask-service';
import { askLimitsOf } from '../../exchange/asks/ask-terms';
import { testSellerKey } from '../../exchange/test-mode/own-sellers';
import { TEST_SELLERS, TEST_SELLERS_PATH } from '../../exchange/test-mode/plans';
import { SellerMaintenance } from '../../exchange/test-mode/seller-maintenance';
import { TestAccounts } from '../../exchange/test-mode/test-accounts';
import { type Stores, openStores } from '../../processes/parts';
import type { Tenor } from '../../domain/tenors';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import { identifySellers } from '../../exchange/sellers/identify-sellers';
import type { SellerDocument } from '../../records/documents/seller';
import { testSettings } from '../support/environment';

const PUBLIC_URL = 'http://127.0.0.1:1';
const MINUTE_MS = 60_000;

let stores: Stores;
let records: WritableRecords;
let maintenance: SellerMaintenance;
beforeAll(async () => {
  stores = await openStores(await testSettings(), pino({ level: 'silent' }));
  records = stores.records as WritableRecords;
  const [instrument] = stores.catalog.instruments;
  const catalog = { ...stores.catalog, instruments: [instrument!] };
  const asks = new AskService(stores, { ...askLimitsOf(stores.settings), beforeFirstFill: 100 });
  // They are registered already.
  const registrations = { register: () => Promise.reject(new Error('nobody registers')) };
  maintenance = new SellerMaintenance({ ...stores, catalog, asks, registrations }, PUBLIC_URL);
  await records.sellers.insertMany(
    TEST_SELLERS.map(({ id, name, region }): SellerDocument => {
      const endpointUrl = chatUrl(`${PUBLIC_URL}${TEST_SELLERS_PATH}/${id}/v1`).href;
      const now = new Date();
      return {
        _id: uuidV7(),
        name,
        endpointUrl,
        apiKeyHash: id,
        regions: [region],
        supportedModels: [instrument!.modelId],
        standing: 'Active',
        owner: null,
        quotas: {},
        registeredAt: now,
        updatedAt: now,
      };
    }),
  );
  await identifySellers(records, stores.logger);
});
afterAll(() => stores.close());

/** Of each seller, the tenors of its active asks. */
async function offered(): Promise<string[][]> {
  const sellers = await records.sellers.find({}).sort({ _id: 1 }).toArray();
  return Promise.all(
    sellers.map(async ({ _id: sellerId }) => {
      const asks = await records.asks.find({ sellerId, status: 'active' }).toArray();
      return asks.map(({ tenor }) => tenor).toSorted();
    }),
  );
}

beforeEach(async () => {
  await records.asks.deleteMany({});
  await maintenance.keep();
});

const planned = () => TEST_SELLERS.map(({ tenors }) => tenors.toSorted());
/** With one more ask of a tenor, where it is planned. */
const withSuccessor = (tenor: Tenor) =>
  planned().map((all) => (all.includes(tenor) ? [...all, tenor].toSorted() : all));

test('every tenor of the plan, once', async () => {
  expect(await offered()).toEqual(planned());
  await maintenance.keep();
  expect(await offered()).toEqual(planned());
});

test.each([
  ['half of its capacity is left', '1h', { remainingTokens: asDouble(2_000_000) }, false],
  ['less is left', '1h', { remainingTokens: asDouble(1_999_999) }, true],
  ['it ends in twenty minutes', '7d', { expiresAt: new Date(Date.now() + 20 * MINUTE_MS) }, false],
  ['it ends in nine minutes', '7d', { expiresAt: new Date(Date.now() + 9 * MINUTE_MS) }, true],
] as const)(
  '%s: an ask of %s has a successor: %p, %p',
  async (_what, tenor, change, hasSuccessor) => {
    await records.asks.updateMany({ tenor }, { $set: change });
    await maintenance.keep();
    expect(await offered()).toEqual(hasSuccessor ? withSuccessor(tenor) : planned());
    await maintenance.keep();
    expect(await offered()).toEqual(hasSuccessor ? withSuccessor(tenor) : planned());
  },
);

test.each([
  ['Probation', true],
  ['Suspended', false],
] as const)('a seller in %s offers: %p', async (standing, offers) => {
  await records.asks.deleteMany({});
  await records.sellers.updateMany({}, { $set: { standing } });
  await maintenance.keep();
  expect(await offered()).toEqual(offers ? planned() : planned().map(() => []));
  await records.sellers.updateMany({}, { $set: { standing: 'Active' } });
});

test('accounts for anybody are opened in test mode alone', async () => {
  const { settings, books, reopen } = stores;
  const money = { TEST_OPENING_BALANCE: '12.5' };
  const open = (parts: Pick<Settings, 'TOKENBOOK_MODE'> & { OTHER_MODE_URL?: string }) => {
    const of = { ...settings, ...money, ...parts };
    const accounts = new AccountService(records, { records, books, reopen }, of);
    const keys = new BuyerKeyService(records, of);
    return new TestAccounts(of, accounts, keys).open('Anybody');
  };
  const other = 'https://test.example';
  await expect(open({ TOKENBOOK_MODE: 'live', OTHER_MODE_URL: other })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining(other),
  });
  expect(await records.accounts.countDocuments({})).toBe(0);
  const { account, key } = await open({ TOKENBOOK_MODE: 'test' });
  expect(key).toMatch(/^sk-tb_test_/);
  expect((await records.ledger.balanceOf(account._id)).postedScale8).toBe(1_250_000_000n);
  const live = new AccountService(records, { records, books, reopen }, { ...settings, ...money });
  const { _id } = await live.create({ name: 'Paying', owner: null, priceCeilingScale8: null });
  expect((await records.ledger.balanceOf(_id)).postedScale8).toBe(0n);
});

test('the gateway may be called localhost instead of its address: its sellers stay the same', async () => {
  const before = await records.sellers.find({}).toArray();
  const keys: string[] = [];
  const registrations = {
    register: ({ apiKey }: { readonly apiKey: string }) => {
      keys.push(apiKey);
      return Promise.resolve(null);
    },
  };
  const asks = { create: () => Promise.reject(new Error('none')), list: () => Promise.resolve([]) };
  const catalog = { ...stores.catalog, instruments: [] };
  const parts = { ...stores, catalog, asks, registrations };
  await new SellerMaintenance(parts, 'http://localhost:1').keep();
  const { keyPepper } = stores.settings.secrets;
  expect(keys).toEqual(before.map(({ endpointUrl }) => testSellerKey(keyPepper, endpointUrl)));
});
