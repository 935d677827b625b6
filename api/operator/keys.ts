/** Buyer keys: shown once, stored as a keyed hash, dead with the answer to their revocation. */
import type { Request, Response } from 'express';
import { v7 as uuidV7 } from 'uuid';
import { fail } from '../../domain/errors';
import type { Records } from '../../records/connect';
import { hashKey, issueKey } from '../../records/key-hash';
import type { QuotaDocument } from '../../records/quota';
import { pathParameter } from '../context';
import { readBody } from '../middleware/body';
import type { BuyerKeys } from '../middleware/buyer-keys';
import { type QuotaBody, createKeySchema } from '../schemas/operator';

export function keyHandlers(records: Records, buyerKeys: BuyerKeys, pepper: string) {
  return {
    async create(req: Request, res: Response): Promise<void> {
      const accountId = pathParameter(req, 'id');
      const account = await records.accounts.findOne({ _id: accountId });
      if (!account) throw fail('not_found', { message: 'There is no such account.' });
      const body = readBody(req, createKeySchema);
      const key = issueKey('sk-tb_');
      const keyId = uuidV7();
      await records.buyerKeys.insertOne({
        _id: keyId,
        accountId,
        hash: hashKey(pepper, key),
        label: body.label ?? null,
        quotas: body.quotas?.chat ? { chat: quotaOf(body.quotas.chat) } : {},
        createdAt: new Date(),
        revokedAt: null,
      });
      res.set('Cache-Control', 'no-store').json({ key_id: keyId, buyer_key: key });
    },

    /** MongoDB first, then what the gateways remember, then the answer. May be repeated. */
    async revoke(req: Request, res: Response): Promise<void> {
      const filter = { _id: pathParameter(req, 'key_id'), accountId: pathParameter(req, 'id') };
      const key = await records.buyerKeys.findOne(filter);
      if (!key) throw fail('not_found', { message: 'There is no such key.' });
      await records.buyerKeys.updateOne(
        { ...filter, revokedAt: null },
        { $set: { revokedAt: new Date() } },
      );
      await buyerKeys.forget(key.hash);
      res.status(204).end();
    },
  };
}

export function quotaOf(body: QuotaBody): QuotaDocument {
  return { limit: body.limit, windowSeconds: body.window_seconds };
}
