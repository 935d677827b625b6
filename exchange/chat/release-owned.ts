import type { ChatOrder } from '../../domain/chat';
import { writableLedger } from '../../records/mongodb/writable';
import type { ExchangeDeps } from '../deps';
import { returnFill } from '../books/release-to-book';

/**
 * Releases the fill of an order whose seller failed, so that its gateway may ask the next one.
 * Repetition: finds it released.
 * @returns false when a workflow has taken the order over: it decides
 */
export async function releaseOwned(
  deps: Pick<ExchangeDeps, 'records' | 'books' | 'standings'>,
  { gatewayId }: Pick<ChatOrder, 'gatewayId'>,
  fillId: string,
): Promise<boolean> {
  const ledger = writableLedger(deps.records.ledger);
  const { status, fill } = await ledger.releaseFill({
    fillId,
    reason: 'seller_failed',
    ...(gatewayId === undefined ? {} : { gatewayId }),
  });
  if (status !== 'released' && status !== 'duplicate') return false;
  await returnFill(deps, fill);
  return true;
}
