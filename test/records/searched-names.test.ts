/** A search for a part of a name has each account that is meant, once, beyond the bounds of one scan. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { SCANNED_PER_PAGE } from '../../records/queries/bounded-search';
import { searchByName } from '../../records/queries/search-by-name';
import { recordsForFile } from './scenario';

/** Places of the accounts that are meant, newest first: few of them in the first scan, none in the second. */
const RARE = [3, SCANNED_PER_PAGE - 1, 2 * SCANNED_PER_PAGE, 2 * SCANNED_PER_PAGE + 7];
const COUNT = 2 * SCANNED_PER_PAGE + 10;

const records = recordsForFile();
const ids: string[] = [];
beforeAll(async () => {
  const now = new Date();
  const accounts = Array.from({ length: COUNT }, (_, at) => {
    const _id = uuidV7At(now.getTime() - at * 1_000, randomUUID());
    const name = RARE.includes(at) ? 'Rare Buyer' : 'Buyer';
    return { _id, name, owner: null, priceCeilingScale8: null, createdAt: now, updatedAt: now };
  });
  ids.push(...RARE.map((at) => accounts[at]!._id));
  await records.models.accounts.collection.insertMany(accounts as never);
});

test.each([1, 3, 4, 100])('pages of %i', async (limit) => {
  const found: string[] = [];
  let behindId: string | null = null;
  do {
    const page: { items: readonly { _id: string }[]; nextId: string | null } = await searchByName(
      records.accounts,
      'rare',
      behindId,
      limit,
    );
    found.push(...page.items.map(({ _id }) => _id));
    behindId = page.nextId;
  } while (behindId !== null);
  expect(found).toEqual(ids);
});
