/** The first `npm start` of a checkout: what its build leaves behind. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '..', '..');
const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.tokenbook', '.stryker-tmp', 'test']);
/** As the supervisor reaches the point where it starts the servers. */
const AFTER_BOOTSTRAP = `
  import { execFileSync } from 'node:child_process';
  import { bootstrap } from './setup/bootstrap.mjs';
  await bootstrap();
  const processes = execFileSync('ps', ['-e', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' });
  const own = processes.split('\\n').map((line) => line.trim().split(/ +/));
  const left = own.filter(([parent, , command]) => Number(parent) === process.pid && command !== 'ps');
  console.log(JSON.stringify({
    left: left.map(([, , ...args]) => args.join(' ')),
    megabytes: process.memoryUsage().rss / 1e6,
  }));
`;

test('leaves no process and no memory of the build beside the exchange', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'tokenbook-first-build-'));
  try {
    await cp(ROOT, checkout, {
      recursive: true,
      filter: (path) =>
        !relative(ROOT, path)
          .split(sep)
          .some((part) => NOT_COPIED.has(part) || part.startsWith('.dist-')),
    });
    await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', AFTER_BOOTSTRAP],
      { cwd: checkout },
    );
    const { left, megabytes } = JSON.parse(stdout) as { left: string[]; megabytes: number };
    expect(left).toEqual([]);
    expect(megabytes).toBeLessThan(150);
  } finally {
    await rm(checkout, { recursive: true, force: true });
  }
}, 240_000);
