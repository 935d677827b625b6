/** Deliveries as the workers make, claim and record them: to whom, by whom, and what counts as accepted. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { fanOut } from '../../exchange/webhooks/fan-out';
import { repeatDeliveries, wakeEndpoints } from '../../exchange/webhooks/new-deliveries';
import { claimEndpoint, recordAttempt } from '../../exchange/webhooks/turns';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import type { WebhookEndpointDocument } from '../../records/webhook-endpoint';
import { webhookEvent } from '../../records/webhooks/new-event';
import { clearRecords, dropRecords, openRecords } from '../records/scenario';

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterEach(() => clearRecords(records));
afterAll(() => dropRecords(records));

async function endpointOf(
  participant: string,
  eventTypes: string[] | null = null,
): Promise<WebhookEndpointDocument> {
  const now = new Date();
  const endpoint: WebhookEndpointDocument = {
    ...{ _id: uuidV7(), participant, eventTypes, slot: asDouble(0), url: 'http://127.0.0.1:1' },
    ...{ description: null, secrets: [], sealedWith: '', status: 'enabled' },
    ...{ disabledReason: null, disabledAt: null, failingSince: null, failures: asDouble(0) },
    ...{ dueAt: null, wakes: asDouble(0), leasedUntil: new Date(0) },
    ...{ createdAt: now, updatedAt: now },
  };
  await records.webhookEndpoints.insertOne(endpoint);
  return endpoint;
}

async function depositOf(participant: `account:${string}`) {
  const event = webhookEvent({
    ...{ type: 'account.deposited', key: randomUUID(), participants: [participant] },
    ...{ data: {}, at: new Date() },
  });
  await records.webhookEvents.insertOne(event);
  return event;
}

/** An event that waits to be sent, and its delivery. */
async function waiting() {
  const endpoint = await endpointOf('account:a');
  const event = await depositOf('account:a');
  await fanOut(records);
  const [delivery] = await records.webhookDeliveries.find({ endpointId: endpoint._id }).toArray();
  return { endpoint, event, delivery: delivery! };
}

const claim = (busyParticipants: readonly string[] = []) =>
  claimEndpoint(records, { busyParticipants, withoutFailing: false });

test('events go to the endpoints of those whom they concern, once, and to no others', async () => {
  const [one, other] = [await endpointOf('account:a'), await endpointOf('account:b')];
  const elsewhere = await endpointOf('account:c', ['lot.opened']);
  const events = [await depositOf('account:a'), await depositOf('account:b')];
  await depositOf('account:c');
  await fanOut(records);
  await fanOut(records);
  const sent = await records.webhookDeliveries.find({}).sort({ endpointId: 1 }).toArray();
  expect(sent.map(({ endpointId, eventId }) => [endpointId, eventId])).toEqual([
    [one._id, events[0]!._id],
    [other._id, events[1]!._id],
  ]);
  const idle = await records.webhookEndpoints.findOne({ _id: elsewhere._id });
  expect(idle?.dueAt).toBeNull();
});

test('an endpoint has one worker at a time, until its lease is over', async () => {
  const { endpoint } = await waiting();
  expect((await claim())?._id).toBe(endpoint._id);
  await wakeEndpoints(records, [endpoint._id], new Date()); // a further event
  expect(await claim()).toBeNull();
  const over = { $set: { leasedUntil: new Date(), dueAt: new Date() } };
  await records.webhookEndpoints.updateOne({ _id: endpoint._id }, over);
  expect(await claim(['account:a'])).toBeNull();
  expect((await claim())?._id).toBe(endpoint._id);
});

test.each([
  [200, 'delivered'],
  [299, 'delivered'],
  [300, 'waiting'],
  [307, 'waiting'],
  [404, 'waiting'],
  [410, 'failed'],
  [500, 'waiting'],
])('an answer of %i leaves the delivery %s', async (status, expected) => {
  const { endpoint, delivery } = await waiting();
  const result = { kind: 'answered', status } as const;
  await recordAttempt(records, endpoint, delivery, { result, retryBaseMs: 1_000 });
  const after = await records.webhookDeliveries.findOne({ _id: delivery._id });
  expect(after).toMatchObject({ status: expected, responseStatus: status, attempts: 1 });
  const { failures } = (await records.webhookEndpoints.findOne({ _id: endpoint._id }))!;
  expect(failures).toBe(expected === 'delivered' ? 0 : 1);
});

test('a fault of the exchange counts against no endpoint', async () => {
  const { endpoint, delivery } = await waiting();
  const result = { kind: 'ours', detail: 'exchange_fault' } as const;
  const outcome = await recordAttempt(records, endpoint, delivery, { result, retryBaseMs: 1_000 });
  expect(outcome).toBe('retried');
  const after = await records.webhookEndpoints.findOne({ _id: endpoint._id });
  expect(after).toMatchObject({ failures: 0, failingSince: null });
});

test('what its owner sends again during an attempt is sent once more', async () => {
  const { endpoint, event, delivery } = await waiting();
  const again = new Date(delivery.beganAt.getTime() + 1_000);
  await repeatDeliveries(records, [{ event, endpointId: endpoint._id }], again);
  const result = { kind: 'answered', status: 200 } as const;
  await recordAttempt(records, endpoint, delivery, { result, retryBaseMs: 1_000 });
  const after = await records.webhookDeliveries.findOne({ _id: delivery._id });
  expect(after).toMatchObject({ status: 'waiting', beganAt: again, nextAttemptAt: again });
});
