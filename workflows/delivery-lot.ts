/**
 * A delivery lot: tokens that one seller owes under a contract. The buyer draws on it during its
 * window; at the end the seller is paid for undrawn tokens (take-or-pay). The timers are durable: a
 * lot is closed even after an outage over the whole window.
 *
 * Draws do not pass through this workflow: each is one conditional change of the lot's record. When
 * a lot is used up or its seller defaulted, the workflow receives a signal and ends early.
 */
import { condition, defineSignal, patched, proxyActivities, sleep } from '@temporalio/workflow';
import type { LotActivities } from '../activities/lots';
import type { LotEnd, LotWorkflowInput } from '../domain/contract-orders';
import { LOST_AFTER } from './attempts';
import { endedAs, noteFound } from './found-by';
import { ESCROW_USD, OWED_TOKENS, type Touched } from './search-attributes';
import { CurrentDetails, quoted } from './current-details';
import { link, linkToList } from './links';
import { timeText } from '../domain/timestamps';
import { onSignal } from './messages';

/** The lot's record may have been closed before the end of its window. */
export const lotEnded = defineSignal('lotEnded');

const steps = (summary: string) =>
  proxyActivities<LotActivities>({
    startToCloseTimeout: '30s',
    heartbeatTimeout: LOST_AFTER,
    retry: { initialInterval: 200, maximumInterval: 10_000 },
    summary,
  });
const { endLot } = steps('Close the lot: take or pay');
const { noteLot } = steps('Notify buyer and seller');

/** Before its end, buyer and seller are notified. */
const ENDING_MS = 3_600_000;

export async function deliveryLot(lot: LotWorkflowInput): Promise<LotEnd> {
  let told = false;
  const details = new CurrentDetails([
    `**${lot.quantityTokens} tokens of ${lot.modelId}**, owed by seller ${link(lot.sellerId)} to buyer ${link(lot.accountId)}`,
    `Contract ${link(lot.contractId)}, sold in order ${link(lot.orderId)}; ${linkToList('what draws on it', `WorkflowType="chatOrder" AND Ids="${lot.lotId}"`)}`,
    `Window ${timeText(lot.opensAtMs)} to ${timeText(lot.endsAtMs)}`,
  ]);
  const wakeUp = () => {
    told = true;
  };
  onSignal(lotEnded, [], wakeUp, details.noteNow);
  const shown = `\`tokenbook orders show ${lot.lotId}\` shows its remaining quantity`;

  details.now('Waiting for its window to open');
  await waitUntil(lot.opensAtMs, 'Window opens', () => told);
  const notifies = patched('lot-moments');
  if (notifies && !told) await noteLot(lot.lotId, 'lot.opened');
  if (!told) details.note('The window opened');
  details.now(`The window is open; ${shown}`);
  if (notifies) {
    await waitUntil(endingAtMs(lot), 'Window ends soon', () => told);
    if (!told) await noteLot(lot.lotId, 'lot.ending');
    if (!told) details.note('Buyer and seller were notified of its end');
  }
  for (;;) {
    await waitUntil(lot.endsAtMs, 'Window ends', () => told);
    told = false;
    const ending = await endLot(lot.lotId);
    if (ending.kind === 'ended') return finish(lot, details, ending.end);
    await sleep(Math.min(ending.waitMs + 1, 60_000), {
      summary: "Until MongoDB's clock has reached the end",
    });
  }
}

function endingAtMs({ opensAtMs, endsAtMs }: LotWorkflowInput): number {
  return endsAtMs - Math.min(ENDING_MS, (endsAtMs - opensAtMs) / 10);
}

async function waitUntil(timeMs: number, what: string, isTold: () => boolean): Promise<void> {
  const leftMs = timeMs - Date.now();
  const summary = `${what} ${timeText(timeMs)}`;
  if (leftMs > 0) await condition(isTold, leftMs, { summary });
}

export function touchedByLot(lot: LotWorkflowInput): Touched {
  const { orderId, accountId, sellerId, contractId, lotId } = lot;
  return { order: orderId, buyer: accountId, seller: sellerId, contract: contractId, lot: lotId };
}

function finish(lot: LotWorkflowInput, details: CurrentDetails, end: LotEnd): LotEnd {
  details.now(
    [`**${end.status}**: ${partsOf(end)}`, ...(end.reason ? [quoted(end.reason)] : [])].join(
      '\n\n',
    ),
  );
  noteFound(
    touchedByLot(lot),
    ...endedAs(end.status, end.cause),
    { key: OWED_TOKENS, value: 0 },
    { key: ESCROW_USD, value: 0 },
  );
  return end;
}

/** Where the tokens went. */
function partsOf({ drawnTokens, paidTokens, refundedTokens, refund }: LotEnd): string {
  const parts = [`${drawnTokens} tokens drawn`];
  if (paidTokens > 0) parts.push(`${paidTokens} undrawn and paid (take or pay)`);
  if (refundedTokens > 0) parts.push(`${refundedTokens} refunded to the buyer`);
  return refund ? `${parts.join(', ')}: ${refund} USD` : parts.join(', ');
}
