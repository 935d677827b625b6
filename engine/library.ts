/**
 * The engine's Redis Functions: one library, assembled from engine/functions/*.lua with the limits and
 * the market's rules (engine/market-rules.ts) in front. It is named by its own hash, so that two
 * releases in one Redis each call their own code.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { primariesOf, type RedisClient } from './connect-redis';
import { luaRules, MARKET_RULES, type MarketRules } from './market-rules';

/** Shared parts in dependency order; each command follows them in its own scope. */
const SHARED = ['prelude', 'walk', 'top', 'bounds', 'resting', 'search', 'crossing'];
const COMMANDS = [
  'place',
  'reserve',
  'bid',
  'release',
  'cancel',
  'expire',
  'halt',
  'work',
  'forget',
  'best',
  'tops',
  'offered',
  'orders',
  'rebuild',
  'invalidate',
  'lease',
  'time',
];

export interface LibraryLimits {
  /** Orders that one call examines at most; the next call continues. */
  readonly scan: number;
  /** Index entries that a walk reads at once, after the first ones were not eligible. */
  readonly chunk: number;
  /** Asks in the top of a book (engine/functions/top.lua), at most. */
  readonly top: number;
  /** Asks per bound (engine/functions/bounds.lua), approximately. */
  readonly leaf: number;
  /** Bounds per bound of the next level, at least. */
  readonly group: number;
  /** Sellers that a bound distinguishes. */
  readonly tops: number;
  /** Results of searches that are kept per region and pin: the first ask with enough tokens. */
  readonly memos: number;
  /** Pinned sellers of a book with cached bounds. */
  readonly pins: number;
  /** Fills of a bid per answer. */
  readonly fills: number;
  /** Hours for which the id of a fill is kept, at least. */
  readonly memory_hours: number;
  /** Events in the journal of a book, approximately. */
  readonly events: number;
  /** Books whose key names are cached. */
  readonly books: number;
}

export const LIMITS: LibraryLimits = {
  scan: 512,
  chunk: 64,
  top: 8,
  leaf: 16,
  group: 64,
  tops: 16,
  memos: 8,
  pins: 256,
  fills: 256,
  memory_hours: 25,
  events: 1_000_000,
  books: 4_096,
};

/** When `forget` deletes a fill, at the latest, and an order that ended at its expiry. */
export const FORGOTTEN_AFTER_MS = (LIMITS.memory_hours + 4) * 3_600_000;

export interface Library {
  readonly version: string;
  readonly code: string;
}

export function assembleLibrary(
  limits: LibraryLimits = LIMITS,
  rules: MarketRules = MARKET_RULES,
): Library {
  const read = (name: string) => readFileSync(join(__dirname, 'functions', `${name}.lua`), 'utf8');
  const table = Object.entries(limits).map(([name, value]) => `${name} = ${value}`);
  const body = [
    `local LIMITS = { ${table.join(', ')} }`,
    luaRules(rules),
    ...SHARED.map(read),
    ...COMMANDS.map((name) => `do\n${read(name)}end`),
  ].join('\n');
  const version = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return {
    version,
    code: `#!lua name=tokenbook_${version}\nlocal VERSION = '${version}'\n${body}\n`,
  };
}

/**
 * Loads the library on every primary, because a cluster does not distribute functions itself. A
 * replica has those of its primary. Idempotent.
 * @throws Error when no primary has it; one that cannot be reached gets it with its next call
 */
export async function loadLibrary(redis: RedisClient, library: Library): Promise<void> {
  const loads = await Promise.allSettled(
    primariesOf(redis).map(async (primary) => {
      try {
        await primary.call('FUNCTION', 'LOAD', library.code);
      } catch (err) {
        if (!hasText(err, 'already exists')) throw err;
      }
    }),
  );
  const failure = loads.find((load) => load.status === 'rejected');
  if (failure && !loads.some((load) => load.status === 'fulfilled')) throw failure.reason;
}

/** Redis was emptied, or a new primary joined. */
export function isFunctionMissing(err: unknown): boolean {
  return hasText(err, 'Function not found');
}

function hasText(err: unknown, text: string): boolean {
  return err instanceof Error && err.message.includes(text);
}
