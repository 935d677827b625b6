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

  /** @returns the address of each to register */
  start(model: string, places: readonly Place[]): Promise<string[]> {
    return this.process.ask({ order: 'start', model, places });
  }

  /** Honest prompts that were sent more than once, by what stands in the body and by their keys. */
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

  /** They ask nothing more and wait for what they asked. */
  end(): Promise<Taken> {
    return this.process.ask({ order: 'end' });
  }

  stop(): void {
    this.process.stop();
  }
}
