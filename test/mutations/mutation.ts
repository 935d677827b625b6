/**
 * A deliberate fault in one place of the product, and the tests that must notice it.
 *
 * `npm run mutate` makes each of them in a copy of the project and runs its tests.
 */
export interface Mutation {
  /** Unique: `<area>/<words>`. */
  readonly id: string;
  /** Path from the project root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What a participant or the operator would suffer. */
  readonly harm: string;
  /** Paths below `test/`; at least one of them fails. */
  readonly tests: readonly string[];
  /** Why no test can notice it: such a mutation may survive. */
  readonly survives?: string;
}

export type AreaMutation = Omit<Mutation, 'id'> & {
  /** Words with hyphens, unique in its area. */
  readonly name: string;
};

/** The mutations of an area, named after it. */
export function area(name: string, mutations: readonly AreaMutation[]): readonly Mutation[] {
  return mutations.map(({ name: own, ...mutation }) => ({ id: `${name}/${own}`, ...mutation }));
}
