/** Issues, rotates and revokes buyer keys. */
import { BuyerKeyService } from '../../exchange/accounts/buyer-key-service';
import type { Settings } from '../../config/settings';
import type { Records } from '../../records/connect';
import { pathParameter } from '../context';
import { bodyOf, graceOf, newKeyOf } from '../market/keys';
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

  readonly rotate: RouteHandler<typeof operatorAccountRoutes.rotateKey> = async (
    _req,
    res,
    { params, body },
  ) => {
    const rotated = await this.service.rotate(params.id, params.key_id, graceOf(body));
    res.json({ ...(await bodyOf(this.service, rotated.document)), buyer_key: rotated.key });
  };

  readonly revoke: RouteHandler<typeof operatorAccountRoutes.revokeKey> = async (req, res) => {
    await this.service.revoke(pathParameter(req, 'id'), pathParameter(req, 'key_id'));
    res.status(204).end();
  };
}
