/** Secrets that are exchanged while buyers are at work, as the runbook says, and what happens when not. */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import { AnswerListener } from '../../channel/answer-listener';
import { AnswerPublisher } from '../../channel/answer-publisher';
import type { Settings } from '../../config/settings';
import { Sealer } from '../../domain/sealing';
import { Signer, publicJwks } from '../../domain/signing';
import { Exchange, type TestSeller } from '../support/exchange';
import { type TestProcess, startProcess } from '../support/processes';
import { until } from '../support/wait';

const [newKey, foreignKey] = [randomBytes(32), randomBytes(32)] as const;
const signingKeys = [1, 2].map(() =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }),
);

let exchange: Exchange;
/** With which the deployment began. */
let oldKey: Buffer;
let seller: TestSeller;
let key: string;
let redis: Redis;
let listener: AnswerListener | undefined;
beforeAll(async () => {
  // Every answer comes from a worker, through the channel.
  exchange = await Exchange.start({ workers: 0, settings: { GATEWAY_WORKER: 'off' } });
  await exchange.gateways[0]!.kill();
  [oldKey] = exchange.settings.secrets.payloadKeys as [Buffer];
  redis = new Redis(exchange.settings.redisUrl);
});
afterAll(async () => {
  listener?.close();
  redis.disconnect();
  await exchange.stop();
});

function withKeys(payloadKeys: Buffer[], [signingKey, ...others]: Buffer[] = []): Settings {
  const { settings } = exchange;
  const signing = signingKey ? { signingKey, otherSigningKeys: others } : {};
  return { ...settings, secrets: { ...settings.secrets, payloadKeys, ...signing } };
}
/** @returns its index among the gateways */
async function gatewayWith(settings: Settings): Promise<number> {
  return exchange.gateways.push(await startProcess('gateway', settings)) - 1;
}
interface Pair {
  readonly gateway: number;
  readonly worker: TestProcess;
}

async function pairWith(settings: Settings): Promise<Pair> {
  const [gateway, worker] = await Promise.all([
    gatewayWith(settings),
    startProcess('worker', settings),
  ]);
  exchange.workers.push(worker);
  return { gateway, worker };
}

const end = ({ gateway, worker }: Pair) =>
  Promise.all([exchange.gateways[gateway]!.kill(), worker.kill()]);

interface Asked {
  readonly idempotencyKey: string;
  readonly fillId: string;
}

async function askOnce(gateway: number): Promise<Asked> {
  const idempotencyKey = randomUUID();
  const answer = await exchange.chat(key, {}, { gateway, idempotencyKey });
  expect(answer.status).toBe(200);
  return { idempotencyKey, fillId: answer.body.fill.fill_id };
}

/** Chats and streams at each of the gateways, and what was asked before once more. */
async function useBoth(gateways: readonly number[], before: readonly Asked[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const gateway of gateways) {
    for (let times = 0; times < 2; times += 1) asked.push(await askOnce(gateway));
    expect(await exchange.stream(key, {}, { gateway })).toMatchObject({ status: 200, done: true });
  }
  for (const { idempotencyKey, fillId } of [...before, ...asked]) {
    for (const gateway of gateways) {
      const again = await exchange.chat(key, {}, { gateway, idempotencyKey });
      expect(again).toMatchObject({ status: 200, body: { fill: { fill_id: fillId } } });
    }
  }
  return asked;
}

test('payload keys in two steps, with the processes of both steps side by side', async () => {
  const first = await pairWith(withKeys([oldKey]));
  seller = await exchange.seller();
  await exchange.ask(seller, { price: '0.001' });
  ({ key } = await exchange.buyer());

  const second = await pairWith(withKeys([oldKey, newKey]));
  const sealedOld = await useBoth([first.gateway, second.gateway], []);
  // Its gateway was forgotten in the rotation: it stays with the old key alone.
  await first.worker.kill();
  const third = await pairWith(withKeys([newKey, oldKey], signingKeys));
  await useBoth([second.gateway, third.gateway], sealedOld);
  await end(second);

  // Signing keys: the first one signs, all of them are published.
  const jwks = await exchange.send('GET', '/.well-known/jwks.json', { gateway: third.gateway });
  expect(jwks.body).toEqual(publicJwks(...signingKeys));
  const { idempotencyKey, fillId } = await askOnce(third.gateway);
  const { headers, rawBody } = seller.requests.at(-1)!;
  const atMs = Number(headers['webhook-timestamp']) * 1_000;
  const expected = new Signer(signingKeys[0]!).headers(
    { id: fillId, audience: seller.sellerId },
    rawBody,
    atMs,
  );
  expect(headers['webhook-signature']).toBe(expected['webhook-signature']);

  // What that gateway cannot open is 503, is counted, and ends nothing; it cannot start again.
  const refused = await exchange.chat(key, {}, { gateway: first.gateway, idempotencyKey });
  expect(refused).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
  const metrics = await exchange.send('GET', '/metrics', { admin: true, gateway: first.gateway });
  expect(metrics.body).toMatch(/^tokenbook_unopened_total [1-9]/m);
  expect(exchange.gateways[first.gateway]!.alive).toBe(true);
  await expect(gatewayWith(withKeys([oldKey]))).rejects.toThrow('PAYLOAD_KEYS lacks');
  const again = await exchange.chat(key, {}, { gateway: third.gateway, idempotencyKey });
  expect(again).toMatchObject({ status: 200, body: { fill: { fill_id: fillId } } });
});

test('an answer that comes in sealed with a foreign key ends nothing', async () => {
  const told: string[] = [];
  const sealer = new Sealer([newKey], (keyId) => told.push(keyId));
  listener = new AnswerListener(redis, sealer);
  const orderId = randomUUID();
  const subscription = await listener.listen(orderId, false);
  const foreign = new AnswerPublisher(redis, new Sealer([foreignKey]));
  for (const index of [1, 2]) await foreign.append(orderId, index, 'fill', ['{}']);
  await until(() => sealer.unknownKeyUses >= 2, { what: 'both to arrive' });
  expect(told).toHaveLength(1);
  subscription.refuse({ code: 'bid_timeout', message: 'by the records' });
  expect([await subscription.next()].flat()).toMatchObject([{ refusal: { code: 'bid_timeout' } }]);
});
