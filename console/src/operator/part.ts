import type { Part } from '../shell/part';

/** What an operator sees and does. */
export const operatorPart: Part = {
  links: [
    { label: 'Overview', to: '/' },
    { label: 'Orders', to: '/orders' },
    { label: 'Sellers', to: '/sellers' },
    { label: 'Accounts', to: '/accounts' },
    { label: 'Ledger', to: '/ledger' },
    { label: 'Reconciliation', to: '/reconciliation' },
    { label: 'Halts', to: '/halts' },
    { label: 'Audit', to: '/audit' },
  ],
  pages: [
    { path: '/', load: async () => (await import('./overview-page')).OverviewPage },
    { path: '/orders', load: async () => (await import('./orders-page')).OrdersPage },
    { path: '/orders/refusals', load: async () => (await import('./refusals-page')).RefusalsPage },
    { path: '/orders/:id', load: async () => (await import('./order-page')).OrderPage },
    { path: '/sellers', load: async () => (await import('./sellers-page')).SellersPage },
    { path: '/sellers/:id', load: async () => (await import('./seller-page')).SellerPage },
    { path: '/accounts', load: async () => (await import('./accounts-page')).AccountsPage },
    { path: '/accounts/:id', load: async () => (await import('./account-page')).AccountPage },
    { path: '/ledger/days', load: async () => (await import('./money-page')).MoneyPage },
    { path: '/ledger', load: async () => (await import('./ledger-page')).LedgerPage },
    {
      path: '/reconciliation',
      load: async () => (await import('./reconciliation-page')).ReconciliationPage,
    },
    {
      path: '/reconciliation/:id',
      load: async () => (await import('./reconciliation-run-page')).ReconciliationRunPage,
    },
    { path: '/halts', load: async () => (await import('./halts-page')).HaltsPage },
    { path: '/audit', load: async () => (await import('./audit-page')).AuditPage },
  ],
};
