import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalHash } from '../../domain/canonical-json';
import type { WritableRecords } from '../../records/connect';
import { atWrongClock } from '../support/wrong-clock';
import {
  dropRecords,
  fundedAccount,
  openRecords,
  placedAsk,
  reservation,
  settlement,
} from './scenario';

let records: WritableRecords;
let other: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
  other = await openRecords(records.connection.name);
});
afterAll(async () => {
  await other.close();
  await dropRecords(records);
});

const HOUR_MS = 3_600_000;
let keys = 0;
const use = (body: unknown, orderId: string | null = 'order') => ({
  scope: 'chat:account',
  key: `key-${keys}`,
  bodyHash: canonicalHash(body),
  orderId,
  retentionMs: HOUR_MS,
});
beforeEach(() => {
  keys += 1;
});

const DAYS_OFF_MS = [48 * HOUR_MS, -48 * HOUR_MS];

describe('the memory of an Idempotency-Key', () => {
  it('knows the second use of a key and what the first one makes', async () => {
    const { idempotencyMemory: memory } = records;
    const first = await memory.begin(use({ a: 1, b: [2, { c: 3, d: 4 }] }));
    expect(first.status).toBe('first');
    expect(await memory.begin(use({ b: [2, { d: 4, c: 3 }], a: 1 }, 'another'))).toEqual({
      status: 'known',
      id: first.id,
      orderId: 'order',
      response: null,
    });
  });

  it('refuses another body under the same key', async () => {
    await records.idempotencyMemory.begin(use({ a: 1 }));
    await expect(records.idempotencyMemory.begin(use({ a: 2 }))).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('lets one of two first uses at once win, in whatever process', async () => {
    const uses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        [records, other][n % 2]!.idempotencyMemory.begin(use({ a: 1 }, `order-${n}`)),
      ),
    );
    expect(uses.filter(({ status }) => status === 'first')).toHaveLength(1);
    const known = uses.flatMap((found) => (found.status === 'known' ? [found.orderId] : []));
    expect(new Set(known).size).toBe(1);
  });

  it('remembers the first answer', async () => {
    const { idempotencyMemory: memory } = records;
    const { id } = await memory.begin(use({ a: 1 }, null));
    await memory.remember(id, { status: 200, body: { ask_id: 'first' } });
    await memory.remember(id, { status: 200, body: { ask_id: 'second' } });
    expect(await memory.begin(use({ a: 1 }, null))).toMatchObject({
      response: { status: 200, body: { ask_id: 'first' } },
    });
  });

  it('frees a key after a refusal, but not the use of another order', async () => {
    const { idempotencyMemory: memory } = records;
    const { id } = await memory.begin(use({ a: 1 }, 'order-1'));
    await memory.forget(id, 'order-2');
    expect((await memory.begin(use({ a: 1 }, 'order-1'))).status).toBe('known');
    await memory.forget(id, 'order-1');
    expect((await memory.begin(use({ a: 2 }, 'order-3'))).status).toBe('first');
  });

  it('keeps a key whose answer it remembers, whoever frees it late', async () => {
    const { idempotencyMemory: memory } = records;
    const { id } = await memory.begin(use({ a: 1 }, 'ask-1'));
    const response = { status: 200, body: { ask_id: 'ask-1' } };
    await memory.remember(id, response);
    await memory.forget(id, 'ask-1');
    expect(await memory.begin(use({ a: 1 }, 'ask-2'))).toMatchObject({ status: 'known', response });
  });

  it.each(DAYS_OFF_MS)('keeps a key of a gateway whose clock is %i ms ahead', async (offMs) => {
    const { idempotencyMemory: memory } = records;
    const first = await atWrongClock(offMs, () => memory.begin(use({ a: 1 }, 'order-1')));
    expect(await memory.isKnown(use({ a: 1 }))).toBe(true);
    expect(await memory.begin(use({ a: 1 }, 'order-2'))).toMatchObject({ orderId: 'order-1' });
    const again = await atWrongClock(offMs, () => memory.begin(use({ a: 1 }, 'order-3')));
    expect(again).toMatchObject({ status: 'known', orderId: 'order-1' });
    const kept = await records.models.idempotency.findById(first.id);
    expect(kept!.expiresAt.getTime() - Date.now()).toBeGreaterThan(HOUR_MS / 2);
    expect(kept!.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(HOUR_MS);
  });

  it('forgets when its time is over, before the database has swept it', async () => {
    const { idempotencyMemory: memory } = records;
    await memory.begin({ ...use({ a: 1 }), retentionMs: -HOUR_MS });
    expect((await memory.begin(use({ a: 2 }))).status).toBe('first');
  });
});

describe('sealed payloads', () => {
  it.each(DAYS_OFF_MS)(
    'are kept, whatever the clock of a gateway says (%i ms ahead)',
    async (offMs) => {
      const id = `off by ${offMs}`;
      await atWrongClock(offMs, () => records.keepPayload(id, Buffer.from('one'), HOUR_MS));
      expect(await records.findPayload(id)).not.toBeNull();
      expect(await atWrongClock(offMs, () => records.findPayload(id))).not.toBeNull();
    },
  );

  it('are kept once and given until their time is over', async () => {
    await records.keepPayload('payload', Buffer.from('one'), HOUR_MS);
    await records.keepPayload('payload', Buffer.from('two'), HOUR_MS);
    expect(Buffer.from((await records.findPayload('payload'))!).toString()).toBe('one');
    await records.keepPayload('old', Buffer.from('gone'), 0);
    expect(await records.findPayload('old')).toBeNull();
    expect(await records.findPayload('unknown')).toBeNull();
    expect(await records.findAnswer('unknown')).toBeNull();
  });
});

describe('sealed answers', () => {
  it.each(DAYS_OFF_MS)(
    'are kept, whatever the clock of a gateway says (%i ms ahead)',
    async (offMs) => {
      const { ledger } = records;
      const accountId = await fundedAccount(records, 1_000_000n);
      const askId = await placedAsk(records, { capacityTokens: 100, priceScale8: 1_000n });
      const reserve = await reservation(records, { accountId, askId, quantityTokens: 100 });
      await ledger.reserveFill(reserve);
      const { fillId } = reserve.fill;
      await atWrongClock(offMs, () => ledger.settleFill(settlement(fillId, 10)));
      const { orderId } = reserve.order;
      expect(await records.findAnswer(orderId)).not.toBeNull();
      expect(await atWrongClock(offMs, () => records.findAnswer(orderId))).not.toBeNull();
      const kept = await records.models.answers.findById(orderId);
      expect(kept!.expiresAt.getTime() - Date.now()).toBeGreaterThan(HOUR_MS / 2);
      expect(kept!.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(HOUR_MS);
    },
  );
});

describe('canonical JSON', () => {
  it('tells apart what differs, and only that', () => {
    expect(canonicalHash({ a: 1, b: 2 })).toBe(canonicalHash({ b: 2, a: 1 }));
    expect(canonicalHash([1, 2])).not.toBe(canonicalHash([2, 1]));
    expect(canonicalHash({ a: '1' })).not.toBe(canonicalHash({ a: 1 }));
    expect(canonicalHash({ a: null })).not.toBe(canonicalHash({}));
    expect(canonicalHash(JSON.parse('{"__proto__": 1}'))).not.toBe(canonicalHash({}));
  });

  it('is the text of JSON, also where a string is hashed in pieces', () => {
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
    fc.assert(
      fc.property(
        fc.jsonValue({ noUnicodeString: false }),
        fc.string({ unit: 'binary', minLength: 1 }),
        (value, unit) => {
          const long = unit.repeat(Math.ceil(140_000 / unit.length));
          const json = { a: long, b: [value, undefined], c: undefined, d: {}, e: [] };
          expect(canonicalHash(json)).toBe(hashOf(JSON.stringify(json, sortedMembers)));
        },
      ),
    );
  });
});

function sortedMembers(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const sorted = Object.create(null) as Record<string, unknown>;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, member] of members) sorted[name] = member;
  return sorted;
}
