/** The keys of an account, for its holder. */
import { formatPrice } from '../../domain/money';
import {
  BuyerKeyService,
  type ChangeableTerms,
  type NewKey,
} from '../../exchange/accounts/buyer-key-service';
import type { BuyerKeyDocument } from '../../records/buyer-key';
import type { QuotaDocument } from '../../records/quota';
import { buyerOf } from '../context';
import { Cursors, pageEnd } from '../cursor';
import type { GatewayDeps } from '../gateway-deps';
import type { Handlers } from '../routes/declared-route';
import type { keyRoutes } from '../routes/keys';
import type { ChangeKey, CreateKey, KeyBody } from '../schemas/keys';
import type { QuotaBody } from '../schemas/operator';

export function keyHandlers({ records, settings }: GatewayDeps): Handlers<typeof keyRoutes> {
  const service = new BuyerKeyService(records, settings);
  const cursors = new Cursors(settings.secrets.keyPepper);
  return {
    async createOwnKey(_req, res, { body }) {
      const { document, key } = await service.issue(buyerOf(res).accountId, newKeyOf(body));
      res.json({ ...keyBody(document), buyer_key: key });
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
      res.json({ keys: page.items.map(keyBody), ...pageEnd(page) });
    },
    async changeOwnKey(_req, res, { params, body }) {
      const changed = await service.change(buyerOf(res).accountId, params.id, changesOf(body));
      res.json(keyBody(changed));
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

/** What is left out stays. */
function changesOf(body: ChangeKey): Partial<ChangeableTerms> {
  const changes = {
    label: body.label,
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

export function keyBody(key: BuyerKeyDocument): KeyBody {
  const { maxPriceScale8 = null } = key;
  return {
    key_id: key._id,
    label: key.label,
    kind: key.kind ?? 'inference',
    models: key.models ?? null,
    regions: (key.regions ?? null) as KeyBody['regions'],
    max_price: maxPriceScale8 === null ? null : formatPrice(maxPriceScale8, 'perThousand'),
    expires_at: key.expiresAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
