/** The processes of a simulation: those that live, and those that take the place of the dead. */
import type { Random } from '../support/random';
import { Actor } from './actors';
import {
  type ProcessKind,
  type SimulatedProcess,
  startProcess,
  type Surroundings,
} from './processes';
import type { StreamReader } from './reader';
import { runningActivity } from './temporal-server';
import { wait } from './temporal-values';

export class World {
  private readonly keeper = new Actor('keeper');
  private processes: SimulatedProcess[] = [];
  /** By the name of the process. */
  private readonly kinds = new Map<string, ProcessKind>();
  private number = 0;
  private isOver = false;

  constructor(
    private readonly surroundings: Surroundings,
    private readonly random: Random,
  ) {}

  get gateways(): readonly SimulatedProcess[] {
    return this.processes.filter(({ gateway, actor }) => gateway !== null && !actor.isDead);
  }

  get readers(): readonly StreamReader[] {
    return this.gateways.flatMap(({ reader }) => reader ?? []);
  }

  start(): void {
    for (const kind of ['gateway', 'gateway', 'worker'] as const) this.begin(kind);
    if (!this.surroundings.followed) return;
    for (const kind of ['relay', 'relay'] as const) this.begin(kind);
  }

  crash = (actor: Actor): void => {
    actor.isDead = true;
    const dead = this.processes.find((process) => process.actor === actor);
    void dead?.stores.close();
    const kind = this.kinds.get(actor.name)!;
    this.processes = this.processes.filter((process) => process !== dead);
    this.keeper.run(() => {
      void wait(this.random.between(200, 5_000)).then(() => this.begin(kind));
    });
  };

  /** All end at once. @returns starts others in their place */
  stop(): () => void {
    const kinds = this.processes.map(({ kind }) => kind);
    for (const { actor, stores } of this.processes) {
      actor.isDead = true;
      void stores.close();
    }
    this.processes = [];
    return () => kinds.forEach((kind) => this.begin(kind));
  }

  end(): void {
    this.isOver = true;
    for (const { actor, stores } of this.processes) {
      actor.isDead = true;
      void stores.close();
    }
    this.keeper.isDead = true;
  }

  private begin(kind: ProcessKind): void {
    if (this.isOver) return;
    const name = `process ${kind} ${++this.number}`;
    this.kinds.set(name, kind);
    this.keeper.run(() => {
      startProcess(name, kind, this.surroundings).then(
        (process) => {
          if (process.actor.isDead) return;
          this.processes.push(process);
          if (process.upkeep) void process.actor.run(() => maintain(process.upkeep!));
        },
        // It could not connect: its supervisor starts it again.
        () => this.keeper.run(() => void wait(1_000).then(() => this.begin(kind))),
      );
    });
  }
}

const MAINTAINED_EVERY_MS = 60_000;

/** The workflow of maintenance, as far as it ends orders. */
async function maintain(upkeep: () => Promise<unknown>): Promise<void> {
  const context = {
    info: { startToCloseTimeoutMs: MAINTAINED_EVERY_MS },
    cancellationSignal: new AbortController().signal,
    heartbeat: () => undefined,
  };
  for (;;) {
    await wait(MAINTAINED_EVERY_MS);
    await runningActivity.run(context, upkeep).catch(() => undefined);
  }
}
