/**
 * The processes of an exchange, each of some release, behind a load balancer that sends requests only
 * to gateways that say they are ready.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import type { Exchange } from '../support/exchange';
import { type ProcessName, type TestProcess, startProcess } from '../support/processes';
import { until } from '../support/wait';
import type { Release } from './release';

/** How often the load balancer asks. */
const CHECK_MS = 100;

interface Member {
  readonly name: ProcessName;
  readonly release: Release;
  readonly process: TestProcess;
  /** An operator has taken it out of the load balancer. */
  isOut: boolean;
}

export class Fleet {
  private members: Member[] = [];
  private isOver = false;
  private readonly balancing: Promise<void>;

  /** @param exchange without processes; its `gateways` are those that are ready */
  constructor(private readonly exchange: Exchange) {
    this.balancing = this.balance();
  }

  async start(name: ProcessName, release: Release): Promise<void> {
    const { settings, gateways } = this.exchange;
    const process = await startProcess(name, settings, {}, release.build);
    const member = { name, release, process, isOut: false };
    this.members.push(member);
    if (name !== 'gateway') return;
    await until(() => gateways.includes(process), { what: 'a ready gateway' });
  }

  /** Replaces every process of this kind, one after the other, and waits after each. */
  async replace(name: ProcessName, release: Release, pauseMs: number): Promise<void> {
    const old = this.members.filter((member) => member.name === name);
    for (const member of old) {
      await this.start(name, release);
      await this.stop(member);
      await delay(pauseMs);
    }
  }

  /** Which releases run, by the number of their processes. */
  releases(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { release } of this.members) counts[release.name] = (counts[release.name] ?? 0) + 1;
    return counts;
  }

  async close(): Promise<void> {
    this.isOver = true;
    await this.balancing;
    const members = this.members.splice(0);
    await Promise.all(members.map(({ process }) => process.kill()));
  }

  /** What the running processes have logged as an error. */
  errors(): string[] {
    const lines = this.members.flatMap(({ name, release, process }) =>
      process
        .output()
        .split('\n')
        .filter((line) => /"level":(50|60)/.test(line))
        .map((line) => `${name} of ${release.name}: ${line.slice(0, 400)}`),
    );
    return lines;
  }

  private async stop(member: Member): Promise<void> {
    const { process, release } = member;
    if (!release.saysThatItLeaves) {
      member.isOut = true;
      await until(() => !this.exchange.gateways.includes(process), { what: 'it to be left out' });
    }
    await process.kill('SIGTERM');
    this.members = this.members.filter((other) => other !== member);
  }

  private async balance(): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      const asked = this.members.filter(({ name, isOut }) => name === 'gateway' && !isOut);
      const answers = await Promise.all(asked.map(({ process }) => isReady(process)));
      const ready = asked.filter(({ isOut }, at) => answers[at] && !isOut);
      // Requests that name no gateway go to the first one.
      const first = ready.length === 0 ? 0 : turn % ready.length;
      const inTurn = [...ready.slice(first), ...ready.slice(0, first)];
      this.exchange.gateways.splice(0, Infinity, ...inTurn.map(({ process }) => process));
      await delay(CHECK_MS);
    }
  }
}

/** Asked at the operator's port, where every release answers. */
async function isReady({ adminPort }: TestProcess): Promise<boolean> {
  const asked = await request(`http://127.0.0.1:${adminPort}/readyz`).catch(() => null);
  await asked?.body.dump();
  return asked?.statusCode === 200;
}
