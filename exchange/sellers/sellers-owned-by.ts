/** The sellers of one owner: they buy nothing from each other, and have one opinion of a request. */
import type { Records } from '../../records/connect';

export async function sellersOwnedBy(
  { sellers }: Pick<Records, 'sellers'>,
  owner: string,
): Promise<string[]> {
  const owned = await sellers.find({ owner }, { projection: { _id: 1 } }).toArray();
  return owned.map(({ _id }) => _id);
}
