/** Values of the API as people read them. Numbers keep every digit that the API sent. */
import { groupDecimal, padDecimal, shiftDecimal } from '../client/decimal';
import { type Window, windowName, windowText } from '../client/windows';
import { useNow } from './now';

/** What stands for a missing value. */
export function Missing({ children = 'none' }: { readonly children?: string }) {
  return (
    <span className="faint">
      <span aria-hidden="true">–</span>
      <span className="only-read">{children}</span>
    </span>
  );
}

interface AmountProps {
  /** USD. */
  readonly value: string | null | undefined;
  /** Digits after the point that are shown at least. */
  readonly places?: number;
}

export function Amount({ value, places = 2 }: AmountProps) {
  if (value == null) return <Missing />;
  const isNegative = value.startsWith('-');
  const digits = groupDecimal(padDecimal(isNegative ? value.slice(1) : value, places));
  return <span className="number">{`${isNegative ? '−' : ''}$${digits}`}</span>;
}

interface PriceProps {
  /** USD per 1,000 tokens, as the Market, Buyer and operator surfaces state prices. */
  readonly perThousand: string | null | undefined;
  readonly places?: number;
  /** Whether the unit is written out; leave it to the heading of a column. */
  readonly withUnit?: boolean;
}

/** Shown per million tokens, which is what people compare. */
export function Price({ perThousand, places = 2, withUnit = false }: PriceProps) {
  if (perThousand == null) return <Missing />;
  return (
    <span className="number">
      {priceText(perThousand, places)}
      {withUnit && <span className="unit">$/M</span>}
    </span>
  );
}

/** A price per 1,000 tokens as one per million. */
export function priceText(perThousand: string, places = 2): string {
  return groupDecimal(padDecimal(shiftDecimal(perThousand, 3), places));
}

interface QuantityProps {
  /** Tokens: a string, or a number that the API already sends as one. */
  readonly value: string | number | null | undefined;
  /** `1.25 M` instead of `1 250 000`; the whole number stands in the title. */
  readonly short?: boolean;
}

export function Quantity({ value, short = false }: QuantityProps) {
  if (value == null) return <Missing />;
  const text = wholeText(value);
  const whole = groupDecimal(text);
  if (!short) return <span className="number">{whole}</span>;
  return (
    <span className="number" title={`${whole} tokens`}>
      {shortQuantity(text)}
    </span>
  );
}

const UNITS = [
  { places: 12, sign: 'T' },
  { places: 9, sign: 'B' },
  { places: 6, sign: 'M' },
  { places: 3, sign: 'k' },
] as const;

/** Three digits or more: `999`, `12.3 k`, `1.25 M`. */
export function shortQuantity(tokens: string | number): string {
  const text = wholeText(tokens);
  const unit = UNITS.find(({ places }) => text.length > places);
  if (!unit) return text;
  const [whole = '0', fraction = ''] = shiftDecimal(text, -unit.places).split('.');
  const shown = fraction.slice(0, Math.max(0, 3 - whole.length)).replace(/0+$/, '');
  return `${shown === '' ? whole : `${whole}.${shown}`}\u202f${unit.sign}`;
}

/** Sums of many trades may come as `1e21`. */
export function wholeText(value: string | number): string {
  return typeof value === 'number' ? BigInt(Math.round(value)).toString() : value;
}

/** When tokens bought ahead can be used, in a cell; the title has its sentence and the API's word. */
export function WindowName({ of }: { readonly of: Window }) {
  return <span title={`${windowText(of)} (${of})`}>{windowName(of)}</span>;
}

interface TimeProps {
  /** RFC 3339, or milliseconds since the Unix epoch. */
  readonly value: string | number | null | undefined;
  /** `ago`: as long ago; `time`: without the day; `full`: day and time. */
  readonly show?: 'full' | 'time' | 'day' | 'ago';
}

const FORMS = {
  full: { dateStyle: 'medium', timeStyle: 'medium' },
  time: { timeStyle: 'medium' },
  day: { dateStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(show: keyof typeof FORMS): Intl.DateTimeFormat {
  const format = formats.get(show) ?? new Intl.DateTimeFormat(undefined, FORMS[show]);
  formats.set(show, format);
  return format;
}

/** Of all times that are shown, for those who read them later or elsewhere. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** In the reader's zone, with UTC in the title. */
export function Time({ value, show = 'full' }: TimeProps) {
  if (value == null) return <Missing />;
  const date = new Date(value);
  const utc = date.toISOString();
  const title = `${utc.slice(0, 10)} ${utc.slice(11, 19)} UTC`;
  return (
    <time dateTime={utc} title={title} className="number">
      <TimeText date={date} show={show} />
    </time>
  );
}

function TimeText({
  date,
  show,
}: {
  readonly date: Date;
  readonly show: TimeProps['show'] & string;
}) {
  if (show === 'ago') return <Ago atMs={date.getTime()} />;
  if (show !== 'full') return formatOf(show).format(date);
  const parts = formatOf('full').formatToParts(date);
  return parts.map(({ type, value }, at) => {
    // Each with what separates it from the part before.
    const { type: next } = parts[at + 1] ?? {};
    const isFine = (kind: typeof next) => kind === 'second' || (kind === 'year' && at > 0);
    if (!isFine(type) && !(type === 'literal' && isFine(next))) return value;
    return (
      <span key={at} className="fine">
        {value}
      </span>
    );
  });
}

function Ago({ atMs }: { readonly atMs: number }) {
  return agoText(useNow() - atMs);
}

/** `in 5 min`, `now`, `12 s ago`. */
function agoText(passedMs: number): string {
  const text = durationText(Math.abs(passedMs) / 1_000);
  if (Math.abs(passedMs) < 1_000) return 'now';
  return passedMs > 0 ? `${text} ago` : `in ${text}`;
}

const DURATIONS = [
  { seconds: 86_400, sign: 'd' },
  { seconds: 3_600, sign: 'h' },
  { seconds: 60, sign: 'min' },
] as const;

/** Seconds in their largest whole unit: `45 s`, `12 min`, `3 h`, `2 d`. */
export function durationText(seconds: number): string {
  const unit = DURATIONS.find((one) => seconds >= one.seconds);
  return unit ? `${Math.floor(seconds / unit.seconds)} ${unit.sign}` : `${Math.floor(seconds)} s`;
}
