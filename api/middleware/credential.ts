/**
 * Credentials, the first check of every request. Missing and wrong credentials are
 * indistinguishable: same status, same body, and the same work for every well-formed key.
 */
import type { Request, RequestHandler, Response } from 'express';
import type { RedisClient } from '../../engine/connect-redis';
import type { Settings } from '../../config/settings';
import { FREE_TERMS, isExpired, isLimited } from '../../domain/buyer-keys';
import { fail } from '../../domain/errors';
import { KEY_PREFIXES, hasValidChecksum, hashKey, sameHash } from '../../domain/key-hash';
import type { Records } from '../../records/connect';
import { type Buyer, buyerOf, pathParameter, sellerOf } from '../context';
import type { BuyerKeys } from './buyer-keys';
import { throttleAuthentication } from './authentication-throttling';
import { type ModeSettings, wrongCredential } from './wrong-credential';

const BEARER = /^Bearer +(\S+)$/i;
const KEY_LENGTH_MAX = 512;

export interface CredentialDeps {
  readonly records: Records;
  readonly redis: RedisClient;
  readonly settings: ModeSettings & Pick<Settings, 'secrets'>;
}

export class Credentials {
  private readonly pepper: string;

  constructor(
    private readonly deps: CredentialDeps,
    private readonly keys: BuyerKeys,
  ) {
    this.pepper = deps.settings.secrets.keyPepper;
  }

  /** `Authorization: Bearer <buyer_key>`. @throws Failure `unauthorized`, `key_of_other_mode` */
  buyer(): RequestHandler {
    return this.holder((key) => this.keys.holderOf(key));
  }

  private holder(find: (key: string, res: Response) => Promise<Buyer | null>): RequestHandler {
    return async (req, res, next) => {
      notShared(res);
      const key = bearerOf(req);
      const buyer = key === null ? null : await find(key, res);
      if (!buyer) return this.refuse(req, key);
      if (isExpired(buyer.terms ?? FREE_TERMS, Date.now())) throw fail('key_expired');
      res.locals.buyer = buyer;
      next();
    };
  }

  /**
   * A buyer key, or the credential of a ticket: for chat only. A buyer key may have been revoked within
   * a minute: the handler compares it with the account's record, which it reads. A ticket acts for its account, within
   * the quota of the key that issued it, so that many tickets share one quota, and no longer than
   * that key. Read from MongoDB every time: a new credential invalidates the older one immediately,
   * and a revocation those that the key issued.
   * @param ahead work that may start for the probable holder of a buyer key during the lookup
   * @throws Failure `unauthorized`, `key_of_other_mode`
   */
  chat(ahead: (probable: Buyer, res: Response) => void): RequestHandler {
    const { records, settings } = this.deps;
    const buyer = this.holder(async (key, res) => {
      const holder = await this.keys.recentHolderOf(key, (probable) => ahead(probable, res));
      if (holder) res.locals.isRevoked = () => this.keys.isRevoked(holder);
      return holder;
    });
    const { ticket: prefix } = KEY_PREFIXES[settings.TOKENBOOK_MODE];
    return async (req, res, next) => {
      notShared(res);
      const key = bearerOf(req);
      if (key === null || !hasValidChecksum(prefix, key)) return buyer(req, res, next);
      const ticket = await records.tickets.findOne({ credentialHash: hashKey(this.pepper, key) });
      if (!ticket) return buyer(req, res, next); // refused there, like any wrong key
      const { _id: ticketId, accountId, keyId } = ticket;
      const [contract, issuedTo] = await Promise.all([
        records.contracts.findOne({ _id: ticket.contractId }),
        keyId ? records.buyerKeys.findOne({ _id: keyId }) : null,
      ]);
      if (!contract || issuedTo?.revokedAt) return buyer(req, res, next);
      res.locals.buyer = { accountId, keyId: keyId ?? accountId, quotas: issuedTo?.quotas ?? {} };
      res.locals.ticket = { ticketId, contractId: contract._id, modelId: contract.modelId };
      next();
    };
  }

  /**
   * `X-Seller-API-Key`. Read from MongoDB every time: the routes need the seller's record anyway,
   * and a rotation invalidates the old key immediately.
   * @throws Failure `unauthorized`
   */
  seller(): RequestHandler {
    return async (req, res, next) => {
      notShared(res);
      const key = sellerKeyOf(req);
      const apiKeyHash = key === null ? null : hashKey(this.pepper, key);
      const seller = apiKeyHash && (await this.deps.records.sellers.findOne({ apiKeyHash }));
      if (!seller) return this.refuse(req, key);
      res.locals.seller = seller;
      next();
    };
  }

  /** `Authorization: Bearer <operator token>`. @throws Failure `unauthorized` */
  operator(): RequestHandler {
    const { operatorToken } = this.deps.settings.secrets;
    return async (req, res, next) => {
      notShared(res);
      const given = bearerOf(req);
      if (!isOperatorToken(operatorToken, given ?? '')) return this.refuse(req, given);
      next();
    };
  }

  private async refuse(req: Request, key: string | null): Promise<never> {
    if (key !== null) await throttleAuthentication(this.deps.redis, req);
    throw wrongCredential(this.deps.settings, key);
  }
}

/**
 * For every answer and refusal behind a credential: no cache stores it, or gives one caller's to
 * another.
 */
export function notShared(res: Response): void {
  res.set('Cache-Control', 'no-store').vary('Authorization').vary('X-Seller-API-Key');
}

/** What a route does with a buyer's key. */
export type KeyUse = 'requests' | 'reads' | 'changes' | 'manages';

/** What a key is not for is refused, before the quota and the body (ACCESS-10). @throws Failure `key_restricted` */
export function keyFor(use: KeyUse): RequestHandler {
  return (_req, res, next) => {
    const terms = buyerOf(res).terms ?? FREE_TERMS;
    if (use === 'manages' ? terms.kind !== 'manage' : terms.kind === 'manage' && use !== 'reads') {
      throw fail('key_restricted', { message: KIND_TEXT[terms.kind] });
    }
    if (use !== 'requests' && isLimited(terms)) {
      throw fail('key_restricted', { message: LIMITED_TEXT });
    }
    next();
  };
}

const KIND_TEXT = {
  manage: 'This key is of kind manage: it manages the keys of its account, and buys nothing.',
  inference: 'Keys are managed with a key of kind manage. The first one comes from the operator.',
} as const;
const LIMITED_TEXT = 'This key is limited to requests: it opens nothing else of its account.';

/** The seller key must belong to the `{id}` in the path (ACCESS-3). */
export const ownSeller: RequestHandler = (req, res, next) => {
  if (sellerOf(res)._id !== pathParameter(req, 'id')) throw fail('forbidden');
  next();
};

export function isOperatorToken(token: string, given: string): boolean {
  // Hashing equalizes the lengths, as a timing-safe comparison requires.
  return sameHash(hashKey('operator', given), hashKey('operator', token));
}

/** The `X-Seller-API-Key` header; null when it is missing or malformed. */
export function sellerKeyOf(req: Request): string | null {
  const key = req.get('x-seller-api-key');
  return key === undefined || key === '' || key.length > KEY_LENGTH_MAX ? null : key;
}

export function bearerOf(req: Request): string | null {
  const key = BEARER.exec(req.get('authorization') ?? '')?.[1];
  return key === undefined || key.length > KEY_LENGTH_MAX ? null : key;
}
