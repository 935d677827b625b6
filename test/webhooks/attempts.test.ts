/** What an attempt says of its receiver: its status alone, and one that failed rests at once. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Sealer } from '../../domain/sealing';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import { WebhookFollower } from '../../exchange/webhooks/deliver';
import { recordsForFile } from '../records/scenario';
import { until } from '../support/wait';
import { type Receiver, startReceiver, withStatus } from './receiver';
import { storedDeposit, storedEndpoint, unlimited } from './stored';

/** Nothing in these tests waits for it. */
const NEVER_MS = 3_600_000;

const records = recordsForFile();
let receiver: Receiver;
let worker: WebhookFollower;
const failures: unknown[] = [];
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await worker.stop();
  await receiver.close();
  expect(failures.splice(0)).toEqual([]);
});

function startWorker(timeoutMs = NEVER_MS): void {
  worker = new WebhookFollower({
    records,
    sealer: new Sealer([randomBytes(32)]),
    settings: {
      local: true,
      CONNECT_TIMEOUT_MS: 5_000,
      WEBHOOK_TIMEOUT_MS: timeoutMs,
      WEBHOOK_RETRY_BASE_MS: NEVER_MS,
    },
    lookup: new NameResolver({ servers: [], local: true }).lookup,
    budgets: unlimited,
    onError: (err) => failures.push(err),
  });
  worker.start();
}

async function endpointFor(participant: `account:${string}`): Promise<string> {
  const { _id } = await storedEndpoint(records, participant);
  await records.webhookEndpoints.updateOne({ _id }, { $set: { url: receiver.url } });
  return _id;
}

test.each<[string, number, (res: ServerResponse) => void]>([
  ['breaks off', NEVER_MS, (res) => res.destroy()],
  ['never ends', 2_000, () => undefined],
])(
  'a receiver that accepts an event has it, even if the rest of its answer %s',
  async (_how, timeoutMs, end) => {
    const participant = `account:${randomUUID()}` as const;
    const _id = await endpointFor(participant);
    receiver.answer = (res) => {
      res.writeHead(200, { 'content-length': '100' });
      res.write('half', () => end(res));
    };
    await storedDeposit(records, participant);
    startWorker(timeoutMs);
    await until(() => worker.outcomes.delivered + worker.outcomes.retried === 1, {
      what: 'the end of the attempt',
    });
    expect(worker.outcomes).toEqual({ delivered: 1, retried: 0, failed: 0 });
    expect(await records.webhookEndpoints.findOne({ _id })).toMatchObject({ failures: 0 });
  },
);

test('a receiver that refuses one of several events rests before it gets further ones', async () => {
  const _id = await endpointFor('account:b');
  for (let at = 0; at < 6; at += 1) await storedDeposit(records, 'account:b');
  const refused: ServerResponse[] = [];
  receiver.answer = (res) => {
    if (receiver.received.length > 1) return withStatus(204)(res);
    refused.push(res);
  };
  startWorker();
  await until(() => worker.outcomes.delivered === 3, { what: 'those that are sent with it' });
  withStatus(500)(refused[0]!);
  await until(
    async () => {
      const endpoint = await records.webhookEndpoints.findOne({ _id });
      return endpoint!.failures === 1 && endpoint!.leasedUntil.getTime() === 0;
    },
    { what: 'the end of its turn' },
  );
  expect(receiver.received).toHaveLength(4);
});
