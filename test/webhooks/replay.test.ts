/** Sending again what happened since a time, in as many calls as it takes: every event, each once. */
import { REPLAYED_AT_ONCE, type Replayed, replaySince } from '../../exchange/webhooks/replay';
import type { WebhookEndpointDocument } from '../../records/documents/webhook-endpoint';
import { clearRecords, recordsForFile } from '../records/scenario';
import { depositEvent, storedEndpoint } from './stored';

const SINCE = new Date(Date.now() - 3_600_000);

const records = recordsForFile();
afterEach(() => clearRecords(records));

/** Deposits of one moment, so many milliseconds after the time. */
async function deposits(count: number, afterMs: number): Promise<string[]> {
  const at = new Date(SINCE.getTime() + afterMs);
  const events = Array.from({ length: count }, () => depositEvent('account:a', at));
  await records.webhookEvents.insertMany(events);
  return events.map(({ _id }) => _id);
}

/** As its owner does it: call after call, while there is more. @returns the counts */
async function replayAll(
  endpoint: WebhookEndpointDocument,
  withDelivered = true,
): Promise<number[]> {
  const counts: number[] = [];
  for (let behind: Replayed['last'] = null; ;) {
    const told = await replaySince(records, endpoint, { since: SINCE, behind, withDelivered });
    counts.push(told.count);
    behind = told.last;
    if (!behind) return counts;
  }
}

const sentTo = async ({ _id }: WebhookEndpointDocument) => {
  const sent = records.webhookDeliveries.find({ endpointId: _id, status: 'waiting' });
  return (await sent.toArray()).map(({ eventId }) => eventId).toSorted();
};

test.each([
  [REPLAYED_AT_ONCE - 1, [REPLAYED_AT_ONCE - 1]],
  [REPLAYED_AT_ONCE, [REPLAYED_AT_ONCE, 0]],
  [REPLAYED_AT_ONCE + 1, [REPLAYED_AT_ONCE, 1]],
])('%i events of one moment are all sent, each once', async (count, counts) => {
  const endpoint = await storedEndpoint(records, 'account:a');
  const events = await deposits(count, 0);
  expect(await replayAll(endpoint)).toEqual(counts);
  expect(await sentTo(endpoint)).toEqual(events.toSorted());
});

test('a call ends in the middle of a moment, and the next one goes on there', async () => {
  const endpoint = await storedEndpoint(records, 'account:a');
  await deposits(2, -1); // before the time
  const first = await deposits(REPLAYED_AT_ONCE - 3, 0);
  const second = await deposits(6, 1);
  const third = await deposits(2, 2);
  expect(await replayAll(endpoint)).toEqual([REPLAYED_AT_ONCE, 5]);
  expect(await sentTo(endpoint)).toEqual([...first, ...second, ...third].toSorted());
});

test('what was accepted is sent again only on request', async () => {
  const endpoint = await storedEndpoint(records, 'account:a');
  await deposits(3, 0);
  await replayAll(endpoint);
  const [accepted, ...others] = await sentTo(endpoint);
  const delivered = { $set: { status: 'delivered' as const, nextAttemptAt: null } };
  await records.webhookDeliveries.updateOne({ eventId: accepted! }, delivered);
  expect(await replayAll(endpoint, false)).toEqual([2]);
  expect(await sentTo(endpoint)).toEqual(others);
  expect(await replayAll(endpoint)).toEqual([3]);
  expect(await sentTo(endpoint)).toEqual([accepted, ...others]);
});
