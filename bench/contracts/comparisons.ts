/** Goals and comparisons of the contracts benchmark. */
import { latencyRatio, throughputRatio } from '../measure/ratios';
import type { Row } from '../measure/rounds';
import type { Comparison, Goal } from '../report';
import { MOST_CALLERS, ROWS } from './rows';

/** A draw writes less than a plain chat; reading its lot must not outweigh that. */
const DRAW_LATENCY_GOAL = 1.2;
/** Concurrent draws change one document; they must not be serialized by it. */
const ONE_LOT_GOAL = 0.8;

export function goalsOf(rows: readonly Row[]): Goal[] {
  const draw = latencyRatio(rows, ROWS.draw, ROWS.plain);
  const oneLot = throughputRatio(rows, ROWS.oneLot, ROWS.draw, MOST_CALLERS);
  return [
    {
      name: 'draw, p50 at 1 caller, against plain chats',
      value: draw.median,
      range: draw.range,
      goal: `at most ${DRAW_LATENCY_GOAL}`,
      reached: draw.median <= DRAW_LATENCY_GOAL,
    },
    {
      name: `${MOST_CALLERS} callers on one lot, throughput against a lot for each`,
      value: oneLot.median,
      range: oneLot.range,
      goal: `at least ${ONE_LOT_GOAL}`,
      reached: oneLot.median >= ONE_LOT_GOAL,
    },
  ];
}

export function comparisonsOf(rows: readonly Row[]): Comparison[] {
  const latencies = [ROWS.plain, ROWS.draw, ROWS.resting, ROWS.filled, ROWS.ticket].map((name) => ({
    name: `${name}, p50 at 1 caller, against empty workflows`,
    unit: 'x',
    ...latencyRatio(rows, name, ROWS.emptyWorkflow),
  }));
  return [
    ...latencies,
    {
      name: `draws at ${MOST_CALLERS} callers, against plain chats`,
      unit: 'x',
      ...throughputRatio(rows, ROWS.draw, ROWS.plain, MOST_CALLERS),
    },
  ];
}
