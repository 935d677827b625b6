/** Names of endpoints are judged by every address they have, at registration already. */
import { randomBytes } from 'node:crypto';
import type { Registration } from '../../domain/registration';
import { EndpointRegister } from '../../exchange/sellers/endpoint-register';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { SEALER } from '../records/scenario';
import { testSettings } from '../support/environment';

let records: WritableRecords;
beforeAll(async () => {
  records = await connectRecords(await testSettings());
});
afterAll(() => records.close());

let names = 0;
function registration(fields: Partial<Registration> = {}): Registration {
  names += 1;
  return {
    name: 'A seller',
    endpointUrl: `https://seller-${names}.example.com/v1`,
    supportedModels: ['llama-3.1-8b'],
    regions: null,
    apiKeyHash: randomBytes(32).toString('hex'),
    currentKeyHash: null,
    local: false,
    ...fields,
  };
}

/** Registers while every name has these addresses. */
function registerAt(addresses: readonly string[], fields: Partial<Registration> = {}) {
  const lookup = () => Promise.resolve(addresses.map((address) => ({ address })));
  return new EndpointRegister(records, lookup, SEALER).register(registration(fields));
}

test.each([
  ['loopback', ['127.0.0.1']],
  ['a private network', ['10.0.0.7']],
  ['link-local', ['169.254.169.254']],
  ['IPv6 loopback', ['::1']],
  ['a mapped private address', ['::ffff:192.168.0.1']],
  ['a private address behind a public one', ['93.184.216.34', '192.168.0.1']],
])('a name with %s is refused', async (_case, addresses) => {
  expect(await registerAt(addresses)).toEqual({ kind: 'not_public' });
});

test('a name with public addresses only is taken', async () => {
  expect(await registerAt(['93.184.216.34', '2606:2800:220:1::1'])).toMatchObject({
    kind: 'registered',
    change: 'created',
  });
});

test('local development takes a name of loopback, and no other private one', async () => {
  expect(await registerAt(['127.0.0.1', '::1'], { local: true })).toMatchObject({
    kind: 'registered',
  });
  expect(await registerAt(['10.0.0.7'], { local: true })).toEqual({ kind: 'not_public' });
});

test.each([
  ['does not exist', () => Promise.reject(new Error('ENOTFOUND'))],
  ['is never answered for', () => new Promise<never>(() => undefined)],
])('a name that %s is taken, and judged at dispatch', async (_case, lookup) => {
  const register = new EndpointRegister(records, lookup, SEALER);
  expect(await register.register(registration())).toMatchObject({ kind: 'registered' });
});

test('a seller whose name has become private cannot register again, and keeps its record', async () => {
  const first = registration();
  const created = await registerAt(['93.184.216.34'], first);
  expect(await registerAt(['127.0.0.1'], { ...first, name: 'Renamed' })).toEqual({
    kind: 'not_public',
  });
  const { endpointUrl } = first;
  const [seller] = await records.sellers.find({ endpointUrl }).toArray();
  expect(created).toMatchObject({ seller: { sellerId: seller?._id, name: seller?.name } });
});
