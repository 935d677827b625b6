/**
 * Decrypts payloads of a history for the operator's web UI (docs/adr/0004). Payloads enter and
 * leave in the same order, as Temporal's codec protocol requires: JSON with `metadata` and `data`
 * in base64. Payloads that are not ours or cannot be decrypted are returned unchanged.
 */
import type { SettledAnswer } from '../domain/chat';
import { isReadable } from '../domain/answers/reader';
import { textsOf } from '../domain/answers/texts';
import { isObject, type JsonObject, parseJsonObject } from '../domain/json-object';
import { type Sealer, UnknownPayloadKey } from '../domain/sealing';
import type { Records } from '../records/connect';

export interface OpenedPayloads {
  readonly payloads: unknown[];
  /** The orders with decrypted content. */
  readonly orderIds: string[];
}

/** Deeper than any of our payloads. */
const DEPTH_MAX = 24;
/**
 * Large requests and answers are stored separately, up to megabytes each: this many are fetched at
 * a time.
 */
export const KEPT_ASIDE_MAX = 16;
/** Pictures are of no use in a history, and parsing them takes the time of others. */
const SHOWN_BYTES_MAX = 2_000_000;
const JSON_PLAIN = Buffer.from('json/plain').toString('base64');

export interface CodecDeps {
  readonly sealer: Sealer;
  readonly records: Pick<
    Records,
    'findPayload' | 'findAnswer' | 'findRequest' | 'findPassedRefusal'
  >;
}

/** @param payloads as received, not validated */
export async function openPayloads(
  deps: CodecDeps,
  payloads: readonly unknown[],
): Promise<OpenedPayloads> {
  const opening = new Opening(deps);
  const results: unknown[] = [];
  for (const payload of payloads) results.push(await openPayload(opening, payload));
  return { payloads: results, orderIds: [...opening.orderIds] };
}

async function openPayload(opening: Opening, payload: unknown): Promise<unknown> {
  if (!isObject(payload)) return payload;
  const { metadata, data } = payload;
  if (!isObject(metadata) || metadata['encoding'] !== JSON_PLAIN) return payload;
  const value = typeof data === 'string' ? parseJsonObject(textOf(data)) : null;
  if (!value) return payload;
  const changesBefore = opening.changes;
  const opened = await opening.walk(value, null, 0);
  // Parsing and serializing again could change numbers.
  if (opening.changes === changesBefore) return payload;
  return { ...payload, data: Buffer.from(JSON.stringify(opened)).toString('base64') };
}

function textOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString();
}

/** The decryption of one request. */
class Opening {
  readonly orderIds = new Set<string>();
  changes = 0;
  private readonly keptAside = new Map<string, Promise<Uint8Array | null>>();

  constructor(private readonly deps: CodecDeps) {}

  /**
   * @param orderId of the nearest enclosing object that names one: the context of encrypted bytes
   */
  async walk(value: unknown, orderId: string | null, depth: number): Promise<unknown> {
    if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(await this.walk(item, orderId, depth + 1));
      return items;
    }
    const fields = value as JsonObject;
    const context = typeof fields['orderId'] === 'string' ? fields['orderId'] : orderId;
    const { sealed, payloadId, answerId, requestOf, passedRefusalOf } = fields;
    if (typeof sealed === 'string' && context !== null) {
      return this.open(fields, Buffer.from(sealed, 'base64'), context);
    }
    if (typeof payloadId === 'string') return this.openAside(fields, 'findPayload', payloadId);
    if (typeof answerId === 'string') return this.openAside(fields, 'findAnswer', answerId);
    if (typeof requestOf === 'string') return this.openAside(fields, 'findRequest', requestOf);
    if (typeof passedRefusalOf === 'string') {
      return this.openAside(fields, 'findPassedRefusal', passedRefusalOf);
    }
    const entries: [string, unknown][] = [];
    for (const [name, field] of Object.entries(fields)) {
      entries.push([name, await this.walk(field, context, depth + 1)]);
    }
    return Object.fromEntries(entries);
  }

  /** Each is stored under the id of its order. */
  private async openAside(
    fields: JsonObject,
    find: keyof CodecDeps['records'],
    orderId: string,
  ): Promise<unknown> {
    const key = `${find} ${orderId}`;
    let bytes = this.keptAside.get(key);
    if (!bytes) {
      if (this.keptAside.size >= KEPT_ASIDE_MAX) return fields;
      bytes = this.deps.records[find](orderId);
      this.keptAside.set(key, bytes);
    }
    const sealed = await bytes;
    return sealed ? this.open(fields, sealed, orderId) : this.unopened(fields, 'No longer stored.');
  }

  /**
   * The decrypted value in place of the encrypted one, or the encrypted one with the reason beside
   * it.
   */
  private open(fields: JsonObject, sealed: Uint8Array, orderId: string): unknown {
    const { sealer } = this.deps;
    if (sealer.keyIdOf(sealed) === null) return fields;
    if (sealed.length > SHOWN_BYTES_MAX) return this.unopened(fields, 'Too large to be shown.');
    try {
      const value = sealer.openJson<unknown>(sealed, orderId);
      this.orderIds.add(orderId);
      this.changes += 1;
      return readable(value);
    } catch (err) {
      if (err instanceof UnknownPayloadKey) return this.unopened(fields, err.message);
      return this.unopened(fields, 'It cannot be decrypted as a part of this order.');
    }
  }

  private unopened(fields: JsonObject, reason: string): JsonObject {
    this.changes += 1;
    return { ...fields, unopened: reason };
  }
}

/** For a stream: the joined text of its chunks, placed before them. */
function readable(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { chunks } = value as Partial<SettledAnswer>;
  if (!Array.isArray(chunks)) return value;
  const parsed = (chunks as string[]).map((data) => parseJsonObject(data));
  const formed = parsed.filter((chunk): chunk is JsonObject => chunk !== null && isReadable(chunk));
  return { texts: textsOf(formed), ...value };
}
