/**
 * Pays out a seller, once per reference and never more than its payable balance. A seller's
 * earnings are its newest closing and the sum of its journals after it; the sum of its payouts is
 * one document, which serializes payouts of one seller while settlements continue.
 */
import { newestClosing } from '../closings/newest-closing';
import { asDouble, type Collections } from '../collections';
import { EARNING_KINDS, type JournalDocument } from '../documents/journal';
import type { PayableDocument } from '../documents/payable';
import { newJournal, payoutLines } from './journal-lines';
import { type Posted, type Posting, postOnce, refusedAmount } from './post-once';
import { insert, type Step, type Transaction } from './writes';

export interface Payout {
  readonly sellerId: string;
  readonly amountScale8: bigint;
  readonly reference: string;
}

/** Fails as `postOnce`, and with `invalid_request` when the amount exceeds the payable balance. */
export function payout(collections: Collections): Transaction<Payout, Posted<'paid'>> {
  return postOnce(collections, payoutJournal, (postings) =>
    Promise.all(postings.map((posting) => payoutStep(collections, posting))),
  );
}

/** @returns the seller's earnings minus its payouts */
export async function sellerPayableScale8(
  collections: Collections,
  sellerId: string,
): Promise<bigint> {
  const payable = (await collections.payables.findOne({ _id: sellerId })) ?? nothingPaid(sellerId);
  const earned = await earnedScale8(collections, payable);
  return earned - payable.paidScale8;
}

/**
 * Conditional on no other payout between this read and the write; concurrent settlements only
 * increase the balance.
 */
async function payoutStep(
  collections: Collections,
  { request: { sellerId, amountScale8 }, journal }: Posting<Payout>,
): Promise<Step<Posted<'paid'>>> {
  const known = await collections.payables.findOne({ _id: sellerId });
  const payable = known ?? nothingPaid(sellerId);
  const earned = await earnedScale8(collections, payable);
  if (amountScale8 > earned - payable.paidScale8) {
    return refusedAmount('The amount exceeds the payable balance of the seller.');
  }
  const change = {
    paidScale8: payable.paidScale8 + amountScale8,
    version: asDouble(payable.version + 1),
    updatedAt: journal.createdAt,
  };
  return {
    kind: 'write',
    writes: {
      payables: [
        known
          ? {
              updateOne: {
                filter: { _id: sellerId, version: payable.version },
                update: { $set: change },
              },
            }
          : insert({ ...payable, ...change }),
      ],
      journals: [insert(journal)],
    },
    answer: { status: 'paid', journal },
  };
}

function nothingPaid(sellerId: string): PayableDocument {
  const start = new Date(0);
  return {
    _id: sellerId,
    paidScale8: 0n,
    earnedScale8: 0n,
    earnedUntil: start,
    version: 0,
    updatedAt: start,
  };
}

/**
 * The seller's newest closing, or the checkpoint of an earlier release when that is later, and every
 * committed journal after it.
 */
async function earnedScale8(
  { journals, closings }: Collections,
  { _id: sellerId, earnedUntil, ...checkpoint }: PayableDocument,
): Promise<bigint> {
  const closing = await newestClosing(closings, `seller:${sellerId}`);
  const isClosed = closing !== null && closing.until > earnedUntil;
  const since = isClosed ? { $gte: closing.until } : { $gt: earnedUntil };
  const [sum] = await journals
    .aggregate<{ earned: bigint }>([
      {
        $match: {
          sellerId,
          kind: { $in: [...EARNING_KINDS] },
          createdAt: since,
        },
      },
      { $unwind: '$lines' },
      { $match: { 'lines.account': `seller:${sellerId}`, 'lines.side': 'credit' } },
      { $group: { _id: null, earned: { $sum: '$lines.amountScale8' } } },
    ])
    .toArray();
  const before = isClosed ? closing.total.earnedScale8 : checkpoint.earnedScale8;
  return before + (sum?.earned ?? 0n);
}

function payoutJournal({ sellerId, amountScale8, reference }: Payout): JournalDocument {
  return newJournal({
    _id: `payout:${sellerId}:${reference}`,
    kind: 'payout',
    sellerId,
    lines: payoutLines(sellerId, amountScale8),
    reference,
    createdAt: new Date(),
  });
}
