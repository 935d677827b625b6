import type { Part } from '../shell/part';

/** What a buyer does with a key. */
export const buyerPart: Part = {
  links: [{ label: 'Buy', to: '/buyer' }],
  pages: [
    { path: '/buyer', load: async () => (await import('./overview-page')).OverviewPage },
    { path: '/buyer/requests', load: async () => (await import('./requests-page')).RequestsPage },
    { path: '/buyer/requests/:id', load: async () => (await import('./request-page')).RequestPage },
    {
      path: '/buyer/playground/:model?',
      load: async () => (await import('./playground-page')).PlaygroundPage,
    },
    { path: '/buyer/orders', load: async () => (await import('./orders-page')).OrdersPage },
    { path: '/buyer/orders/:id', load: async () => (await import('./order-page')).OrderPage },
    {
      path: '/buyer/orders/new/:model',
      load: async () => (await import('./orders-page')).OrdersPage,
    },
    {
      path: '/buyer/contracts',
      load: async () => (await import('./contracts-page')).ContractsPage,
    },
    { path: '/buyer/tickets', load: async () => (await import('./tickets-page')).TicketsPage },
    {
      path: '/buyer/statement',
      load: async () => (await import('./statement-page')).StatementPage,
    },
    { path: '/buyer/keys', load: async () => (await import('./keys-page')).KeysPage },
    { path: '/buyer/webhooks', load: async () => (await import('./webhooks-page')).WebhooksPage },
  ],
};
