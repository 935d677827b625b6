/** Programs that tests use and that are built once from their pinned source. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, cached } from '../../setup/servers/cache';
import { findGo } from '../clients/go';

const run = promisify(execFile);

/** The Go checksum database verifies it and what it needs. */
export interface GoProgram {
  readonly name: string;
  /** The module and the path of the command in it. */
  readonly command: string;
  readonly version: string;
  readonly flags?: readonly string[];
}

/** @returns the executable; null where there is no Go to build it with */
export async function builtProgram(program: GoProgram): Promise<string | null> {
  const { name, version } = program;
  const go = await findGo();
  return (
    go && cached(cacheFolder(), `${name}-${version}`, name, (path) => build(go, program, path))
  );
}

async function build(go: string, program: GoProgram, path: string): Promise<void> {
  const { name, command, version, flags = [] } = program;
  const folder = mkdtempSync(join(tmpdir(), `tokenbook-${name}-`));
  const options = {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' },
  };
  try {
    await run(go, ['mod', 'init', name], options);
    await run(go, ['get', `${command}@${version}`], options);
    await run(go, ['build', ...flags, '-o', path, command], options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
