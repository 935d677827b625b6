import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

test('packages behind a link are left alone when they are not those of the lockfile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokenbook-linked-'));
  try {
    const elsewhere = join(folder, 'elsewhere');
    const checkout = join(folder, 'checkout');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'package'), '');
    mkdirSync(join(checkout, 'setup'), { recursive: true });
    for (const file of ['package-lock.json', 'setup/bootstrap.mjs']) {
      cpSync(join(ROOT, file), join(checkout, file));
    }
    symlinkSync(elsewhere, join(checkout, 'node_modules'));
    const start = "import('./setup/bootstrap.mjs').then(({ bootstrap }) => bootstrap())";
    const ended = spawnSync(process.execPath, ['-e', start], { cwd: checkout, encoding: 'utf8' });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain('node_modules is a link');
    expect(existsSync(join(elsewhere, 'package'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
