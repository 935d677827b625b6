/** Every declared route that reads, with an address and a credential of the busiest participants. */
import { administrationRoutes } from '../../api/routes/operator';
import { buyerRoutes } from '../../api/routes/buyer';
import type { DeclaredRoute, Routes } from '../../api/routes/declared-route';
import { marketRoutes } from '../../api/routes/market';
import { sellerRoutes } from '../../api/routes/seller';

export interface Busiest {
  readonly url: string;
  readonly adminUrl: string;
  readonly operatorToken: string;
  readonly buyerKey: string;
  readonly sellerKey: string;
  readonly accountId: string;
  readonly sellerId: string;
  readonly modelId: string;
  /** Of a finished chat. */
  readonly fillId: string;
  readonly orderId: string;
  /** Of a contract with a ticket. */
  readonly contractOrderId: string;
  readonly contractId: string;
  readonly ticketId: string;
  readonly reconciliationId: string;
  /** Participants with few records, whom the operator looks at. */
  readonly quiet?: { readonly accountId: string; readonly sellerId: string };
}

export interface ReadRoute {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const DAY_MS = 86_400_000;
/** Queries beside the default one, by operation. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  getStatement: [`from=${daysAgo(1)}`, 'sort=newest'],
  getSellerStatement: [`from=${daysAgo(1)}`, 'sort=newest'],
  getAccountStatement: [`from=${daysAgo(1)}`, 'sort=newest'],
  search: ['q=a'],
  listOrders: ['status=open', 'status=filled'],
  listJournals: ['kind=payout'],
};

export function readRoutes(busiest: Busiest): ReadRoute[] {
  const { url, adminUrl } = busiest;
  return [
    ...readsOf(buyerRoutes, `${url}/buyer`, busiest),
    ...readsOf(marketRoutes, `${url}/market`, busiest),
    ...readsOf(sellerRoutes, `${url}/seller`, busiest),
    ...readsOf(administrationRoutes, adminUrl, busiest),
    ...quietReads(busiest),
  ];
}

/** Their pages are not full: whatever is older is looked for. */
function quietReads({ adminUrl, operatorToken, quiet }: Busiest): ReadRoute[] {
  if (!quiet) return [];
  const { accountId, sellerId } = quiet;
  const headers = { authorization: `Bearer ${operatorToken}` };
  const paths: readonly (readonly [name: string, path: string])[] = [
    ['orders of a quiet account', `orders?account_id=${accountId}`],
    ['refused orders of a quiet account', `orders?account_id=${accountId}&status=refused`],
    ['orders of a quiet seller', `orders?seller_id=${sellerId}`],
    ['journals of a quiet account', `journals?account=buyer:${accountId}`],
    ['payouts of a quiet seller', `journals?account=seller:${sellerId}&kind=payout`],
    ['the statement of a quiet account', `accounts/${accountId}/statement`],
    ['the statement of a quiet seller', `sellers/${sellerId}/statement`],
  ];
  return paths.map(([name, path]) => ({ name, url: `${adminUrl}/admin/v1/${path}`, headers }));
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

/** Webhooks are no records of the past: they expire. */
function readsOf(routes: Routes, base: string, busiest: Busiest): ReadRoute[] {
  const reads = Object.entries(routes).filter(
    ([, { method, path }]) => method === 'get' && !path.includes('/webhooks/'),
  );
  return reads.flatMap(([operation, declared]) => {
    const address = `${base}${concrete(declared.path, busiest)}`;
    const headers = headersOf(declared, busiest);
    const shown = `${base.replace(/^https?:\/\/[^/]+/, '')}${declared.path}`;
    return [neededOf(operation, busiest), ...(QUERIES[operation] ?? [])].map((query) => ({
      name:
        query === '' ? shown : `${shown}?${query.replace(/=(?:\d{4}-|[\da-f]{8}-)[^&]*/g, '=…')}`,
      url: query === '' ? address : `${address}?${query}`,
      headers,
    }));
  });
}

/** The query that a route cannot be read without. */
function neededOf(operation: string, { modelId, fillId }: Busiest): string {
  if (operation === 'search') return `q=${fillId}`;
  if (operation === 'estimateFill') return 'quantity=1000';
  return operation === 'getOrderBook' ? `model_id=${modelId}` : '';
}

function concrete(path: string, busiest: Busiest): string {
  return path
    .replace('/requests/{id}', `/requests/${busiest.fillId}`)
    .replace('/sellers/{id}', `/sellers/${busiest.sellerId}`)
    .replace('/accounts/{id}', `/accounts/${busiest.accountId}`)
    .replace('/admin/v1/orders/{id}', `/admin/v1/orders/${busiest.orderId}`)
    .replace('/reconciliation/runs/{id}', `/reconciliation/runs/${busiest.reconciliationId}`)
    .replace('/orders/{id}', `/orders/${busiest.contractOrderId}`)
    .replace('/contracts/{id}', `/contracts/${busiest.contractId}`)
    .replace('/tickets/{id}', `/tickets/${busiest.ticketId}`)
    .replace('{model_id}', busiest.modelId);
}

function headersOf({ credential }: DeclaredRoute, busiest: Busiest): Record<string, string> {
  switch (credential) {
    case 'public':
      return {};
    case 'buyer':
    case 'anyBuyerKey':
    case 'managerKey':
    case 'buyerOrTicket':
      return { authorization: `Bearer ${busiest.buyerKey}` };
    case 'seller':
    case 'ownSeller':
      return { 'x-seller-api-key': busiest.sellerKey };
    case 'operator':
    case 'operatorOrSession':
      return { authorization: `Bearer ${busiest.operatorToken}` };
  }
}
