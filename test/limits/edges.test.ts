/** What comes to a gateway from behind a proxy, what it says of long lists and of failed checks. */
import { request } from 'undici';
import { v7 as uuidV7 } from 'uuid';
import { publicJwks } from '../../domain/signing';
import { loadSettings } from '../../config/settings';
import { asDouble } from '../../records/collections';
import { hashKey } from '../../domain/key-hash';
import { pageQuerySchema } from '../../api/cursor';
import { addressGroup } from '../../api/middleware/authentication-throttling';
import { chatRequestSchema } from '../../api/schemas/chat';
import { newSecrets } from '../../setup/local/credentials';
import { Exchange, MODEL } from '../support/exchange';
import { StreamClient, refusal } from '../stream/client';

const exchange = Exchange.forFile({
  workers: 0,
  settings: {
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
    REGISTRATION_QUOTA: 1,
    WS_CONNECTIONS_PER_ADDRESS: 1,
  },
});

describe('behind a proxy that is trusted', () => {
  const from = (forwarded: string) => ({ headers: { 'x-forwarded-for': forwarded } });

  test('registrations count by the address that the proxy tells, whatever stands before it', async () => {
    const registering = async (forwarded: string) => {
      const url = `${exchange.url()}/seller/v1/register`;
      const answer = await request(url, { method: 'POST', ...from(forwarded) });
      await answer.body.dump();
      return answer.statusCode;
    };
    expect(await registering('203.0.113.1')).toBe(400);
    expect(await registering('203.0.113.1')).toBe(429);
    expect(await registering('198.51.100.7, 203.0.113.1')).toBe(429);
    expect(await registering('203.0.113.1, 10.1.2.3')).toBe(429);
    expect(await registering('203.0.113.2')).toBe(400);
  });

  test('addresses with ports and brackets are kept apart, and one that cannot be read is logged once', async () => {
    const registering = async (forwarded: string) => {
      const url = `${exchange.url()}/seller/v1/register`;
      const answer = await request(url, { method: 'POST', ...from(forwarded) });
      await answer.body.dump();
      return answer.statusCode;
    };
    expect(await registering('203.0.113.21:1234')).toBe(400);
    expect(await registering('203.0.113.21:1235')).toBe(429);
    expect(await registering('203.0.113.22:1234')).toBe(400);
    expect(await registering('[2001:db8:21::1]:443')).toBe(400);
    expect(await registering('2001:db8:21::2')).toBe(429);
    expect(await registering('[2001:db8:22::1]')).toBe(400);
    for (const unreadable of ['unknown', '_hidden']) await registering(unreadable);
    const said = exchange.gateways[0]!.output().match(/has no address at its end/g);
    expect(said).toHaveLength(1);
  });

  test('sockets too', async () => {
    const url = `${exchange.url()}/market/v1/orderbook?model_id=${MODEL}`;
    const held = await StreamClient.open(exchange.url(), `model_id=${MODEL}`, from('203.0.113.3'));
    expect(await refusal(url, from('198.51.100.7, 203.0.113.3'))).toMatchObject({ status: 429 });
    expect(await refusal(url, from('203.0.113.3:9000'))).toMatchObject({ status: 429 });
    expect(await refusal(url, from('203.0.113.4'))).toBeNull();
    held.socket.terminate();
  });
});

test('the addresses that one caller may have count as one', () => {
  const own = addressGroup('2001:db8:1:2:3:4:5:6');
  expect(addressGroup('2001:db8:1:2:ffff::1')).toBe(own);
  expect(addressGroup('2001:db8:1:3:3:4:5:6')).not.toBe(own);
  expect(addressGroup('::ffff:203.0.113.1')).toBe(addressGroup('203.0.113.1'));
  expect(addressGroup('203.0.113.1')).not.toBe(addressGroup('203.0.113.2'));
});

test('a setting that is no list of addresses is refused', () => {
  const bad = { ...newSecrets(), TRUSTED_PROXIES: '10.0.0.0/8,proxy.internal' };
  expect(() => loadSettings(bad)).toThrow('TRUSTED_PROXIES');
});

test('what scores of sellers are counted from cannot be archived', () => {
  const days = (ARCHIVE_AFTER_DAYS: string) =>
    loadSettings({ ...newSecrets(), ARCHIVE_AFTER_DAYS });
  expect(() => days('1')).toThrow('ARCHIVE_AFTER_DAYS: must be 0, or at least 31');
  expect(() => days('30')).toThrow('ARCHIVE_AFTER_DAYS');
  expect(days('31').ARCHIVE_AFTER_DAYS).toBe(31);
  expect(days('0').ARCHIVE_AFTER_DAYS).toBe(0);
});

test('secrets that could be guessed do not start a deployment', () => {
  const secrets = { ...newSecrets(), TOKENBOOK_ENV: 'production' };
  expect(loadSettings(secrets).local).toBe(false);
  for (const name of ['TOKENBOOK_OPERATOR_TOKEN', 'KEY_PEPPER']) {
    expect(() => loadSettings({ ...secrets, [name]: 'a'.repeat(31) })).toThrow(name);
  }
  expect(loadSettings({ ...secrets, TOKENBOOK_ENV: '', KEY_PEPPER: 'a' }).local).toBe(true);
});

describe('the mode of a deployment', () => {
  const secrets = newSecrets();
  const test_ = { ...secrets, TOKENBOOK_MODE: 'test' };

  test('has names of its own', () => {
    expect(loadSettings(secrets)).toMatchObject({
      TOKENBOOK_DEPLOYMENT: 'tokenbook',
      MONGODB_DATABASE: 'tokenbook',
    });
    expect(loadSettings(test_)).toMatchObject({
      TOKENBOOK_DEPLOYMENT: 'tokenbook-test',
      MONGODB_DATABASE: 'tokenbook_test',
    });
  });

  test.each(['TOKENBOOK_DEPLOYMENT', 'MONGODB_DATABASE'])('refuses %s of the other', (name) => {
    expect(() => loadSettings({ ...secrets, [name]: 'market-test' })).toThrow(name);
    expect(() => loadSettings({ ...test_, [name]: 'market' })).toThrow(name);
    expect(() => loadSettings({ ...test_, [name]: 'market-test' })).not.toThrow();
  });

  test('never signs with the key of the live market', () => {
    const [live, tested] = [loadSettings(secrets), loadSettings(test_)].map(
      (settings) => settings.secrets.signingKey,
    );
    expect(publicJwks(tested!)).not.toEqual(publicJwks(live!));
    expect(loadSettings(test_).secrets.signingKey).toEqual(tested);
  });

  test('needs a public address outside local development', () => {
    const deployed = { ...test_, TOKENBOOK_ENV: 'production' };
    expect(() => loadSettings(deployed)).toThrow('PUBLIC_URL');
    expect(() => loadSettings({ ...deployed, PUBLIC_URL: 'https://a.example' })).not.toThrow();
  });
});

test.each(['0x10', '1e1', ' 5 ', '+5', '', '0', '101', '5.0'])('"%s" is no page size', (limit) => {
  expect(pageQuerySchema.safeParse({ limit }).success).toBe(false);
});

test('a page size is digits, and a temperature is any number', () => {
  expect(pageQuerySchema.parse({ limit: '100' }).limit).toBe(100);
  expect(pageQuerySchema.parse({}).limit).toBe(50);
  const messages = [{ role: 'user', content: 'Hello' }];
  const hot = { model: MODEL, messages, temperature: 2.5 };
  expect(chatRequestSchema.safeParse(hot).success).toBe(true);
});

test('deliveries that are more than a page say so, and go on', async () => {
  const [sellerId, apiKey] = [uuidV7(), uuidV7()];
  const now = new Date();
  await exchange.records.sellers.insertOne({
    _id: sellerId,
    name: 'Owes much',
    endpointUrl: `http://127.0.0.1:1/${sellerId}`,
    apiKeyHash: hashKey(exchange.settings.secrets.keyPepper, apiKey),
    supportedModels: [MODEL],
    regions: [],
    standing: 'Active',
    owner: null,
    quotas: {},
    registeredAt: now,
    updatedAt: now,
  } as never);
  const lotIds = [uuidV7(), uuidV7(), uuidV7()].sort();
  for (const _id of lotIds) {
    await exchange.records.lots.insertOne({
      _id,
      sellerId,
      contractId: uuidV7(),
      accountId: uuidV7(),
      modelId: MODEL,
      tenor: 'spot',
      region: 'global',
      status: 'open',
      opensAt: now,
      endsAt: new Date(now.getTime() + 36e5),
      quantityTokens: asDouble(10),
      remainingTokens: asDouble(10),
      reservedTokens: asDouble(0),
      earnedScale8: 0n,
      feeScale8: 0n,
      refundedScale8: 0n,
      escrowScale8: 1n,
    } as never);
  }
  const read = (query: string) =>
    exchange.send('GET', `/seller/v1/deliveries${query}`, {
      headers: { 'x-seller-api-key': apiKey },
    });
  const whole = (await read('')).body;
  expect(whole).toMatchObject({ has_more: false, next_cursor: null });
  expect(whole.deliveries.map(({ lot_id }: any) => lot_id)).toEqual(lotIds);
  const first = (await read('?limit=2')).body;
  expect(first).toMatchObject({ has_more: true });
  const second = (await read(`?limit=2&cursor=${first.next_cursor}`)).body;
  expect(second).toMatchObject({ has_more: false });
  expect([...first.deliveries, ...second.deliveries]).toEqual(whole.deliveries);
});

test('an invariant that could not be checked is told as that', async () => {
  const { balances } = exchange.records;
  await balances.insertOne({ _id: 'unreadable', postedScale8: 'x', heldScale8: 'x' } as never);
  const { body } = await exchange.admin('POST', '/reconciliation/runs');
  const failed = body.invariants.filter(({ status }: any) => status === 'error');
  expect(failed.length).toBeGreaterThan(0);
  expect(body.unchecked).toBe(failed.length);
  for (const { error, violations } of failed) {
    expect([error, violations]).toEqual([expect.stringContaining('x'), 0]);
  }
  expect((await exchange.admin('GET', '/reconciliation')).body).toMatchObject(body);
});
