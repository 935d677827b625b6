/** Keys that are made up or revoked: what they cost, and for whom they count. */
import { BuyerKeys } from '../../api/middleware/buyer-keys';
import { connectRedis, type RedisClient } from '../../engine/connect-redis';
import { BuyerKeyService } from '../../exchange/accounts/buyer-key-service';
import { connectRecords, type WritableRecords } from '../../records/connect';
import { dropRecords, fundedAccount } from '../records/scenario';
import { testSettings } from '../support/environment';

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
  keys = new BuyerKeys(redis, records, settings);
  service = new BuyerKeyService(records, settings);
  accountId = await fundedAccount(records, 0n);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  redis.disconnect();
  await dropRecords(records);
});

const issued = () => service.issue(accountId, { label: null, quotas: {} });

/** For whom work began before the key was looked up. */
async function aheadOf(key: string): Promise<string[]> {
  const ahead: string[] = [];
  await keys.recentHolderOf(key, (probable) => ahead.push(probable.accountId));
  return ahead;
}

test('made-up keys cost no look-up', async () => {
  const { key } = await issued();
  const last = key.endsWith('0') ? '1' : '0';
  const looked = jest.spyOn(records.buyerKeys, 'findOne');
  for (const made of [`${key.slice(0, -1)}${last}`, 'sk-tb_made-up', `${key}0`, '']) {
    expect(await keys.holderOf(made)).toBeNull();
    expect(await keys.recentHolderOf(made)).toBeNull();
  }
  expect(looked).not.toHaveBeenCalled();
});

test('work begins ahead for the last holder of a key, and not after the key was refused', async () => {
  const { keyId, key } = await issued();
  expect(await aheadOf(key)).toEqual([]);
  expect(await aheadOf(key)).toEqual([accountId]);
  await service.revoke(accountId, keyId);
  await redis.flushdb();
  expect(await keys.recentHolderOf(key)).toBeNull();
  expect(await aheadOf(key)).toEqual([]);
});
