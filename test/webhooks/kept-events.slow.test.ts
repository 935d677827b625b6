/** How long events and their deliveries are kept: MongoDB itself deletes them, about once a minute. */
import { EVENTS_KEPT_SECONDS } from '../../domain/webhooks';
import { fanOut } from '../../exchange/webhooks/fan-out';
import { replayDelivery, replaySince } from '../../exchange/webhooks/replay';
import { recordsForFile } from '../records/scenario';
import { until } from '../support/wait';
import { depositEvent, storedEndpoint } from './stored';

const KEPT_MS = EVENTS_KEPT_SECONDS * 1_000;
/** Longer than this test lasts. */
const LEFT_MS = 10 * 60_000;

const records = recordsForFile();

test('an event can be sent again until it is 30 days old, and is then gone with its delivery', async () => {
  const endpoint = await storedEndpoint(records, 'account:a');
  const beginMs = Date.now() - KEPT_MS;
  const young = depositEvent('account:a', new Date(beginMs + LEFT_MS));
  const over = depositEvent('account:a', new Date(beginMs + LEFT_MS));
  await records.webhookEvents.insertMany([over, young]);
  await fanOut(records);
  const idOf = async (eventId: string) =>
    (await records.webhookDeliveries.findOne({ eventId }))?._id;
  const [overId, youngId] = [await idOf(over._id), await idOf(young._id)];
  const ends = { $set: { createdAt: new Date(beginMs - 1) } };
  await records.webhookDeliveries.updateOne({ _id: overId! }, ends);
  await records.webhookEvents.updateOne({ _id: over._id }, ends);
  const left = async () =>
    (await records.webhookEvents.countDocuments()) +
    (await records.webhookDeliveries.countDocuments());
  await until(async () => (await left()) === 2, {
    timeoutMs: 180_000,
    everyMs: 500,
    what: 'MongoDB to delete what is over',
  });
  expect(await replayDelivery(records, endpoint, youngId!)).toMatchObject({ eventId: young._id });
  await expect(replayDelivery(records, endpoint, overId!)).rejects.toMatchObject({
    code: 'not_found',
  });
  const all = { since: new Date(0), behind: null, withDelivered: true };
  expect(await replaySince(records, endpoint, all)).toMatchObject({ count: 1 });
  expect(await left()).toBe(2);
});
