/** Which keys have a holder, whatever the cache in Redis has, has lost, or is told too late. */
import { BuyerKeys } from '../../api/middleware/buyer-keys';
import { connectRedis, type RedisClient } from '../../engine/connect-redis';
import { BuyerKeyService } from '../../exchange/accounts/buyer-key-service';
import type { WritableRecords } from '../../records/connect';
import { connectRecords } from '../../records/connect';
import { dropRecords, fundedAccount } from '../records/scenario';
import { testSettings } from '../support/environment';

let records: WritableRecords;
let redis: RedisClient;
let keys: BuyerKeys;
let service: BuyerKeyService;
let accountId: string;
beforeAll(async () => {
  const settings = await testSettings();
  records = await connectRecords(settings);
  redis = connectRedis(settings.redisUrl);
  keys = new BuyerKeys(redis, records, settings);
  service = new BuyerKeyService(records, keys, settings);
  accountId = await fundedAccount(records, 0n);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  redis.disconnect();
  await dropRecords(records);
});

const issued = () => service.issue(accountId, { label: null, quotas: {} });

test('a revoked key has no holder, also after the cache has lost its revocation', async () => {
  const { keyId, key } = await issued();
  expect(await keys.holderOf(key)).toMatchObject({ accountId, keyId });
  await service.revoke(accountId, keyId);
  expect(await keys.holderOf(key)).toBeNull();
  await redis.flushdb();
  expect(await keys.holderOf(key)).toBeNull();
  expect(await redis.dbsize()).toBe(0);
});

test('a key is revoked at its own account alone', async () => {
  const { keyId, key } = await issued();
  const another = await fundedAccount(records, 0n);
  await expect(service.revoke(another, keyId)).rejects.toMatchObject({ code: 'not_found' });
  expect(await records.buyerKeys.findOne({ _id: keyId })).toMatchObject({ revokedAt: null });
  expect(await keys.holderOf(key)).toMatchObject({ accountId, keyId });
});

test('a look-up that a revocation overtakes leaves no holder in the cache', async () => {
  const { keyId, key } = await issued();
  const { accounts } = records;
  const findOne = accounts.findOne.bind(accounts) as (filter: object) => Promise<unknown>;
  jest.spyOn(accounts, 'findOne').mockImplementationOnce((async (filter: object) => {
    const account = await findOne(filter);
    await service.revoke(accountId, keyId);
    return account;
  }) as never);
  await keys.holderOf(key); // it began before the revocation
  expect(await keys.holderOf(key)).toBeNull();
});
