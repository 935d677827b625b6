/** The `tokenbook` command as it is typed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exchange } from '../support/exchange';
import { until } from '../support/wait';

export const ROOT = join(__dirname, '..', '..');
export const COMMAND = join(ROOT, 'cli', 'tokenbook.mjs');
/** A file of profiles that does not exist: those of whoever runs the tests do not count. */
export const NO_PROFILES = join(tmpdir(), 'tokenbook-no-profiles', 'profiles.json');

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Circumstances {
  readonly environment?: Record<string, string>;
  /** Standard input; nothing by default. */
  readonly input?: string;
}

/** One run of the command. */
export class Run {
  stdout = '';
  stderr = '';
  readonly ended: Promise<Result>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (data: Buffer) => (this.stdout += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (this.stderr += data.toString()));
    this.ended = once(child, 'close').then(([code]) => ({
      code: code as number | null,
      stdout: this.stdout,
      stderr: this.stderr,
    }));
  }

  /** Waits until it has printed a text. */
  async says(text: string | RegExp): Promise<void> {
    const has = (output: string) =>
      typeof text === 'string' ? output.includes(text) : text.test(output);
    await until(() => has(this.stdout) || has(this.stderr), { what: `"${text}"` }).catch(
      (err: Error) => {
        throw new Error(`${err.message}; it said:\n${this.stdout}\n${this.stderr}`);
      },
    );
  }

  async interrupt(): Promise<Result> {
    this.child.kill('SIGINT');
    return this.ended;
  }
}

/** Starts the command beside an exchange, as on the machine of its operator. */
export function start(
  exchange: Exchange,
  args: readonly string[],
  { environment = {}, input }: Circumstances = {},
): Run {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: environmentOf(exchange, environment),
  });
  child.stdin.end(input ?? '');
  return new Run(child);
}

export function environmentOf(
  exchange: Exchange,
  environment: Record<string, string> = {},
): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    PORT: String(exchange.gateways[0]!.port),
    ADMIN_PORT: String(exchange.gateways[0]!.adminPort),
    TOKENBOOK_OPERATOR_TOKEN: exchange.settings.secrets.operatorToken,
    TOKENBOOK_PROFILES: NO_PROFILES,
    ...environment,
  };
}

export function tokenbook(exchange: Exchange, ...args: string[]): Promise<Result> {
  return start(exchange, args).ended;
}

export async function tokenbookJson(exchange: Exchange, ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await tokenbook(exchange, ...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}
