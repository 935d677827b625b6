/** What the payload keys have encrypted, and failed decryptions for a missing one, as metrics of gateways and workers. */
import { Counter, type Registry } from 'prom-client';
import type { Sealer } from '../../domain/sealing';

export function measureSealing(registry: Registry, sealer: Sealer): void {
  new Counter({
    name: 'tokenbook_seals_total',
    help: 'Payloads that the first of PAYLOAD_KEYS has encrypted, by the id of the key. One key must encrypt fewer than 2^32.',
    labelNames: ['key'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ key: sealer.keyId }, sealer.seals);
    },
  });
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
