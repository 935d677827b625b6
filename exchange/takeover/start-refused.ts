/** Temporal answered, and refuses to start a workflow: the fault lies with what is in it. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';

  constructor(
    cause: unknown,
    /** Whether the answer cannot change. */
    readonly isFinal: boolean,
  ) {
    super(`Temporal refuses the workflow: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(err: unknown): string {
  const { message, cause } = err as Error;
  return cause instanceof Error ? cause.message : message;
}
