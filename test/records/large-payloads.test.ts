/** A request that is larger than a document of MongoDB is stored as a whole, found as a whole, and leaves nothing. */
import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { PART_BYTES, PayloadStore } from '../../records/documents/payload';
import { recordsForFile } from './scenario';

const HOUR_MS = 3_600_000;

const records = recordsForFile();
beforeEach(() => records.payloads.deleteMany({}));

const stored = () => records.payloads.countDocuments();
const found = async (id: string) => {
  const bytes = await records.findPayload(id);
  return bytes && Buffer.from(bytes);
};

test.each([
  ['one byte less than a part', PART_BYTES - 1, 1],
  ['a part', PART_BYTES, 1],
  ['a byte more', PART_BYTES + 1, 2],
  ['more than two documents of MongoDB', 2 * 16_777_216 + 1, 5],
])('a payload of %s is found as it was and dropped whole', async (_what, size, documents) => {
  const id = uuidV7();
  const sealed = randomBytes(size);
  await records.keepPayload(id, sealed, HOUR_MS);
  expect(await stored()).toBe(documents);
  expect((await found(id))!.equals(sealed)).toBe(true);
  await records.dropPayload(id);
  expect(await stored()).toBe(0);
  expect(await found(id)).toBeNull();
});

test('of payloads that are kept at once under one id one stays, whole, and nothing of the others', async () => {
  const id = uuidV7();
  const each = [1, 2, 3].map((value) => Buffer.alloc(PART_BYTES + 1, value));
  await Promise.all(each.map((sealed) => records.keepPayload(id, sealed, HOUR_MS)));
  const kept = (await found(id))!;
  expect(each.some((sealed) => sealed.equals(kept))).toBe(true);
  expect(await stored()).toBe(2);
  await records.keepPayload(id, Buffer.alloc(2 * PART_BYTES + 1, 9), HOUR_MS);
  expect((await found(id))!.equals(kept)).toBe(true);
  expect(await stored()).toBe(2);
});

test('a payload that a large one finds stored keeps its one part', async () => {
  const id = uuidV7();
  await records.keepPayload(id, Buffer.from('one'), HOUR_MS);
  await records.keepPayload(id, Buffer.alloc(PART_BYTES + 1), HOUR_MS);
  expect((await found(id))!.toString()).toBe('one');
  expect(await stored()).toBe(1);
});

describe('a process that ends between two parts', () => {
  const id = uuidV7();
  const sealed = randomBytes(3 * PART_BYTES);
  /** Its process ends after this many writes. */
  const keepUntil = async (writes: number) => {
    let left = writes;
    const dying = new Proxy(records.payloads, {
      get: (payloads, name) => {
        const member = Reflect.get(payloads, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (left === 0) throw new Error('the process has ended');
          left -= 1;
          return member.apply(payloads, args);
        };
      },
    });
    const dead = new PayloadStore(dying).keep(id, sealed, HOUR_MS);
    await expect(dead).rejects.toThrow('the process has ended');
  };

  test('leaves nothing that is found, and parts that expire', async () => {
    for (const writes of [1, 2]) {
      await keepUntil(writes);
      expect(await found(id)).toBeNull();
    }
    const parts = await records.payloads.find({}).toArray();
    expect(parts).toHaveLength(3);
    for (const { expiresAt } of parts) {
      expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(HOUR_MS);
    }
  });

  test('is followed by one that keeps its own parts', async () => {
    await keepUntil(2);
    const again = randomBytes(3 * PART_BYTES);
    await records.keepPayload(id, again, HOUR_MS);
    expect((await found(id))!.equals(again)).toBe(true);
  });
});
