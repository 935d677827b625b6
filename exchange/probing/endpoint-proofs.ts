/**
 * Asks an endpoint after its registration to prove that it knows the key of its seller. The key is
 * known to the gateway that was sent it, and stored nowhere. The proof is optional: an endpoint that
 * does not answer is not verified, and its registration holds all the same.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { RedisClient } from '../../engine/connect-redis';
import { redisPrefix } from '../../engine/redis-keys';
import type { Settings } from '../../config/settings';
import { type Challenge, isProof, proofUrl } from '../../domain/endpoint-proof';
import type { RegisteredSeller } from '../../domain/registration';
import type { Sealer } from '../../domain/sealing';
import { CHECK_AUDIENCE, Signer } from '../../domain/signing';
import { hashKey } from '../../domain/key-hash';
import { type SellerRecords, changeSeller } from '../../records/standings/change-seller';
import type { NameResolver } from '../dispatch/name-resolver';
import { HostBudget } from '../../fairness/host-budget';
import { authorizationHeader } from '../dispatch/request';
import { askEndpoint, endpointAgent } from './ask-endpoint';
import { authorizationOf } from '../sellers/upstream-authorization';

const NONCE_BYTES = 32;
const ANSWER_TIMEOUT_MS = 5_000;
/** Endpoints that are asked at a time in one process; a seller that registers again is asked again. */
const AT_ONCE = 64;

export interface EndpointProofDeps {
  readonly records: SellerRecords;
  readonly sealer: Sealer;
  readonly redis: RedisClient;
  readonly names: Pick<NameResolver, 'lookup'>;
  readonly settings: Pick<Settings, 'local' | 'CONNECT_TIMEOUT_MS' | 'PROBES_PER_HOST'> & {
    readonly secrets: Pick<Settings['secrets'], 'signingKey' | 'keyPepper'>;
  };
}

interface Proving {
  readonly sellerId: string;
  readonly apiKey: string;
  readonly authorization: string | undefined;
}

export class EndpointProofs {
  private readonly signer: Signer;
  private readonly budget: HostBudget;
  private running = 0;

  constructor(private readonly deps: EndpointProofDeps) {
    const { redis, settings } = deps;
    this.signer = new Signer(settings.secrets.signingKey);
    this.budget = new HostBudget(redis, settings.PROBES_PER_HOST, redisPrefix('endpointProofs'));
  }

  /**
   * Asks unless the endpoint has proved this key already.
   * @returns whether it has proved the key by this question
   */
  async ask({ sellerId, endpointUrl }: RegisteredSeller, apiKey: string): Promise<boolean> {
    if (this.running >= AT_ONCE) return false;
    this.running += 1;
    try {
      const { records, sealer, settings } = this.deps;
      const apiKeyHash = hashKey(settings.secrets.keyPepper, apiKey);
      const unproved = { _id: sellerId, apiKeyHash, verifiedAt: null };
      const seller = await records.sellers.findOne(unproved);
      if (!seller) return false;
      if (!(await this.budget.take(endpointUrl))) return false;
      const authorization = authorizationOf(sealer, seller);
      if (!(await this.isProved(endpointUrl, { sellerId, apiKey, authorization }))) return false;
      const now = new Date();
      const proved = await changeSeller(
        records,
        unproved,
        { $set: { verifiedAt: now, updatedAt: now } },
        {
          kind: 'updated',
          standing: null,
          reason: 'its endpoint has proved that it knows the key',
          actor: 'seller',
          causes: [],
        },
      );
      return proved !== null;
    } finally {
      this.running -= 1;
    }
  }

  private async isProved(
    url: string,
    { sellerId, apiKey, authorization }: Proving,
  ): Promise<boolean> {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const challenge: Challenge = { nonce, seller_id: sellerId };
    const body = JSON.stringify(challenge);
    const id = randomUUID();
    const signed = this.signer.headers({ id, audience: CHECK_AUDIENCE }, body, Date.now());
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': id,
      'x-tokenbook-probe': '1',
      ...signed,
      ...authorizationHeader({ authorization }),
    };
    const agent = endpointAgent(this.deps);
    try {
      const question = { url: proofUrl(url), headers, body };
      const answer = await askEndpoint(agent, question, AbortSignal.timeout(ANSWER_TIMEOUT_MS));
      return 'text' in answer && answer.status === 200 && isProof(answer.text, apiKey, challenge);
    } finally {
      await agent.destroy();
    }
  }
}
