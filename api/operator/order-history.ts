/** What happened to an order, in the order of time: from its records, without its prompt. */
import { formatPrice, formatScale8 } from '../../domain/money';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { AttemptDocument, FillDocument } from '../../records/documents/fill';
import type { JournalDocument } from '../../records/documents/journal';
import type { LotDocument } from '../../records/documents/lot';
import type { DecryptionDocument } from '../../records/documents/decryption';
import type { OrderDocument } from '../../records/documents/order';
import type { OrderEventName } from '../schemas/operator-orders';

interface OrderEvent {
  readonly at: Date;
  readonly event: OrderEventName;
  readonly detail: string | null;
  /** The fill, lot or journal. */
  readonly subject: string | null;
}

export interface OrderParts {
  readonly order: OrderDocument | ContractOrderDocument;
  readonly fills: readonly FillDocument[];
  readonly journals: readonly JournalDocument[];
  readonly lots?: readonly LotDocument[];
  readonly openings?: readonly DecryptionDocument[];
}

export function historyBody(parts: OrderParts) {
  return historyOf(parts).map(({ at, event, detail, subject }) => ({
    at: at.toISOString(),
    event,
    detail,
    subject_id: subject,
  }));
}

/** Events of the same millisecond stay in the order in which they cause each other. */
function historyOf({ order, fills, journals, lots = [], openings = [] }: OrderParts) {
  const holds = journals.filter(({ kind }) => kind === 'hold');
  const others = journals.filter(({ kind }) => kind !== 'hold');
  const events: OrderEvent[] = [
    { at: order.createdAt, event: 'received', detail: null, subject: null },
    ...fills.map(reserved),
    ...holds.map(posted),
    ...fills.flatMap(attempts),
    ...fills.flatMap((fill) => endOfFill(fill, journals)),
    ...others.map(posted),
    ...lots.flatMap(lotEvents),
    ...endOfOrder(order),
    ...openings.map(({ at, actor }): OrderEvent => ({
      at,
      event: 'decrypted',
      detail: actor,
      subject: null,
    })),
  ];
  return events.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function reserved({ _id, createdAt, quantityTokens, priceScale8, sellerId }: FillDocument) {
  const price = formatPrice(priceScale8, 'perMillion');
  const detail = `${quantityTokens} tokens of seller ${sellerId} at ${price} USD per million`;
  return { at: createdAt, event: 'reserved', detail, subject: _id } as const;
}

function attempts(fill: FillDocument): OrderEvent[] {
  return fill.attempts.flatMap((attempt) => {
    const { number, startedAt, endedAt } = attempt;
    const started = { event: 'attempt_started', detail: `attempt ${number}` } as const;
    const ended = { event: 'attempt_ended', detail: endOfAttempt(attempt) } as const;
    return [
      { ...started, at: startedAt, subject: fill._id },
      ...(endedAt ? [{ ...ended, at: endedAt, subject: fill._id }] : []),
    ];
  });
}

function endOfAttempt({ number, state, reason, detail }: AttemptDocument): string {
  return [`attempt ${number}: ${state}`, reason, detail].filter(Boolean).join(', ');
}

function endOfFill(fill: FillDocument, journals: readonly JournalDocument[]): OrderEvent[] {
  const { _id: subject, status, settledAt: at, releaseReason } = fill;
  if (status === 'released') {
    return [{ at: releasedAt(fill, journals), event: 'released', detail: releaseReason, subject }];
  }
  if (status !== 'settled' || at === null) return [];
  const cost = `${fill.usedTokens} tokens for ${formatScale8(fill.costScale8)} USD`;
  const detail = `${cost}, fee ${formatScale8(fill.feeScale8)} USD`;
  return [{ at, event: 'settled', detail, subject }];
}

/** Its journal has the time; a draw, which holds no money, ended with its last attempt. */
function releasedAt(fill: FillDocument, journals: readonly JournalDocument[]): Date {
  const journal = journals.find(({ kind, fillId }) => kind === 'release' && fillId === fill._id);
  return journal?.createdAt ?? fill.attempts.at(-1)?.endedAt ?? fill.createdAt;
}

function posted({ _id: subject, kind, reason, createdAt: at }: JournalDocument): OrderEvent {
  const detail = reason === null ? kind : `${kind}: ${reason}`;
  return { at, event: 'journal', detail, subject };
}

function lotEvents({ _id: subject, status, opensAt, closedAt }: LotDocument): OrderEvent[] {
  const hasOpened = opensAt <= (closedAt ?? new Date());
  return [
    ...(hasOpened ? [{ at: opensAt, event: 'lot_opened' as const, detail: null, subject }] : []),
    ...(closedAt ? [{ at: closedAt, event: 'lot_closed' as const, detail: status, subject }] : []),
  ];
}

function endOfOrder(order: OrderDocument | ContractOrderDocument): OrderEvent[] {
  if (order.status === 'open') return [];
  const why = 'refusal' in order ? (order.refusal?.code ?? null) : order.reason;
  const detail = why === null ? order.status : `${order.status}: ${why}`;
  return [{ at: order.updatedAt, event: 'ended', detail, subject: null }];
}
