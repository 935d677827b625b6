/**
 * What must hold of capacity that was bought ahead: lots add up, each draw is charged once, and
 * nothing that rounding adds exceeds what was paid. An honest seller never defaults.
 */
import { costScale8 } from '../../domain/money';
import { isForward } from '../../domain/tenors';
import type { WritableRecords } from '../../records/connect';
import type { FillDocument } from '../../records/documents/fill';
import type { LotDocument } from '../../records/documents/lot';
import type { Market } from './market';

/** A window that ends within this time is waited for. */
const SOON_MS = 60_000;

export async function brokenLots(
  records: WritableRecords,
  { accounts, manners }: Market,
): Promise<string[]> {
  const accountId = { $in: [...accounts.keys()] };
  const lots = await records.lots.find({ accountId }).toArray();
  const draws = await records.fills.find({ accountId, kind: 'draw' }).toArray();
  const found: string[] = [];
  for (const lot of lots) {
    const own = draws.filter(({ lotId }) => lotId === lot._id);
    found.push(...brokenSums(lot, own), ...brokenDraws(lot, own));
    const { _id, status, endsAt, sellerId } = lot;
    if (status === 'defaulted' && manners.get(sellerId) === 'honest')
      found.push(`lot ${_id} of an honest seller has defaulted`);
    if (status === 'open' && endsAt.getTime() < Date.now() + SOON_MS)
      found.push(`lot ${_id} has not ended`);
    if (isForward(lot.tenor) && lot.createdAt > lot.opensAt)
      found.push(`lot ${_id} was recorded when its window had begun`);
    if (status === 'expired' && lot.closedAt! < endsAt) found.push(`lot ${_id} ended too early`);
  }
  return found;
}

function brokenSums(lot: LotDocument, draws: readonly FillDocument[]): string[] {
  const found: string[] = [];
  const name = `lot ${lot._id}`;
  const { quantityTokens, remainingTokens, reservedTokens, drawnTokens } = lot;
  const { paidTokens, refundedTokens, status } = lot;
  const tokens = remainingTokens + reservedTokens + drawnTokens + paidTokens + refundedTokens;
  if (tokens !== quantityTokens) found.push(`${name} has ${tokens} tokens of ${quantityTokens}`);
  if (reservedTokens !== 0) found.push(`${name} has ${reservedTokens} reserved`);
  const settled = draws.filter((draw) => draw.status === 'settled');
  const used = settled.reduce((sum, { usedTokens }) => sum + usedTokens, 0);
  if (used !== drawnTokens) found.push(`${name} says ${drawnTokens} drawn, its draws say ${used}`);
  const count = settled.filter(({ usedTokens }) => usedTokens > 0).length;
  if (count !== lot.draws) found.push(`${name} counts ${lot.draws} draws of ${count}`);
  const spent = settled.reduce((sum, draw) => sum + draw.costScale8, 0n);
  const { costScale8: cost, escrowScale8, earnedScale8, refundedScale8 } = lot;
  if (spent > cost) found.push(`the draws of ${name} cost ${spent}, and ${cost} was paid`);
  if (escrowScale8 + earnedScale8 + refundedScale8 !== cost || escrowScale8 < 0n)
    found.push(`the money of ${name} does not add up`);
  if (earnedScale8 < spent) found.push(`${name} earned ${earnedScale8} of draws for ${spent}`);
  if (refundedTokens === 0 && refundedScale8 !== 0n) found.push(`${name} refunded money only`);
  if (status !== 'open' && (escrowScale8 !== 0n || remainingTokens !== 0))
    found.push(`${name} is ${status} and keeps ${remainingTokens} tokens, ${escrowScale8}`);
  return found;
}

/** The price of a draw is that of its tokens; the last one costs what is left, if that is less. */
function brokenDraws(lot: LotDocument, draws: readonly FillDocument[]): string[] {
  return draws.flatMap(({ _id, status, usedTokens, costScale8: cost }) => {
    const full = costScale8(lot.priceScale8, usedTokens);
    return status === 'settled' && cost > full ? [`draw ${_id} cost ${cost}, not ${full}`] : [];
  });
}
