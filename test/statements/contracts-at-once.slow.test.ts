/**
 * Several accounts and sellers, everything that a contract can come to, many callers at once: every
 * statement adds up at every line, in the middle of it and in the end.
 */
import { randomUUID } from 'node:crypto';
import { Failure } from '../../domain/errors';
import { draw, fillOrder, newOrder, nthFill } from '../contracts/records-scenario';
import { recordsForFile, expectSound, fundedAccount, settlement } from '../records/scenario';
import { Random, SEED } from '../support/random';
import { type Parties, newParties, step } from './histories';
import { of, readWhole } from './reading';

const PARTIES = 3;
const CALLERS = 8;
const STEPS = 12;

const records = recordsForFile();

const random = new Random(SEED);

/** An order that two sellers fill, whose rest is cancelled, and whose lots end in every way. */
async function contract(accountId: string, parties: readonly Parties[]): Promise<void> {
  const order = newOrder(accountId, { quantityTokens: 1_000 });
  await records.ledger.capacity.open(order);
  const fills = [1, 2].map((count) =>
    nthFill(order._id, count, {
      askId: random.of(parties).askId,
      quantityTokens: random.between(1, 399),
    }),
  );
  for (const fill of fills) await fillOrder(records, order._id, fill);
  await records.ledger.capacity.close({
    orderId: order._id,
    status: 'cancelled',
    reason: 'a test',
  });
  const known = await records.lots.find({ contractId: order.contractId }).toArray();
  for (const { _id: lotId, remainingTokens } of known) await lot(lotId, remainingTokens);
}

/** Draws that are settled, given back or still under way when the lot ends. */
async function lot(lotId: string, remainingTokens: number): Promise<void> {
  const under: string[] = [];
  for (let times = random.between(0, 2); times > 0; times -= 1) {
    const { fillId, result } = await draw(
      records,
      lotId,
      random.between(1, 1 + Math.floor(remainingTokens / 3)),
    );
    if (result.status === 'reserved') under.push(fillId);
  }
  const endDraws = async (fillIds: readonly string[]) => {
    for (const fillId of fillIds) {
      if (random.isLikely(2 / 3)) await records.ledger.settleFill(settlement(fillId, 1));
      else await records.ledger.releaseFill({ fillId, reason: 'seller_default' });
    }
  };
  await endDraws(under.splice(0, random.between(0, under.length)));
  await records.ledger.capacity.closeLot({
    lotId,
    status: random.isLikely(0.5) ? 'expired' : 'defaulted',
    reason: 'a test',
    now: new Date(Date.now() + 48 * 3_600_000),
  });
  await endDraws(under);
}

async function correction(accountId: string): Promise<void> {
  const amountScale8 = BigInt(random.between(1, 4_999)) * (random.isLikely(0.5) ? 1n : -1n);
  await records.ledger.correct({
    accountId,
    amountScale8,
    reference: randomUUID(),
    reason: 'a test',
  });
}

/** What the ledger refuses is part of the history; anything else is a fault. */
async function anyStep(parties: readonly Parties[]): Promise<void> {
  const { accountId } = random.of(parties);
  const chosen = random.between(0, 3);
  const work =
    chosen === 0
      ? correction(accountId)
      : chosen === 1
        ? step(records, random.of(parties))
        : contract(accountId, parties);
  await work.catch((err: unknown) => {
    if (!(err instanceof Failure)) throw err;
  });
}

test(`every statement adds up at every line, while everything goes on and in the end (seed ${SEED})`, async () => {
  const parties = await Promise.all(
    Array.from({ length: PARTIES }, async () =>
      newParties(records, await fundedAccount(records, 1_000_000_000_000n)),
    ),
  );
  const everyone = parties.flatMap(({ accountId, sellerId }) => [
    of('account', accountId),
    of('seller', sellerId),
  ]);
  let isPosting = true;
  const callers = Array.from({ length: CALLERS }, async () => {
    for (let at = 0; at < STEPS; at += 1) await anyStep(parties);
  });
  const all = Promise.all(callers).finally(() => (isPosting = false));
  while (isPosting) await readWhole(records, random.of(everyone), 7);
  await all;

  const kinds = new Set<string>();
  for (const { accountId, sellerId } of parties) {
    const account = await readWhole(records, of('account', accountId), 50);
    expect(account.closingScale8).toBe((await records.ledger.balanceOf(accountId)).postedScale8);
    const seller = await readWhole(records, of('seller', sellerId), 50);
    expect(seller.closingScale8).toBe(await records.ledger.sellerPayableScale8(sellerId));
    for (const { kind } of [...account.lines, ...seller.lines]) kinds.add(kind);
    await expectLotsTold(accountId, account.lines);
  }
  // Nothing of it was left out by chance.
  for (const kind of [
    'deposit',
    'escrow',
    'refund',
    'draw',
    'window_end',
    'correction',
    'capture',
  ]) {
    expect(kinds).toContain(kind);
  }
  await expectSound(records);
}, 120_000);

/** Lot by lot what the buyer paid and got back is what the lot says. */
async function expectLotsTold(
  accountId: string,
  lines: readonly { lotId: string | null; amountScale8: bigint }[],
): Promise<void> {
  const sums = new Map<string, bigint>();
  for (const { lotId, amountScale8 } of lines) {
    if (lotId !== null) sums.set(lotId, (sums.get(lotId) ?? 0n) + amountScale8);
  }
  for (const known of await records.lots.find({ accountId }).toArray()) {
    expect(sums.get(known._id) ?? 0n).toBe(known.refundedScale8 - known.costScale8);
  }
}
