/** Registration, the same on both register routes (SELLER-3). */
import type { RedisClient } from '../../engine/connect-redis';
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import type { RegisteredSeller } from '../../domain/registration';
import type { Sealer } from '../../domain/sealing';
import { isWeakKey } from '../../domain/seller-key';
import { PacedTurns } from '../../fairness/paced-turns';
import type { RegistrationWorkflows } from '../../exchange/deps';
import type { EndpointProofs } from '../../exchange/probing/endpoint-proofs';
import { RegistrationService } from '../../exchange/sellers/registration-service';
import { endCalendar } from '../../exchange/sellers/calendar-address';
import { removeEndpoints } from '../../exchange/webhooks/endpoints';
import type { WorkTurns } from '../../fairness/work-turns';
import type { Records } from '../../records/connect';
import { notShared, sellerKeyOf } from '../middleware/credential';
import { addressGroup, throttleAuthentication } from '../middleware/authentication-throttling';
import { refuseTooMany } from '../middleware/turns';
import type { SellerBody } from '../schemas/sellers';
import type { RouteHandler } from '../routes/declared-route';
import type { registration } from '../routes/sellers-on-both';

export interface RegisterDeps {
  readonly settings: Settings;
  readonly records: Pick<Records, 'sellers' | 'webhookEndpoints' | 'ledger'>;
  readonly redis: RedisClient;
  readonly sealer: Sealer;
  readonly turns: Pick<WorkTurns, 'isBusy'>;
  readonly registrations: RegistrationWorkflows;
}

/** Limits of a busy gateway: each registration starts a workflow, which delays others. */
const WHILE_BUSY = { perSecond: 10, atOnce: 20 };

/** For both surfaces together. */
export function registerHandler(
  deps: RegisterDeps & { readonly proofs: Pick<EndpointProofs, 'ask'> },
): RouteHandler<typeof registration> {
  const { local, secrets } = deps.settings;
  const service = new RegistrationService({ ...deps, local, keyPepper: secrets.keyPepper });
  const paced = new PacedTurns(WHILE_BUSY);
  return async (req, res, { body }) => {
    service.checkKey(body.api_key);
    if (isWeakKey(body.api_key)) req.log.warn('a seller key is short or easy to guess');
    if (deps.turns.isBusy()) await paced.take(addressGroup(req.ip)).catch(refuseTooMany);
    const seller = await service.register({
      name: body.name,
      endpointUrl: body.endpoint_url,
      supportedModels: body.supported_models,
      regions: body.regions,
      declaredModels: body.models,
      upstreamAuthorization: body.upstream_authorization,
      apiKey: body.api_key,
      currentKey: sellerKeyOf(req),
    });
    if (!seller) {
      // Repeated wrong keys indicate guessing.
      await throttleAuthentication(deps.redis, req);
      throw fail('endpoint_already_registered');
    }
    // Before the answer: without one the seller repeats the request.
    if (body.end_webhooks) {
      await removeEndpoints(deps.records, `seller:${seller.sellerId}`);
      await endCalendar(deps.records, seller.sellerId);
    }
    notShared(res);
    res.json(sellerBody(seller, body.api_key));
    // After the answer: a seller may begin to serve when it is registered.
    void deps.proofs.ask(seller, body.api_key).catch((err: unknown) => {
      req.log.warn({ err, sellerId: seller.sellerId }, 'an endpoint was not asked for its proof');
    });
  };
}

function sellerBody(seller: RegisteredSeller, apiKey: string): SellerBody {
  return {
    seller_id: seller.sellerId,
    name: seller.name,
    endpoint_url: seller.endpointUrl,
    supported_models: [...seller.supportedModels],
    regions: [...seller.regions],
    api_key: apiKey,
    registered_at: new Date(seller.registeredAtMs).toISOString(),
  };
}
