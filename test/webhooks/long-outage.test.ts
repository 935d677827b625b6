/** The time in which the exchange itself could not send counts for no receiver. */
import {
  DISABLED_AFTER_MS,
  LONGEST_RETRY_DELAY_MS,
  RETRIES_END_AFTER_MS,
} from '../../domain/webhooks';
import { asDouble } from '../../records/collections';
import { addDeliveries } from '../../exchange/webhooks/new-deliveries';
import {
  claimEndpoint,
  dueDeliveries,
  recordAttempt,
} from '../../exchange/webhooks/due-deliveries';
import { clearRecords, recordsForFile } from '../records/scenario';
import { storedDeposit, storedEndpoint } from './stored';

const LIMITS = { busyParticipants: [], withoutFailing: false };
const FAILED = { result: { kind: 'answered', status: 503 }, retryBaseMs: 1_000 } as const;

const records = recordsForFile();
afterEach(() => clearRecords(records));

/** The second failure of a delivery, a time after its first one. */
async function failsAgain(afterMs: number, beganAgoMs = afterMs) {
  const ago = (ms: number) => new Date(Date.now() - ms);
  const { _id } = await storedEndpoint(records, 'account:a');
  const failing = { failures: asDouble(1), failingSince: ago(beganAgoMs), failedAt: ago(afterMs) };
  await records.webhookEndpoints.updateOne({ _id }, { $set: { ...failing, dueAt: new Date(0) } });
  const event = await storedDeposit(records, 'account:a');
  await addDeliveries(records, [{ event, endpointId: _id }]);
  const tried = { tries: asDouble(1), beganAt: ago(beganAgoMs), lastAttemptAt: ago(afterMs) };
  await records.webhookDeliveries.updateOne({ endpointId: _id }, { $set: tried });
  const claimed = await claimEndpoint(records, LIMITS);
  const [delivery] = await dueDeliveries(records, _id, 1);
  const outcome = await recordAttempt(records, claimed!, delivery!, FAILED);
  const { status } = (await records.webhookEndpoints.findOne({ _id }))!;
  return { outcome, status };
}

test.each([DISABLED_AFTER_MS + 60_000, 20 * 86_400_000])(
  'a receiver that fails before and after an outage of %i ms is tried again',
  async (outageMs) => {
    const beganAgoMs = outageMs + 60_000;
    const after = await failsAgain(outageMs, beganAgoMs);
    expect(after).toEqual({ outcome: 'retried', status: 'enabled' });
  },
);

test('a receiver that fails for days in which it was tried is disabled', async () => {
  const beganAgoMs = Math.max(DISABLED_AFTER_MS, RETRIES_END_AFTER_MS) + 60_000;
  const after = await failsAgain(LONGEST_RETRY_DELAY_MS - 60_000, beganAgoMs);
  expect(after).toEqual({ outcome: 'failed', status: 'disabled' });
});
