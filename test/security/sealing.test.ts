/** Sealed bytes by themselves: their layout, their keys, and whatever is changed in them. */
import { createHash } from 'node:crypto';
import { Registry } from 'prom-client';
import { measureSealing } from '../../api/operator/sealing-metrics';
import { Sealer, UnknownPayloadKey } from '../../domain/sealing';

const KEY = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);
const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8);
const HEAD_BYTES = 1 + 4 + 12 + 16;

test('they are version, key id, nonce, tag and as many bytes as the text has', () => {
  const sealer = new Sealer([KEY, OTHER]);
  const sealed = sealer.seal(Buffer.from('a prompt'), 'order');
  expect(sealed).toHaveLength(HEAD_BYTES + 8);
  expect(sealed.subarray(0, 5).toString('hex')).toBe(`01${idOf(KEY)}`);
  expect(sealer.keyId).toBe(idOf(KEY));
  expect(sealed.includes('prompt')).toBe(false);
});

test('no two are alike, and each is opened to the same bytes', () => {
  const sealer = new Sealer([KEY]);
  const plain = Buffer.from('a prompt');
  const [one, other] = [sealer.seal(plain, 'order'), sealer.seal(plain, 'order')];
  expect(one.equals(other)).toBe(false);
  for (const sealed of [one, other]) expect(sealer.open(sealed, 'order')).toEqual(plain);
  expect(sealer.open(sealer.seal(Buffer.alloc(0), 'order'), 'order')).toHaveLength(0);
  expect(sealer.openJson(sealer.sealJson({ a: [1, null] }, 'order'), 'order')).toEqual({
    a: [1, null],
  });
});

test('they are opened within a larger buffer, too', () => {
  const sealer = new Sealer([KEY]);
  const sealed = sealer.seal(Buffer.from('a prompt'), 'order');
  const around = new Uint8Array(sealed.length + 20);
  around.set(sealed, 7);
  const within = around.subarray(7, 7 + sealed.length);
  expect(sealer.open(within, 'order').toString()).toBe('a prompt');
  expect(sealer.keyIdOf(within)).toBe(idOf(KEY));
});

const isOpened = (sealer: Sealer, sealed: Uint8Array, context = 'order') => {
  try {
    sealer.open(sealed, context);
    return true;
  } catch {
    return false;
  }
};

test('of changed bytes, shortened ones and those of another context none are opened', () => {
  const sealer = new Sealer([KEY]);
  const sealed = sealer.seal(Buffer.from('prompt'), 'order');
  expect(isOpened(sealer, sealed)).toBe(true);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect([at, isOpened(sealer, changed)]).toEqual([at, false]);
  }
  expect(['another order', ''].some((one) => isOpened(sealer, sealed, one))).toBe(false);
  for (const whole of [sealed, sealer.seal(Buffer.alloc(0), 'order')]) {
    for (let length = 0; length < whole.length; length += 1) {
      expect([length, isOpened(sealer, whole.subarray(0, length))]).toEqual([length, false]);
    }
  }
  const newer = Buffer.concat([Buffer.of(2), sealed.subarray(1)]);
  expect(() => sealer.open(newer, 'order')).toThrow('Unknown version of sealed bytes.');
});

test('the first key seals, and all of them open', () => {
  const sealed = new Sealer([KEY]).seal(Buffer.from('a prompt'), 'order');
  const rotated = new Sealer([OTHER, KEY]);
  expect(rotated.open(sealed, 'order').toString()).toBe('a prompt');
  expect(rotated.keyIdOf(sealed)).toBe(idOf(KEY));
  expect(rotated.keyIdOf(rotated.seal(Buffer.from('a prompt'), 'order'))).toBe(idOf(OTHER));
});

test('the key of bytes is known without opening them, and bytes of another origin have none', () => {
  const sealer = new Sealer([KEY]);
  const empty = sealer.seal(Buffer.alloc(0), 'order');
  expect(sealer.keyIdOf(empty)).toBe(idOf(KEY));
  expect(sealer.keyIdOf(empty.subarray(0, HEAD_BYTES - 1))).toBeNull();
  expect(sealer.keyIdOf(Buffer.alloc(0))).toBeNull();
  expect(sealer.keyIdOf(Buffer.alloc(100, 0x7b))).toBeNull();
});

test('a key that is missing is told once, each use is counted', () => {
  const told: string[] = [];
  const sealer = new Sealer([KEY], (keyId) => told.push(keyId));
  const sealed = new Sealer([OTHER]).seal(Buffer.from('a prompt'), 'order');
  for (const uses of [1, 2]) {
    expect(() => sealer.open(sealed, 'order')).toThrow(
      expect.objectContaining({
        name: 'UnknownPayloadKey',
        keyId: idOf(OTHER),
        message: `No payload key with the id ${idOf(OTHER)}.`,
      }),
    );
    expect(sealer.unknownKeyUses).toBe(uses);
  }
  expect(told).toEqual([idOf(OTHER)]);
  expect(() => new Sealer([KEY]).open(sealed, 'order')).toThrow(UnknownPayloadKey);
});

test('of the keys that changed bytes name, twenty are told', () => {
  const told: string[] = [];
  const sealer = new Sealer([KEY], (keyId) => told.push(keyId));
  const sealed = sealer.seal(Buffer.from('a prompt'), 'order');
  for (let named = 1; named <= 25; named += 1) {
    sealed.writeUInt32BE(named, 1);
    expect(() => sealer.open(sealed, 'order')).toThrow(UnknownPayloadKey);
  }
  expect(sealer.unknownKeyUses).toBe(25);
  expect(told).toEqual(Array.from({ length: 20 }, (_, at) => `000000${hex(at + 1)}`));
});

test('a key of another length, and no key at all, is refused at the start', () => {
  expect(() => new Sealer([])).toThrow('At least one payload key is needed.');
  for (const length of [0, 16, 31, 33]) {
    const refused = 'A payload key must have 32 bytes.';
    expect(() => new Sealer([Buffer.alloc(length)])).toThrow(refused);
    expect(() => new Sealer([KEY, Buffer.alloc(length)])).toThrow(refused);
  }
});

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

test('counts what the current key encrypts, and nothing that is opened', () => {
  const sealer = new Sealer([KEY, OTHER]);
  const sealed = sealer.seal(Buffer.from('a prompt'), 'order');
  sealer.sealJson({}, 'order');
  sealer.open(sealed, 'order');
  expect(sealer.seals).toBe(2);
});

test('exposes the count by the id of the key', async () => {
  const sealer = new Sealer([KEY]);
  const registry = new Registry();
  measureSealing(registry, sealer);
  for (let times = 0; times < 3; times += 1) sealer.seal(Buffer.from('a prompt'), 'order');
  expect(await registry.metrics()).toContain(`tokenbook_seals_total{key="${idOf(KEY)}"} 3`);
});
