/** Entries in Redis that Tokenbook has not written, as a metric of gateways. */
import { Counter, type Registry } from 'prom-client';
import type { BuyerKeys } from '../middleware/buyer-keys';

export function measureForgedEntries(
  registry: Registry,
  buyerKeys: Pick<BuyerKeys, 'forgedEntries'>,
): void {
  new Counter({
    name: 'tokenbook_forged_entries_total',
    help: 'Cached buyer keys in Redis without a valid MAC. They were read from MongoDB instead.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(buyerKeys.forgedEntries);
    },
  });
}
