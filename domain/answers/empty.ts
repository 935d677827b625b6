/** Chunks that only repeat what earlier chunks had. */
import type { JsonObject } from '../json-object';

/** Envelope fields, which every chunk repeats, and the usage, which is reported at the end. */
const REPEATED: ReadonlySet<string> = new Set([
  'id',
  'object',
  'created',
  'model',
  'provider',
  'service_tier',
  'system_fingerprint',
  'usage',
  'x_groq',
]);

/** Whether a chunk without text or an end has anything else: findings, log probabilities. */
export function hasMore(chunk: JsonObject): boolean {
  for (const [name, value] of Object.entries(chunk)) {
    if (name === 'choices') {
      if ((value as JsonObject[]).some(hasMoreThanDelta)) return true;
    } else if (!REPEATED.has(name) && isSomething(value)) return true;
  }
  return false;
}

function hasMoreThanDelta(choice: JsonObject): boolean {
  for (const [name, value] of Object.entries(choice)) {
    if (name === 'index' || name === 'usage' || name === 'finish_reason') continue;
    if (name !== 'delta') {
      if (isSomething(value)) return true;
      continue;
    }
    for (const [field, said] of Object.entries(value ?? {})) {
      if (field !== 'role' && isSomething(said)) return true;
    }
  }
  return false;
}

function isSomething(value: unknown): boolean {
  if (typeof value !== 'object') return value !== undefined && value !== '';
  return value !== null && Object.keys(value).length > 0;
}
