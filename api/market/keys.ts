/** The keys of an account, for its holder. */
import { formatPrice, formatScale8, roundedUsd } from '../../domain/money';
import {
  BuyerKeyService,
  type ChangeableTerms,
  type NewKey,
} from '../../exchange/accounts/buyer-key-service';
import { fail } from '../../domain/errors';
import type { BuyerKeyDocument } from '../../records/documents/buyer-key';
import type { KeySpend } from '../../records/ledger/key-spend';
import type { QuotaDocument } from '../../records/documents/quota';
import { buyerOf } from '../context';
import { Cursors, pageEnd } from '../cursor';
import type { GatewayDeps } from '../gateway-deps';
import type { rootRoutes } from '../routes/buyer';
import type { Handlers, RouteHandler } from '../routes/declared-route';
import type { keyRoutes } from '../routes/keys';
import {
  type ChangeKey,
  type CreateKey,
  GRACE_SECONDS_DEFAULT,
  type KeyBody,
  type RotateKey,
} from '../schemas/keys';
import type { QuotaBody } from '../schemas/operator';

export function keyHandlers({ records, settings }: GatewayDeps): Handlers<typeof keyRoutes> {
  const service = new BuyerKeyService(records, settings);
  const cursors = new Cursors(settings.secrets.keyPepper);
  return {
    async createOwnKey(_req, res, { body }) {
      const { document, key } = await service.issue(buyerOf(res).accountId, newKeyOf(body));
      res.json({ ...(await bodyOf(service, document)), buyer_key: key });
    },
    async listOwnKeys(_req, res, { query }) {
      const { accountId } = buyerOf(res);
      const page = await cursors.page(`keys:${accountId}`, query, (behind, count) =>
        records.buyerKeys
          .find({ accountId, ...(behind === null ? {} : { _id: { $lt: behind } }) })
          .sort({ _id: -1 })
          .limit(count)
          .toArray(),
      );
      res.json({ keys: await keyBodies(service, page.items), ...pageEnd(page) });
    },
    async changeOwnKey(_req, res, { params, body }) {
      const changed = await service.change(buyerOf(res).accountId, params.id, changesOf(body));
      res.json(await bodyOf(service, changed));
    },
    async rotateOwnKey(_req, res, { params, body }) {
      const { accountId } = buyerOf(res);
      const { document, key } = await service.rotate(accountId, params.id, graceOf(body));
      res.json({ ...(await bodyOf(service, document)), buyer_key: key });
    },
    async revokeOwnKey(_req, res, { params }) {
      await service.revoke(buyerOf(res).accountId, params.id);
      res.status(204).end();
    },
  };
}

export function newKeyOf({ kind, ...terms }: CreateKey): NewKey {
  return { label: null, quotas: {}, kind, ...changesOf(terms) };
}

/** In seconds. */
export function graceOf({ grace_seconds: grace = GRACE_SECONDS_DEFAULT }: RotateKey): number {
  return grace;
}

/** What is left out stays. */
function changesOf(body: ChangeKey): Partial<ChangeableTerms> {
  const changes = {
    label: body.label,
    limitScale8: body.limit,
    limitReset: body.limit_reset,
    models: body.models && [...new Set(body.models)],
    regions: body.regions && [...new Set(body.regions)],
    maxPriceScale8: body.max_price,
    expiresAt: body.expires_at,
    quotas: body.quotas === null ? {} : body.quotas && quotasOf(body.quotas),
  };
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<ChangeableTerms>;
}

function quotasOf({ chat }: NonNullable<ChangeKey['quotas']>): ChangeableTerms['quotas'] {
  return chat ? { chat: quotaOf(chat) } : {};
}

export function quotaOf(body: QuotaBody): QuotaDocument {
  return { limit: body.limit, windowSeconds: body.window_seconds };
}

/** With what each of them has spent, by now. */
export async function keyBodies(
  service: Pick<BuyerKeyService, 'spendOf'>,
  keys: readonly BuyerKeyDocument[],
): Promise<KeyBody[]> {
  const spends = await service.spendOf(keys.map(({ _id }) => _id));
  return keys.flatMap((key) => {
    const spend = spends.get(key._id);
    return spend ? [keyBody(key, spend)] : [];
  });
}

/** @throws Failure `not_found` */
export async function bodyOf(
  service: Pick<BuyerKeyService, 'spendOf'>,
  key: BuyerKeyDocument,
): Promise<KeyBody> {
  const [body] = await keyBodies(service, [key]);
  if (!body) throw fail('not_found');
  return body;
}

function keyBody(key: BuyerKeyDocument, spend: KeySpend): KeyBody {
  const { limitScale8 = null, maxPriceScale8 = null } = key;
  return {
    key_id: key._id,
    label: key.label,
    kind: key.kind ?? 'inference',
    limit: limitScale8 === null ? null : formatScale8(limitScale8),
    limit_remaining:
      spend.remainingScale8 === null ? null : formatScale8(leftOf(spend.remainingScale8)),
    limit_reset: key.limitReset ?? null,
    usage: formatScale8(spend.usedScale8),
    models: key.models ?? null,
    regions: (key.regions ?? null) as KeyBody['regions'],
    max_price: maxPriceScale8 === null ? null : formatPrice(maxPriceScale8, 'perThousand'),
    expires_at: key.expiresAt?.toISOString() ?? null,
    previous_expires_at: endOfEarlier(key)?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

/** They are listed newest first, and none outlasts a newer one. */
function endOfEarlier({ earlier = [] }: BuyerKeyDocument): Date | null {
  const until = earlier[0]?.until ?? null;
  return until && until.getTime() > Date.now() ? until : null;
}

/** A limit that was lowered below what is used leaves nothing. */
function leftOf(remainingScale8: bigint): bigint {
  return remainingScale8 > 0n ? remainingScale8 : 0n;
}

/** `GET /v1/key`: the key of the request, whatever it is limited to. */
export function currentKeyHandler({
  records,
  settings,
}: GatewayDeps): RouteHandler<typeof rootRoutes.getCurrentKey> {
  const service = new BuyerKeyService(records, settings);
  return async (_req, res) => {
    const { accountId, keyId } = buyerOf(res);
    const key = await service.find(accountId, keyId);
    const spend = (await service.spendOf([keyId])).get(keyId);
    if (!spend) throw fail('not_found');
    const { limitScale8 = null } = key;
    const { remainingScale8 } = spend;
    res.json({
      data: {
        label: key.label ?? '',
        limit: limitScale8 === null ? null : roundedUsd(limitScale8),
        limit_remaining: remainingScale8 === null ? null : roundedUsd(leftOf(remainingScale8)),
        limit_reset: key.limitReset ?? null,
        usage: roundedUsd(spend.usedScale8),
        usage_daily: roundedUsd(spend.dailyScale8),
        usage_weekly: roundedUsd(spend.weeklyScale8),
        usage_monthly: roundedUsd(spend.monthlyScale8),
        is_free_tier: settings.TOKENBOOK_MODE === 'test',
        is_management_key: key.kind === 'manage',
        expires_at: key.expiresAt?.toISOString() ?? null,
      },
    });
  };
}
