/** Benchmark of rates: chats at fixed shares of the capacity of the exchange, and above it. */
import { availableParallelism } from 'node:os';
import { terminal } from '../../setup/local/terminal';
import type { Buyers } from '../chat/buyers';
import { openCrowd } from '../chat/crowd';
import { MOST_CALLERS } from '../chat/rows';
import { brokenInvariants } from '../ledger-check';
import { goalOf } from '../measure/goals';
import { runLoad } from '../measure/load';
import { type OpenSample, runOpenLoop } from '../measure/open-loop';
import { type Measurement, type Plan, measure } from '../measure/rounds';
import { figureOf, percentile } from '../measure/statistics';
import { type Comparison, type Goal, type Report, summaryOf } from '../report';
import type { Stage } from '../stage';
import { missingTrades } from './trades';

const SHARES = [50, 80, 120] as const;
const WARM_UP_ROUNDS = 3;
const CAPACITY_ROUNDS = 3;
const CAPACITY_SECONDS_MAX = 4;
const P99_GOAL = 2;
/** A later refusal costs its buyer more than it saves. */
const REFUSAL_GOAL_MS = 1_000;

interface Rate {
  readonly share: (typeof SHARES)[number];
  readonly perSecond: number;
  readonly measurement: Measurement;
  readonly sample: OpenSample;
}

export async function ratesBenchmark(stage: Stage, plan: Plan): Promise<Report> {
  const { addresses, environment, buyers } = await openCrowd(stage, MOST_CALLERS);
  const capacity = await capacityOf(buyers, plan);
  const rates: Rate[] = [];
  for (const share of SHARES) {
    const perSecond = (capacity.perSecond * share) / 100;
    terminal.working('rates', `${share} % of capacity: ${perSecond.toFixed(0)} a second`);
    rates.push(await measureRate(stage, buyers, share, perSecond, plan));
  }
  await buyers.close();
  const answered = rates.reduce(
    (total, { sample }) => total + sample.acceptedMs.length,
    capacity.answered,
  );
  return {
    benchmark: 'rates',
    pace: `open loop at shares of ${capacity.perSecond.toFixed(0)} chats a second, which ${MOST_CALLERS} callers reached`,
    plan,
    processors: availableParallelism(),
    goals: goalsOf(rates),
    comparisons: comparisonsOf(rates),
    rows: rates.map(({ share, measurement }) =>
      summaryOf({ name: nameOf(share), callers: 0, rounds: [measurement] }),
    ),
    problems: [
      ...rates.flatMap(({ share, sample: { firstFailure } }) =>
        firstFailure ? [`${nameOf(share)}: ${firstFailure}`] : [],
      ),
      ...(await missingTrades(addresses, environment, answered)),
      ...(await brokenInvariants(addresses, environment)),
    ],
  };
}

/** The maximum rate of a warm closed loop, and the chats it answered. */
async function capacityOf(buyers: Buyers, { requests, seconds }: Plan) {
  const perSecond: number[] = [];
  let answered = 0;
  terminal.working('rates', 'capacity');
  for (let round = 1; round <= WARM_UP_ROUNDS + CAPACITY_ROUNDS; round += 1) {
    const sample = await runLoad(buyers.plain, {
      callers: MOST_CALLERS,
      requests,
      seconds: Math.min(seconds, CAPACITY_SECONDS_MAX),
    });
    if (sample.firstFailure) throw new Error(sample.firstFailure);
    answered += sample.latenciesMs.length;
    if (round > WARM_UP_ROUNDS) perSecond.push(sample.latenciesMs.length / sample.seconds);
  }
  return { perSecond: Math.max(...perSecond), answered };
}

async function measureRate(
  stage: Stage,
  buyers: Buyers,
  share: Rate['share'],
  perSecond: number,
  plan: Plan,
): Promise<Rate> {
  let sample: OpenSample | null = null;
  const measurement = await measure(
    {
      name: nameOf(share),
      callers: 0,
      async run({ seconds }) {
        sample = await runOpenLoop(buyers.arriving, { perSecond, seconds });
        return { ...sample, callers: 0, latenciesMs: sample.acceptedMs };
      },
    },
    stage.processes,
    plan,
  );
  return { share, perSecond, measurement, sample: sample! };
}

function goalsOf(rates: readonly Rate[]): Goal[] {
  const at = (share: Rate['share']) => rates.find((rate) => rate.share === share)!;
  const lost = rates.reduce((total, { sample }) => total + sample.failures, 0);
  return [
    {
      name: 'p99 of accepted chats at 120 % of capacity, against 80 %',
      figure: figureOf([at(120).measurement.p99Ms / at(80).measurement.p99Ms]),
      atMost: P99_GOAL,
    },
    {
      name: 'p99 until a refusal at 120 % of capacity, ms',
      figure: figureOf([percentile(at(120).sample.refusedMs, 99)]),
      atMost: REFUSAL_GOAL_MS,
    },
    {
      name: 'percentage of chats refused at 80 % of capacity',
      figure: figureOf([refusedInHundred(at(80).sample)]),
      atMost: 0,
    },
    {
      name: 'chats that were neither answered nor properly refused',
      figure: figureOf([lost]),
      atMost: 0,
    },
  ].map(goalOf);
}

function comparisonsOf(rates: readonly Rate[]): Comparison[] {
  return rates.flatMap(({ share, sample }) => [
    {
      name: `refused with 429 or 503, ${nameOf(share)}`,
      unit: '%',
      ...figureOf([refusedInHundred(sample)]),
    },
    {
      name: `p99 until a refusal, ${nameOf(share)}`,
      unit: 'ms',
      ...figureOf([percentile(sample.refusedMs, 99)]),
    },
  ]);
}

function refusedInHundred({ acceptedMs, refusedMs }: OpenSample): number {
  return (100 * refusedMs.length) / Math.max(1, acceptedMs.length + refusedMs.length);
}

function nameOf(share: number): string {
  return `${share} % of capacity`;
}
