/** The processes of the honest participants, seen from the stage. */
import type { Order as LoadOrder } from './honest-load-process';
import type { Pace, Taken, Trade } from './honest-load';
import type { Order as SellersOrder, Place } from './honest-sellers-process';
import { OwnProcess } from './own-process';

export class HonestSellers {
  private readonly process = new OwnProcess<SellersOrder>('honest-sellers-process.ts');

  get pid(): number {
    return this.process.pid;
  }

  /** @returns the endpoint URL of each */
  start(model: string, places: readonly Place[]): Promise<string[]> {
    return this.process.ask({ order: 'start', model, places });
  }

  /** Honest prompts that were dispatched more than once, by body and by idempotency key. */
  dispatchedTwice(model: string): Promise<number> {
    return this.process.ask({ order: 'count dispatched twice', model });
  }

  stop(): void {
    this.process.stop();
  }
}

export class HonestBuyers {
  private readonly process = new OwnProcess<LoadOrder>('honest-load-process.ts');

  get pid(): number {
    return this.process.pid;
  }

  begin(trade: Trade, pace: Pace): Promise<void> {
    return this.process.ask({ order: 'begin', trade, pace });
  }

  take(): Promise<Taken> {
    return this.process.ask({ order: 'take' });
  }

  /** Sends no further requests, and waits for those in progress. */
  end(): Promise<Taken> {
    return this.process.ask({ order: 'end' });
  }

  stop(): void {
    this.process.stop();
  }
}
