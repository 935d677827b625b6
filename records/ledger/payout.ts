/**
 * Pays a seller out, once per reference and never more than it is owed. What a seller has earned is
 * the sum of its journals; what it was paid stands in one document, which makes payouts of one
 * seller wait for each other while settlements go on.
 */
import type { mongo } from 'mongoose';
import { fail } from '../../domain/errors';
import { asDouble, type Collections } from '../collections';
import type { JournalDocument } from '../journal';
import { payoutLines } from './journal-lines';
import { byId } from './reads';
import type { Step, Transaction } from './writes';

export interface Payout {
  readonly sellerId: string;
  readonly amountScale8: bigint;
  readonly reference: string;
}

export interface PayoutResult {
  readonly status: 'paid' | 'duplicate';
  readonly journal: JournalDocument;
}

/** Fails with `idempotency_conflict`, or with `invalid_request` when more is asked than is owed. */
export function payout(collections: Collections): Transaction<Payout, PayoutResult> {
  return {
    async plan(requests) {
      const journals = await byId(collections.journals, requests.map(journalId));
      return Promise.all(
        requests.map(async (request): Promise<Step<PayoutResult>> => {
          const known = journals.get(journalId(request));
          if (known) return repeated(known, request.amountScale8);
          return payoutStep(collections, request);
        }),
      );
    },
  };
}

/** @returns posted credits of the seller less what it was paid */
export async function sellerPayableScale8(
  { journals, payables }: Collections,
  sellerId: string,
): Promise<bigint> {
  const [paid, earned] = [
    await payables.findOne({ _id: sellerId }),
    await earnedScale8(journals, sellerId),
  ];
  return earned - (paid?.paidScale8 ?? 0n);
}

/**
 * The condition is what was paid before: earnings only grow, so it is enough that no other payout
 * came between this read and the write.
 */
async function payoutStep(collections: Collections, request: Payout): Promise<Step<PayoutResult>> {
  const { sellerId, amountScale8 } = request;
  const payable = await collections.payables.findOne({ _id: sellerId });
  const paid = payable?.paidScale8 ?? 0n;
  const owed = (await earnedScale8(collections.journals, sellerId)) - paid;
  if (amountScale8 > owed) {
    const message = 'The amount is above what the seller is owed.';
    return { kind: 'failure', error: fail('invalid_request', { param: 'amount', message }) };
  }
  const journal = payoutJournal(request);
  return {
    kind: 'write',
    writes: {
      payables: [
        {
          updateOne: {
            filter: payable
              ? { _id: sellerId, version: payable.version }
              : { _id: sellerId, version: -1 },
            update: {
              $set: {
                paidScale8: paid + amountScale8,
                version: asDouble((payable?.version ?? 0) + 1),
                updatedAt: journal.createdAt,
              },
            },
            upsert: payable === null,
          },
        },
      ],
      journals: [{ insertOne: { document: journal } }],
    },
    answer: { status: 'paid', journal },
  };
}

async function earnedScale8(
  journals: mongo.Collection<JournalDocument>,
  sellerId: string,
): Promise<bigint> {
  const [sum] = await journals
    .aggregate<{ earned: bigint }>([
      { $match: { sellerId, kind: 'capture' } },
      { $unwind: '$lines' },
      { $match: { 'lines.account': `seller:${sellerId}`, 'lines.side': 'credit' } },
      { $group: { _id: null, earned: { $sum: '$lines.amountScale8' } } },
    ])
    .toArray();
  return sum?.earned ?? 0n;
}

function repeated(journal: JournalDocument, amountScale8: bigint): Step<PayoutResult> {
  if (journal.lines[0]?.amountScale8 !== amountScale8) {
    const message = 'The reference was used with another amount.';
    return {
      kind: 'failure',
      error: fail('idempotency_conflict', { param: 'reference', message }),
    };
  }
  return { kind: 'answer', answer: { status: 'duplicate', journal } };
}

function journalId({ sellerId, reference }: Payout): string {
  return `payout:${sellerId}:${reference}`;
}

function payoutJournal(request: Payout): JournalDocument {
  const { sellerId, amountScale8, reference } = request;
  return {
    _id: journalId(request),
    kind: 'payout',
    accountId: null,
    sellerId,
    fillId: null,
    holdId: null,
    orderId: null,
    lines: payoutLines(sellerId, amountScale8),
    reference,
    reason: null,
    createdAt: new Date(),
  };
}
