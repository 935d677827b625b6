/** Bodies are compared as parsed JSON (API-6): member order and white space are ignored. */
import { createHash } from 'node:crypto';

/** @returns SHA-256 (hex) of the JSON text with the members of every object sorted by name */
export function canonicalHash(json: unknown): string {
  return createHash('sha256').update(canonicalText(json)).digest('hex');
}

function canonicalText(json: unknown): string {
  return JSON.stringify(json, (_name, value: unknown) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    // Without a prototype, so that a member named __proto__ is an ordinary member.
    const sorted = Object.create(null) as Record<string, unknown>;
    for (const [name, member] of members) sorted[name] = member;
    return sorted;
  });
}
