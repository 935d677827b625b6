/** A workflow without steps, for worker-versioning.test.ts. */
export async function ended(): Promise<string> {
  return 'ended';
}
