/** What the release workflow does: the notes come from the changelog, the clients are packed. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Record<string, Job>;
}
interface Job {
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}
interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
}

const readWorkflow = (name: string) =>
  parse(readFileSync(join(ROOT, '.github', 'workflows', name), 'utf8')) as Workflow;

test('workflows run actions of other projects by their commit', () => {
  const folder = join(ROOT, '.github', 'workflows');
  const used = readdirSync(folder).flatMap((name) => {
    return Object.values(readWorkflow(name).jobs).flatMap(({ uses, steps = [] }) => [
      uses,
      ...steps.map((step) => step.uses),
    ]);
  });
  const others = used.filter((one) => one !== undefined && !one.startsWith('./'));
  expect(others.length).toBeGreaterThan(3);
  expect(others.filter((one) => !/@[0-9a-f]{40}$/.test(one ?? ''))).toEqual([]);
});

describe('the rights of the release', () => {
  const { permissions, jobs } = readWorkflow('release.yml');
  const mayWrite = Object.entries(jobs).filter(([, job]) =>
    Object.values(job.permissions ?? permissions ?? {}).includes('write'),
  );

  test('only the job that publishes may write', () => {
    expect(mayWrite.map(([name]) => name)).toEqual(['publish']);
  });

  test('the job that publishes takes files: it runs no code of the checkout or of a package', () => {
    const steps = mayWrite.flatMap(([, job]) => job.steps ?? []);
    const actions = steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []);
    expect(actions).toEqual(['actions/download-artifact', 'actions/attest-build-provenance']);
    const commands = steps.flatMap(({ run = '' }) => run.split('\n').filter(Boolean));
    const programs = commands.map((command) => command.trim().split(' ')[0]);
    expect([...new Set(programs)].sort()).toEqual(['(cd', 'gh']);
  });

  test('the job that builds installs only packages whose hashes are pinned', () => {
    const commands = (jobs['build']?.steps ?? []).flatMap(({ run = '' }) => run.split('\n'));
    const installing = commands.filter((command) => /\b(?:pip|pipx|npm|npx)\b/.test(command));
    const isPinned = (command: string) =>
      /pip"? install .*--require-hashes|npm (?:ci|pack|sbom)\b/.test(command);
    expect(installing.length).toBeGreaterThan(2);
    expect(installing.filter((command) => !isPinned(command))).toEqual([]);
  });
});

describe('the packages of the clients', () => {
  /** A checkout of what the steps read, with the packages of the lockfile. */
  let checkout: string;
  beforeAll(() => {
    checkout = mkdtempSync(join(tmpdir(), 'tokenbook-release-'));
    for (const path of ['LICENSE', 'tsconfig.json', 'clients']) {
      cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  });
  afterAll(() => rmSync(checkout, { recursive: true }));

  const steps = readWorkflow('release.yml').jobs['build']?.steps ?? [];
  const commandsOf = (name: string) => steps.find((step) => step.name === name)?.run ?? '';
  /** As the workflow's shell; fails with what it said. */
  const shell = (command: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', command], {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...process.env, TAG: `v${VERSION}` },
    });
    if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
    return stdout.trim().split('\n');
  };

  test('the step for TypeScript packs what programs import, the licence, and nothing else', () => {
    shell(commandsOf('Client for TypeScript'));
    const files = shell(`tar tf release/tokenbook-client-${VERSION}.tgz`);
    const besides = files.filter((path) => !/^package\/dist\/[\w/-]+(?:\.d)?\.[jt]s$/.test(path));
    expect(besides.sort()).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/package.json',
    ]);
    expect(files).toEqual(expect.arrayContaining(['package/dist/index.js']));
    expect(files).toEqual(expect.arrayContaining(['package/dist/index.d.ts']));
  }, 60_000);

  test('Python builds an archive of every module, of this version', () => {
    expect(commandsOf('Client for Python')).toMatch(/ -m build --no-isolation --outdir release /);
    const folders = shell(
      'cd clients/python && find tokenbook -name "*.py" -printf "%h\\n" | sort -u',
    );
    const named = folders.map((path) => `"${path.replaceAll('/', '.')}"`).join(', ');
    expect(shell('cat clients/python/pyproject.toml')).toContain(`packages = [${named}]`);
    // A newer Python comes without setuptools; the workflow fetches its own.
    if (spawnSync('python3', ['-c', 'import setuptools']).status !== 0) return;
    const build = 'from setuptools import build_meta; build_meta.build_sdist("../../release")';
    shell(`mkdir -p release; cp LICENSE clients/python/; cd clients/python; python3 -c '${build}'`);
    const archives = readdirSync(join(checkout, 'release'));
    const archive = archives.find((name) => name.endsWith('.tar.gz')) ?? '';
    expect(archive.replace('-client', '_client')).toBe(`tokenbook_client-${VERSION}.tar.gz`);
    const packed = shell(`tar tf release/${archive}`).map((path) => path.replace(/^[^/]*\//, ''));
    const modules = shell('cd clients/python && find tokenbook -name "*.py" -o -name py.typed');
    expect(packed).toEqual(expect.arrayContaining([...modules, 'LICENSE', 'README.md']));
  }, 60_000);

  test('all files of the release are uploaded with their sums', () => {
    const last = readWorkflow('release.yml').jobs['publish']?.steps?.at(-1)?.run ?? '';
    expect(last).toContain('release/*');
    expect(commandsOf('Files of the release')).toContain('sha256sum -- tokenbook* > SHA256SUMS');
  });
});
