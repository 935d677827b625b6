/** A change of a seller, its row in the audit and its event are written together, or not at all. */
import { randomUUID } from 'node:crypto';
import type { SellerDocument } from '../../records/documents/seller';
import {
  type SellerChange,
  changeSeller,
  createSeller,
} from '../../records/standings/change-seller';
import { clearRecords, recordsForFile } from '../records/scenario';

const records = recordsForFile();
afterEach(() => clearRecords(records));

const AT = new Date('2026-01-01T00:00:00.000Z');
const seller = (): SellerDocument => {
  const _id = randomUUID();
  return {
    _id,
    name: 'Seller',
    endpointUrl: `https://${_id}.example/v1`,
    apiKeyHash: _id,
    supportedModels: [],
    modelSpellings: [],
    regions: [],
    standing: 'Active',
    owner: null,
    countedSince: null,
    suspendedUntil: null,
    health: null,
    nextProbeAt: null,
    quotas: {},
    asleepSince: null,
    registeredAt: AT,
    updatedAt: AT,
  };
};
const change = (
  kind: SellerChange['kind'],
  standing: SellerChange['standing'] = null,
): SellerChange => ({ kind, standing, reason: 'a reason', actor: 'operator', causes: ['cause'] });
const created = async () => {
  const document = seller();
  await createSeller(records, document, change('registered'));
  return document;
};
const suspend = (_id: string) =>
  changeSeller(
    records,
    { _id, standing: 'Active' },
    { $set: { standing: 'Suspended', updatedAt: new Date(AT.getTime() + 5) } },
    change('standing', 'Suspended'),
  );
const rowsOf = (sellerId: string) =>
  records.sellerChanges.find({ sellerId }).sort({ _id: 1 }).toArray();

/** Refuses what is inserted into a collection while the work lasts. */
async function refusing(name: string, work: () => Promise<unknown>): Promise<void> {
  const database = records.connection.getClient().db(records.connection.name);
  await database.command({ collMod: name, validator: { refused: true } });
  try {
    await expect(work()).rejects.toThrow('Document failed validation');
  } finally {
    await database.command({ collMod: name, validator: {} });
  }
}

test('a registration has a row of its time', async () => {
  const { _id } = await created();
  expect(await rowsOf(_id)).toMatchObject([{ kind: 'registered', actor: 'operator', at: AT }]);
  expect(await records.webhookEvents.countDocuments()).toBe(0);
});

test('a standing has its row and its event, and the seller is told as it is after it', async () => {
  const { _id } = await created();
  expect(await suspend(_id)).toMatchObject({ _id, standing: 'Suspended' });
  const [, row] = await rowsOf(_id);
  expect(row).toMatchObject({ standing: 'Suspended', at: new Date(AT.getTime() + 5) });
  const events = await records.webhookEvents.find({}).toArray();
  expect(events).toMatchObject([{ participants: [`seller:${_id}`] }]);
  expect(events[0]!.type).toContain('standing');
});

test('a change of a key is an event of the seller, and one of models is none', async () => {
  const { _id } = await created();
  await changeSeller(records, { _id }, { $set: { supportedModels: [] } }, change('updated'));
  expect(await records.webhookEvents.countDocuments()).toBe(0);
  await changeSeller(records, { _id }, { $set: { apiKeyHash: 'new' } }, change('key_rotated'));
  expect(await rowsOf(_id)).toHaveLength(3);
  const events = await records.webhookEvents.find({}).toArray();
  expect(events).toMatchObject([{ type: 'seller.key_rotated', participants: [`seller:${_id}`] }]);
});

test('a change whose conditions do not hold leaves no row', async () => {
  const { _id } = await created();
  await suspend(_id);
  expect(await suspend(_id)).toBeNull();
  expect(await rowsOf(_id)).toHaveLength(2);
  expect(await records.webhookEvents.countDocuments()).toBe(1);
});

test('a change whose event cannot be written leaves the seller and the audit as they were', async () => {
  const { _id } = await created();
  await refusing('webhookevents', () => suspend(_id));
  expect(await records.sellers.findOne({ _id })).toMatchObject({ standing: 'Active' });
  expect(await rowsOf(_id)).toHaveLength(1);
});

test('a registration whose row cannot be written leaves no seller', async () => {
  await refusing('sellerchanges', created);
  expect(await records.sellers.countDocuments()).toBe(0);
});

test('a second registration of an endpoint leaves no row', async () => {
  const { endpointUrl } = await created();
  const second = { ...seller(), endpointUrl };
  await expect(createSeller(records, second, change('registered'))).rejects.toMatchObject({
    code: 11_000,
  });
  expect(await rowsOf(second._id)).toEqual([]);
});
