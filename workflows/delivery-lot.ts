/**
 * A delivery lot: tokens that one seller owes under a contract. Its window opens, is drawn on, and
 * ends; what is undrawn then is paid to the seller (take or pay). The timers are durable: a server
 * that was away over the whole window does in the end what was to be done.
 *
 * Draws do not pass through here: each is one conditional change of the lot's record. A lot that
 * was used up, or whose seller defaulted, is told so, and its story ends early.
 */
import {
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { LotActivities } from '../activities/lots';
import type { LotEnd, LotStory } from '../domain/contract-orders';
import { OUTCOME } from './search-attributes';

/** The lot's record may have been closed before the end of its window. */
export const lotEnded = defineSignal('lotEnded');

const { endLot } = proxyActivities<LotActivities>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: 200, maximumInterval: 10_000 },
  summary: 'Close the lot: take or pay',
});

export async function deliveryLot(lot: LotStory): Promise<LotEnd> {
  let told = false;
  setHandler(lotEnded, () => {
    told = true;
  });
  const window = `${timeOf(lot.opensAtMs)} to ${timeOf(lot.endsAtMs)}`;
  const owed = `${lot.quantityTokens} tokens of ${lot.modelId}, window ${window}`;
  const lines = [`Seller ${lot.sellerId} owes ${owed}`, `Contract ${lot.contractId}`];

  setCurrentDetails([...lines, '', 'Waiting for the window to open'].join('\n\n'));
  await waitUntil(lot.opensAtMs, () => told);
  setCurrentDetails([...lines, '', 'The window is open'].join('\n\n'));
  for (;;) {
    await waitUntil(lot.endsAtMs, () => told);
    told = false;
    const ending = await endLot(lot.lotId);
    if (ending.kind === 'ended') return finish(lines, ending.end);
    await sleep(Math.min(ending.waitMs + 1, 60_000));
  }
}

async function waitUntil(timeMs: number, isTold: () => boolean): Promise<void> {
  const leftMs = timeMs - Date.now();
  if (leftMs > 0) await condition(isTold, leftMs);
}

function finish(lines: readonly string[], end: LotEnd): LotEnd {
  const { status, drawnTokens, paidTokens, refundedTokens } = end;
  const what = `**${status}**: ${drawnTokens} drawn, ${paidTokens} paid undrawn, ${refundedTokens} refunded`;
  setCurrentDetails([...lines, what].join('\n\n'));
  upsertSearchAttributes([{ key: OUTCOME, value: status }]);
  return end;
}

function timeOf(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
