/**
 * Keys of a simulation. Sellers register endpoints and rotate their keys, some at the same time, and
 * the operator revokes the key of a buyer. Meanwhile all these keys are tried at the gateways.
 */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { v7 as uuidV7 } from 'uuid';
import type { Settings } from '../../config/settings';
import { Failure } from '../../domain/errors';
import type { WritableRecords } from '../../records/connect';
import { hashKey, issueKey, KEY_PREFIXES } from '../../domain/key-hash';
import type { Random } from '../support/random';
import { Actor } from './actors';
import { type Decision, decision } from './operator';
import type { SimulatedProcess } from './processes';
import { wait } from './temporal-values';
import { requestOf } from './told';
import { nextInstant } from './instant';

/** One call with a key, and the instant at which it began. */
export interface Use {
  readonly key: string;
  readonly sentAtMs: number;
  readonly begin: number;
  readonly isAccepted: boolean;
}

/** Keys that are tried until some time after they have changed. */
interface Tried {
  readonly uses: Use[];
  isOver: boolean;
}

/** An endpoint that several claim, each with a key of its own: one of them gets it. */
export interface Endpoint extends Tried {
  readonly url: string;
  /** Before the claims; null of a new endpoint. */
  readonly formerKey: string | null;
  readonly claims: readonly (Decision & { readonly claimedKey: string })[];
}

export interface Revocation extends Tried {
  readonly key: string;
  readonly revoked: Decision;
}

export interface Keys {
  readonly endpoints: readonly Endpoint[];
  readonly revocations: readonly Revocation[];
}

export const NO_KEYS: Keys = { endpoints: [], revocations: [] };

interface Terms {
  readonly modelId: string;
  readonly accountId: string;
  readonly sellerId: string;
}

export async function makeKeys(
  records: WritableRecords,
  { secrets: { keyPepper }, TOKENBOOK_MODE }: Settings,
  random: Random,
  { modelId, accountId, sellerId }: Terms,
): Promise<Keys> {
  const formerKey = randomUUID();
  const endpointUrl = `http://127.0.0.1:8080/${sellerId}`;
  await records.sellers.updateOne(
    { _id: sellerId },
    { $set: { apiKeyHash: hashKey(keyPepper, formerKey) } },
  );
  const key = issueKey(KEY_PREFIXES[TOKENBOOK_MODE].buyer);
  const keyId = uuidV7();
  await records.buyerKeys.insertOne({
    _id: keyId,
    accountId,
    hash: hashKey(keyPepper, key),
    label: null,
    quotas: {},
    createdAt: new Date(),
    revokedAt: null,
  });
  const revoke = {
    route: 'revokeKey' as const,
    key: 'none',
    locals: {},
    body: {},
    params: {
      id: accountId,
      key_id: keyId,
    },
  };
  return {
    endpoints: [
      endpointOf(random, modelId, `http://127.0.0.1:8080/${randomUUID()}`, null),
      endpointOf(random, modelId, endpointUrl, formerKey),
    ],
    revocations: [
      { key, revoked: decision(revoke, random.between(1, 8_000)), uses: [], isOver: false },
    ],
  };
}

function endpointOf(
  random: Random,
  modelId: string,
  url: string,
  formerKey: string | null,
): Endpoint {
  const firstMs = random.between(1, 8_000);
  const claims = Array.from({ length: random.between(2, 3) }, () => {
    const claimedKey = randomUUID();
    const sent = {
      route: 'register' as const,
      key: 'none',
      locals: {},
      headers: formerKey === null ? {} : { 'x-seller-api-key': formerKey },
      body: {
        name: 'Seller',
        endpoint_url: url,
        supported_models: [modelId],
        api_key: claimedKey,
      },
    };
    return { ...decision(sent, firstMs + random.of([0, 0, 500])), claimedKey };
  });
  return { url, formerKey, claims, uses: [], isOver: false };
}

/** Whoever holds keys uses them, one after the other, until some time after they have changed. */
export class KeyHolder {
  private readonly actor = new Actor('key holder');

  constructor(
    private readonly random: Random,
    private readonly gateways: () => readonly SimulatedProcess[],
  ) {}

  tryAll({ endpoints, revocations }: Keys): void {
    for (const endpoint of endpoints) {
      const { formerKey, claims } = endpoint;
      const keys = claims.map(({ claimedKey }) => claimedKey);
      const known = formerKey === null ? keys : [formerKey, ...keys];
      void this.tryKeys(endpoint, 'seller', known, claims);
    }
    for (const one of revocations) void this.tryKeys(one, 'buyer', [one.key], [one.revoked]);
  }

  private tryKeys(
    tried: Tried,
    guard: 'buyer' | 'seller',
    keys: readonly string[],
    decisions: readonly Decision[],
  ): Promise<void> {
    return this.actor.run(async () => {
      for (let after = 0; after < USES_AFTER;) {
        await wait(this.random.between(50, 3_000));
        if (decisions.every(({ isOver }) => isOver)) after += 1;
        const gateways = this.gateways();
        if (gateways.length === 0) continue;
        const key = this.random.of(keys);
        const [sentAtMs, begin] = [Date.now(), nextInstant()];
        const isAccepted = await use(this.random.of(gateways), guard, key);
        if (isAccepted !== null) tried.uses.push({ key, sentAtMs, begin, isAccepted });
      }
      tried.isOver = true;
    });
  }
}

const USES_AFTER = 6;
const PATIENCE_MS = 30_000;

/** @returns null when nobody could tell */
async function use(
  { actor, gateway }: SimulatedProcess,
  guard: 'buyer' | 'seller',
  key: string,
): Promise<boolean | null> {
  const headers = { 'x-seller-api-key': key, authorization: `Bearer ${key}` };
  const { req, res } = requestOf({ headers, body: {}, locals: {} });
  const check: RequestHandler = gateway!.guards[guard];
  const answer = actor.run(async () => {
    try {
      await check(req, res, () => undefined);
      return true;
    } catch (err) {
      if (err instanceof TypeError || err instanceof ReferenceError) throw err;
      return err instanceof Failure && err.code === 'unauthorized' ? false : null;
    }
  });
  return (await Promise.race([answer, wait(PATIENCE_MS)])) ?? null;
}
