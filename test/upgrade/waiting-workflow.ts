/** A workflow without steps, for worker-versioning.slow.test.ts. */
export async function ended(): Promise<string> {
  return 'ended';
}
