/**
 * Works on several items at once. The failure of one concerns no other.
 * @throws AggregateError of all failures, when every item had its turn
 */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const errors: unknown[] = [];
  const workOn = async () => {
    for (const item of left) await work(item).catch((err: unknown) => errors.push(err));
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  if (errors.length === 0) return;
  const [first] = errors;
  throw new AggregateError(errors, `${errors.length} of ${items.length} failed: ${String(first)}`);
}
