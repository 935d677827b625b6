/** JSON objects of strangers: all fields are untrusted input of any type. */
import { hasMoreValues } from './json-values';

export type JsonObject = Record<string, unknown>;

/** Deeper nesting than any completion needs; it would overflow recursive code. */
const NESTING_MAX = 64;

/**
 * Parses JSON text that must be an object of limited depth; null otherwise.
 * @param valuesMax texts with more values are not parsed
 */
export function parseJsonObject(text: string, valuesMax = Infinity): JsonObject | null {
  if (hasMoreValues(text, valuesMax)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isObject(value) && !isDeeperThan(value, NESTING_MAX) ? value : null;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; empty when the value is no list. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}
