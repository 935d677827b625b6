/** A Redis Cluster of one test's own: three primaries with a replica each, as local processes. */
import { Cluster } from 'ioredis';
import { freePort } from '../../setup/servers/ports';
import { until } from '../support/wait';
import { RedisServer } from './redis-server';

const PRIMARIES = 3;
const SLOTS = 16_384;
const NODE_TIMEOUT_MS = 500;

interface Node {
  readonly server: RedisServer;
  readonly busPort: number;
}

export class RedisCluster {
  private constructor(
    readonly primaries: readonly RedisServer[],
    /** By the place of their primary. */
    readonly replicas: readonly RedisServer[],
  ) {}

  static async start(): Promise<RedisCluster> {
    const nodes = await Promise.all(Array.from({ length: 2 * PRIMARIES }, startNode));
    const servers = nodes.map(({ server }) => server);
    const cluster = new RedisCluster(servers.slice(0, PRIMARIES), servers.slice(PRIMARIES));
    await cluster.form(nodes);
    return cluster;
  }

  /** As in `REDIS_URL`. */
  get address(): string {
    const hosts = [...this.primaries, ...this.replicas].map(({ port }) => `127.0.0.1:${port}`);
    return `redis+cluster://${hosts.join()}`;
  }

  /** The server that has the slot of a key now: also a replica that was promoted. */
  async primaryOf(key: string): Promise<RedisServer> {
    for (const server of [...this.primaries, ...this.replicas]) {
      const answer = await call(server, 'EXISTS', key).catch(() => null);
      if (answer !== null) return server;
    }
    throw new Error(`no server has the slot of ${key}`);
  }

  /** A client that finds its way when a replica takes over. */
  connect(): Cluster {
    const startupNodes = [...this.primaries, ...this.replicas].map(({ port }) => ({
      host: '127.0.0.1',
      port,
    }));
    const cluster = new Cluster(startupNodes, {
      clusterRetryStrategy: () => 50,
      retryDelayOnFailover: 50,
      retryDelayOnClusterDown: 50,
      redisOptions: { maxRetriesPerRequest: 1, connectTimeout: 500, disconnectTimeout: 100 },
    });
    cluster.on('error', () => undefined);
    return cluster;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.primaries, ...this.replicas].map((server) => server.stop()));
  }

  private async form(nodes: readonly Node[]): Promise<void> {
    for (const [at, { server }] of nodes.entries()) {
      await call(server, 'CONFIG', 'SET', 'cluster-require-full-coverage', 'no');
      await call(server, 'CLUSTER', 'SET-CONFIG-EPOCH', at + 1);
    }
    for (const [at, primary] of this.primaries.entries()) {
      const [first, behind] = [at, at + 1].map((n) => Math.floor((n * SLOTS) / PRIMARIES));
      await call(primary, 'CLUSTER', 'ADDSLOTSRANGE', `${first}`, `${behind! - 1}`);
    }
    const [meeting, ...others] = nodes as [Node, ...Node[]];
    for (const { server, busPort } of others) {
      await call(meeting.server, 'CLUSTER', 'MEET', '127.0.0.1', server.port, busPort);
    }
    await until(() => this.knowEachOther(nodes), { what: 'the nodes to know each other' });
    for (const [at, replica] of this.replicas.entries()) {
      const primaryId = await call(this.primaries[at]!, 'CLUSTER', 'MYID');
      await call(replica, 'CLUSTER', 'REPLICATE', String(primaryId));
    }
    await until(() => this.isWhole(nodes), { what: 'the cluster to be whole' });
  }

  private async knowEachOther(nodes: readonly Node[]): Promise<boolean> {
    const known = await Promise.all(
      nodes.map(async ({ server }) => {
        const lines = String(await call(server, 'CLUSTER', 'NODES'))
          .trim()
          .split('\n');
        return lines.length === nodes.length && !lines.some((line) => line.includes('handshake'));
      }),
    );
    return known.every(Boolean);
  }

  private async isWhole(nodes: readonly Node[]): Promise<boolean> {
    const states = await Promise.all(nodes.map(({ server }) => call(server, 'CLUSTER', 'INFO')));
    const links = await Promise.all(
      this.replicas.map((replica) => call(replica, 'INFO', 'replication')),
    );
    return (
      states.every((text) => String(text).includes('cluster_state:ok')) &&
      links.every((text) => String(text).includes('master_link_status:up'))
    );
  }
}

async function startNode(): Promise<Node> {
  const busPort = await freePort();
  const server = await RedisServer.start([
    '--cluster-enabled',
    'yes',
    '--cluster-port',
    `${busPort}`,
    '--cluster-node-timeout',
    `${NODE_TIMEOUT_MS}`,
    '--cluster-replica-validity-factor',
    '0',
    '--repl-diskless-sync-delay',
    '0',
  ]);
  return { server, busPort };
}

/** One command to one node itself. */
export async function call(server: RedisServer, command: string, ...args: (string | number)[]) {
  const redis = server.connect();
  try {
    return await redis.call(command, ...args);
  } finally {
    redis.disconnect();
  }
}
