/**
 * Names and certificates of sellers, at real gateways with a name server and an authority of the
 * test: whoever cannot be reached, or does not prove to be the seller, sees no prompt, the next
 * seller answers, and the buyer pays once.
 */
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { join } from 'node:path';
import { joinMarket, newModel } from '../e2e/market';
import { type Certificate, newCertificate } from '../support/certificate';
import { type DnsAnswer, type DnsServer, startDnsServer } from '../support/dns-server';
import { Exchange } from '../support/exchange';
import { memoryFolder } from '../support/memory-folder';
import { type Seller, startSeller } from '../support/sellers/seller';

const HOUR_MS = 3_600_000;
const CONNECT_TIMEOUT_MS = 1_000;
const ZONE = 'sellers.example';
const LOOPBACK: DnsAnswer = [{ type: 'A', value: '127.0.0.1', ttl: 0 }];

const CERTIFICATES = {
  valid: newCertificate([`*.${ZONE}`]),
  'of another name': newCertificate(['*.other.example']),
  'that is over': newCertificate([`*.${ZONE}`], Date.now() - HOUR_MS),
  'that is not valid yet': newCertificate([`*.${ZONE}`], Date.now() + 72 * HOUR_MS),
} as const;

let folder: string;
let names: DnsServer;
let exchange: Exchange;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await memoryFolder('tokenbook-authorities-');
  const authorities = join(folder, 'authorities.pem');
  await writeFile(
    authorities,
    Object.values(CERTIFICATES)
      .map(({ cert }) => cert)
      .join('\n'),
  );
  names = await startDnsServer();
  exchange = await Exchange.start({
    relay: true,
    settings: { DNS_SERVERS: names.address, CONNECT_TIMEOUT_MS },
    environment: { NODE_EXTRA_CA_CERTS: authorities },
  });
});
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));
afterAll(async () => {
  await exchange?.stop();
  await names?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A model whose cheapest seller is at the URL, and whose second one is honest. */
async function openMarket(url: string) {
  const model = newModel();
  const first = await exchange.register(url, { models: [model] });
  await exchange.ask(first, { model, price: '0.001' });
  const second = await joinMarket(exchange, model, { price: '0.002' });
  const { key } = await exchange.buyer();
  return { model, first, second, key };
}
type Market = Awaited<ReturnType<typeof openMarket>>;

/** The second seller answers, and the buyer pays its price once. */
async function expectSecondAnswers({ model, second, key }: Market): Promise<void> {
  const answer = await exchange.chat(key, { model });
  expect(answer).toMatchObject({ status: 200, body: { fill: { fill_price: '2' } } });
  expect(second.seller.keys.size).toBe(1);
  expect([...second.seller.keys.keys()]).toEqual([answer.body.fill.fill_id]);
  await exchange.expectExact();
  expect(await exchange.account(key)).toMatchObject({ reserved: '0' });
  await exchange.expectBookAgrees(model);
}

async function expectFirstAnswers({ model, key, second }: Market): Promise<void> {
  expect(await exchange.chat(key, { model })).toMatchObject({ status: 200 });
  expect(second.seller.requests).toEqual([]);
}

/** One of the zone, which leads to the sellers of this machine. */
let sellers = 0;
function newName(): string {
  sellers += 1;
  return `seller-${sellers}.${ZONE}`;
}
/** The addresses of a name, until the end of the test; every other name leads here. */
function resolveAs(name: string, answer: DnsAnswer): void {
  names.answer = (asked, type) => {
    if (type === 'NS') return 'unknown';
    return forType(asked === name ? answer : LOOPBACK, type);
  };
}

/** Records of the asked type. */
function forType(answer: DnsAnswer, type: 'A' | 'AAAA'): DnsAnswer {
  return typeof answer === 'string' ? answer : answer.filter((record) => record.type === type);
}

describe('the name of a seller', () => {
  let name: string;
  let seller: Seller;
  let market: Market;

  beforeEach(async () => {
    name = newName();
    seller = await startSeller('normal', { tls: CERTIFICATES.valid });
    closing.push(() => seller.close());
    resolveAs(name, LOOPBACK);
    market = await openMarket(`https://${name}:${seller.port}/v1`);
  });

  test('that resolves is asked', async () => {
    await expectFirstAnswers(market);
    expect(seller.requests).toHaveLength(1);
  });

  test.each<[string, DnsAnswer]>([
    ['does not exist any more', 'unknown'],
    ['has no address any more', []],
    ['is of a zone that fails', 'servfail'],
    ['is of a zone that never answers', 'silence'],
    ['has become private', [{ type: 'A', value: '10.0.0.7', ttl: 0 }]],
    ['has become link-local', [{ type: 'A', value: '169.254.169.254', ttl: 0 }]],
    [
      'has a private address beside the right one',
      [
        { type: 'A', value: '127.0.0.1', ttl: 0 },
        { type: 'A', value: '192.168.0.1', ttl: 0 },
      ],
    ],
  ])('that %s: the next seller answers', async (_what, answer) => {
    // A name that was looked up for the endpoint's proof would be known for 5 s.
    const other = newName();
    resolveAs(other, answer);
    await exchange.records.sellers.updateOne(
      { _id: market.first.sellerId },
      { $set: { endpointUrl: `https://${other}:${seller.port}/v1` } },
    );
    await expectSecondAnswers(market);
    expect(seller.requests).toEqual([]);
  });
});

describe('the certificate of a seller', () => {
  beforeEach(() => resolveAs(ZONE, LOOPBACK));

  async function sellerWith(certificate: Certificate): Promise<Seller> {
    const seller = await startSeller('normal', { host: newName(), tls: certificate });
    closing.push(() => seller.close());
    return seller;
  }

  test('that is right: it is asked', async () => {
    const seller = await sellerWith(CERTIFICATES.valid);
    await expectFirstAnswers(await openMarket(seller.url));
    expect(seller.requests).toHaveLength(1);
  });

  test.each(['of another name', 'that is over', 'that is not valid yet'] as const)(
    '%s: the next seller answers',
    async (which) => {
      const seller = await sellerWith(CERTIFICATES[which]);
      await expectSecondAnswers(await openMarket(seller.url));
      expect(seller.requests).toEqual([]);
    },
  );

  test.each<[string, (server: Server) => void]>([
    ['is never shown: the handshake stands still', () => undefined],
    [
      'is cut off in the middle of the handshake',
      (server) =>
        server.on('connection', (socket) => {
          socket.once('data', () => socket.resetAndDestroy());
        }),
    ],
  ])('that %s: the next seller answers', async (_what, behave) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      closing.push(() => socket.destroy());
    });
    behave(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    await expectSecondAnswers(await openMarket(`https://${newName()}:${port}/v1`));
  });
});
