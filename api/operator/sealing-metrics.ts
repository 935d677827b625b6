/** Failed decryptions because of a missing key, as a metric of gateways and workers. */
import { Counter, type Registry } from 'prom-client';
import type { Sealer } from '../../domain/sealing';

export function measureUnopened(registry: Registry, sealer: Sealer): void {
  new Counter({
    name: 'tokenbook_unopened_total',
    help: 'Times that sealed bytes could not be opened because their key is not among PAYLOAD_KEYS.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(sealer.unknownKeyUses);
    },
  });
}
