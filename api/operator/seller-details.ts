/** A seller's details for the operator. */
import type { Settings } from '../../config/settings';
import { formatScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import type { LotDocument } from '../../records/documents/lot';
import { obligationsOf } from '../../records/queries/owed-lots';
import type { QuotaDocument } from '../../records/documents/quota';
import { askedUrl } from '../../domain/endpoint-url';
import type { EndpointHealth, SellerDocument } from '../../records/documents/seller';
import type { SellerChangeDocument } from '../../records/documents/seller-change';
import { capacityReports } from '../capacity-reports';
import { lotDetails } from './contract-details';

/** Number of listed changes; the records contain all. */
const CHANGES_SHOWN = 100;
const LOTS_SHOWN = 100;

export function sellerBody(document: SellerDocument) {
  return {
    seller_id: document._id,
    name: document.name,
    endpoint_url: askedUrl(document),
    endpoint_verified: Boolean(document.verifiedAt),
    supported_models: document.supportedModels,
    regions: document.regions,
    standing: document.standing,
    suspended_until: document.suspendedUntil?.toISOString() ?? null,
    owner: document.owner,
    registered_at: document.registeredAt.toISOString(),
    updated_at: document.updatedAt.toISOString(),
  };
}

export async function sellerDetails(
  records: Records,
  settings: Settings,
  document: SellerDocument,
) {
  const [payableScale8, obligations, reports, lots, changes, standings] = await Promise.all([
    records.ledger.sellerPayableScale8(document._id),
    obligationsOf(records, document._id),
    capacityReports(records, document),
    openLots(records, document._id),
    newestChanges(records, { sellerId: document._id }),
    newestChanges(records, { sellerId: document._id, standing: { $ne: null } }),
  ]);
  return {
    ...sellerBody(document),
    quotas: {
      asks: quotaBody(document.quotas.asks),
      capacity: quotaBody(document.quotas.capacity),
    },
    payable: formatScale8(payableScale8),
    obligations: {
      tokens: obligations.tokens,
      lots: obligations.lots,
      reserved_tokens: obligations.reservedTokens,
      contracts: obligations.contracts,
      buyers: obligations.buyers,
      escrow: formatScale8(obligations.escrowScale8),
    },
    capacity_reports: reports,
    open_lots: lots.map((lot) => lotDetails(settings, lot)),
    health: document.health ? healthBody(document.health) : null,
    standing_history: standings.map(({ standing, reason, actor, causes, at }) => ({
      standing,
      reason,
      actor,
      causes,
      at: at.toISOString(),
    })),
    changes: changes.map(({ kind, reason, actor, at }) => ({
      kind,
      reason,
      actor,
      at: at.toISOString(),
    })),
  };
}

/** The oldest first: their windows end first. */
function openLots({ lots }: Records, sellerId: string): Promise<LotDocument[]> {
  return lots.find({ sellerId, status: 'open' }).sort({ _id: 1 }).limit(LOTS_SHOWN).toArray();
}

/** Oldest first. */
async function newestChanges(
  { sellerChanges }: Records,
  filter: Parameters<Records['sellerChanges']['find']>[0],
): Promise<SellerChangeDocument[]> {
  const found = await sellerChanges.find(filter).sort({ _id: -1 }).limit(CHANGES_SHOWN).toArray();
  return found.reverse();
}

function healthBody(health: EndpointHealth) {
  return {
    status: health.status,
    http_status: health.httpStatus,
    latency_ms: health.latencyMs,
    detail: health.detail,
    checked_at: health.checkedAt.toISOString(),
  };
}

function quotaBody(quota: QuotaDocument | undefined) {
  return quota ? { limit: quota.limit, window_seconds: quota.windowSeconds } : null;
}
