/** Deliveries as the workers make, claim and record them: to whom, by whom, and what counts as accepted. */
import type { WebhookParticipant } from '../../domain/webhooks';
import { recordChallenge } from '../../exchange/webhooks/challenge';
import { fanOut } from '../../exchange/webhooks/fan-out';
import { repeatDeliveries, wakeEndpoints } from '../../exchange/webhooks/new-deliveries';
import {
  claimEndpoint,
  dueDeliveries,
  oldestDueMs,
  recordAttempt,
  releaseEndpoint,
} from '../../exchange/webhooks/due-deliveries';
import { asDouble } from '../../records/collections';
import type { WebhookEndpointDocument } from '../../records/documents/webhook-endpoint';
import { clearRecords, recordsForFile } from '../records/scenario';
import { atWrongClock } from '../support/wrong-clock';
import { depositEvent, storedDeposit, storedEndpoint } from './stored';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const records = recordsForFile();
afterEach(() => clearRecords(records));

const endpointOf = (participant: WebhookParticipant, eventTypes: string[] | null = null) =>
  storedEndpoint(records, participant, eventTypes);
const depositOf = (participant: WebhookParticipant) => storedDeposit(records, participant);

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

test.each([HOUR_MS, -HOUR_MS])(
  "leases an endpoint by MongoDB's clock, however wrong a worker's is (%i ms)",
  async (wrongByMs) => {
    const { endpoint, delivery } = await waiting();
    const leased = await atWrongClock(wrongByMs, () => claim());
    expect(leased?._id).toBe(endpoint._id);
    expect(await claim()).toBeNull();
    expect(await atWrongClock(wrongByMs, () => claim())).toBeNull();
    const due = await atWrongClock(wrongByMs, () => dueDeliveries(records, endpoint._id, 10));
    expect(due.map(({ _id }) => _id)).toEqual([delivery._id]);
    await atWrongClock(wrongByMs, () => releaseEndpoint(records, leased!, 1_000));
    expect((await claim())?._id).toBe(endpoint._id);
  },
);

test.each([HOUR_MS, -HOUR_MS])(
  "an event, a failed attempt and the next one go by MongoDB's clock (%i ms)",
  async (wrongByMs) => {
    const endpoint = await endpointOf('account:a');
    await depositOf('account:a');
    const failed = { result: { kind: 'answered', status: 503 }, retryBaseMs: MINUTE_MS } as const;
    const delivery = await atWrongClock(wrongByMs, async () => {
      await fanOut(records);
      const [due] = await dueDeliveries(records, (await claim())!._id, 10);
      await recordAttempt(records, endpoint, due!, failed);
      return (await records.webhookDeliveries.findOne({ _id: due!._id }))!;
    });
    const { failingSince, failedAt } = await endpointNow(endpoint);
    const times = [delivery.beganAt, delivery.lastAttemptAt!, failingSince!, failedAt!];
    const nowMs = Date.now();
    for (const at of times) expect(Math.abs(nowMs - at.getTime())).toBeLessThan(HOUR_MS / 2);
    const retryMs = delivery.nextAttemptAt!.getTime() - delivery.lastAttemptAt!.getTime();
    expect(retryMs).toBeGreaterThan(0);
    expect(retryMs).toBeLessThan(10 * MINUTE_MS);
  },
);

test.each([HOUR_MS, -HOUR_MS])(
  "what waits to be sent is as old as MongoDB's clock says (%i ms)",
  async (wrongByMs) => {
    const waitedMs = () => atWrongClock(wrongByMs, () => oldestDueMs(records));
    const expectMinute = async () =>
      expect(Math.abs((await waitedMs()) - MINUTE_MS)).toBeLessThan(MINUTE_MS / 2);
    const ago = () => new Date(Date.now() - MINUTE_MS);
    const { _id } = await endpointOf('account:a');
    await records.webhookEndpoints.updateOne(
      { _id },
      { $set: { dueAt: new Date(Date.now() + MINUTE_MS) } },
    );
    expect(await waitedMs()).toBe(0);
    await records.webhookEndpoints.updateOne({ _id }, { $set: { dueAt: ago() } });
    await expectMinute();
    await records.webhookEndpoints.updateOne({ _id }, { $set: { dueAt: null } });
    await records.webhookEvents.insertOne(depositEvent('account:a', ago()));
    await expectMinute();
  },
);

test('an endpoint has one worker at a time, until its lease is over', async () => {
  const { endpoint } = await waiting();
  expect((await claim())?._id).toBe(endpoint._id);
  await wakeEndpoints(records, [endpoint._id]); // a further event
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
  await repeatDeliveries(records, [{ event, endpointId: endpoint._id }]);
  const again = (await records.webhookDeliveries.findOne({ _id: delivery._id }))!;
  expect(again.beganAt.getTime()).toBeGreaterThan(delivery.beganAt.getTime());
  const result = { kind: 'answered', status: 200 } as const;
  await recordAttempt(records, endpoint, delivery, { result, retryBaseMs: 1_000 });
  const after = await records.webhookDeliveries.findOne({ _id: delivery._id });
  expect(after).toEqual(again);
});

const endpointNow = async ({ _id }: WebhookEndpointDocument) =>
  (await records.webhookEndpoints.findOne({ _id }))!;

describe('the end of a turn', () => {
  test('an event that its worker has not seen leaves the endpoint due', async () => {
    const endpoint = await endpointOf('account:a');
    await wakeEndpoints(records, [endpoint._id]);
    const claimed = (await claim())!;
    // Its delivery is written behind the look at what is next, and before the end of the turn.
    await wakeEndpoints(records, [endpoint._id]);
    await releaseEndpoint(records, claimed, MINUTE_MS);
    expect((await claim())?._id).toBe(endpoint._id);
  });

  test('one that has refused its challenge is asked again after a longer time each, with nothing waiting', async () => {
    const { _id } = await endpointOf('account:a');
    const due = { challenge: 'nonce', dueAt: new Date() };
    const refused = { kind: 'answered', status: 204 } as const;
    let pauseMs = 0;
    for (let asked = 1; asked <= 4; asked += 1) {
      await records.webhookEndpoints.updateOne({ _id }, { $set: due });
      const claimed = (await claim())!;
      expect(await recordChallenge(records, claimed, refused)).toBe('refused');
      await releaseEndpoint(records, claimed, MINUTE_MS);
      const { dueAt } = await endpointNow(claimed);
      const restsMs = dueAt!.getTime() - Date.now();
      expect(restsMs).toBeGreaterThan(1.2 * pauseMs);
      pauseMs = restsMs;
    }
    expect(pauseMs).toBeGreaterThan(10 * MINUTE_MS);
  });

  test('with nothing waiting the endpoint is not due, until the next event', async () => {
    const endpoint = await endpointOf('account:a');
    await wakeEndpoints(records, [endpoint._id]);
    await releaseEndpoint(records, (await claim())!, MINUTE_MS);
    expect(await endpointNow(endpoint)).toMatchObject({ dueAt: null });
    await depositOf('account:a');
    await fanOut(records);
    expect((await claim())?._id).toBe(endpoint._id);
  });

  test('events that come while turns end are all due', async () => {
    const participants = Array.from({ length: 40 }, (_, at) => `account:${at}` as const);
    for (const participant of participants) {
      const { _id } = await endpointOf(participant);
      await wakeEndpoints(records, [_id]);
    }
    const claimed = await Promise.all(participants.map(() => claim()));
    const release = async (at: number) => {
      const endpoint = claimed[at];
      if (endpoint) await releaseEndpoint(records, endpoint, MINUTE_MS);
    };
    const tell = async () => {
      for (const participant of participants) await depositOf(participant);
      await fanOut(records);
    };
    await Promise.all([tell(), ...participants.map((_, at) => release(at))]);
    const idle = await records.webhookEndpoints.find({ dueAt: null }).toArray();
    expect(idle).toEqual([]);
  });

  test('a worker whose lease is over does not end that of the next one', async () => {
    const { endpoint } = await waiting();
    const late = (await claim())!;
    const over = { $set: { leasedUntil: new Date(), dueAt: new Date() } };
    await records.webhookEndpoints.updateOne({ _id: endpoint._id }, over);
    expect((await claim())?._id).toBe(endpoint._id);
    await releaseEndpoint(records, late, MINUTE_MS);
    expect(await claim()).toBeNull();
  });
});

test('an endpoint that fails rests, whatever comes; one that a fault of ours delays does not', async () => {
  const { endpoint, delivery } = await waiting();
  const claimed = (await claim())!;
  const failed = { result: { kind: 'answered', status: 503 }, retryBaseMs: MINUTE_MS } as const;
  await recordAttempt(records, claimed, delivery, failed);
  await releaseEndpoint(records, claimed, MINUTE_MS);
  const { dueAt } = await endpointNow(endpoint);
  expect(dueAt!.getTime()).toBeGreaterThan(Date.now() + MINUTE_MS / 2);
  await depositOf('account:a');
  await fanOut(records);
  expect(await endpointNow(endpoint)).toMatchObject({ dueAt });
  expect(await claim()).toBeNull();

  const resting = { failingSince: null, failures: asDouble(0) };
  await records.webhookEndpoints.updateOne({ _id: endpoint._id }, { $set: resting });
  await depositOf('account:a');
  await fanOut(records);
  expect((await claim())?._id).toBe(endpoint._id);
});
