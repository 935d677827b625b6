/** What a seller has refused and what it has served, as it is learned from (MATCH-19). */
import {
  REFUSALS_KEPT_MS,
  type RefusedNeeds,
  type ServedNeed,
  learnedLimit,
} from '../../domain/learned-limits';
import type { Records } from '../connect';
import { limitLearnedEvent } from '../webhooks/events';
import { writable } from '../mongodb/writable';

const REFUSALS_KEPT = 30;
const SERVED_KEPT = 100;

/** Idempotent by order. The refusal with which a limit begins is an event. */
export async function noteRefusedNeeds(
  { sellers, webhookEvents }: Pick<Records, 'sellers' | 'webhookEvents'>,
  sellerId: string,
  refused: RefusedNeeds,
): Promise<void> {
  const { orderId, at } = refused;
  const changed = await writable(sellers).findOneAndUpdate(
    { _id: sellerId, 'refusedNeeds.orderId': { $ne: orderId } },
    [{ $set: { refusedNeeds: newest('$refusedNeeds', refused, REFUSALS_KEPT) } }],
    { returnDocument: 'after', projection: { refusedNeeds: 1, servedNeeds: 1 } },
  );
  const known = changed?.refusedNeeds ?? [];
  const limitAmong = (among: readonly RefusedNeeds[]) =>
    learnedLimit(
      { refused: among, served: changed?.servedNeeds },
      { ...refused, participant: null },
      at,
    );
  const limit = limitAmong(known);
  if (!limit || limitAmong(known.filter((one) => one.orderId !== orderId))) return;
  const event = limitLearnedEvent(sellerId, orderId, limit, at);
  await writable(webhookEvents).updateOne(
    { _id: event._id },
    { $setOnInsert: event },
    { upsert: true },
  );
}

/** Replaces the same need of before. */
export async function noteServedNeed(
  { sellers }: Pick<Records, 'sellers'>,
  sellerId: string,
  served: ServedNeed,
): Promise<void> {
  const { modelId, need, tokens } = served;
  const isAnother = {
    $or: [
      { $ne: ['$$this.modelId', modelId] },
      { $ne: ['$$this.need', need] },
      { $ne: ['$$this.tokens', tokens] },
    ],
  };
  await writable(sellers).updateOne({ _id: sellerId }, [
    { $set: { servedNeeds: newest('$servedNeeds', served, SERVED_KEPT, isAnother) } },
  ]);
}

/** A list with one more entry, without what is too old to say anything. */
function newest(
  list: string,
  entry: RefusedNeeds | ServedNeed,
  kept: number,
  isKept: unknown = true,
) {
  const since = new Date(entry.at.getTime() - REFUSALS_KEPT_MS);
  const young = {
    $filter: {
      input: { $ifNull: [list, []] },
      cond: { $and: [{ $gt: ['$$this.at', since] }, isKept] },
    },
  };
  return { $slice: [{ $concatArrays: [young, [{ $literal: entry }]] }, -kept] };
}
