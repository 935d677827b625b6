/** The page of the market's tables, generated from the tables. */
import { FEE_TIERS, type FeeTier } from '../../domain/fees';
import { REGION_RULES, REGIONS } from '../../domain/regions';
import { TENOR_RULES, TENORS, type Tenor } from '../../domain/tenors';
import {
  DEFAULT_TIME_IN_FORCE,
  needsExpiry,
  TIME_IN_FORCE_RULES,
  TIMES_IN_FORCE,
} from '../../domain/time-in-force';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** @param writtenBy the notice that the page is generated */
export function marketRulesPage(writtenBy: string): string {
  return `${[
    '# Market rules',
    '',
    `<!-- ${writtenBy} Source: domain/time-in-force.ts, regions.ts, tenors.ts, fees.ts -->`,
    '',
    'The values that requests accept, and what each of them means. Requests, records, the matching engine, the API',
    'descriptions and this page read the same tables.',
    ...section(
      'Time in force',
      'How the open remainder of a [contract order](../concepts/contracts.md#orders) ends:',
      [
        '| `time_in_force` | Name | The open remainder | `expires_at` |',
        '|---|---|---|---|',
        ...TIMES_IN_FORCE.map(timeInForceRow),
      ],
    ),
    ...section(
      'Regions',
      'Where capacity is served ([eligibility](../concepts/order-book.md#eligibility)):',
      [
        '| `region` | Where | A request that names it |',
        '|---|---|---|',
        ...REGIONS.map((region) => {
          const { isPin, meaning } = REGION_RULES[region];
          const effect = isPin ? 'is served from there or not at all' : 'is not restricted';
          return `| \`${region}\` | ${meaning} | ${effect} |`;
        }),
      ],
    ),
    ...section('Tenors', 'When capacity is delivered. Every instrument has one book per tenor:', [
      '| `tenor` | Delivery |',
      '|---|---|',
      ...TENORS.map((tenor) => `| \`${tenor}\` | ${deliveryOf(tenor)} |`),
    ]),
    ...section(
      'Fees',
      "In basis points of the cost, on the seller's side. The first tier that applies sets the fee; a trade keeps the fee that it was made at:",
      ['| Tier | Applies to | Basis points |', '|---|---|---|', ...FEE_TIERS.map(feeRow)],
    ),
  ].join('\n')}\n`;
}

function section(title: string, intro: string, lines: readonly string[]): string[] {
  return ['', `## ${title}`, '', intro, '', ...lines];
}

function timeInForceRow(one: (typeof TIMES_IN_FORCE)[number]): string {
  const { name, remainder } = TIME_IN_FORCE_RULES[one];
  const shown = one === DEFAULT_TIME_IN_FORCE ? `\`${one}\` (default)` : `\`${one}\``;
  return `| ${shown} | ${name} | ${remainder} | ${needsExpiry(one) ? 'required' : 'refused'} |`;
}

function deliveryOf(tenor: Tenor): string {
  const { window } = TENOR_RULES[tenor];
  if (!window) return 'from the match';
  const start = window.stepMs === DAY_MS ? 'UTC day' : 'whole hour';
  const days = window.lengthMs / DAY_MS;
  const length = days < 1 ? `${window.lengthMs / HOUR_MS} h` : `${days} d`;
  return `in a window of ${length} that starts at the next ${start}`;
}

function feeRow({ name, kinds, tenors, condition, basisPoints }: FeeTier): string {
  const trades = kinds.map((kind) => (kind === 'chat' ? 'chat requests' : 'lots')).join(' and ');
  const where = tenors === null ? 'all tenors' : tenors.map((one) => `\`${one}\``).join(', ');
  const when = condition ? `, ${condition.text}` : '';
  const points = typeof basisPoints === 'number' ? basisPoints : `the setting \`${basisPoints}\``;
  return `| ${name} | ${trades} of ${where}${when} | ${points} |`;
}
