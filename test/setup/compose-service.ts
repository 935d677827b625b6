/** Services of Compose files, with what Compose would make of them, on this machine. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedServers } from '../support/shared-servers';

/** Values as Compose reads them: `${A:-else}` and `${A:+then}`, nested. */
export function interpolated(
  values: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const INNERMOST = /\$\{(\w+)(?::([-+])([^${}]*))?\}/;
  const read = (text: string): string => {
    const found = INNERMOST.exec(text);
    if (!found) return text;
    const [whole, name = '', operator, word = ''] = found;
    const value = given[name] ?? '';
    const replaced = operator === '+' ? value && word : value || word;
    return read(text.replace(whole, () => replaced));
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, read(String(value))]),
  );
}

export interface StartedService {
  /** Its arguments, as everybody on this machine sees them. */
  listed(): string;
  stop(): Promise<void>;
}

/** A server of Redis or MongoDB with the command and environment of its service. */
export async function startService(
  service: { readonly command?: string[]; readonly environment?: Record<string, unknown> },
  given: Record<string, string>,
  ...more: string[]
): Promise<StartedService> {
  const folder = await mkdtemp(join(tmpdir(), 'tokenbook-compose-'));
  const { mongod, redis } = sharedServers().binaries;
  await symlink(redis, join(folder, 'redis-server'));
  await symlink(mongod, join(folder, 'mongod'));
  for (const [script, text] of [
    ['docker-entrypoint.sh', 'exec "$@"'],
    ['chown', ''],
  ]) {
    await writeFile(join(folder, script!), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const { command = [], environment = {} } = service;
  const [program, ...args] = command.map((word) =>
    word.replaceAll('$$', '$').replaceAll('/tmp/', `${folder}/`),
  );
  const env = { PATH: `${folder}:${process.env['PATH']}`, ...interpolated(environment, given) };
  const child = spawn(program!, [...args, ...more], { cwd: folder, env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  return {
    listed: () =>
      execFileSync('ps', ['-o', 'args=', '-p', String(child.pid)], { encoding: 'utf8' }),
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
