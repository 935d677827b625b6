/** No request reaches a private address at dispatch, by any spelling, redirect or DNS answer (DISPATCH-11). */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { LookupAddress } from 'node:dns';
import tls from 'node:tls';
import type { AddressLookup } from '../../exchange/dispatch/address-guard';
import { newCertificate } from '../support/certificate';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { startSeller } from '../support/sellers/seller';
import { attempt, closeClients, testClient } from './attempt';

let trap: Server;
let port: number;
let visits = 0;

beforeAll(async () => {
  trap = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  trap.listen(0, '::');
  await once(trap, 'listening');
  port = (trap.address() as AddressInfo).port;
});
afterAll(async () => {
  await closeClients();
  trap.close();
});

/** Spellings of this machine and of its neighbourhood, as a URL's host. */
const LITERALS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '0x7f.1',
  '0x7f000001',
  '0x7f.0.0.0x1',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0177.0.01',
  '127.0.0.1.',
  '127.000.000.001',
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127．0．0．1',
  '127｡0｡0｡1',
  '%31%32%37.0.0.1',
  '1２7.0.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.255.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '169.254.0.1',
  '100.64.0.1',
  '100.127.255.254',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  '[100:0:0:1::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[3fff::1]',
];

/** Names that lead there; the look-up is ours, so that no test asks a real name server. */
const NAMES: [name: string, addresses: string[]][] = [
  ['localhost', ['127.0.0.1']],
  ['localhost.', ['127.0.0.1']],
  ['LOCALHOST', ['::1', '127.0.0.1']],
  ['127.0.0.1.nip.example', ['127.0.0.1']],
  ['rebind.example', ['127.0.0.1']],
  ['six.example', ['::1']],
  ['mapped.example', ['::ffff:127.0.0.1']],
  ['metadata.example', ['169.254.169.254']],
  ['private.example', ['10.1.2.3']],
  ['ula.example', ['fd12::1']],
  ['scoped.example', ['fe80::1%lo']],
  ['mixed.example', ['93.184.216.34', '127.0.0.1']],
  ['mixed-last.example', ['93.184.216.34', '2606:2800:220:1::1', '::1']],
  ['empty.example', []],
  ['nonsense.example', ['not an address']],
];

function answering(addresses: readonly string[]): AddressLookup {
  return (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}

const NAME = 'changing.example';

/** Public when it is looked at, this machine when it is connected to. */
const changing: AddressLookup = (_name, _options, callback) => {
  const addresses = ['93.184.216.34'];
  const entry = {
    family: 4,
    get address() {
      return addresses.shift() ?? '127.0.0.1';
    },
  };
  callback(null, [entry]);
};

test('the table has more than 60 spellings', () => {
  expect(LITERALS.length + NAMES.length).toBeGreaterThan(60);
});

describe.each(['https', 'http'])('%s', (scheme) => {
  test.each(LITERALS)('literal %s', async (host) => {
    const client = testClient({ local: false });
    const { outcome } = await attempt(client, `${scheme}://${host}:${port}/v1`);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'address_refused', sent: false });
    expect(visits).toBe(0);
  });

  test.each(NAMES)('name %s', async (host, addresses) => {
    const client = testClient({ local: false }, answering(addresses));
    const { outcome } = await attempt(client, `${scheme}://${host}:${port}/v1`);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'address_refused', sent: false });
    expect(visits).toBe(0);
  });
});

test('a connection that leads elsewhere than the look-up said is closed before the prompt is sent', async () => {
  const certificate = newCertificate([NAME]);
  const seller = await startSeller('normal', { host: NAME, tls: certificate });
  const connect = tls.connect as (options: tls.ConnectionOptions) => tls.TLSSocket;
  const trusting = jest.spyOn(tls, 'connect');
  trusting.mockImplementation((options: any) => connect({ ...options, ca: certificate.cert }));
  const { outcome } = await attempt(testClient({ local: false }, changing), seller.url);
  trusting.mockRestore();
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'address_refused', sent: false });
  expect(seller.connections).toBe(1);
  expect(seller.requests).toEqual([]);
  await seller.close();
});

test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'unix:/var/run/docker.sock', 'no url', ''])(
  'not an http address: %s',
  async (url) => {
    const { outcome } = await attempt(testClient(), url);
    expect(outcome).toMatchObject({ kind: 'failed', sent: false });
  },
);

describe('local development', () => {
  test.each([
    '10.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '0.0.0.0',
    '[::]',
    '[fd00::1]',
    '8.8.8.8',
  ])('opens loopback alone: http to %s is refused', async (host) => {
    const { outcome } = await attempt(testClient(), `http://${host}:${port}/v1`);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'address_refused', sent: false });
  });

  test('a name whose answer flips is judged anew at every connection', async () => {
    const seller = await startSeller();
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '169.254.169.254']];
    const lookup: AddressLookup = (name, options, callback) =>
      answering(answers.shift() ?? [])(name, options, callback);
    const url = `http://seller.example:${seller.port}/v1`;
    // A new client each time, because a kept connection asks no name server.
    const outcomes = [];
    for (let turn = 0; turn < 3; turn += 1) {
      outcomes.push((await attempt(testClient({}, lookup), url)).outcome);
    }
    expect(outcomes).toMatchObject([
      { kind: 'answered' },
      { kind: 'failed', reason: 'address_refused' },
      { kind: 'failed', reason: 'address_refused' },
    ]);
    expect(seller.requests).toHaveLength(1);
    await seller.close();
  });

  test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
    const seller = await startSeller();
    const target = await startSeller();
    seller.setBehaviour(BEHAVIOURS.redirect({ location: target.url, status }));
    const { outcome } = await attempt(testClient(), seller.url);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'status', status });
    expect(target.requests).toEqual([]);
    await Promise.all([seller.close(), target.close()]);
  });

  test('nobody listens: a definite failure, not sent', async () => {
    const seller = await startSeller();
    await seller.close();
    const { outcome } = await attempt(testClient(), seller.url);
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'connect_failed',
      sent: false,
      unknown: false,
    });
  });

  test('a name that does not resolve: a definite failure, not sent', async () => {
    const lookup: AddressLookup = (name, _options, callback) =>
      callback(Object.assign(new Error(name), { code: 'ENOTFOUND' }), [] as LookupAddress[]);
    const { outcome } = await attempt(testClient({}, lookup), 'https://nowhere.example/v1');
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'connect_failed', sent: false });
  });

  test('a name server that never answers: the connect time-out', async () => {
    const client = testClient(
      { CONNECT_TIMEOUT_MS: 200, FIRST_BYTE_TIMEOUT_MS: 3_000 },
      () => undefined,
    );
    const { outcome } = await attempt(client, 'https://slow.example/v1');
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'connect_timeout',
      timeout: true,
      sent: false,
    });
  });
});
