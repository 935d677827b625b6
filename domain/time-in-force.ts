/**
 * Times in force of contract orders (ORDER-1): one row each. This table defines the values that
 * requests and records accept, the engine's treatment of an order's open remainder (the loader puts
 * it into the Lua library), the API descriptions and docs/reference/market-rules.md.
 */

export interface TimeInForceRule {
  /** Code in the book's records. It is stored: a code is never reused for another time in force. */
  readonly code: number;
  /** Whether the open remainder stays in the book. */
  readonly rests: boolean;
  /** Fills the whole quantity on placement, or nothing. */
  readonly isAtomic: boolean;
  /**
   * When an order expires. `given`: at its `expires_at`, which is required; all others refuse one.
   * A function: at a time derived from its placement.
   */
  readonly expiry: 'never' | 'given' | ((placedAtMs: number) => number);
  readonly name: string;
  /** What becomes of the open remainder, for API descriptions and pages. */
  readonly remainder: string;
}

const RULES = {
  GTC: {
    code: 1,
    rests: true,
    isAtomic: false,
    expiry: 'never',
    name: 'good till cancelled',
    remainder: 'stays in the book until it is filled or cancelled',
  },
  IOC: {
    code: 2,
    rests: false,
    isAtomic: false,
    expiry: 'never',
    name: 'immediate or cancel',
    remainder: 'is cancelled: the order ends `cancelled`, with a `reason`',
  },
  FOK: {
    code: 3,
    rests: false,
    isAtomic: true,
    expiry: 'never',
    name: 'fill or kill',
    remainder:
      'never exists: the whole quantity is filled at once, or the order is `rejected`, with a `reason`',
  },
  GTD: {
    code: 4,
    rests: true,
    isAtomic: false,
    expiry: 'given',
    name: 'good till date',
    remainder:
      'stays in the book until `expires_at`; an order that enters the book after that time is `expired`',
  },
} as const satisfies Record<string, TimeInForceRule>;

export type TimeInForce = keyof typeof RULES;

export const TIME_IN_FORCE_RULES: Readonly<Record<TimeInForce, TimeInForceRule>> = RULES;

export const TIMES_IN_FORCE = Object.keys(RULES) as [TimeInForce, ...TimeInForce[]];

/** Default of an order that names none. */
export const DEFAULT_TIME_IN_FORCE: TimeInForce = 'GTC';

/** Times in force whose open remainder stays in the book. */
export const RESTING_TIMES_IN_FORCE = TIMES_IN_FORCE.filter(mayRest);

/** Times in force that require `expires_at`. */
export const EXPIRING_TIMES_IN_FORCE = TIMES_IN_FORCE.filter(needsExpiry);

export function mayRest(timeInForce: TimeInForce): boolean {
  return TIME_IN_FORCE_RULES[timeInForce].rests;
}

export function isAtomic(timeInForce: TimeInForce): boolean {
  return TIME_IN_FORCE_RULES[timeInForce].isAtomic;
}

export function needsExpiry(timeInForce: TimeInForce): boolean {
  return TIME_IN_FORCE_RULES[timeInForce].expiry === 'given';
}

/** When a new order expires; null for one that does not. */
export function orderExpiresAtMs(
  { expiry }: Pick<TimeInForceRule, 'expiry'>,
  givenMs: number | null,
  placedAtMs: number,
): number | null {
  if (expiry === 'never') return null;
  return expiry === 'given' ? givenMs : expiry(placedAtMs);
}

/** For the description of a field. */
export function timesInForceText(): string {
  const remainders = TIMES_IN_FORCE.map(
    (one) => `\`${one}\`: the remainder ${TIME_IN_FORCE_RULES[one].remainder}.`,
  );
  return [
    `How the open remainder of the order ends. Default \`${DEFAULT_TIME_IN_FORCE}\`.`,
    ...remainders,
    `\`${EXPIRING_TIMES_IN_FORCE.join('`, `')}\` needs \`expires_at\`.`,
  ].join(' ');
}
