/** A child process of the stage, seen from its parent: it receives commands and answers each. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Answered, Given } from './followed-orders';

interface Waiting {
  resolve(answer: unknown): void;
  reject(err: Error): void;
}

export class OwnProcess<Order> {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  /** @param file a script of this folder that calls `followOrders` */
  constructor(private readonly file: string) {
    this.child = fork(join(__dirname, file), [], {
      execArgv: ['--require', join(__dirname, '..', 'support', 'typescript.cjs')],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    this.child.on('message', (answered: Answered) => this.settle(answered));
    this.child.on('exit', (code) => this.fail(new Error(`${file} ended with ${code}`)));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  ask<T>(order: Order): Promise<T> {
    this.asked += 1;
    const id = this.asked;
    if (!this.child.connected) return Promise.reject(new Error(`${this.file} has ended`));
    return new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.child.send({ id, order } satisfies Given<Order>);
    }) as Promise<T>;
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }

  private settle({ id, error, answer }: Answered): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.resolve(answer);
    else waiting?.reject(new Error(error));
  }

  private fail(err: Error): void {
    for (const { reject } of this.waiting.values()) reject(err);
    this.waiting.clear();
  }
}
