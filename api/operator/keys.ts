/** Buyer keys: shown once, stored as a keyed hash, dead with the answer to their revocation. */
import type { RequestHandler } from 'express';
import { v7 as uuidV7 } from 'uuid';
import { fail } from '../../domain/errors';
import type { Records } from '../../records/connect';
import { hashKey, issueKey } from '../../records/key-hash';
import type { QuotaDocument } from '../../records/quota';
import { pathParameter } from '../context';
import { readBody } from '../middleware/body';
import type { BuyerKeys } from '../middleware/buyer-keys';
import { type QuotaBody, createKeySchema } from '../schemas/operator';

export class KeyRoutes {
  constructor(
    private readonly records: Records,
    private readonly buyerKeys: BuyerKeys,
    private readonly pepper: string,
  ) {}

  readonly create: RequestHandler = async (req, res) => {
    const accountId = pathParameter(req, 'id');
    const account = await this.records.accounts.findOne({ _id: accountId });
    if (!account) throw fail('not_found', { message: 'There is no such account.' });
    const body = readBody(req, createKeySchema);
    const key = issueKey('sk-tb_');
    const keyId = uuidV7();
    await this.records.buyerKeys.insertOne({
      _id: keyId,
      accountId,
      hash: hashKey(this.pepper, key),
      label: body.label ?? null,
      quotas: body.quotas?.chat ? { chat: quotaOf(body.quotas.chat) } : {},
      createdAt: new Date(),
      revokedAt: null,
    });
    res.set('Cache-Control', 'no-store').json({ key_id: keyId, buyer_key: key });
  };

  /** MongoDB first, then what the gateways remember, then the answer. May be repeated. */
  readonly revoke: RequestHandler = async (req, res) => {
    const filter = { _id: pathParameter(req, 'key_id'), accountId: pathParameter(req, 'id') };
    const key = await this.records.buyerKeys.findOne(filter);
    if (!key) throw fail('not_found', { message: 'There is no such key.' });
    await this.records.buyerKeys.updateOne(
      { ...filter, revokedAt: null },
      { $set: { revokedAt: new Date() } },
    );
    await this.buyerKeys.forget(key.hash);
    res.status(204).end();
  };
}

export function quotaOf(body: QuotaBody): QuotaDocument {
  return { limit: body.limit, windowSeconds: body.window_seconds };
}
