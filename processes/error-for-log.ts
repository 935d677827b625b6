/** Errors as the log shows them: without passwords in addresses. */
import { pino } from 'pino';
import { withoutCredentials } from '../domain/without-credentials';

interface Logged {
  readonly message: string;
  readonly stack: string;
  /** Of ioredis: the arguments may be a password, a key or a whole library. */
  readonly command?: { readonly name?: string };
}

export function errorForLog(err: unknown): unknown {
  if (!(err instanceof Error)) return err;
  const logged: Logged = pino.stdSerializers.err(err);
  return {
    ...logged,
    message: withoutCredentials(logged.message),
    stack: withoutCredentials(logged.stack),
    ...(logged.command ? { command: logged.command.name } : {}),
  };
}
