/** The adversary's process, seen from the stage. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answers, AttackedMarket, Order, Report } from './attack-process';

export class AttackProcess {
  private readonly child: ChildProcess;

  constructor() {
    this.child = fork(join(__dirname, 'attack-process.ts'), [], {
      execArgv: ['--require', join(__dirname, '..', 'support', 'typescript.cjs')],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }

  async prepare(names: readonly string[], market: AttackedMarket, scale: number): Promise<void> {
    await this.ask({ order: 'prepare', names, market, scale });
  }

  begin(): void {
    this.child.send({ order: 'attack' } satisfies Order);
  }

  end(): Promise<Answers> {
    return this.ask({ order: 'end' });
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }

  private async ask(order: Order): Promise<Answers> {
    const asking = new AbortController();
    const { signal } = asking;
    const died = once(this.child, 'exit', { signal }).then(([code]) => {
      throw new Error(`The adversary's process ended with ${code}`);
    });
    const answered = once(this.child, 'message', { signal }) as Promise<[Report]>;
    this.child.send(order);
    try {
      const [report] = await Promise.race([answered, died]);
      if (report.report === 'failed') throw new Error(report.error);
      return report.answers;
    } finally {
      asking.abort();
      await Promise.allSettled([died, answered]);
    }
  }
}
