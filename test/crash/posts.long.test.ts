/**
 * A gateway that is killed at any write of a request that creates something, before MongoDB has it or
 * before the answer: whoever sends the request again gets one object, the ledger is exact, and nothing
 * is open beyond the lease of a reservation and a minute.
 */
import { randomUUID } from 'node:crypto';
import { as } from '../contracts/market';
import { newModel } from '../e2e/market';
import { type Moment, WriteStops } from '../faults/write-stops';
import { newKey, register, registration } from '../registration/registering';
import { evidence } from '../support/evidence';
import { type Answer, Exchange } from '../support/exchange';
import { startProcess } from '../support/processes';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { expectClosedInTime } from './closed-in-time';

interface Kind {
  readonly name: string;
  /** Which process writes it. */
  readonly writer: 'gateway' | 'worker';
  /** Prepares one request, which can be sent to any gateway, and counts what it has created. */
  prepare(): Promise<{ send(gateway: number): Promise<Answer>; count(): Promise<number> }>;
}

/** More than any of the requests makes. */
const WRITES_MAX = 40;

const exchange = Exchange.forFile({ relay: true, settings: { RESERVATION_LEASE_MS: 5_000 } });

const post = (path: string, headers: object, body: object) => {
  const options = { headers: { ...headers, 'idempotency-key': randomUUID() }, body };
  return (gateway: number) => exchange.send('POST', path, { ...options, gateway });
};

const KINDS: readonly Kind[] = [
  {
    name: 'an ask',
    writer: 'gateway',
    async prepare() {
      const { sellerId, apiKey, model } = await registeredSeller();
      const terms = { model_id: model, price: '0.001', capacity: 1_000, ttl_seconds: 3_600 };
      const path = `/market/v1/sellers/${sellerId}/asks`;
      const send = post(path, { 'x-seller-api-key': apiKey }, terms);
      return { send, count: () => standingAsks(sellerId) };
    },
  },
  {
    name: 'an offer',
    writer: 'gateway',
    async prepare() {
      const { sellerId, apiKey, model } = await registeredSeller();
      const terms = { region: 'us-east', price_per_million_tokens: '1' };
      const body = { ...terms, model, quantity_tokens: 1_000, valid_for_seconds: 3_600 };
      const send = post('/seller/v1/offers', { 'x-seller-api-key': apiKey }, body);
      return { send, count: () => standingAsks(sellerId) };
    },
  },
  {
    name: 'a contract order',
    writer: 'gateway',
    async prepare() {
      const { key, accountId } = await exchange.buyer();
      const body = { model_id: newModel(), quantity: 10_000, price: '0.001' };
      const send = post('/market/v1/contracts', as(key).headers, body);
      return { send, count: () => exchange.records.contractOrders.countDocuments({ accountId }) };
    },
  },
  {
    name: 'a ticket',
    writer: 'gateway',
    async prepare() {
      const model = newModel();
      const seller = await exchange.seller('normal', { models: [model] });
      await exchange.ask(seller, { price: '0.001', model });
      const { key, accountId } = await exchange.buyer();
      const body = { model, quantity_tokens: 10_000, max_price: '0.001' };
      const send = post('/buyer/v1/tickets', as(key).headers, body);
      return { send, count: () => exchange.records.tickets.countDocuments({ accountId }) };
    },
  },
  {
    name: 'a registration',
    writer: 'worker',
    async prepare() {
      const body = registration();
      const endpointUrl = String(body['endpoint_url']);
      return {
        send: (gateway) => register(exchange, body, { gateway }),
        count: () => exchange.records.sellers.countDocuments({ endpointUrl }),
      };
    },
  },
  {
    name: 'a rotation of a key',
    writer: 'worker',
    async prepare() {
      const body = registration();
      const registered = await register(exchange, body);
      const sellerId: string = registered.body.seller_id;
      const rotated = { ...body, api_key: newKey() };
      const currentKey = String(body['api_key']);
      return {
        send: (gateway) => register(exchange, rotated, { currentKey, gateway }),
        count: () =>
          exchange.records.sellerChanges.countDocuments({ sellerId, kind: 'key_rotated' }),
      };
    },
  },
];

describe.each(KINDS)('$name', (kind) => {
  test.each<Moment>(['before', 'behind'])(
    'is made once, when its gateway dies %s any of its writes',
    async (moment) => {
      const reached: string[] = [];
      for (let at = 1; at <= WRITES_MAX; at += 1) {
        const write = await killedAt(kind, at, moment);
        if (!write) break;
        reached.push(write);
      }
      evidence('writes', { request: kind.name, moment, writes: reached });
      expect(reached.length).toBeGreaterThan(0);
      expect(reached.length).toBeLessThan(WRITES_MAX);
      await exchange.expectExact();
    },
    900_000,
  );
});

/** @returns the write at which its process was killed; null when the request makes fewer */
async function killedAt(kind: Kind, at: number, moment: Moment): Promise<string | null> {
  const { send, count } = await kind.prepare();
  const { settings, gateways, workers } = exchange;
  // The work of a worker goes to the victim alone. One that stops gives its workflows back at once.
  if (kind.writer === 'worker') await workers.pop()?.kill('SIGTERM');
  const stops = await WriteStops.open(Number(new URL(sharedServers().addresses.mongoUri).port));
  const mongoUri = `mongodb://127.0.0.1:${stops.port}/?directConnection=true`;
  const victim = await startProcess(kind.writer, { ...settings, mongoUri, GATEWAY_WORKER: 'off' });
  if (kind.writer === 'gateway') gateways.push(victim);
  const standing = stops.stopAt(at, moment);
  const answered = send(gateways.length - 1).then(
    ({ status }) => ({ status }),
    () => null, // its connection broke
  );
  const first = await Promise.race([standing, answered]);
  await victim.kill('SIGKILL');
  const killedAtMs = Date.now();
  stops.close();
  if (kind.writer === 'gateway') gateways.pop();
  else await exchange.startWorker();
  if (typeof first !== 'string') {
    if (first?.status !== 200) throw new Error(`answered with ${first?.status}`);
    return null;
  }
  const again = await until(
    async () => {
      const answer = await send(0);
      if (answer.status === 503) throw new Error('asked to come again'); // as a client would
      return answer;
    },
    { what: `the answer after ${first}`, timeoutMs: 60_000 },
  );
  expect([first, again.status, again.body]).toEqual([first, 200, expect.anything()]);
  expect((await send(0)).body).toEqual(again.body);
  expect(await count()).toBe(1);
  await expectClosedInTime(exchange, `${kind.name}, killed at ${first} ${at}`, killedAtMs);
  return first;
}

/** One that its book could not take in time was withdrawn again, and answered with 503. */
function standingAsks(sellerId: string): Promise<number> {
  return exchange.records.asks.countDocuments({ sellerId, status: { $ne: 'cancelled' } });
}

async function registeredSeller() {
  const model = newModel();
  const url = String(registration()['endpoint_url']);
  return { ...(await exchange.register(url, { models: [model] })), model };
}
