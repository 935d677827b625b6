/** What a load needs, computed from measured costs, and what it saturates. */
import { type Costs, PARTS, type Part } from './costs';

export interface Demand {
  readonly requestsPerSecond: number;
  /** Between 0 and 1. */
  readonly streamShare: number;
  readonly chunksPerStream: number;
  /** Share of all chats that the busiest instrument, ask and account have. */
  readonly busiestBookShare: number;
  readonly busiestAskShare: number;
  readonly busiestAccountShare: number;
  /** Share of a processor that is planned for; the rest is for peaks. */
  readonly utilisation: number;
  /** Processors of the largest machine for one server. */
  readonly serverCores: number;
  readonly retentionDays: number;
}

export interface PartNeed {
  readonly part: Part;
  /** Milliseconds of one processor per chat of this mix. */
  readonly msPerChat: number;
  readonly cores: number;
  /** Processes, or servers. */
  readonly instances: number;
}

export interface Limit {
  readonly what: string;
  /** Chats per second of the whole market at which it is reached. */
  readonly requestsPerSecond: number;
  readonly remedy: string;
}

export interface CapacityPlan {
  readonly parts: readonly PartNeed[];
  readonly mongodGbPerDay: number;
  readonly mongodGbKept: number;
  readonly temporalGbPerDay: number;
  /** Lowest first. */
  readonly limits: readonly Limit[];
  /** Those that the load exceeds. */
  readonly exceeded: readonly Limit[];
  /** The first one above the load. */
  readonly next: Limit | null;
}

const SECONDS_PER_DAY = 86_400;
const KB_PER_GB = 1_000_000;

export function planFor(demand: Demand, costs: Costs): CapacityPlan {
  const { requestsPerSecond: load, retentionDays } = demand;
  const parts = PARTS.map((part) => needOf(part, demand, costs));
  const limits = limitsOf(demand, costs).sort(
    (one, other) => one.requestsPerSecond - other.requestsPerSecond,
  );
  const chatsPerDay = load * SECONDS_PER_DAY;
  const mongodGbPerDay = (chatsPerDay * costs.mongodKbPerChat) / KB_PER_GB;
  return {
    parts,
    mongodGbPerDay,
    mongodGbKept: mongodGbPerDay * retentionDays,
    temporalGbPerDay: (chatsPerDay * costs.temporalKbPerChat) / KB_PER_GB,
    limits,
    exceeded: limits.filter((limit) => limit.requestsPerSecond < load),
    next: limits.find((limit) => limit.requestsPerSecond >= load) ?? null,
  };
}

/** A stream costs what an unstreamed chat costs, and its chunks. */
function msPerChat(part: Part, { streamShare, chunksPerStream }: Demand, costs: Costs): number {
  return costs.chatMs[part] + streamShare * chunksPerStream * costs.chunkMs[part];
}

function needOf(part: Part, demand: Demand, costs: Costs): PartNeed {
  const ms = msPerChat(part, demand, costs);
  const cores = (demand.requestsPerSecond * ms) / 1_000 / demand.utilisation;
  return { part, msPerChat: ms, cores, instances: Math.max(1, instancesFor(part, cores, demand)) };
}

/** A process of ours and Redis use one processor each. */
function instancesFor(part: Part, cores: number, { serverCores }: Demand): number {
  const coresOfOne = part === 'mongod' || part === 'temporal' ? serverCores : 1;
  return Math.ceil(cores / coresOfOne);
}

/** What does not grow with more processes today. */
function limitsOf(demand: Demand, costs: Costs): Limit[] {
  const { utilisation, serverCores } = demand;
  const ofCores = (part: Part, cores: number) =>
    (cores * 1_000 * utilisation) / msPerChat(part, demand, costs);
  return [
    {
      what: 'one Redis: every book and channel shares its processor',
      requestsPerSecond: ofCores('redis', 1),
      remedy: 'a Redis Cluster: it spreads books and channels over its primaries',
    },
    {
      what: `one MongoDB replica set with ${serverCores} processors for its primary`,
      requestsPerSecond: ofCores('mongod', serverCores),
      remedy: 'a larger primary, or several markets; no release has run sharded',
    },
    {
      what: 'the busiest book: its functions run one after the other in Redis',
      requestsPerSecond: ofCores('redis', 1) / demand.busiestBookShare,
      remedy: 'a faster processor for Redis; one book is one core of one primary',
    },
    {
      what: 'the busiest ask: its reservations change one record',
      requestsPerSecond: costs.oneAskPerSecond / demand.busiestAskShare,
      remedy: 'more asks at the best price',
    },
    {
      what: 'the busiest account: its holds change one balance',
      requestsPerSecond: costs.oneAccountPerSecond / demand.busiestAccountShare,
      remedy: 'several accounts of one owner',
    },
  ];
}
