import type { Part } from '../shell/part';

/** What a seller does with a key, and how to become one. */
export const sellerPart: Part = {
  links: [{ label: 'Sell', to: '/seller' }],
  pages: [
    { path: '/seller', load: async () => (await import('./overview-page')).OverviewPage },
    { path: '/seller/register', load: async () => (await import('./register-page')).RegisterPage },
    { path: '/seller/offers', load: async () => (await import('./offers-page')).OffersPage },
    {
      path: '/seller/offers/new/:model',
      load: async () => (await import('./offers-page')).OffersPage,
    },
    { path: '/seller/trades', load: async () => (await import('./trades-page')).TradesPage },
    {
      path: '/seller/deliveries',
      load: async () => (await import('./deliveries-page')).DeliveriesPage,
    },
    { path: '/seller/standing', load: async () => (await import('./standing-page')).StandingPage },
    {
      path: '/seller/statement',
      load: async () => (await import('./statement-page')).StatementPage,
    },
    { path: '/seller/profile', load: async () => (await import('./profile-page')).ProfilePage },
    { path: '/seller/webhooks', load: async () => (await import('./webhooks-page')).WebhooksPage },
  ],
};
