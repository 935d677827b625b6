/**
 * Keeps the sellers of test mode in the market. Gateways share the work by a lease: one at a time
 * does it, and another one takes over when that one is gone.
 */
import { randomUUID } from 'node:crypto';
import type { SellerMaintenance } from '../exchange/test-mode/seller-maintenance';
import { Rounds } from '../fairness/rounds';
import type { Records } from '../records/connect';
import { Lease } from './lease';
import { MongoLeaseStore } from './mongo-lease-store';

const LEASE_MS = 10_000;
const INTERVAL_MS = 3_000;

export interface TestSellersDeps {
  readonly records: Pick<Records, 'followers'>;
  readonly maintenance: Pick<SellerMaintenance, 'keep'>;
  readonly onError: (err: unknown) => void;
}

export class TestSellers {
  private readonly lease: Lease;
  private readonly rounds: Rounds;

  constructor(private readonly deps: TestSellersDeps) {
    const store = new MongoLeaseStore(deps.records.followers, 'test-sellers');
    this.lease = new Lease(store, randomUUID(), LEASE_MS);
    this.rounds = new Rounds(
      () => this.turn(),
      () => INTERVAL_MS,
      deps.onError,
    );
  }

  start(): void {
    this.rounds.start();
  }

  async stop(): Promise<void> {
    await this.rounds.stop();
    await this.lease.drop().catch(() => undefined);
  }

  private async turn(): Promise<void> {
    if (await this.lease.hold()) await this.lease.during(() => this.deps.maintenance.keep());
  }
}
