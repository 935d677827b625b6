/** Queries that follow from what changes often: read once for all changes of a while. */
import type { QueryClient } from '@tanstack/react-query';
import { Repeated } from './repeated';

/** @param keysOf the keys of what is read, asked when it is time */
export function readAfter(
  client: QueryClient,
  afterMs: number,
  keysOf: () => readonly (readonly string[])[],
): Repeated {
  return new Repeated(afterMs, async () => {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const reads = keysOf().map((queryKey) =>
      client.invalidateQueries({ queryKey }, { cancelRefetch: false }),
    );
    await Promise.all(reads);
  });
}
