/** What became of the tokens that a book holds for reservations and fills of bids, by the records. */
import type { Records } from '../../records/connect';

/** How long a bid's fill waits for its workflow: less than the book stores it. */
const FILL_WAITS_MS = 24 * 3_600_000;

/** Tokens that a book has allocated. */
export interface AllocatedFill {
  readonly fillId: string;
  /** Order of the filled bid; null for a reservation. */
  readonly orderId: string | null;
  readonly epoch: number;
  /** When the book allocated them, if that is known. */
  readonly atMs?: number;
}

/** Still held, or ended with tokens that return to the book. */
export type FillOutcome =
  { readonly state: 'held' } | { readonly state: 'ended'; readonly unusedTokens: number };

/**
 * By fill id; absent when MongoDB has no fill of this epoch with the id. A bid's fill on its way to
 * its workflow counts as held: that records or voids it, however late. Releasing the tokens
 * meanwhile would only match the same two orders again.
 */
export async function outcomesOf(
  { ledger, contractOrders }: Pick<Records, 'ledger' | 'contractOrders'>,
  allocated: readonly AllocatedFill[],
): Promise<ReadonlyMap<string, FillOutcome>> {
  const outcomes = new Map<string, FillOutcome>();
  if (allocated.length === 0) return outcomes;
  const fills = await ledger.fills.known(allocated.map(({ fillId }) => fillId));
  const oldestMs = Date.now() - FILL_WAITS_MS;
  const isYoung = ({ atMs = Infinity }: AllocatedFill) => atMs > oldestMs;
  const untold = allocated.filter((one) => !fills.has(one.fillId) && isYoung(one));
  const orderIds = new Set(untold.flatMap(({ orderId }) => orderId ?? []));
  const open = orderIds.size > 0 ? await openOrders(contractOrders, [...orderIds]) : new Set();
  for (const { fillId, orderId } of untold) {
    if (open.has(orderId)) outcomes.set(fillId, { state: 'held' });
  }
  for (const { fillId, epoch } of allocated) {
    const fill = fills.get(fillId);
    if (fill?.epoch !== epoch) continue;
    const usedTokens = fill.status === 'settled' ? fill.usedTokens : 0;
    const unusedTokens = fill.quantityTokens - usedTokens;
    outcomes.set(
      fillId,
      fill.status === 'reserved' ? { state: 'held' } : { state: 'ended', unusedTokens },
    );
  }
  return outcomes;
}

async function openOrders(
  orders: Records['contractOrders'],
  orderIds: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const open = orders.find(
    { _id: { $in: [...orderIds] }, status: 'open' },
    { projection: { _id: 1 } },
  );
  return new Set((await open.toArray()).map(({ _id }) => _id));
}
