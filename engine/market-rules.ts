/** The market rules that the engine applies, as Lua tables by their stored code. */
import { REGION_RULES, type RegionRule } from '../domain/regions';
import { TIME_IN_FORCE_RULES, type TimeInForceRule } from '../domain/time-in-force';

export interface MarketRules {
  readonly regions: Readonly<Record<string, Pick<RegionRule, 'code' | 'isPin'>>>;
  readonly timesInForce: Readonly<
    Record<string, Pick<TimeInForceRule, 'code' | 'rests' | 'isAtomic'>>
  >;
}

export const MARKET_RULES: MarketRules = {
  regions: REGION_RULES,
  timesInForce: TIME_IN_FORCE_RULES,
};

/**
 * The code that the loader puts before the functions: `REGIONS` (their number), `ALL_REGIONS`
 * (their codes), `REGION_HAS_PINS` and `TIMES_IN_FORCE`.
 * @throws RangeError when the codes of regions do not count from 1
 */
export function luaRules({ regions, timesInForce }: MarketRules): string {
  const rows = Object.values(regions).sort((a, b) => a.code - b.code);
  if (rows.some(({ code }, at) => code !== at + 1)) {
    throw new RangeError('the codes of regions count from 1, without a gap');
  }
  const codes = rows.map(({ code }) => code);
  const hasPins = rows.map(({ code, isPin }) => `[${code}] = ${isPin}`);
  const timeRows = Object.values(timesInForce).map(
    ({ code, rests, isAtomic }) => `[${code}] = { rests = ${rests}, is_atomic = ${isAtomic} }`,
  );
  return [
    `local REGIONS = ${rows.length}`,
    `local ALL_REGIONS = { ${codes.join(', ')} }`,
    `local REGION_HAS_PINS = { ${hasPins.join(', ')} }`,
    `local TIMES_IN_FORCE = { ${timeRows.join(', ')} }`,
  ].join('\n');
}
