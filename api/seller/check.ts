/** `POST /v1/register/check`: the endpoint's checks, before it is registered. */
import type { RedisClient } from '../../engine/connect-redis';
import { parseEndpointUrl } from '../../domain/endpoint-url';
import { fail } from '../../domain/errors';
import {
  RegistrationCheck,
  type RegistrationCheckDeps,
  tooManyAtOnce,
} from '../../exchange/probing/registration-check';
import { RegistrationService } from '../../exchange/sellers/registration-service';
import { FairDoor } from '../../fairness/fair-door';
import type { RegisterDeps } from '../market/register';
import { closingOf } from '../closing';
import { addressGroup, throttleAuthentication } from '../middleware/authentication-throttling';
import { sellerKeyOf } from '../middleware/credential';
import type { RouteHandler } from '../routes/declared-route';
import type { sellerRoutes } from '../routes/seller';

/** Checks at a time: the places of all are not taken by one. */
const PER_ADDRESS = 2;

type CheckDeps = RegisterDeps & RegistrationCheckDeps & { readonly redis: RedisClient };

export function checkHandler(deps: CheckDeps): RouteHandler<typeof sellerRoutes.checkEndpoint> {
  const { local, secrets } = deps.settings;
  const service = new RegistrationService({ ...deps, local, keyPepper: secrets.keyPepper });
  const check = new RegistrationCheck(deps);
  const places = new FairDoor({ places: Infinity, most: PER_ADDRESS });
  return async (req, res, { body }) => {
    const url = normalised(body.endpoint_url, local);
    const open = url === null ? null : await service.openTo(url, sellerKeyOf(req));
    if (url !== null && !open) {
      await throttleAuthentication(deps.redis, req);
      throw fail('endpoint_already_registered');
    }
    const leave = places.enterNow(addressGroup(req.ip));
    if (!leave) throw tooManyAtOnce();
    try {
      if (url !== null) await check.spend(url);
      const { upstream_authorization: given } = body;
      const authorization = given === undefined ? open?.authorization : (given ?? undefined);
      const endpoint = { url: url ?? body.endpoint_url, model: body.model, authorization };
      const checks = await check.run({ ...endpoint, signal: closingOf(res) });
      res.set('Cache-Control', 'no-store').json({
        endpoint_url: endpoint.url,
        passed: checks.every(({ status }) => status !== 'fail'),
        checks,
      });
    } finally {
      leave();
    }
  };
}

/** @returns null for an address that the first check refuses */
function normalised(endpointUrl: string, local: boolean): string | null {
  try {
    return parseEndpointUrl(endpointUrl, { local });
  } catch {
    return null;
  }
}
