/** Shared by all commands: the gateway's client and the output. */
import type { Command } from 'commander';
import { CommandError } from './command-error';
import { type Options, type Role, portFor } from './access';
import { Client } from './client';
import type { Output } from './output';

export interface CommandContext {
  readonly client: Client;
  readonly output: Output;
}

/** The operator's port. Paths are below `/admin/v1`. */
export const OPERATOR = '/admin/v1';

/** Reads the options of the program itself. */
export function contextOf(command: Command, role: Role): CommandContext {
  const output = outputOf(command);
  const reading = output.json ? 'exact' : 'line';
  return { client: new Client(portFor(role, process.env, optionsOf(command)), reading), output };
}

export function optionsOf(command: Command): Options {
  return command.optsWithGlobals<Options>();
}

export function outputOf(command: Command): Output {
  return { json: command.optsWithGlobals<{ json?: boolean }>().json === true };
}

/** Adds the paging options. */
export function withPaging(command: Command): Command {
  return command
    .option('--limit <count>', 'records per page, 1 to 100')
    .option('--cursor <cursor>', 'start after the page that returned this cursor');
}

export function pageQuery({ limit, cursor }: { limit?: string; cursor?: string }): string {
  return queryOf({ limit, cursor });
}

/** The parameters that are given, as the query of an address. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const query = new URLSearchParams(given).toString();
  return query === '' ? '' : `?${query}`;
}

/** An id as a segment of a path. */
export function segment(id: string): string {
  return encodeURIComponent(id);
}

/** A key of somebody else's server, by the variable that has it. @throws CommandError without it */
export function keyIn(variable: string): string {
  const key = process.env[variable];
  if (key) return key;
  throw new CommandError(`The variable ${variable} is not set.`);
}
