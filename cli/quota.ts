import { CommandError } from './command-error';

/** `600/60` as the body of a quota: 600 requests in 60 seconds. */
export function quota(text: string): { limit: number; window_seconds: number } {
  const [, limit, seconds] = /^(\d{1,9})\/(\d{1,5})$/.exec(text) ?? [];
  if (limit === undefined || seconds === undefined) {
    throw new CommandError(`${text} is not a quota; write <limit>/<seconds>, such as 600/60.`);
  }
  return { limit: Number.parseInt(limit, 10), window_seconds: Number.parseInt(seconds, 10) };
}
