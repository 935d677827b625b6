import { hasValidChecksum, hashKey, issueKey, sameHash } from '../../domain/key-hash';

describe('issued keys', () => {
  it('carry a prefix, 256 random bits and a checksum that finds a mistyped one', () => {
    const key = issueKey('sk-tb_');
    expect(key).toMatch(/^sk-tb_[0-9A-Za-z]{49}$/);
    expect(hasValidChecksum('sk-tb_', key)).toBe(true);
    expect(hasValidChecksum('tkt_', key)).toBe(false);
    for (const index of [6, 20, key.length - 1]) {
      const wrong = key.charAt(index) === 'a' ? 'b' : 'a';
      const mistyped = key.slice(0, index) + wrong + key.slice(index + 1);
      expect(hasValidChecksum('sk-tb_', mistyped)).toBe(false);
    }
    expect(hasValidChecksum('sk-tb_', key.slice(0, -1))).toBe(false);
    expect(hasValidChecksum('sk-tb_', '')).toBe(false);
  });

  it('are never the same', () => {
    const keys = Array.from({ length: 1_000 }, () => issueKey('tkt_'));
    expect(new Set(keys).size).toBe(1_000);
    expect(keys.every((key) => hasValidChecksum('tkt_', key))).toBe(true);
  });
});

describe('the hash of a key', () => {
  it('depends on the pepper and does not show the key', () => {
    expect(hashKey('pepper', 'key')).toMatch(/^[0-9a-f]{64}$/);
    expect(hashKey('pepper', 'key')).toBe(hashKey('pepper', 'key'));
    expect(hashKey('other', 'key')).not.toBe(hashKey('pepper', 'key'));
    expect(sameHash(hashKey('pepper', 'key'), hashKey('pepper', 'key'))).toBe(true);
    expect(sameHash(hashKey('pepper', 'key'), hashKey('pepper', 'yek'))).toBe(false);
    expect(sameHash('', hashKey('pepper', 'key'))).toBe(false);
  });
});
