/** Timestamps of RFC 3339, with any offset. */

const RFC3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const MINUTE_MS = 60_000;

/**
 * The time of a timestamp, to the millisecond; null when it is invalid. A leap second counts as the
 * end of the previous second.
 */
export function parseRfc3339(text: string): Date | null {
  const parts = RFC3339.exec(text);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number.parseInt(part, 10));
  if (hour > 23 || minute > 59 || second > 60) return null;
  const milliseconds = Number.parseInt((parts[7] ?? '').padEnd(3, '0').slice(0, 3), 10);
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day);
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day) return null;
  moment.setUTCHours(hour, minute, Math.min(second, 59), second === 60 ? 999 : milliseconds);
  const offsetMinutes = offsetOf(parts[8], parts[9], parts[10]);
  if (offsetMinutes === null) return null;
  return new Date(moment.getTime() - offsetMinutes * MINUTE_MS);
}

function offsetOf(sign = '+', hours = '00', minutes = '00'): number | null {
  const [hour, minute] = [Number.parseInt(hours, 10), Number.parseInt(minutes, 10)];
  if (hour > 23 || minute > 59) return null;
  return (sign === '-' ? -1 : 1) * (hour * 60 + minute);
}

/** A time as operators read it, to the second. */
export function timeText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}
