/** A secret of a webhook that was damaged in the records: it is reported, and harms no other endpoint. */
import { randomBytes } from 'node:crypto';
import { Sealer } from '../../domain/sealing';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import { resealSecrets, sealSecret, signingSecrets } from '../../exchange/webhooks/secrets';
import { WebhookFollower } from '../../exchange/webhooks/deliver';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from '../records/scenario';
import { until } from '../support/wait';
import { type Receiver, startReceiver } from './receiver';
import { storedDeposit, storedEndpoint, unlimited } from './stored';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const before = new Sealer([OLD]);
const sealing = new Sealer([NEW, OLD]);

let records: WritableRecords;
let hook: Receiver;
beforeAll(async () => {
  records = await openRecords();
  hook = await startReceiver();
});
afterEach(() => records.webhookEndpoints.deleteMany({}));
afterAll(async () => {
  await hook.close();
  await dropRecords(records);
});

const stored = async (_id: string) => (await records.webhookEndpoints.findOne({ _id }))!;

/** An endpoint whose secret is sealed with the old key. @param of whose secret it looks like */
async function endpoint(participant: `account:${string}`, of?: string): Promise<string> {
  const { _id } = await storedEndpoint(records, participant);
  const sealed = sealSecret(before, of ?? _id, 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0');
  const secrets = [{ sealed, createdAt: new Date(), expiresAt: null }];
  const change = { $set: { url: hook.url, secrets, sealedWith: before.keyId } };
  await records.webhookEndpoints.updateOne({ _id }, change as never);
  return _id;
}

test('a secret of another endpoint is not taken over: the change of the key reports it', async () => {
  const damaged = await endpoint('account:damaged', 'another');
  const sound = await endpoint('account:sound');
  const known = await stored(damaged);
  const errors: Error[] = [];
  await resealSecrets(records, sealing, (err) => errors.push(err));
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining(damaged)]);
  expect(await stored(damaged)).toEqual(known);
  expect(() => signingSecrets(sealing, known, new Date())).toThrow(/authenticate/);
  // The endpoints behind it are sealed with the new key all the same.
  expect(await stored(sound)).toMatchObject({ sealedWith: sealing.keyId });
});

test('the events of all other endpoints are sent', async () => {
  await endpoint('account:damaged', 'another');
  await endpoint('account:sound');
  await storedDeposit(records, 'account:sound');
  const errors: unknown[] = [];
  const follower = new WebhookFollower({
    records,
    sealer: sealing,
    settings: {
      local: true,
      CONNECT_TIMEOUT_MS: 5e3,
      WEBHOOK_TIMEOUT_MS: 5e3,
      WEBHOOK_RETRY_BASE_MS: 1e3,
    },
    lookup: new NameResolver({
      servers: [],
      local: true,
    }).lookup,
    budgets: unlimited,
    onError: (err) => errors.push(err),
  });
  follower.start();
  await until(() => hook.received.length > 0, { what: 'the event', timeoutMs: 10_000 });
  await follower.stop();
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(/damaged/) })]);
});
