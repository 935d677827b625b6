/** The plan for a load is arithmetic over measured costs; these cases do it by hand. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Costs, PARTS, readCosts } from '../../bench/capacity/costs';
import { type Demand, planFor } from '../../bench/capacity/plan';
import { buildOnce } from '../support/processes';

const ROOT = join(__dirname, '..', '..');
const ofEach = (ms: number) =>
  Object.fromEntries(PARTS.map((part) => [part, ms])) as Costs['chatMs'];

/** 2 ms of each part per chat, 0.01 ms per chunk. */
const COSTS: Costs = {
  chatMs: ofEach(2),
  chunkMs: ofEach(0.01),
  mongodKbPerChat: 5,
  temporalKbPerChat: 1,
  oneAskPerSecond: 400,
  oneAccountPerSecond: 300,
  processors: 2,
};

const DEMAND: Demand = {
  requestsPerSecond: 1_000,
  streamShare: 0.5,
  chunksPerStream: 200,
  busiestBookShare: 0.5,
  busiestAskShare: 0.5,
  busiestAccountShare: 0.1,
  utilisation: 0.6,
  serverCores: 16,
  retentionDays: 10,
};

test('a chat costs its own time and that of its chunks', () => {
  const { parts } = planFor(DEMAND, COSTS);
  // 2 ms, and half of the chats have 200 chunks of 0.01 ms: 3 ms; 3 processors at 60 %: 5.
  expect(parts.find(({ part }) => part === 'gateway')).toEqual({
    part: 'gateway',
    msPerChat: 3,
    cores: 5,
    instances: 5,
  });
  expect(parts.find(({ part }) => part === 'mongod')?.instances).toBe(1);
});

test('the records grow with every chat', () => {
  const { mongodGbPerDay, mongodGbKept, temporalGbPerDay } = planFor(DEMAND, COSTS);
  expect(mongodGbPerDay).toBeCloseTo(432, 6);
  expect(mongodGbKept).toBeCloseTo(4_320, 6);
  expect(temporalGbPerDay).toBeCloseTo(86.4, 6);
});

test('limits that the load exceeds are named, and the first one that it does not', () => {
  const { limits, exceeded, next } = planFor(DEMAND, COSTS);
  const rates = limits.map(({ requestsPerSecond }) => requestsPerSecond);
  expect(rates).toEqual([...rates].sort((one, other) => one - other));
  // Redis: 0.6 of one processor at 3 ms a chat is 200 a second; the ask: 400 at half of the load.
  expect(exceeded.map(({ what }) => what.split(':')[0])).toEqual([
    'one Redis',
    'the busiest book',
    'the busiest ask',
  ]);
  expect(next?.requestsPerSecond).toBeCloseTo(3_000, 6);
  const atTheLimit = planFor({ ...DEMAND, requestsPerSecond: 200 }, COSTS);
  expect(atTheLimit.exceeded).toEqual([]);
  const beyond = planFor({ ...DEMAND, requestsPerSecond: 201 }, COSTS);
  expect(beyond.exceeded).toHaveLength(1);
});

describe('npm run capacity', () => {
  beforeAll(buildOnce);
  const script = join(ROOT, 'dist', 'bench', 'capacity', 'main.js');
  const program = `process.exit(require(${JSON.stringify(script)}).capacity(process.argv.slice(1)))`;
  const run = (...options: string[]) =>
    spawnSync(process.execPath, ['-e', program, '--', ...options], { cwd: ROOT, encoding: 'utf8' });

  test('plans from the measured costs of the project', () => {
    const { status, stdout } = run('--rps', '100', '--json');
    expect(status).toBe(0);
    const plan = JSON.parse(stdout);
    expect(plan.parts.map(({ part }: { part: string }) => part)).toEqual([...PARTS]);
    expect(plan.demand.streamShare).toBe(0.6);
    const text = execFileSync(process.execPath, ['-e', program, '--', '--rps', '100'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(text).toContain('saturates next');
  });

  test.each([
    [[], '--rps is missing'],
    [['--rps', '0'], '--rps must be a number'],
    [['--rps', '10', '--stream-share', '1.01'], '--stream-share must be a number'],
    [['--rps', '10', '--server-cores', '0'], '--server-cores must be a number'],
    [['--rps', '10', '--chat', 'missing.json'], 'missing.json cannot be read'],
    [['--rps', '10', '--unknown'], 'Unknown option'],
  ])('refuses %j', (options, text) => {
    const { status, stderr } = run(...options);
    expect([status, stderr]).toEqual([1, expect.stringContaining(text)]);
  });

  test('takes the shares up to their limits', () => {
    expect(run('--rps', '10', '--stream-share', '1', '--utilisation', '1').status).toBe(0);
  });
});

test('a report with a problem is no basis of a plan', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokenbook-capacity-'));
  const report = { benchmark: 'chat', processors: 2, goals: [], comparisons: [], rows: [] };
  const file = join(folder, 'chat.json');
  writeFileSync(file, JSON.stringify({ ...report, problems: ['3 requests failed'] }));
  expect(() => readCosts(file, file)).toThrow('3 requests failed');
  rmSync(folder, { recursive: true });
});
