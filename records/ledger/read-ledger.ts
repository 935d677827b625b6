import type { Asks } from './asks';
import type { Capacity } from './capacity';
import type { Fills } from './fills';
import type { Ledger } from './ledger';

/** The read-only view of the ledger, for all modules but the services (records/mongodb/writable.ts). */
export interface ReadLedger extends Pick<
  Ledger,
  'availableScale8' | 'balanceOf' | 'openFillsOf' | 'sellerPayableScale8'
> {
  readonly asks: Pick<Asks, 'expired' | 'unplaced'>;
  readonly capacity: Pick<Capacity, 'lotsOf' | 'now'>;
  readonly fills: Pick<Fills, 'known' | 'openOf'>;
}
