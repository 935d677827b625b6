/**
 * Creates the deliveries of new events, one for each endpoint that has subscribed. Any number of
 * processes may do so at once, and a process may die in between: every write is idempotent, and an
 * event stays new until all of its deliveries exist.
 */
import { LOT_SPENT_EVENT, TEST_EVENT } from '../../domain/webhooks';
import { type PastSources, pastLots } from '../../records/archive/past';
import type { Records } from '../../records/connect';
import type { WebhookEndpointDocument } from '../../records/documents/webhook-endpoint';
import type { WebhookEventDocument } from '../../records/documents/webhook-event';
import type { Standing } from '../../domain/standing';
import { contractSellerEvent, ticketExhaustedEvent } from '../../records/webhooks/events';
import { writable } from '../../records/mongodb/writable';
import { eachAtOnce } from '../../fairness/each-at-once';
import { addEvents } from './add-events';
import { type WebhookRecords, addDeliveries, wakeEndpoints } from './new-deliveries';

const EVENTS_AT_ONCE = 100;
const SINGLE_EVENTS_AT_ONCE = 8;

export type FanOutRecords = WebhookRecords & PastSources & Pick<Records, 'contracts' | 'lots'>;

/**
 * An event that cannot have its deliveries holds up no other one.
 * @returns whether more events may be waiting
 * @throws when some of them failed, after the others were done
 */
export async function fanOut(records: FanOutRecords): Promise<boolean> {
  const events = await records.webhookEvents
    .find({ isWaiting: true })
    .sort({ isWaiting: 1, createdAt: 1 })
    .limit(EVENTS_AT_ONCE)
    .toArray();
  if (events.length === 0) return false;
  await fanOutAll(records, events).catch(() =>
    eachAtOnce(events, SINGLE_EVENTS_AT_ONCE, (event) => fanOutAll(records, [event])),
  );
  return events.length === EVENTS_AT_ONCE;
}

async function fanOutAll(
  records: FanOutRecords,
  events: readonly WebhookEventDocument[],
): Promise<void> {
  const { webhookEvents, webhookEndpoints } = records;
  await followExhaustedLots(records, events);
  await followStandings(records, events);
  const participants = [...new Set(events.flatMap((event) => event.participants))];
  const endpoints = await webhookEndpoints.find({ participant: { $in: participants } }).toArray();
  const pairs = events.flatMap((event) =>
    endpoints
      .filter((endpoint) => receives(endpoint, event))
      .map(({ _id }) => ({ event, endpointId: _id })),
  );
  const endpointIds = [...new Set(pairs.map(({ endpointId }) => endpointId))];
  try {
    await addDeliveries(records, pairs);
  } finally {
    await wakeEndpoints(records, endpointIds);
  }
  await writable(webhookEvents).updateMany(
    { _id: { $in: events.map(({ _id }) => _id) } },
    { $set: { isWaiting: false } },
  );
}

function receives(endpoint: WebhookEndpointDocument, event: WebhookEventDocument): boolean {
  const { participant, status, eventTypes } = endpoint;
  if (status !== 'enabled' || !event.participants.includes(participant)) return false;
  return event.type !== TEST_EVENT && (eventTypes === null || eventTypes.includes(event.type));
}

/**
 * The end of a contract's last lot, or a draw that leaves less of it than any request needs, exhausts
 * its ticket. Two lots may end in two transactions that do
 * not see each other; both have been committed when the later one of their events is read here.
 */
async function followExhaustedLots(
  records: FanOutRecords,
  events: readonly WebhookEventDocument[],
): Promise<void> {
  const { contracts } = records;
  const ends = events.filter(({ type }) => type === 'lot.ended' || type === LOT_SPENT_EVENT);
  const endedAt = new Map(ends.map(({ body, createdAt }) => [contractOf(body), createdAt]));
  if (endedAt.size === 0) return;
  const fields = { accountId: 1, ticketId: 1 };
  const found = contracts.find({ _id: { $in: [...endedAt.keys()] } }, { projection: fields });
  for (const { _id: contractId, accountId, ticketId } of await found.toArray()) {
    if (!ticketId || !(await pastLots(records).areExhausted(contractId))) continue;
    const at = endedAt.get(contractId)!;
    await addEvents(records, [ticketExhaustedEvent(ticketId, { contractId, accountId }, at)]);
  }
}

/** The buyers of what a seller still owes hear of its standing, once for each contract. */
async function followStandings(
  records: FanOutRecords,
  events: readonly WebhookEventDocument[],
): Promise<void> {
  for (const cause of events.filter(({ type }) => type === 'seller.standing_changed')) {
    const { seller_id: sellerId, standing } = dataOf<{ seller_id: string; standing: Standing }>(
      cause.body,
    );
    const owed = await records.lots
      .find({ sellerId, status: 'open' }, { projection: { contractId: 1, accountId: 1 } })
      .toArray();
    const contracts = new Map(owed.map((lot) => [lot.contractId, { ...lot, sellerId }]));
    const derived = [...contracts.values()].map((lot) => contractSellerEvent(cause, lot, standing));
    await addEvents(records, derived);
  }
}

const contractOf = (body: string) => dataOf<{ contract_id: string }>(body).contract_id;

function dataOf<Data>(body: string): Data {
  return (JSON.parse(body) as { data: Data }).data;
}
