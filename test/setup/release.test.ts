/** The notes of a release come from the changelog. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { VERSION } from '../../config/version';

const ROOT = join(__dirname, '..', '..');

function notes(tag: string) {
  const script = join(ROOT, 'setup', 'release-notes.mjs');
  return spawnSync(process.execPath, [script, tag], { encoding: 'utf8' });
}

test('the section of the version, without its neighbours', () => {
  const { status, stdout } = notes(`v${VERSION}`);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^### /);
  expect(stdout).not.toMatch(/^## /m);
});

test.each([`v${VERSION}0`, VERSION, ''])('no notes for the tag "%s"', (tag) => {
  const { status, stdout, stderr } = notes(tag);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(`package.json states ${VERSION}`);
});

interface Workflow {
  readonly jobs: Record<string, { readonly uses?: string; readonly steps?: readonly Step[] }>;
}
interface Step {
  readonly uses?: string;
}

test('workflows run actions of other projects by their commit', () => {
  const folder = join(ROOT, '.github', 'workflows');
  const used = readdirSync(folder).flatMap((name) => {
    const { jobs } = parse(readFileSync(join(folder, name), 'utf8')) as Workflow;
    return Object.values(jobs).flatMap(({ uses, steps = [] }) => [
      uses,
      ...steps.map((step) => step.uses),
    ]);
  });
  const others = used.filter((one) => one !== undefined && !one.startsWith('./'));
  expect(others.length).toBeGreaterThan(3);
  expect(others.filter((one) => !/@[0-9a-f]{40}$/.test(one ?? ''))).toEqual([]);
});
