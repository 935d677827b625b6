/** Names of sellers: whoever holds one that is slow, endless or changing keeps nobody else waiting. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { zoneOf } from '../../domain/zones';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import {
  startDnsServer,
  type DnsAnswer,
  type DnsRecord,
  type DnsServer,
} from '../support/dns-server';
import { startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { attempt, closeClients, testClient } from './attempt';

const PUBLIC = '93.184.216.34';
const a = (value: string, ttl = 60): DnsRecord => ({ type: 'A', value, ttl });

let server: DnsServer;
let resolver: NameResolver;

beforeAll(async () => {
  server = await startDnsServer();
});
afterAll(async () => {
  await closeClients();
  await server.close();
});
beforeEach(() => {
  server.questions.length = 0;
  resolver = new NameResolver({ servers: [server.address], local: true });
});

/** Answers for the addresses of IPv4, and has none of IPv6. */
function answerWith(answers: Readonly<Record<string, DnsAnswer>>): void {
  server.answer = (name, type) => {
    const answer = answers[name] ?? answers['*'] ?? 'unknown';
    return type === 'A' || typeof answer === 'string' ? answer : [];
  };
}

const addressesOf = async (name: string) =>
  (await resolver.resolve(name)).map(({ address }) => address);
const asked = (question: string) => server.questions.filter((one) => one === question).length;
const failing = (reason: string) => expect.objectContaining({ reason });

describe('an answer', () => {
  test('has the addresses of both families', async () => {
    server.answer = (_name, type) =>
      type === 'A' ? [a(PUBLIC)] : [{ type: 'AAAA', value: '2606:2800:220:1:0:0:0:1' }];
    expect(await addressesOf('Both.Example.')).toEqual([PUBLIC, '2606:2800:220:1::1']);
  });

  test('is kept, and asked for once however many want it', async () => {
    answerWith({ 'once.example': [a(PUBLIC)] });
    await Promise.all(Array.from({ length: 50 }, () => resolver.resolve('once.example')));
    await resolver.resolve('once.example');
    expect(asked('A once.example')).toBe(1);
  });

  test('is kept as long as it says, and no shorter than a few seconds', async () => {
    answerWith({ 'now.example': [a(PUBLIC, 0)], 'short.example': [a(PUBLIC, 30)] });
    const now = jest.spyOn(performance, 'now');
    const pass = (seconds: number) => now.mockReturnValue(1_000_000 + seconds * 1_000);
    pass(0);
    await Promise.all(['now.example', 'short.example'].map((name) => resolver.resolve(name)));
    pass(4);
    await Promise.all(['now.example', 'short.example'].map((name) => resolver.resolve(name)));
    expect([asked('A now.example'), asked('A short.example')]).toEqual([1, 1]);
    pass(6);
    await Promise.all(['now.example', 'short.example'].map((name) => resolver.resolve(name)));
    expect([asked('A now.example'), asked('A short.example')]).toEqual([2, 1]);
    pass(31);
    await resolver.resolve('short.example');
    expect(asked('A short.example')).toBe(2);
    now.mockRestore();
  });

  test('may come over several names, and be larger than one packet', async () => {
    answerWith({
      'chain.example': [
        { type: 'CNAME', value: 'next.example' },
        { type: 'CNAME', value: 'last.example', name: 'next.example' },
        { type: 'A', value: PUBLIC, name: 'last.example' },
      ],
      'large.example': Array.from({ length: 200 }, (_, at) => a(`93.184.${at}.34`)),
    });
    expect(await addressesOf('chain.example')).toEqual([PUBLIC]);
    expect(await addressesOf('large.example')).toHaveLength(200);
  });

  test('of one family is given although the other one never comes', async () => {
    server.answer = (_name, type) => (type === 'A' ? [a(PUBLIC)] : 'silence');
    expect(await addressesOf('half.example')).toEqual([PUBLIC]);
  });

  test('for names of this machine needs no name server', async () => {
    expect(await addressesOf('localhost')).toEqual(expect.arrayContaining(['127.0.0.1']));
    expect(await addressesOf('a.localhost')).toEqual(expect.arrayContaining(['::1']));
    expect(server.questions).toEqual([]);
  });
});

describe('no address', () => {
  test.each<[string, DnsAnswer, string]>([
    ['no such name', 'unknown', 'connect_failed'],
    ['a name without addresses', [], 'connect_failed'],
    ['a zone that fails', 'servfail', 'connect_timeout'],
    ['a zone that never answers', 'silence', 'connect_timeout'],
  ])('%s speaks against the seller', async (_what, answer, reason) => {
    answerWith({ 'seller.example': answer });
    await expect(resolver.resolve('seller.example')).rejects.toEqual(failing(reason));
    const questions = server.questions.length;
    await expect(resolver.resolve('seller.example')).rejects.toEqual(failing(reason));
    expect(server.questions).toHaveLength(questions);
  });

  test('name servers of ours that answer nobody speak against nobody', async () => {
    const gone = createServer();
    gone.listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as { port: number };
    gone.close();
    const away = new NameResolver({ servers: [`127.0.0.1:${port}`], local: false });
    await expect(away.resolve('seller.example')).rejects.toEqual(failing('dns_failed'));
    const client = testClient(
      { CONNECT_TIMEOUT_MS: 10_000, FIRST_BYTE_TIMEOUT_MS: 10_000 },
      away.lookup,
    );
    const { outcome } = await attempt(client, 'https://seller.example/v1');
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'dns_failed', blame: 'none' });
  });
});

describe('a zone that never answers', () => {
  test('keeps nobody else waiting, and has few questions under way', async () => {
    answerWith({ 'honest.example': [a(PUBLIC)], '*': 'silence' });
    let over = 0;
    const slow = Array.from({ length: 40 }, (_, at) =>
      resolver.resolve(`s${at}.slow.test`).catch(() => (over += 1)),
    );
    await until(() => server.questions.length >= 8, { what: 'the first names' });
    expect(await addressesOf('honest.example')).toEqual([PUBLIC]);
    expect(over).toBe(0);
    const names = new Set(server.questions.map((question) => question.split(' ')[1]));
    expect([...names].filter((name) => name?.endsWith('.slow.test'))).toHaveLength(4);
    await Promise.all(slow);
    expect(over).toBe(40);
  });

  test.each([
    ['a.b.example.com', 'example.com'],
    ['example.com', 'example.com'],
    ['a.example.co.uk', 'example.co.uk'],
    ['a.b.example.de', 'example.de'],
    ['co.uk', 'co.uk'],
    ['a.t.co', 't.co'],
    ['a.abc.io', 'abc.io'],
    ['a.co.example', 'co.example'],
    ['single', 'single'],
  ])('%s is of the zone %s', (name, zone) => {
    expect(zoneOf(name)).toBe(zone);
  });

  test('a place of one that is done goes to the next', async () => {
    answerWith({ '*': [a(PUBLIC)] });
    const names = Array.from({ length: 60 }, (_, at) => `n${at}.honest.example`);
    const found = await Promise.all(names.map(addressesOf));
    expect(found).toEqual(names.map(() => [PUBLIC]));
  });
});

test('a name that comes to lead elsewhere is refused, kept answers or not', async () => {
  const seller = await startSeller();
  const url = `http://rebind.example:${seller.port}/v1`;
  const answers = ['127.0.0.1', '10.0.0.1'];
  const outcomes = [];
  for (const address of answers) {
    answerWith({ 'rebind.example': [a(address, 0)] });
    const names = new NameResolver({ servers: [server.address], local: true });
    const client = testClient({}, names.lookup);
    outcomes.push((await attempt(client, url)).outcome);
  }
  expect(outcomes).toMatchObject([
    { kind: 'answered' },
    { kind: 'failed', reason: 'address_refused', sent: false },
  ]);
  expect(seller.requests).toHaveLength(1);
  await seller.close();
});
