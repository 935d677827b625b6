/** Runs closings in sequence, even when one fails; then rethrows the first failure. */
export async function closeAll(closings: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closings) {
    try {
      await close();
    } catch (err) {
      failures.push(err);
    }
  }
  if (failures.length > 0) throw failures[0];
}
