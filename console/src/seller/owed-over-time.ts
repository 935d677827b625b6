/** What is owed when: the sum of the lots whose window is open then, as they stand now. */
import type { Delivery } from './bodies';

export interface OwedStep {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly tokens: bigint;
}

/** From now to the end of the last window; what draws will take from it is not known yet. */
export function owedOverTime(lots: readonly Delivery[], nowMs: number): OwedStep[] {
  const changes = new Map<number, bigint>([[nowMs, 0n]]);
  const change = (atMs: number, tokens: bigint) =>
    changes.set(atMs, (changes.get(atMs) ?? 0n) + tokens);
  for (const lot of lots) {
    const untilMs = Date.parse(lot.expires_at);
    if (untilMs <= nowMs) continue;
    const tokens = BigInt(lot.remaining) + BigInt(lot.reserved_tokens);
    change(Math.max(nowMs, Date.parse(lot.delivery_start)), tokens);
    change(untilMs, -tokens);
  }
  const times = [...changes].sort(([one], [other]) => one - other);
  const steps: OwedStep[] = [];
  let tokens = 0n;
  for (const [index, [fromMs, difference]] of times.entries()) {
    const untilMs = times[index + 1]?.[0];
    tokens += difference;
    if (untilMs !== undefined) steps.push({ fromMs, untilMs, tokens });
  }
  return steps;
}

/** The step in which most is owed, the first of several. */
export function mostOwed(steps: readonly OwedStep[]): OwedStep | null {
  return steps.reduce<OwedStep | null>(
    (most, step) => (most === null || step.tokens > most.tokens ? step : most),
    null,
  );
}

/** By model, the alphabet's order. */
export function byModel(lots: readonly Delivery[]): [model: string, lots: Delivery[]][] {
  const groups = new Map<string, Delivery[]>();
  for (const lot of lots) groups.set(lot.instrument, [...(groups.get(lot.instrument) ?? []), lot]);
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}
