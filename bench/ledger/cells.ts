/** What the ledger's benchmark measures: what 64 callers share, over how many processes. */
import { request } from 'undici';
import type { Load, Sample } from '../measure/load';
import type { Cell } from '../measure/rounds';
import type { KeyKind, Party, Shared } from './market';
import type { Order, ProcessSample } from './runner';

export const CALLERS = 64;
export const PROCESSES = [1, 2, 4, 8] as const;
const MOST_PROCESSES = 8;

/** What each cell measures, and how the report calls it. */
export interface Subject {
  readonly name: string;
  readonly shared: Shared;
  readonly settles: boolean;
  /** Of each caller; null for none. */
  readonly key: KeyKind | null;
  readonly processes: readonly number[];
}

/** What processes share, and beside it the same with one for each process. */
export const SHARED = ['an ask', 'an account'] as const;
const BESIDE = SHARED.flatMap((shared) => [besideOf(shared), shared]);

export function besideOf(shared: (typeof SHARED)[number]) {
  return `${shared} of their process` as const;
}

export const SUBJECTS: readonly Subject[] = [
  ...([...BESIDE, 'nothing'] as const).map((shared) => ({
    name: `reserve, sharing ${shared}`,
    shared,
    settles: false,
    key: null,
    processes: PROCESSES,
  })),
  ...BESIDE.map((shared) => ({
    name: `reserve and settle, sharing ${shared}`,
    shared,
    settles: true,
    key: null,
    processes: [1, MOST_PROCESSES],
  })),
  ...(['free', 'capped'] as const).map((key) => ({
    name: `reserve and settle with a ${key} key, sharing nothing`,
    shared: 'nothing' as const,
    settles: true,
    key,
    processes: [1],
  })),
];

/** One subject at one number of processes; keeps what each process did in each round. */
export class LedgerCell implements Cell {
  readonly name: string;
  readonly callers = CALLERS;
  readonly rounds: ProcessSample[][] = [];

  constructor(
    readonly subject: Subject,
    readonly processes: number,
    private readonly urls: readonly string[],
    /** By process, then by caller. */
    private readonly parties: readonly Party[][],
  ) {
    this.name = `${subject.name}, ${processes} process${processes === 1 ? '' : 'es'}`;
  }

  async run(load: Load): Promise<Sample> {
    const callers = CALLERS / this.processes;
    const each = { ...load, callers, requests: Math.ceil(load.requests / this.processes) };
    const samples = await Promise.all(
      this.urls.slice(0, this.processes).map((url, at) => {
        const parties = this.parties[at]!.slice(0, callers);
        return ordered(url, { load: each, parties, settles: this.subject.settles });
      }),
    );
    this.rounds.push(samples);
    return {
      callers: CALLERS,
      seconds: Math.max(...samples.map(({ seconds }) => seconds)),
      latenciesMs: samples.flatMap(({ latenciesMs }) => latenciesMs),
      failures: samples.reduce((sum, { failures }) => sum + failures, 0),
      firstFailure: samples.find(({ firstFailure }) => firstFailure)?.firstFailure ?? null,
    };
  }
}

async function ordered(url: string, order: Order): Promise<ProcessSample> {
  const answer = await request(url, { method: 'POST', body: JSON.stringify(order) });
  if (answer.statusCode !== 200) throw new Error(await answer.body.text());
  return (await answer.body.json()) as ProcessSample;
}
