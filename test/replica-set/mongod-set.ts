/**
 * A replica set of three local members that tests kill, pause, cut off and hold back. Members know
 * each other, and clients know them, only by the addresses of proxies.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { REPLICA_SET, startMember } from '../../setup/servers/mongod';
import { freePort } from '../../setup/servers/ports';
import type { RunningProcess } from '../../setup/servers/running-process';
import { memoryFolder } from '../support/memory-folder';
import { startReaper } from '../support/reaper';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { MemberProxy, type Source } from './member-proxy';

const MEMBERS = 3;
/** By default 10 s each: here an election takes a few seconds. */
const ELECTION_MS = 2_000;
const HEARTBEAT_MS = 500;

interface Member {
  /** Where it listens itself. */
  readonly port: number;
  readonly address: string;
  readonly proxy: MemberProxy;
  process: RunningProcess;
}

export class MongodSet {
  private constructor(
    private readonly members: readonly Member[],
    private readonly starts: readonly (() => Promise<RunningProcess>)[],
    private readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<MongodSet> {
    const folder = await memoryFolder('tokenbook-set-');
    const reaper = startReaper(folder);
    const opened = await Promise.all(
      Array.from({ length: MEMBERS }, async (_, index) => {
        const [port, front] = [await freePort(), await freePort()];
        const start = () =>
          startMember({
            binary: sharedServers().binaries.mongod,
            port,
            dataFolder: join(folder, `member-${index}`),
            logFile: join(folder, 'logs', `member-${index}.log`),
            onSpawn: reaper.watch,
            hasFailPoints: true,
            cacheGigabytes: 0.25,
            check: async () => void (await command(port, { ping: 1 })),
          });
        const [proxy, process] = await Promise.all([MemberProxy.open(front, port), start()]);
        return { member: { port, address: `127.0.0.1:${front}`, proxy, process }, start };
      }),
    );
    const close = async (): Promise<void> => {
      await rm(folder, { recursive: true, force: true });
      reaper.end();
    };
    const members = opened.map(({ member }) => member);
    const set = new MongodSet(
      members,
      opened.map(({ start }) => start),
      close,
    );
    await set.initiate();
    return set;
  }

  get mongoUri(): string {
    return `mongodb://${this.members.map(({ address }) => address).join()}/?replicaSet=${REPLICA_SET}`;
  }

  /** The member that the majority takes for the primary. */
  async primary(): Promise<number> {
    return until(() => this.findPrimary(), { what: 'a primary', timeoutMs: 60_000 }).then(
      ({ index }) => index,
    );
  }

  async secondaries(): Promise<number[]> {
    const primary = await this.primary();
    return this.members.map((_, index) => index).filter((index) => index !== primary);
  }

  /** Runs a command at one member, past its proxy. */
  admin(index: number, body: object): Promise<mongo.BSON.Document> {
    return command(this.members[index]!.port, body);
  }

  async kill(index: number): Promise<void> {
    this.members[index]!.process.kill('SIGKILL');
    await this.members[index]!.process.exited;
  }

  async restart(index: number): Promise<void> {
    this.members[index]!.process = await this.starts[index]!();
  }

  /** Its connections stay open and nothing is answered (SIGSTOP), until the returned function is called. */
  pause(index: number): () => void {
    this.members[index]!.process.kill('SIGSTOP');
    return () => this.members[index]!.process.kill('SIGCONT');
  }

  /** Once another member has all writes and may be elected: one that stepped down may not for 5 s. */
  async stepDown(): Promise<void> {
    const order = { replSetStepDown: 5, secondaryCatchUpPeriodSecs: 4 };
    await until(async () => this.admin(await this.primary(), order), { what: 'a step-down' });
  }

  /**
   * Nothing passes between this member and the others; clients reach all of them.
   * @returns what heals the partition
   */
  isolate(index: number): () => void {
    const { port, proxy } = this.members[index]!;
    const others = this.members.filter((_, other) => other !== index);
    proxy.cut(...others.map((other) => other.port));
    for (const other of others) other.proxy.cut(port);
    return () => this.heal();
  }

  /** Cuts sources off from one member, in this direction alone. */
  cut(index: number, ...sources: readonly Source[]): () => void {
    this.members[index]!.proxy.cut(...sources);
    return () => this.heal();
  }

  /** A secondary that confirms nothing: it receives writes and does not apply them. */
  async holdBack(index: number): Promise<() => Promise<void>> {
    await this.admin(index, { configureFailPoint: 'rsSyncApplyStop', mode: 'alwaysOn' });
    return async () => {
      await this.admin(index, { configureFailPoint: 'rsSyncApplyStop', mode: 'off' });
    };
  }

  /** Every member but the primary follows it. */
  async isComplete(): Promise<boolean> {
    const { members } = await this.admin(await this.primary(), { replSetGetStatus: 1 });
    const states = (members as { stateStr: string }[]).map(({ stateStr }) => stateStr);
    return states.filter((state) => state === 'SECONDARY').length === MEMBERS - 1;
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.members.map(async ({ proxy, process }) => {
        proxy.close();
        process.kill('SIGKILL');
        await process.exited;
      }),
    );
    await this.close();
  }

  private heal(): void {
    for (const { proxy } of this.members) proxy.heal();
  }

  /** A primary that was cut off still takes itself for one: that of the newest term is the right one. */
  private async findPrimary(): Promise<{ index: number } | null> {
    const views = await Promise.all(
      this.members.map(async (_, index) => {
        const asked = this.admin(index, { replSetGetStatus: 1 });
        const status = await asked.catch((): mongo.BSON.Document => ({ myState: 0, term: 0 }));
        return { index, isPrimary: status['myState'] === 1, term: Number(status['term']) };
      }),
    );
    const term = Math.max(...views.map((view) => view.term));
    return views.find((view) => view.isPrimary && view.term === term) ?? null;
  }

  private async initiate(): Promise<void> {
    const members = this.members.map(({ address }, _id) => ({ _id, host: address }));
    const settings = {
      electionTimeoutMillis: ELECTION_MS,
      heartbeatIntervalMillis: HEARTBEAT_MS,
      heartbeatTimeoutSecs: 2,
      catchUpTimeoutMillis: 2_000,
    };
    await this.admin(0, { replSetInitiate: { _id: REPLICA_SET, members, settings } });
    await until(() => this.isComplete(), { what: 'the set to be complete' });
  }
}

/** A client of its own for each command: one whose first connection failed stays closed. */
async function command(port: number, body: object): Promise<mongo.BSON.Document> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}`, {
    directConnection: true,
    serverSelectionTimeoutMS: 1_000,
    connectTimeoutMS: 1_000,
    socketTimeoutMS: 30_000,
  });
  try {
    return await client.db('admin').command(body);
  } finally {
    await client.close();
  }
}
