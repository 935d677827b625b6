/** Parts of an order for the operator: its workflow, its fills, its journals. */
import type { Settings } from '../../config/settings';
import { formatPrice, formatScale8 } from '../../domain/money';
import type { FillDocument, FillHold } from '../../records/documents/fill';
import { attemptBodies, failedProbes } from '../fill-evidence';
import type { JournalDocument } from '../../records/documents/journal';

/** The workflow's history in Temporal's web UI. */
export function workflowUrl(settings: Settings, workflowId: string): string {
  return `${workflowsUrl(settings)}/${encodeURIComponent(workflowId)}`;
}

export function workflowsUrl({ temporalUiUrl, TEMPORAL_NAMESPACE }: Settings): string {
  return `${temporalUiUrl}/namespaces/${encodeURIComponent(TEMPORAL_NAMESPACE)}/workflows`;
}

export function fillBody(fill: FillDocument) {
  return {
    fill_id: fill._id,
    status: fill.status,
    ask_id: fill.askId,
    seller_id: fill.sellerId,
    region: fill.region,
    price: formatPrice(fill.priceScale8, 'perThousand'),
    quantity: fill.quantityTokens,
    used: fill.usedTokens,
    cost: formatScale8(fill.costScale8),
    fee: formatScale8(fill.feeScale8),
    usage: fill.usage,
    usage_flag: fill.usageFlag,
    hold: fill.hold ? holdBody(fill.hold) : null,
    release_reason: fill.releaseReason,
    attempts: attemptBodies(fill),
    failed_probes: failedProbes(fill),
    created_at: fill.createdAt.toISOString(),
    settled_at: fill.settledAt?.toISOString() ?? null,
  };
}

function holdBody({ amountScale8, capturedScale8, releasedScale8, status }: FillHold) {
  return {
    amount: formatScale8(amountScale8),
    captured: formatScale8(capturedScale8),
    released: formatScale8(releasedScale8),
    status,
  };
}

export function journalBody(journal: JournalDocument) {
  return {
    journal_id: journal._id,
    kind: journal.kind,
    reason: journal.reason,
    lines: journal.lines.map(({ account, phase, side, amountScale8 }) => ({
      account,
      phase,
      side,
      amount: formatScale8(amountScale8),
    })),
    created_at: journal.createdAt.toISOString(),
  };
}
