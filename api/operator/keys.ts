/** Issues and revokes buyer keys. */
import { BuyerKeyService } from '../../exchange/accounts/buyer-key-service';
import type { Settings } from '../../config/settings';
import type { Records } from '../../records/connect';
import { pathParameter } from '../context';
import { bodyOf, newKeyOf } from '../market/keys';
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
    const issued = await this.service.issue(accountId, newKeyOf(body));
    res.json({ ...(await bodyOf(this.service, issued.document)), buyer_key: issued.key });
  };

  readonly revoke: RouteHandler<typeof operatorAccountRoutes.revokeKey> = async (req, res) => {
    await this.service.revoke(pathParameter(req, 'id'), pathParameter(req, 'key_id'));
    res.status(204).end();
  };
}
