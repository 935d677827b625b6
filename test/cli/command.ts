/** The `tokenbook` command as it is typed. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Exchange } from '../support/exchange';

const COMMAND = join(__dirname, '..', '..', 'cli', 'tokenbook.mjs');

export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function tokenbook(exchange: Exchange, ...args: string[]): Promise<Result> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ADMIN_PORT: String(exchange.gateways[0]!.adminPort),
    TOKENBOOK_OPERATOR_TOKEN: exchange.settings.secrets.operatorToken,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env }, (err, stdout, stderr) =>
      resolve({ code: err ? Number.parseInt(String(err.code), 10) : 0, stdout, stderr }),
    );
  });
}

export async function tokenbookJson(exchange: Exchange, ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await tokenbook(exchange, ...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}
