/** The rules as Prometheus evaluates them; a machine without its tool builds it for minutes first. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { ROOT, RULES, alertRules, expressions } from './files';
import { findPromtool } from './promtool';

const run = promisify(execFile);
const BUILD_MS = 1_800_000;

let promtool: string | null;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tokenbook-rules-'));
  promtool = await findPromtool();
  if (!promtool) process.stderr.write('not run: there is no promtool and no Go on this machine\n');
}, BUILD_MS);
afterAll(() => rmSync(folder, { recursive: true }));

/** What it says, or what it should say where there is none; fails with what it says. */
async function says(expected: string, ...args: string[]): Promise<string> {
  if (!promtool) return expected;
  const { stdout } = await run(promtool, args, { cwd: join(ROOT, RULES) }).catch(
    ({ stdout: said, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${said}\n${stderr}`);
    },
  );
  return stdout;
}

test('the rules are valid', async () => {
  const found = `${alertRules().length} rules found`;
  expect(await says(found, 'check', 'rules', '--lint-fatal', 'alerts.yml')).toContain(found);
});

test('each alert fires on the series of its test, and not before', async () => {
  expect(await says('SUCCESS', 'test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
});

test('every expression of a dashboard is valid', async () => {
  const rules = expressions().map((expr, at) => ({ record: `panel:${at}`, expr }));
  const file = join(folder, 'panels.yml');
  writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }));
  const found = `${rules.length} rules found`;
  expect(await says(found, 'check', 'rules', '--lint=none', file)).toContain(found);
});
