/** Which keys have a holder, whatever is in Redis: lost, late, or written by somebody else. */
import { BuyerKeys, wasRevoked } from '../../api/middleware/buyer-keys';
import { connectRedis, type RedisClient } from '../../engine/connect-redis';
import { FREE_TERMS } from '../../domain/buyer-keys';
import { BuyerKeyService } from '../../exchange/accounts/buyer-key-service';
import { NOTED_KEPT_MS } from '../../exchange/accounts/noted-keys';
import { hashKey } from '../../domain/key-hash';
import type { WritableRecords } from '../../records/connect';
import { connectRecords } from '../../records/connect';
import { dropRecords, fundedAccount } from '../records/scenario';
import { testSettings } from '../support/environment';

const MINUTE_MS = 60_000;

let settings: Awaited<ReturnType<typeof testSettings>>;
let records: WritableRecords;
let redis: RedisClient;
let keys: BuyerKeys;
let service: BuyerKeyService;
let accountId: string;
beforeAll(async () => {
  settings = await testSettings();
  records = await connectRecords(settings);
  redis = connectRedis(settings.redisUrl);
  service = new BuyerKeyService(records, settings);
});
beforeEach(async () => {
  keys = new BuyerKeys(redis, records, settings);
  accountId = await fundedAccount(records, 0n);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});
afterAll(async () => {
  redis.disconnect();
  await dropRecords(records);
});

const issued = (account = accountId) => service.issue(account, { label: null, quotas: {} });
const nameOf = (key: string) => `buyer-key:${hashKey(settings.secrets.keyPepper, key)}:3`;

/** As a chat finds it: the cached holder, compared with the record of the account. */
async function chatHolderOf(key: string) {
  const holder = await keys.recentHolderOf(key);
  const account = holder && (await records.accounts.findOne({ _id: holder.accountId }));
  return holder && !wasRevoked(holder, account) ? holder : null;
}

test('a key has its holder, for a chat from the cache', async () => {
  const { keyId, key } = await issued();
  const keyHash = hashKey(settings.secrets.keyPepper, key);
  const holder = { accountId, keyId, keyHash, owner: null, quotas: {}, terms: FREE_TERMS };
  expect(await keys.holderOf(key)).toEqual(holder);
  expect(await chatHolderOf(key)).toEqual(holder);
  const looks = jest.spyOn(records.buyerKeys, 'findOne');
  expect(await chatHolderOf(key)).toEqual(holder);
  expect(looks).not.toHaveBeenCalled();
  expect(keys.forgedEntries).toBe(0);
});

test('a key is revoked at its own account alone', async () => {
  const { keyId, key } = await issued();
  const { key: second } = await issued();
  const another = await fundedAccount(records, 0n);
  await expect(service.revoke(another, keyId)).rejects.toMatchObject({ code: 'not_found' });
  expect(await chatHolderOf(key)).toMatchObject({ accountId, keyId });
  await service.revoke(accountId, keyId);
  expect(await chatHolderOf(key)).toBeNull();
  expect(await chatHolderOf(second)).toMatchObject({ accountId });
});

test('a revoked key has no holder, whatever somebody writes back into Redis', async () => {
  const { keyId, key } = await issued();
  expect(await chatHolderOf(key)).toMatchObject({ keyId });
  const entry = await redis.get(nameOf(key));
  await service.revoke(accountId, keyId);
  await redis.set(nameOf(key), entry!);
  expect(await chatHolderOf(key)).toBeNull();
  expect(await keys.holderOf(key)).toBeNull();
  await redis.del(nameOf(key));
  expect(await chatHolderOf(key)).toBeNull();
});

test('an entry counts for a minute, and the record of the account names the key for longer', async () => {
  const { keyId, key } = await issued();
  expect(await chatHolderOf(key)).toMatchObject({ keyId });
  const entry = await redis.get(nameOf(key));
  await records.buyerKeys.deleteOne({ _id: keyId });
  await redis.set(nameOf(key), entry!);
  const nowMs = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(nowMs + MINUTE_MS - 5_000);
  expect(await chatHolderOf(key)).toMatchObject({ keyId });
  clock.mockReturnValue(nowMs + MINUTE_MS + 1);
  expect(await chatHolderOf(key)).toBeNull();
  expect(NOTED_KEPT_MS).toBeGreaterThan(5 * MINUTE_MS);
});

test("another key's entry does not open its account", async () => {
  const rich = await fundedAccount(records, 1_000n);
  const { key: victims } = await issued(rich);
  expect(await chatHolderOf(victims)).toMatchObject({ accountId: rich });
  const entry = await redis.get(nameOf(victims));
  const { key } = await issued();
  await redis.set(nameOf(key), entry!);
  expect(await chatHolderOf(key)).toMatchObject({ accountId });
  expect(keys.forgedEntries).toBe(1);
});

test('an entry that somebody has written or changed opens nothing', async () => {
  const { keyId, key } = await issued();
  await chatHolderOf(key);
  const entry = (await redis.get(nameOf(key)))!;
  const rich = await fundedAccount(records, 1_000n);
  const buyer = { accountId: rich, keyId, quotas: {}, owner: null };
  const written = JSON.stringify({ buyer, expiresAtMs: Date.now() + MINUTE_MS });
  const forged = [
    written,
    entry.replace(accountId, rich),
    `${entry.slice(0, 64)}${written}`,
    `${'0'.repeat(64)}${written}`,
    '',
    'revoked',
  ];
  for (const text of forged) {
    await redis.set(nameOf(key), text);
    expect(await chatHolderOf(key)).toMatchObject({ accountId, keyId });
  }
  expect(keys.forgedEntries).toBe(forged.length);
  const another = new BuyerKeys(redis, records, { ...settings, TOKENBOOK_DEPLOYMENT: 'another' });
  await another.recentHolderOf(key);
  expect(another.forgedEntries).toBe(1);
});

test('a look-up that a revocation overtakes leaves no holder for a chat', async () => {
  const { keyId, key } = await issued();
  const { accounts } = records;
  const findOne = accounts.findOne.bind(accounts) as (filter: object) => Promise<unknown>;
  jest.spyOn(accounts, 'findOne').mockImplementationOnce((async (filter: object) => {
    const account = await findOne(filter);
    await service.revoke(accountId, keyId);
    return account;
  }) as never);
  await keys.recentHolderOf(key); // it began before the revocation
  expect(await chatHolderOf(key)).toBeNull();
});

test('a revocation that was cut short is completed by another one, and keeps its time', async () => {
  const { keyId, key } = await issued();
  await chatHolderOf(key);
  const revokedAt = new Date(Date.now() - MINUTE_MS);
  await records.buyerKeys.updateOne({ _id: keyId }, { $set: { revokedAt } });
  await service.revoke(accountId, keyId);
  await service.revoke(accountId, keyId);
  expect(await chatHolderOf(key)).toBeNull();
  expect(await records.buyerKeys.findOne({ _id: keyId })).toMatchObject({ revokedAt });
  const { revokedKeys } = (await records.accounts.findOne({ _id: accountId }))!;
  expect(revokedKeys).toMatchObject([{ keyId }]);
});

test('the record of an account names the keys that were revoked recently', async () => {
  const at = new Date(Date.now() - NOTED_KEPT_MS - 1);
  const revokedKeys = [{ keyId: 'former', at }];
  await records.accounts.updateOne({ _id: accountId }, { $set: { revokedKeys } });
  const all = [await issued(), await issued()];
  for (const { keyId } of all) await service.revoke(accountId, keyId);
  const account = (await records.accounts.findOne({ _id: accountId }))!;
  expect(account.revokedKeys!.map(({ keyId }) => keyId)).toEqual(all.map(({ keyId }) => keyId));
});

test('a chat without Redis has the same holder', async () => {
  const { keyId, key } = await issued();
  const away = connectRedis('redis://127.0.0.1:1');
  away.on('error', () => undefined);
  keys = new BuyerKeys(away, records, settings);
  expect(await chatHolderOf(key)).toMatchObject({ keyId });
  away.disconnect();
});
