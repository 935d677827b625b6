/** Prometheus's tool: that of the system, else built once from its pinned source. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, cached } from '../../setup/servers/cache';
import { findGo } from '../clients/go';

const run = promisify(execFile);

/** The Go checksum database verifies it and what it needs. */
const MODULE = 'github.com/prometheus/prometheus';
const VERSION = 'v0.312.0';

/** @returns the executable; null where there is none, and no Go to build it with */
export async function findPromtool(): Promise<string | null> {
  const isInstalled = await run('promtool', ['--version']).then(
    () => true,
    () => false,
  );
  if (isInstalled) return 'promtool';
  const go = await findGo();
  return go && cached(cacheFolder(), `promtool-${VERSION}`, 'promtool', (path) => build(go, path));
}

async function build(go: string, path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tokenbook-promtool-'));
  const options = {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' },
  };
  const command = `${MODULE}/cmd/promtool`;
  try {
    await run(go, ['mod', 'init', 'promtool'], options);
    await run(go, ['get', `${command}@${VERSION}`], options);
    // Without the clients of clouds, which rules do not need.
    await run(go, ['build', '-tags', 'remove_all_sd', '-o', path, command], options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
