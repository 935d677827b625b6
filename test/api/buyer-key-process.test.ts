/** Buyer keys at a Redis that starts again, or is replaced, without the last revocation. */
import { BuyerKeys } from '../../api/middleware/buyer-keys';
import { connectRedis, type RedisClient } from '../../engine/connect-redis';
import { BuyerKeyService } from '../../exchange/accounts/buyer-key-service';
import { hashKey } from '../../records/key-hash';
import type { WritableRecords } from '../../records/connect';
import { connectRecords } from '../../records/connect';
import { RedisServer } from '../engine/redis-server';
import { dropRecords, fundedAccount } from '../records/scenario';
import { testSettings } from '../support/environment';

let server: RedisServer;
let records: WritableRecords;
let redis: RedisClient;
let keys: BuyerKeys;
let service: BuyerKeyService;
let accountId: string;
let pepper: string;
beforeAll(async () => {
  const settings = await testSettings();
  pepper = settings.secrets.keyPepper;
  server = await RedisServer.start(['--appendfsync', 'always']);
  records = await connectRecords(settings);
  redis = connectRedis(`redis://127.0.0.1:${server.port}`);
  redis.on('error', () => undefined);
  await redis.ping();
  keys = new BuyerKeys(redis, records, settings);
  service = new BuyerKeyService(records, keys, settings);
  accountId = await fundedAccount(records, 0n);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  redis.disconnect();
  await server.stop();
  await dropRecords(records);
});

const issued = () => service.issue(accountId, { label: null, quotas: {} });
const nameOf = (key: string) => `buyer-key:${hashKey(pepper, key)}`;

/** With what it had before the last writes. */
async function restartWith(key: string, entry: string): Promise<void> {
  await redis.set(nameOf(key), entry, 'EX', 60);
  await server.kill();
  await server.run();
  expect(await redis.get(nameOf(key))).toBe(entry);
}

test('a key whose revocation Redis has lost has no holder', async () => {
  const { keyId, key } = await issued();
  expect(await keys.holderOf(key)).toMatchObject({ accountId, keyId });
  const entry = await redis.get(nameOf(key));
  await service.revoke(accountId, keyId);
  await restartWith(key, entry!);
  expect(await keys.holderOf(key)).toBeNull();
});

test('a key that is valid has the same holder after a restart, and is cached again', async () => {
  const { keyId, key } = await issued();
  const holder = await keys.holderOf(key);
  expect(holder).toEqual({ accountId, keyId, owner: null, quotas: {} });
  await restartWith(key, (await redis.get(nameOf(key)))!);
  expect(await keys.holderOf(key)).toEqual(holder);
  const looks = jest.spyOn(records.buyerKeys, 'findOne');
  expect(await keys.holderOf(key)).toEqual(holder);
  expect(looks).not.toHaveBeenCalled();
});

test('a look-up that began before the revocation and the restart leaves no holder behind', async () => {
  const { keyId, key } = await issued();
  const { accounts } = records;
  const findOne = accounts.findOne.bind(accounts) as (filter: object) => Promise<unknown>;
  jest.spyOn(accounts, 'findOne').mockImplementationOnce((async (filter: object) => {
    const account = await findOne(filter);
    await service.revoke(accountId, keyId);
    await redis.del(nameOf(key));
    await server.kill();
    await server.run();
    return account;
  }) as never);
  await keys.holderOf(key);
  expect(await keys.holderOf(key)).toBeNull();
});

test('an entry of an earlier release is read again', async () => {
  const { keyId, key } = await issued();
  await redis.set(nameOf(key), JSON.stringify({ accountId: 'former', keyId, quotas: {} }));
  expect(await keys.holderOf(key)).toMatchObject({ accountId });
});
