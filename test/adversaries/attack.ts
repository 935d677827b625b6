/** The adversaries' process, seen from the stage. */
import type { AttackedMarket } from './attacked-market';
import type { Answers, Order } from './attack-process';
import { OwnProcess } from './own-process';

export class AttackProcess {
  private readonly process = new OwnProcess<Order>('attack-process.ts');

  get pid(): number {
    return this.process.pid;
  }

  prepare(names: readonly string[], market: AttackedMarket, scale: number): Promise<void> {
    return this.process.ask({ order: 'prepare', names, market, scale });
  }

  begin(): Promise<void> {
    return this.process.ask({ order: 'attack' });
  }

  end(): Promise<Answers> {
    return this.process.ask({ order: 'end' });
  }

  stop(): void {
    this.process.stop();
  }
}
