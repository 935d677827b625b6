/** Which keys a seller may choose: those that nobody else can know or find by trying. */

export const STRONG_KEY_LENGTH = 32;

/** Random hexadecimal keys of 32 characters have 90 and more. */
const ENTROPY_MIN_BITS = 80;
/** A random key of any length does not repeat so much of itself. */
const REPEATED_MIN = 8;

/** Keys that documents, examples and descriptions of ours print, or printed: everybody knows them. */
export const PRINTED_KEYS: ReadonlySet<string> = new Set([
  '5b8f0c5d1c7e4f0b9a3d6e2c8f7a1b4d',
  'a random key of 32 characters or more',
  'example-seller-in-front-of-another-server',
  'example-seller-key-with-32-characters',
  'example-seller-that-sells-from-its-capacity',
]);

export function isShortKey(key: string): boolean {
  return key.length < STRONG_KEY_LENGTH;
}

/** Whether it is short, or has too little randomness: few characters, a sequence, repeated parts. */
export function isWeakKey(key: string): boolean {
  if (isShortKey(key)) return true;
  const codes = [...key].map((sign) => sign.charCodeAt(0));
  const steps = codes.slice(1).map((code, at) => code - codes[at]!);
  const bits = Math.min(entropyOf(codes), entropyOf(steps));
  return bits < ENTROPY_MIN_BITS || repeatsItself(key);
}

/** Shannon's, of the values as they occur, in bits for all of them. */
function entropyOf(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const bits = [...counts.values()].map((count) => count * Math.log2(values.length / count));
  return bits.reduce((sum, one) => sum + one, 0);
}

/** Whether a part of at least a quarter occurs twice. */
function repeatsItself(key: string): boolean {
  const length = Math.max(REPEATED_MIN, Math.ceil(key.length / 4));
  const seen = new Set<string>();
  for (let at = 0; at + length <= key.length; at += 1) {
    const part = key.slice(at, at + length);
    if (seen.has(part)) return true;
    seen.add(part);
  }
  return false;
}
