/** One result of `tokenbook doctor`. */
import { CLOCKS_APART_MS } from '../../domain/clocks';

export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail' | 'skipped';
  readonly found: string;
  /** What to do about it; null when nothing has to be done. */
  readonly remedy: string | null;
}

export function ok(check: string, found: string): Finding {
  return { check, status: 'ok', found, remedy: null };
}

export function warn(check: string, found: string, remedy: string): Finding {
  return { check, status: 'warn', found, remedy };
}

export function fail(check: string, found: string, remedy: string): Finding {
  return { check, status: 'fail', found, remedy };
}

/** The exchange assumes clocks within this distance; half of it is worth a look. */
const FAIL_FROM_MS = CLOCKS_APART_MS;
const WARN_FROM_MS = CLOCKS_APART_MS / 2;

/** @param uncertainMs how exact the other clock can be read */
export function clockFinding(
  check: string,
  otherMs: number,
  nowMs: number,
  uncertainMs = 0,
): Finding {
  const apartMs = Math.max(0, Math.abs(otherMs - nowMs) - uncertainMs);
  const found = `${apartMs} ms apart from this machine`;
  const remedy = 'Let both machines set their clocks by NTP.';
  if (apartMs >= FAIL_FROM_MS) return fail(check, found, remedy);
  return apartMs >= WARN_FROM_MS ? warn(check, found, remedy) : ok(check, found);
}
