/** Secrets of endpoints: rotations at once, and payload keys that change around them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Sealer } from '../../domain/sealing';
import { SECRETS_MAX } from '../../domain/webhooks';
import { WebhookEndpoints } from '../../exchange/webhooks/endpoints';
import { resealSecrets, signingSecrets } from '../../exchange/webhooks/secrets';
import { clearRecords, recordsForFile } from '../records/scenario';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
/** A process before the change of the key, and those during it. */
const before = new Sealer([OLD]);
const reading = new Sealer([OLD, NEW]);
const sealing = new Sealer([NEW, OLD]);
/** The old key has been removed. */
const after = new Sealer([NEW]);

const records = recordsForFile();
afterEach(() => clearRecords(records));

function endpointsWith(sealer: Sealer): WebhookEndpoints {
  const lookup = () => Promise.reject(new Error('a loopback address needs none'));
  return new WebhookEndpoints({ records, sealer, lookup, local: true });
}

async function create(sealer: Sealer) {
  const participant = `account:${randomUUID()}` as const;
  const given = { url: 'http://127.0.0.1:8080/hook', eventTypes: null, description: null };
  const { endpoint, secret } = await endpointsWith(sealer).create(participant, given);
  const rotate = async (other: Sealer) =>
    (await endpointsWith(other).rotateSecret(participant, endpoint._id)).secret;
  return { id: endpoint._id, secret, rotate };
}

async function secretsOf(id: string, sealer: Sealer): Promise<string[]> {
  const endpoint = await records.webhookEndpoints.findOne({ _id: id });
  return signingSecrets(sealer, endpoint!, new Date());
}

test('every secret that rotations at once hand out signs', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => create(before)));
  for (const { id, secret, rotate } of made) {
    const rotated = await Promise.all([rotate(before), rotate(before)]);
    const signing = await secretsOf(id, before);
    expect(new Set(signing)).toEqual(new Set([secret, ...rotated]));
    expect(signing.at(-1)).toBe(secret);
  }
});

test('of n + 1 secrets the newest n sign, the current one first', async () => {
  const { id, secret, rotate } = await create(before);
  const all = [secret];
  for (let count = 0; count < SECRETS_MAX; count += 1) all.unshift(await rotate(before));
  expect(await secretsOf(id, before)).toEqual(all.slice(0, SECRETS_MAX));
});

test.each([
  ['none', []],
  ['one by a process that seals with the new key', [sealing]],
  ['one by a process that still seals with the old key', [reading]],
  ['one by each', [sealing, reading]],
  ['one by each, in the other order', [reading, sealing]],
])('the old payload key can be removed after a rotation: %s', async (_name, sealers) => {
  const { id, secret, rotate } = await create(before);
  const all = [secret];
  for (const sealer of sealers) all.unshift(await rotate(sealer));
  await resealSecrets(records, sealing);
  expect(await secretsOf(id, after)).toEqual(all);
});

test('a rotation while its secrets are sealed again loses none', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => create(before)));
  const [rotated] = await Promise.all([
    Promise.all(made.map(({ rotate }) => rotate(sealing))),
    resealSecrets(records, sealing),
  ]);
  await resealSecrets(records, sealing); // a secret that changed meanwhile was left to this one
  for (const [at, { id, secret }] of made.entries()) {
    expect(await secretsOf(id, after)).toEqual([rotated[at], secret]);
  }
});

test('however many endpoints there are, the old payload key can be removed after one turn', async () => {
  const made = await Promise.all(Array.from({ length: 120 }, () => create(before)));
  await resealSecrets(records, sealing);
  for (const { id, secret } of made) expect(await secretsOf(id, after)).toEqual([secret]);
});

test('endpoints whose key is lost keep no others from being sealed again', async () => {
  const lost = await create(new Sealer([randomBytes(32)]));
  const document = (await records.webhookEndpoints.findOne({ _id: lost.id }))!;
  const copies = Array.from({ length: 250 }, (_, at) => ({
    ...document,
    _id: `${lost.id}-${at}`,
    participant: `account:${randomUUID()}`,
  }));
  await records.webhookEndpoints.insertMany(copies);
  const { id, secret } = await create(before);
  await resealSecrets(records, sealing);
  expect(await secretsOf(id, after)).toEqual([secret]);
});
