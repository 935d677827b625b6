/** Runs the scripts of the clients against the exchange. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { newModel } from '../e2e/market';
import { type Client, REFUSALS, UPSTREAMS } from './programs';
import type { Outcome, Row } from './row';
import type { Stage } from './stage';

const SCRIPTS = join(__dirname, 'clients');
const CLIENT_ENDS_WITHIN_MS = 600_000;

export interface Buying {
  readonly stage: Stage;
  /** What the scripts read. */
  readonly environment: Record<string, string>;
}

/** One seller, registered directly in front of the first upstream, and two buyers, one without money. */
export async function openBuying(stage: Stage): Promise<Buying> {
  const { exchange } = stage;
  const model = newModel();
  const url = await stage.start(UPSTREAMS[0]);
  const seller = await exchange.register(url, { models: [model], name: `World ${model}` });
  await exchange.ask(seller, { price: '0.001', capacity: 100_000_000, model, ttl: 86_400 });
  const [rich, poor] = await Promise.all([exchange.buyer('1000'), exchange.buyer('0')]);
  return {
    stage,
    environment: {
      WORLD_URL: `${exchange.url()}/v1`,
      WORLD_KEY: rich.key,
      WORLD_POOR_KEY: poor.key,
      WORLD_MODEL: model,
    },
  };
}

export async function buyWith(client: Client, { stage, environment }: Buying): Promise<Row> {
  const home = await mkdtemp(join(stage.folder, 'client-'));
  const [script, ...args] = client.script;
  const isPython = script.endsWith('.py');
  // Node looks for packages beside a script.
  const scripts = isPython ? SCRIPTS : join(home, 'scripts');
  if (!isPython) {
    await cp(SCRIPTS, scripts, { recursive: true });
    await symlink(join(client.packages.folder, 'node_modules'), join(scripts, 'node_modules'));
  }
  const { outcomes, last } = await outcomesOf(
    isPython ? 'python3' : process.execPath,
    [join(scripts, script), ...args],
    {
      ...environment,
      PATH: process.env.PATH ?? '',
      HOME: home,
      TMPDIR: home,
      PYTHONPATH: [client.packages.folder, SCRIPTS].join(delimiter),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  );
  await rm(home, { recursive: true, force: true });
  const { name, packages, speaks } = client;
  const isAnswered = outcomes.some(({ check, failure }) => check === 'chat' && failure === null);
  // The 404 of a route that is not there says nothing about refusals.
  const checks = client.checks.filter(
    (check) => !speaks || isAnswered || !REFUSALS.includes(check),
  );
  return {
    name,
    version: packages.versionOf(client.package),
    outcomes: checks.map(
      (check) => outcomes.find((one) => one.check === check) ?? { check, failure: last },
    ),
    reason: speaks ? `speaks ${speaks}` : null,
    ...(speaks ? { speaks } : {}),
  };
}

interface Ran {
  readonly outcomes: readonly Outcome[];
  /** The last line of its errors. */
  readonly last: string;
}

function outcomesOf(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Ran> {
  const limits = { env, timeout: CLIENT_ENDS_WITHIN_MS, maxBuffer: 16_000_000 };
  return new Promise((resolve) => {
    const child = execFile(command, args, limits, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line.startsWith('{"check":'));
      const last = stderr.trim().split('\n').at(-1) || error?.message || 'no result';
      resolve({ outcomes: lines.map((line) => JSON.parse(line) as Outcome), last });
    });
    child.stdin?.end();
  });
}
