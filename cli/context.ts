/** Shared by all commands: the gateway's client and the output. */
import type { Command } from 'commander';
import { OperatorClient, findOperator } from './client';
import type { Output } from './output';

export interface CommandContext {
  readonly client: OperatorClient;
  readonly output: Output;
}

/** Reads the options of the program itself. */
export function contextOf(command: Command): CommandContext {
  const { json, url } = command.optsWithGlobals<{ json?: boolean; url?: string }>();
  return {
    client: new OperatorClient(findOperator(process.env, url)),
    output: { json: json === true },
  };
}

/** Adds the paging options. */
export function withPaging(command: Command): Command {
  return command
    .option('--limit <count>', 'records per page, 1 to 100')
    .option('--cursor <cursor>', 'start after the page that returned this cursor');
}

export function pageQuery({ limit, cursor }: { limit?: string; cursor?: string }): string {
  const query = new URLSearchParams({
    ...(limit === undefined ? {} : { limit }),
    ...(cursor === undefined ? {} : { cursor }),
  }).toString();
  return query === '' ? '' : `?${query}`;
}

/** An id as a segment of a path. */
export function segment(id: string): string {
  return encodeURIComponent(id);
}
