/** The values of the Helm chart for three loads, computed from the stored reports. */
import { readCosts } from './costs';
import { STANDARD_DEMAND, STORED_REPORTS } from './demand';
import { type CapacityPlan, type PartNeed, planFor } from './plan';

/** Chats per second by the name of the file. */
const LOADS = { small: 100, medium: 1_000, large: 10_000 } as const;

const FOLDER = 'deploy/helm/tokenbook';
/** One gateway stops in a roll-out or with its machine; the others carry the load. */
const SPARE_GATEWAYS = 1;
const LEAST_REPLICAS = 2;
/** Outside of peaks, autoscaling keeps this share of the gateways. */
const QUIET_SHARE = 1 / 3;
const REQUEST_STEP_MILLICORES = 50;

interface Size {
  readonly name: string;
  /** Chats per second of all markets. */
  readonly load: number;
  readonly markets: number;
  /** Of one market. */
  readonly plan: CapacityPlan;
  readonly gateways: { readonly least: number; readonly most: number };
}

/** Content by path. */
export function helmValues(): Record<string, string> {
  return Object.fromEntries(
    sizes().map((size) => [`${FOLDER}/values-${size.name}.yaml`, `${valuesFor(size)}\n`]),
  );
}

/** The table of `docs/operate/kubernetes.md`, by the name of its block. */
export function helmSizes(): Record<string, string> {
  const rows = sizes().map(
    ({ name, load, markets, gateways: { least, most } }) =>
      `| \`values-${name}.yaml\` | ${load.toLocaleString('en-US')} | ${markets} | ${least} to ${most} |`,
  );
  const head = ['| Values | Chats per second | Releases | Gateways of each |', '|---|---|---|---|'];
  return { 'sizes of the chart': [...head, ...rows].join('\n') };
}

function sizes(): Size[] {
  const costs = readCosts(STORED_REPORTS.chat, STORED_REPORTS.streams);
  const planOf = (requestsPerSecond: number) =>
    planFor({ ...STANDARD_DEMAND, requestsPerSecond }, costs);
  return Object.entries(LOADS).map(([name, load]) => {
    const whole = planOf(load);
    // A market has one Redis, on one processor, and one replica set, with one primary.
    const markets = Math.max(need(whole, 'redis').instances, need(whole, 'mongod').instances);
    const plan = planOf(load / markets);
    const { instances } = need(plan, 'gateway');
    const least = Math.max(LEAST_REPLICAS, Math.ceil(instances * QUIET_SHARE));
    return { name, load, markets, plan, gateways: { least, most: instances + SPARE_GATEWAYS } };
  });
}

function valuesFor(size: Size): string {
  const { load, plan, gateways } = size;
  const cores = (part: PartNeed['part']) => need(plan, part).cores.toFixed(1);
  return [
    '# Written by npm run generate; do not edit. docs/operate/scale.md has the plan and what it assumes:',
    `# npm run --silent capacity -- --rps ${load}`,
    ...heading(size),
    `# Processors of its servers: Redis ${cores('redis')}, the primary of MongoDB ${cores('mongod')}, Temporal ${cores('temporal')}.`,
    'gateway:',
    '  autoscaling:',
    `    minReplicas: ${gateways.least}`,
    `    maxReplicas: ${gateways.most}`,
    '  resources:',
    "    requests: { cpu: '1' }",
    ...processValues('worker', need(plan, 'worker')),
    ...processValues('relay', need(plan, 'relay')),
  ].join('\n');
}

function heading({ load, markets, plan: { exceeded } }: Size): string[] {
  const total = `${load.toLocaleString('en-US')} chats per second`;
  if (markets === 1) return [`# ${total} in one market.`];
  const each = Math.ceil(load / markets).toLocaleString('en-US');
  return [
    `# ${total} exceed what one Redis serves. They need ${markets} markets: ${markets} releases of the chart, each with its own`,
    `# servers and its own instruments. These are the values of one of them, for ${each} chats per second: no instrument can`,
    '# have more, because an instrument is in one market.',
    ...exceeded.map(({ what }) => `# Exceeded nevertheless: ${what}.`),
  ];
}

function processValues(name: string, { instances, cores }: PartNeed): string[] {
  const replicas = Math.max(LEAST_REPLICAS, instances);
  const steps = Math.ceil((cores * 1_000) / replicas / REQUEST_STEP_MILLICORES);
  return [
    `${name}:`,
    `  replicas: ${replicas}`,
    '  resources:',
    `    requests: { cpu: ${Math.max(2, steps) * REQUEST_STEP_MILLICORES}m }`,
  ];
}

function need({ parts }: CapacityPlan, name: PartNeed['part']): PartNeed {
  return parts.find(({ part }) => part === name)!;
}
