/**
 * The engine's Redis Functions: one library, put together from engine/functions/*.lua and named by
 * its own hash, so that releases side by side in one Redis each call their own code.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster, type Redis } from 'ioredis';
import { luaRules, MARKET_RULES, type MarketRules } from './market-rules';

/**
 * Shared parts in the order in which they build on each other; each command has its own scope
 * behind them.
 */
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
];

export interface LibraryLimits {
  /** Orders that one call looks at before the next one has to go on. */
  readonly scan: number;
  /** Index entries that a walk reads at once, once the first ones did not fit. */
  readonly chunk: number;
  /** Asks that stand at the top of a book (engine/functions/top.lua), at most. */
  readonly top: number;
  /** Asks that share one bound (engine/functions/bounds.lua), about. */
  readonly leaf: number;
  /** Bounds that are summed up in another one, at least. */
  readonly group: number;
  /** Sellers that a bound tells apart. */
  readonly tops: number;
  /** Asks that are remembered as the first with enough, for each region and pin. */
  readonly memos: number;
  /** Pinned sellers of a book for whom bounds are kept. */
  readonly pins: number;
  /** Fills of a bid that one answer tells. */
  readonly fills: number;
  /** Hours for which a fill's id is remembered, at least. */
  readonly memory_hours: number;
  /** Events that a book's journal keeps, about. */
  readonly events: number;
  /** Books whose names are kept ready. */
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
 * Loads the library on every primary: a cluster does not spread functions by itself. Loading again
 * is a no-op.
 */
export async function loadLibrary(redis: Redis | Cluster, library: Library): Promise<void> {
  const primaries = redis instanceof Cluster ? redis.nodes('master') : [redis];
  await Promise.all(
    primaries.map(async (primary) => {
      try {
        await primary.call('FUNCTION', 'LOAD', library.code);
      } catch (err) {
        if (!hasText(err, 'already exists')) throw err;
      }
    }),
  );
}

/** Redis was emptied, or a new primary joined. */
export function isFunctionMissing(err: unknown): boolean {
  return hasText(err, 'Function not found');
}

function hasText(err: unknown, text: string): boolean {
  return err instanceof Error && err.message.includes(text);
}
