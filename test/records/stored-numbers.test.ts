/**
 * The type of a stored number does not depend on its size: amounts of money are int64, every other
 * number of the ledger is a double. Sums of small integers would become another type as they grow.
 */
import { mongo } from 'mongoose';
import { draw, fillOrder, newOrder, nthFill } from '../contracts/records-scenario';
import { recordsForFile, fundedAccount, placedAsk, reserve, settlement } from './scenario';

const records = recordsForFile();

const isMoney = (path: string) => /Scale\d+$/.test(path);

/** Names of the fields whose number is of another type than their kind has. */
function otherTypes(value: unknown, path: string): string[] {
  if (value instanceof mongo.Int32) return [`${path}: int32`];
  if (value instanceof mongo.Long) return isMoney(path) ? [] : [`${path}: int64`];
  if (value instanceof mongo.Double) return isMoney(path) ? [`${path}: double`] : [];
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return [];
  return Object.entries(value).flatMap(([name, part]) => otherTypes(part, `${path}.${name}`));
}

/** Numbers that are never summed. */
const COUNTED = /\.(attempts\.\d+\.number|answers?\..*)/;

test('after reservations, settlements, releases, orders and draws', async () => {
  const accountId = await fundedAccount(records, 10_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 10_000 });
  const parts = { accountId, askId, quantityTokens: 1_000 };
  await records.ledger.settleFill(settlement(await reserve(records, parts), 700));
  const releasedId = await reserve(records, parts);
  await records.ledger.releaseFill({ fillId: releasedId, reason: 'seller_failed' });
  await reserve(records, parts);
  const order = newOrder(accountId, { quantityTokens: 3_000 });
  await records.ledger.capacity.open(order);
  const fill = nthFill(order._id, 1, { askId, quantityTokens: 2_000 });
  await fillOrder(records, order._id, fill);
  const { fillId } = await draw(records, fill.fillId, 500);
  await records.ledger.settleFill(settlement(fillId, 300));
  await draw(records, fill.fillId, 100);

  const database = records.connection.getClient().db(records.connection.name);
  const names = ['asks', 'balances', 'contractorders', 'contracts', 'fills', 'holds', 'journals'];
  const found = [];
  for (const name of [...names, 'lots', 'orders', 'trades']) {
    const stored = { promoteValues: false, useBigInt64: false } as const;
    const documents = await database.collection(name).find({}, stored).toArray();
    expect(documents.length).toBeGreaterThan(0);
    found.push(...documents.flatMap((document) => otherTypes(document, name)));
  }
  expect([...new Set(found)].filter((path) => !COUNTED.test(path))).toEqual([]);
});
