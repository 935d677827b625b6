/**
 * Identifiers. Orders, fills and asks have UUIDv7, so that an id contains its time: the engine
 * expires its data on commands by the hour of the command's id.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * A UUIDv7 (RFC 9562, section 5.7) from a time and the random digits of a UUIDv4. Pure, so that
 * workflow code can create ids from its deterministic clock and random source.
 */
export function uuidV7At(timeMs: number, randomUuid: string): string {
  const time = timeMs.toString(16).padStart(12, '0');
  const random = randomUuid.replaceAll('-', '');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(13, 16)}-${random.slice(16, 20)}-${random.slice(20)}`;
}

const LOWEST_DIGITS = '00000000-0000-4000-8000-000000000000';

/** The lowest UUIDv7 of a time: the start of a range of ids. */
export function lowestUuidV7At(timeMs: number): string {
  return uuidV7At(Math.max(0, timeMs), LOWEST_DIGITS);
}

export function isUuidV7(text: string): boolean {
  return isUuid(text) && text[14] === '7';
}

/** The creation time of a UUIDv7, in milliseconds since the Unix epoch. */
export function timeOfUuidV7(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
