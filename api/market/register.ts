/**
 * Registration, the same on both register routes (SELLER-3). The work is
 * the entity workflow's of the endpoint; here the request is judged and the outcome told.
 */
import type { Request, RequestHandler } from 'express';
import type { Redis } from 'ioredis';
import type { Settings } from '../../config/settings';
import { parseEndpointUrl } from '../../domain/endpoint-url';
import { type Failure, fail } from '../../domain/errors';
import type { Registration, RegistrationOutcome } from '../../domain/registration';
import { PacedTurns } from '../../exchange/paced-turns';
import type { WorkTurns } from '../../exchange/work-turns';
import type { Records } from '../../records/connect';
import { hashKey } from '../../records/key-hash';
import { readBody } from '../middleware/body';
import { sellerKeyOf } from '../middleware/credential';
import { addressGroup, throttleAuthentication } from '../middleware/authentication-throttling';
import { refuseTooMany } from '../middleware/turns';
import { type Register, type SellerBody, registerSchema } from '../schemas/sellers';

const STRONG_KEY_LENGTH = 32;

export interface RegisterDeps {
  readonly settings: Settings;
  readonly records: Pick<Records, 'sellers'>;
  readonly redis: Redis;
  readonly turns: Pick<WorkTurns, 'isBusy'>;
  readonly registrations: { register(registration: Registration): Promise<RegistrationOutcome> };
}

/** Of one gateway that does not keep up: each starts a workflow, and those of others wait for it. */
const WHILE_BUSY = { perSecond: 10, atOnce: 20 };

/** For both surfaces together. */
export function registerHandler(deps: RegisterDeps): RequestHandler {
  const { settings, registrations } = deps;
  const paced = new PacedTurns(WHILE_BUSY);
  return async (req, res) => {
    const body = readBody(req, registerSchema);
    checkKeyStrength(req, body.api_key, settings.local);
    if (deps.turns.isBusy()) await paced.take(addressGroup(req.ip)).catch(refuseTooMany);
    const currentKey = sellerKeyOf(req);
    const { keyPepper } = settings.secrets;
    const registration: Registration = {
      name: body.name,
      endpointUrl: parseEndpointUrl(body.endpoint_url, { local: settings.local }),
      supportedModels: body.supported_models.map(({ modelId }) => modelId),
      modelNames: body.supported_models.map(({ name }) => name),
      regions: body.regions,
      apiKeyHash: hashKey(keyPepper, body.api_key),
      currentKeyHash: currentKey === null ? null : hashKey(keyPepper, currentKey),
      local: settings.local,
    };
    const outcome = (await isTaken(deps, registration))
      ? ({ kind: 'taken' } as const)
      : await registrations.register(registration);
    res.set('Cache-Control', 'no-store').json(await sellerBody(deps, req, body, outcome));
  };
}

/**
 * Told from the records: who has no key of an endpoint keeps its workflow from nothing. Between the
 * look and the registration the key may change; the workflow judges again.
 */
async function isTaken(
  { records }: RegisterDeps,
  { endpointUrl, apiKeyHash, currentKeyHash }: Registration,
): Promise<boolean> {
  const known = await records.sellers.findOne(
    { endpointUrl },
    { projection: { _id: 0, apiKeyHash: 1 } },
  );
  return known !== null && ![apiKeyHash, currentKeyHash].includes(known.apiKeyHash);
}

async function sellerBody(
  deps: RegisterDeps,
  req: Request,
  body: Register,
  outcome: RegistrationOutcome,
): Promise<SellerBody> {
  switch (outcome.kind) {
    case 'registered':
      return {
        seller_id: outcome.seller.sellerId,
        name: outcome.seller.name,
        endpoint_url: outcome.seller.endpointUrl,
        supported_models: [...outcome.seller.supportedModels],
        regions: [...outcome.seller.regions],
        api_key: body.api_key,
        registered_at: new Date(outcome.seller.registeredAtMs).toISOString(),
      };
    case 'taken':
      // Whoever asks with wrong keys again and again is guessing one.
      await throttleAuthentication(deps.redis, req);
      throw fail('endpoint_already_registered');
    case 'key_in_use':
      throw unfitKey();
    case 'not_public':
      throw fail('invalid_endpoint_url', { param: 'endpoint_url' });
  }
}

/** Weak keys are refused where it matters, and warned of in local development (SELLER-5). */
function checkKeyStrength(req: Request, key: string, local: boolean): void {
  const short = key.length < STRONG_KEY_LENGTH;
  if (local) {
    if (short) req.log.warn(`a seller key has less than ${STRONG_KEY_LENGTH} characters`);
    return;
  }
  if (short || isRepetition(key)) throw unfitKey();
}

/** Told alike for a weak key and for another seller's, which must not be found out by trying. */
function unfitKey(): Failure {
  return fail('invalid_request', {
    param: 'api_key',
    message: `api_key must be a random key of ${STRONG_KEY_LENGTH} to 512 characters.`,
  });
}

/** A text is a repetition when it stands in its own double at another place than the two ends. */
function isRepetition(text: string): boolean {
  return `${text}${text}`.indexOf(text, 1) < text.length;
}
