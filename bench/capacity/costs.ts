/** What one chat and one chunk cost, from the reports of `npm run --silent bench -- --json`. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SetupError } from '../../setup/setup-error';
import { ROWS } from '../chat/rows';

/** The processes and servers of a deployment, as the benchmark names them. */
export const PARTS = ['gateway', 'worker', 'relay', 'redis', 'mongod', 'temporal'] as const;
export type Part = (typeof PARTS)[number];

export interface Costs {
  /** Milliseconds of one processor per unstreamed chat. */
  readonly chatMs: Readonly<Record<Part, number>>;
  /** Milliseconds of one processor per chunk of a stream. */
  readonly chunkMs: Readonly<Record<Part, number>>;
  /** Growth of the data folder per chat. */
  readonly mongodKbPerChat: number;
  readonly temporalKbPerChat: number;
  /** Chats per second from one ask, by one gateway, on the machine of the report. */
  readonly oneAskPerSecond: number;
  /** The same of one account. */
  readonly oneAccountPerSecond: number;
  readonly processors: number;
}

const CALLERS = 64;
const CHUNK = /^processor time per chunk, (\w+)$/;

const named = z.object({ name: z.string() });
const reportSchema = z.object({
  benchmark: z.string(),
  processors: z.number(),
  goals: z.array(named.extend({ value: z.number() })),
  comparisons: z.array(named.extend({ median: z.number() })),
  rows: z.array(
    named.extend({
      callers: z.number(),
      perSecond: z.object({ median: z.number() }),
      cpuMs: z.record(z.string(), z.number()),
    }),
  ),
  problems: z.array(z.string()),
});
type StoredReport = z.output<typeof reportSchema>;

/** @throws SetupError for a file that is no report, or has problems */
export function readCosts(chatFile: string, streamsFile: string): Costs {
  const chat = readReport(chatFile);
  const streams = readReport(streamsFile);
  const plain = rowOf(chat, ROWS.plain, chatFile);
  const perChunk = new Map(
    streams.comparisons.flatMap(({ name, median }) => {
      const part = CHUNK.exec(name)?.[1];
      return part === undefined ? [] : [[part, median] as const];
    }),
  );
  return {
    chatMs: ofParts((part) => plain.cpuMs[part], chatFile),
    chunkMs: ofParts((part) => perChunk.get(part), streamsFile),
    mongodKbPerChat: goalOf(chat, 'disk per chat, MongoDB, kB', chatFile),
    temporalKbPerChat: goalOf(chat, 'disk per chat, Temporal, kB', chatFile),
    oneAskPerSecond: plain.perSecond.median,
    oneAccountPerSecond: rowOf(chat, ROWS.hotBuyer, chatFile).perSecond.median,
    processors: chat.processors,
  };
}

function readReport(file: string): StoredReport {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SetupError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const parsed = reportSchema.safeParse(content);
  if (!parsed.success) {
    throw new SetupError(`${file} is no report of "npm run --silent bench -- --json".`);
  }
  const [problem] = parsed.data.problems;
  if (problem !== undefined) throw new SetupError(`${file} has a problem: ${problem}`);
  return parsed.data;
}

function rowOf({ rows }: StoredReport, name: string, file: string) {
  const found = rows.find((row) => row.name === name && row.callers === CALLERS);
  if (!found) throw new SetupError(`${file} has no row "${name}" at ${CALLERS} callers.`);
  return found;
}

function goalOf({ goals }: StoredReport, begin: string, file: string): number {
  const found = goals.find(({ name }) => name.startsWith(begin));
  if (!found) throw new SetupError(`${file} has no figure "${begin}".`);
  return found.value;
}

function ofParts(
  costOf: (part: Part) => number | undefined,
  file: string,
): Readonly<Record<Part, number>> {
  const costs = PARTS.map((part) => {
    const cost = costOf(part);
    if (cost === undefined) throw new SetupError(`${file} has no processor time of ${part}.`);
    return [part, cost] as const;
  });
  return Object.fromEntries(costs) as Record<Part, number>;
}
