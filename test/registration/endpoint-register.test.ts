/** Who gets an endpoint, where the workflow of its seller decides and before it (SELLER-2, SELLER-5). */
import { randomUUID } from 'node:crypto';
import type { Registration } from '../../domain/registration';
import { EndpointRegister } from '../../exchange/sellers/endpoint-register';
import { RegistrationService } from '../../exchange/sellers/registration-service';
import { hashKey } from '../../domain/key-hash';
import { SEALER, recordsForFile } from '../records/scenario';

const PEPPER = 'pepper';

const records = recordsForFile();
let endpoints: EndpointRegister;
beforeAll(async () => {
  endpoints = new EndpointRegister(records, () => Promise.resolve([]), SEALER);
});
afterEach(() => jest.restoreAllMocks());

const newUrl = () => `http://127.0.0.1:8080/${randomUUID()}`;

function registration(endpointUrl: string, terms: Partial<Registration> = {}): Registration {
  return {
    name: 'Seller',
    endpointUrl,
    supportedModels: ['model'],
    regions: null,
    local: true,
    apiKeyHash: randomUUID(),
    currentKeyHash: null,
    ...terms,
  };
}

const keyOf = async (endpointUrl: string) =>
  (await records.sellers.findOne({ endpointUrl }))?.apiKeyHash;

test('whoever has none of its keys does not get an endpoint', async () => {
  const url = newUrl();
  await endpoints.register(registration(url, { apiKeyHash: 'its key' }));
  for (const currentKeyHash of [null, 'another key'])
    expect(await endpoints.register(registration(url, { currentKeyHash }))).toEqual({
      kind: 'taken',
    });
  expect(await keyOf(url)).toBe('its key');
});

test('of two rotations that read the same key one has changed it', async () => {
  const url = newUrl();
  await endpoints.register(registration(url, { apiKeyHash: `first ${url}` }));
  const rotation = (apiKeyHash: string) =>
    endpoints.register(registration(url, { apiKeyHash, currentKeyHash: `first ${url}` }));
  const findOne = records.sellers.findOne.bind(records.sellers) as (of: object) => Promise<unknown>;
  jest.spyOn(records.sellers, 'findOne').mockImplementationOnce((async (of: object) => {
    const known = await findOne(of);
    expect(await rotation(`earlier ${url}`)).toMatchObject({ change: 'key rotated' });
    return known;
  }) as never);
  expect(await rotation(`later ${url}`)).toEqual({ kind: 'taken' });
  expect(await keyOf(url)).toBe(`earlier ${url}`);
});

test('a seller that sleeps is awake when it registers again', async () => {
  const url = newUrl();
  const same = registration(url);
  await endpoints.register(same);
  await records.sellers.updateOne({ endpointUrl: url }, { $set: { asleepSince: new Date() } });
  await endpoints.register(same);
  expect(await records.sellers.findOne({ endpointUrl: url })).toMatchObject({ asleepSince: null });
});

describe('before a workflow is asked', () => {
  const asked: Registration[] = [];
  const service = (local: boolean) =>
    new RegistrationService({
      records,
      local,
      sealer: SEALER,
      keyPepper: PEPPER,
      registrations: {
        register: (of) => {
          asked.push(of);
          return endpoints.register(of);
        },
      },
    });
  const request = (endpointUrl: string, apiKey: string, currentKey: string | null = null) => ({
    name: 'Seller',
    endpointUrl,
    apiKey,
    currentKey,
    regions: null,
    supportedModels: [
      {
        modelId: 'model',
        name: 'model',
      },
    ],
  });

  test('a stranger is refused', async () => {
    const [url, key] = [newUrl(), randomUUID()];
    await endpoints.register(registration(url, { apiKeyHash: hashKey(PEPPER, key) }));
    expect(await service(true).register(request(url, randomUUID()))).toBeNull();
    expect(await service(true).register(request(url, randomUUID(), randomUUID()))).toBeNull();
    expect(asked).toEqual([]);
    expect(await service(true).register(request(url, key))).toMatchObject({ name: 'Seller' });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['short', 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d'],
    ['one letter, repeated', 'a'.repeat(64)],
  ])('a key that can be guessed is refused: %s', (_name, key) => {
    expect(() => service(false).checkKey(key)).toThrow(/api_key must be a random key/);
    expect(() => service(true).checkKey(key)).not.toThrow();
  });

  test('a random key is accepted', () => {
    expect(() => service(false).checkKey('a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6')).not.toThrow();
  });
});
