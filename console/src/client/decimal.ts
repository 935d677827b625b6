/** Exact arithmetic on the decimal strings of the API. */

interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Negative, zero or positive, as `sort` wants it. */
export function compareDecimals(one: string, other: string): number {
  const [a, b] = aligned(one, other);
  return a < b ? -1 : a > b ? 1 : 0;
}

export function addDecimals(one: string, other: string): string {
  const [a, b, scale] = aligned(one, other);
  return textOf({ digits: a + b, scale });
}

export function subtractDecimals(one: string, other: string): string {
  const [a, b, scale] = aligned(one, other);
  return textOf({ digits: a - b, scale });
}

export function multiplyDecimals(one: string, other: string): string {
  const a = parse(one);
  const b = parse(other);
  return textOf({ digits: a.digits * b.digits, scale: a.scale + b.scale });
}

/** Moves the point: `shiftDecimal('0.0005', 3)` is `0.5`. */
export function shiftDecimal(text: string, places: number): string {
  const { digits, scale } = parse(text);
  const moved = scale - places;
  return moved >= 0
    ? textOf({ digits, scale: moved })
    : textOf({ digits: digits * 10n ** BigInt(-moved), scale: 0 });
}

/** At most this many digits after the point, half up. For estimates; amounts of the API keep theirs. */
export function roundDecimal(text: string, places: number): string {
  const { digits, scale } = parse(text);
  if (scale <= places) return text;
  const unit = 10n ** BigInt(scale - places);
  const half = digits < 0n ? -unit / 2n : unit / 2n;
  return textOf({ digits: (digits + half) / unit, scale: places });
}

/** From one to the other in percent, to one digit after the point; null from zero. */
export function percentChange(from: string, to: string): string | null {
  const [a, b] = aligned(from, to);
  if (a === 0n) return null;
  return roundDecimal(textOf({ digits: ((b - a) * 1_000_000n) / a, scale: 4 }), 1);
}

/** `1234567.5` as `1 234 567.5`, with narrow spaces that a screen reader reads as one number. */
export function groupDecimal(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u202f');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** At least so many digits after the point, so that columns align. */
export function padDecimal(text: string, places: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  if (places === 0 && fraction === '') return whole;
  return `${whole}.${fraction.padEnd(places, '0')}`;
}

/** How many digits stand after the point. */
export function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** A position on a drawing, never a value that is shown or computed with. */
export function coordinateOf(text: string): number {
  return Number(text);
}

function aligned(one: string, other: string): [bigint, bigint, number] {
  const a = parse(one);
  const b = parse(other);
  const scale = Math.max(a.scale, b.scale);
  return [
    a.digits * 10n ** BigInt(scale - a.scale),
    b.digits * 10n ** BigInt(scale - b.scale),
    scale,
  ];
}

function parse(text: string): Decimal {
  if (!isDecimal(text)) throw new RangeError(`${text} is not a decimal number`);
  const [whole = '0', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

function textOf({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + text;
  const fraction = text.slice(-scale).replace(/0+$/, '');
  const whole = sign + text.slice(0, -scale);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
