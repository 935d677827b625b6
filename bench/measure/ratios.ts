/** Ratios of the rows of one run: computed within each round, then summarized over the rounds. */
import { type Row, compare } from './rounds';
import type { Figure } from './statistics';

export function rowOf(rows: readonly Row[], name: string, callers: number): Row {
  const found = rows.find((row) => row.name === name && row.callers === callers);
  if (!found) throw new Error(`No row "${name}" with ${callers} callers`);
  return found;
}

export function latencyRatio(
  rows: readonly Row[],
  name: string,
  beside: string,
  callers = 1,
): Figure {
  return compare(
    rowOf(rows, name, callers),
    rowOf(rows, beside, callers),
    (here, there) => here.p50Ms / there.p50Ms,
  );
}

export function throughputRatio(
  rows: readonly Row[],
  name: string,
  beside: string,
  callers: number,
): Figure {
  return compare(
    rowOf(rows, name, callers),
    rowOf(rows, beside, callers),
    (here, there) => here.perSecond / there.perSecond,
  );
}
