/** What the search of the operator leads to. */
import { operatorPart } from './part';
import type { Body } from './schemas';

export interface Hit {
  readonly kind: string;
  readonly title: string;
  /** Whose it is, and its state. */
  readonly of: string | null;
  readonly id: string | null;
  /** Address of its page. */
  readonly to: string;
}

/** Pages that the navigation has no room for. */
const BESIDE = [
  { label: 'Refusals by code', to: '/orders/refusals' },
  { label: 'Money by day', to: '/ledger/days' },
];

/** Before anything is typed, every page. */
export function pagesCalled(text: string): readonly Hit[] {
  const start = text.trim().toLowerCase();
  return [...operatorPart.links, ...BESIDE]
    .filter(({ label }) => label.toLowerCase().startsWith(start))
    .map(({ label, to }) => ({ kind: 'page', title: label, of: null, id: null, to }));
}

type Found = Body<'FoundRecord'>;

export function hitOf(found: Found, names: Readonly<Record<string, string>>): Hit {
  const { kind, id, title, status } = found;
  const owner = found.account_id ?? found.seller_id;
  const whose = owner === null ? null : `of ${names[owner] ?? owner}`;
  const of = [status, whose].filter((part) => part !== null).join(', ');
  const shownId = kind === 'instrument' ? null : id;
  return { kind, title: title ?? '', of: of === '' ? null : of, id: shownId, to: pageOf(found) };
}

function pageOf({ kind, id, account_id: accountId, seller_id: sellerId }: Found): string {
  if (kind === 'account') return `/accounts/${id}`;
  if (kind === 'key') return `/accounts/${accountId}`;
  if (kind === 'seller') return `/sellers/${id}`;
  if (kind === 'ask') return `/sellers/${sellerId}`;
  if (kind === 'instrument') return `/orders?model=${encodeURIComponent(id)}`;
  return `/orders/${id}`;
}
