/** A revocation that is repeated: the gateways forget the key, and its time stays that of the first one. */
import { BuyerKeys } from '../../api/middleware/buyer-keys';
import { connectRedis, type RedisClient } from '../../engine/connect-redis';
import { BuyerKeyService } from '../../exchange/accounts/buyer-key-service';
import { connectRecords, type WritableRecords } from '../../records/connect';
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

test('a key whose revocation failed on its way to the gateways has no holder after another one', async () => {
  const { keyId, key } = await service.issue(accountId, { label: null, quotas: {} });
  expect(await keys.holderOf(key)).toMatchObject({ accountId });
  jest.spyOn(keys, 'forget').mockRejectedValueOnce(new Error('Redis is away'));
  await expect(service.revoke(accountId, keyId)).rejects.toThrow('Redis is away');
  const { revokedAt } = (await records.buyerKeys.findOne({ _id: keyId }))!;
  expect(revokedAt).toBeInstanceOf(Date);
  await service.revoke(accountId, keyId);
  expect(await keys.holderOf(key)).toBeNull();
  expect(await records.buyerKeys.findOne({ _id: keyId })).toMatchObject({ revokedAt });
});
