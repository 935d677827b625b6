/** A row of the matrix: what a program did, and what that makes of it. */
export interface Outcome {
  readonly check: string;
  /** Null for a check that passed. */
  readonly failure: string | null;
}

export interface Row {
  readonly name: string;
  /** Null where none is known. */
  readonly version: string | null;
  /** Empty for a program that was not run. */
  readonly outcomes: readonly Outcome[];
  /** Why it was not run, or what it needs. */
  readonly reason: string | null;
  readonly speaks?: string;
}

export type Verdict = 'works' | 'partly' | 'fails' | 'not supported' | 'not run';

/** A program that speaks another API is not supported as long as nothing that it asks is answered. */
export function verdictOf({ outcomes, speaks }: Row): Verdict {
  if (outcomes.length === 0) return 'not run';
  const answered = outcomes.filter(({ check }) => !/^\d+$/.test(check));
  const failed = outcomes.filter(({ failure }) => failure !== null);
  if (failed.length === 0) return 'works';
  if (answered.some(({ failure }) => failure === null)) return 'partly';
  return speaks ? 'not supported' : 'fails';
}

/** What differs from run to run, and what belongs to the machine. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\bsk-tb_\w+/g, '<key>'],
  [/\be2e-[0-9a-f]{12}\b/g, '<model>'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b127\.0\.0\.1:\d+/g, '127.0.0.1'],
  [/(?:\/[\w.@-]+){3,}/g, '<path>'],
];

/** One sentence for each reason. */
export function reasonsOf(row: Row): string[] {
  const failures = new Map<string, string[]>();
  for (const { check, failure } of row.outcomes) {
    if (failure === null) continue;
    failures.set(failure, [...(failures.get(failure) ?? []), check]);
  }
  const seen = [...failures].map(([failure, checks]) => `${checks.join(', ')}: ${failure}`);
  const reasons = [...(row.reason ? [row.reason] : []), ...seen];
  return reasons.map((reason) =>
    CHANGING.reduce((text, [pattern, name]) => text.replace(pattern, name), reason),
  );
}
