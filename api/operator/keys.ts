/** Issues and revokes buyer keys. */
import { BuyerKeyService } from '../../exchange/accounts/buyer-key-service';
import type { Settings } from '../../config/settings';
import type { Records } from '../../records/connect';
import type { QuotaDocument } from '../../records/quota';
import { pathParameter } from '../context';
import type { QuotaBody } from '../schemas/operator';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorAccountRoutes } from '../routes/operator-accounts';

export class KeyRoutes {
  private readonly service: BuyerKeyService;

  constructor(records: Records, settings: Settings) {
    this.service = new BuyerKeyService(records, settings);
  }

  readonly create: RouteHandler<typeof operatorAccountRoutes.createKey> = async (
    req,
    res,
    { body },
  ) => {
    const accountId = pathParameter(req, 'id');
    const { label = null, quotas } = body;
    const { keyId, key } = await this.service.issue(accountId, {
      label,
      quotas: quotas?.chat ? { chat: quotaOf(quotas.chat) } : {},
    });
    res.json({ key_id: keyId, buyer_key: key });
  };

  readonly revoke: RouteHandler<typeof operatorAccountRoutes.revokeKey> = async (req, res) => {
    await this.service.revoke(pathParameter(req, 'id'), pathParameter(req, 'key_id'));
    res.status(204).end();
  };
}

export function quotaOf(body: QuotaBody): QuotaDocument {
  return { limit: body.limit, windowSeconds: body.window_seconds };
}
